"""The built program as host: a log of its own, a round of three, and the page that phones open."""

import json
import os
import pathlib
import re
import signal
import subprocess

PARS = [3, 3, 4, 3, 3, 5, 3, 3, 3]
PLAYERS = ["Mike", "Jake", "Sarah"]


class Host:
    """The server of a log in a folder, which a test may kill and start again; its command ends before the address."""

    def __init__(self, hyzer, folder, address="127.0.0.1:0", command=("serve", "--address")):
        self.hyzer, self.folder, self.address, self.command = hyzer, pathlib.Path(folder), address, command
        self.process = None
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("HYZER_")},
            "HOME": str(folder), "HYZER_DB": str(self.folder / "scores.db"), "HYZER_USER": "Mike"}

    def run(self, *arguments):
        """What a command prints; one that fails fails the test."""
        done = subprocess.run([self.hyzer, *arguments], env=self.environment, capture_output=True, text=True)
        assert done.returncode == 0, f"hyzer {' '.join(arguments)}: {done.stderr}"
        return done.stdout

    def new_round(self, course="Mill Pond", *options):
        return self.run("round", "new", "--course", course, *options,
                        *(word for name in PLAYERS for word in ("--player", name))).strip()

    def new_group(self):
        """Keeps the log for a group of which the players are known, with a course."""
        self.run("group", "new", "Thursday discs")
        self.run("course", "new", "Mill Pond", "--pars", ",".join(map(str, PARS)))
        for name in PLAYERS:
            self.run("player", "new", name)

    def start(self):
        """Serves the page: the second time at the same port."""
        self.process = subprocess.Popen(
            [self.hyzer, *self.command, self.address], env=self.environment, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        assert line.startswith("listening on "), line
        self.url = line.split()[-1]
        self.address = f"{self.address.rpartition(':')[0]}:{self.url.rpartition(':')[2]}"

    def kill(self, signal=signal.SIGKILL):
        if self.process is None:
            return
        self.process.send_signal(signal)
        self.process.wait()
        self.process.stdout.close()
        self.process = None

    def revoke(self, player):
        """Puts out the device that scored for a player."""
        self.run("device", "revoke", next(
            event["device"] for event in self.events() if event.get("player") == player))

    @property
    def invitation(self):
        return json.loads(self.run("round", "invite", "--json"))

    @property
    def group_invitation(self):
        """What stands after the # of the link that a phone scans."""
        return re.search(r"#(group\.\S+)", self.run("group", "invite")).group(1)

    def courses(self):
        """The pars of each course, by its name."""
        return {course["name"]: course["pars"] for course in map(json.loads, self.run("course", "list", "--json").splitlines())}

    def games(self):
        """The games of the current team, the latest first."""
        return [json.loads(line) for line in self.run("snap", "game", "list", "--json").splitlines()]

    def events(self):
        """The log of all rounds, an event a line."""
        return [json.loads(line) for line in self.run("export").splitlines()]

    def scores(self):
        """All that was scored; what was taken back to nothing is None."""
        return sorted(((event["hole"], event["player"], event["strokes"]) for event in self.events()
                       if event.get("hole")), key=str)

    def card(self, player, hole):
        """The strokes that stand."""
        players = json.loads(self.run("round", "show", "--json"))["players"]
        return next(one["scores"][hole - 1] for one in players if one["name"] == player)
