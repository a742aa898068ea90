"""A host for tests of the page's outbox, which can lose what it should not: its log is in memory."""

import json
import re

INFO = {
    "course": "Home", "pars": [3, 3, 4, 3, 3, 5, 3, 3, 3], "organiser": "Sarah",
    "players": [{"name": name, "isGuest": True, "aliases": [], "pronunciations": []}
                for name in ("Mike", "Jake", "Sarah")],
    "createdAt": "2026-05-01T09:00:00.000Z", "startedAt": "2026-05-01T09:30:00.000Z",
}


class FakeHost:
    """What a host knows, and how it misbehaves."""

    def __init__(self):
        #: Whom each name of a token admits, and the name that a browser has.
        self.tokens, self.names = {}, {}
        self.devices = 0
        #: By place: device and number.
        self.events = {}
        #: Each with the name of its token.
        self.sockets = {}
        self.hellos = []
        #: How often a connection was asked for.
        self.connections = 0
        #: Events in the order in which they came, also again.
        self.received = []
        self.is_reachable = True
        self.gives_devices = True
        #: How often a device was asked for in vain.
        self.devices_denied = 0
        #: Says what it refused before it acknowledges the rest.
        self.refuses_first = False
        #: What becomes of events: "take", "lose" (never came), "unanswered" (taken, and cut), "silent".
        self.mode = "take"
        #: Refuses an event with a cause, or returns None.
        self.judge = lambda event: None

    def admit(self, token, player="Mike", role="player"):
        self.tokens[token] = {"device": self.new_device(), "player": player, "role": role}
        return self.tokens[token]

    def new_device(self):
        self.devices += 1
        return f"{self.devices:08d}-0000-4000-8000-000000000000"

    def vector(self, round="r"):
        vector = {}
        places = {(event["device"], event["number"]) for event in self.events.values()
                  if event["round"] == round}
        for device in {device for device, _ in places}:
            number = 0
            while (device, number + 1) in places:
                number += 1
            if number:
                vector[device] = number
        return vector

    def scores(self):
        """What the host has of each device, by number."""
        return sorted((event["device"][:8], event["number"], event["player"], event["strokes"])
                      for event in self.events.values())

    def put(self, device, number, player, strokes, id=None, clock=None):
        """An event that another phone, or another storage of the same, has made."""
        event = {
            "id": id or f"{device[:8]}-{number}.1", "round": "r", "player": player, "hole": 1,
            "strokes": strokes, "supersedes": None, "reportedBy": player, "device": device,
            "input": "dial", "transcript": None, "confidence": None, "at": "2026-05-01T10:00:00.000Z",
            "number": number, "clock": clock or number, "deviceName": "phone", "kind": "score"}
        self.events[device, number] = event
        return event

    def serve(self, page):
        """Answers what a page asks of its host."""
        page.route(re.compile("/api/"), lambda route: self.answer(route, self.names.get(page.context)))
        page.route_web_socket(re.compile("/live$"), lambda socket: self.open(socket, self.names.get(page.context)))

    def answer(self, route, name):
        if name not in self.tokens:
            return route.fulfill(status=401, json={"error": "unknown"})
        isDevice = route.request.url.endswith("/api/device")
        if not self.is_reachable or isDevice and not self.gives_devices:
            self.devices_denied += isDevice
            return route.fulfill(status=503, json={"error": "away"})
        if isDevice:
            self.tokens[name]["device"] = self.new_device()
        route.fulfill(json={"device": self.tokens[name]["device"]} if isDevice else {"rounds": [{"id": "r"}]})

    def open(self, socket, name):
        assert socket.protocols == ["hyzer.1"]
        self.connections += 1
        if not self.is_reachable or name not in self.tokens:
            return socket.close()
        self.sockets[socket] = name
        socket.on_message(lambda message: self.hear(socket, json.loads(message)))
        socket.on_close(lambda *_: self.sockets.pop(socket, None))

    def say(self, message):
        for socket in list(self.sockets):
            socket.send(json.dumps(message))

    def cut(self):
        for socket in list(self.sockets):
            self.cut_off(socket)

    def cut_off(self, socket):
        self.sockets.pop(socket, None)
        socket.close()

    def receive(self, socket, message):
        refused, new = [], []
        for event in message["events"]:
            place = event["device"], event["number"]
            cause = self.judge(event)
            if event["device"] != self.tokens[self.sockets[socket]]["device"]:
                cause = "notAllowed"
            elif place in self.events and self.events[place]["id"] != event["id"]:
                cause = "numberTaken"
            if cause:
                refused.append({"id": event["id"], "cause": cause, "reason": f"It is {cause}."})
            elif place not in self.events and event["number"] == self.vector().get(event["device"], 0) + 1:
                self.events[place] = event
                new.append(event)
        if self.mode == "unanswered":
            return self.cut_off(socket)
        if self.mode == "silent":
            return
        # As bad as it can be: the acknowledgement covers numbers that others took.
        answers = [{"kind": "ack", "round": message["round"], "vector": self.vector()}]
        if refused:
            answers.append({"kind": "refused", "round": message["round"], "events": refused})
        for answer in reversed(answers) if self.refuses_first else answers:
            socket.send(json.dumps(answer))
        for other in list(self.sockets):
            if other is not socket and new:
                other.send(json.dumps({"kind": "events", "round": message["round"], "events": new}))

    def hear(self, socket, message):
        # What is on its way when a connection is cut never comes.
        if socket not in self.sockets:
            return
        if message["kind"] == "hello":
            self.hellos.append(message)
            if self.mode == "silent":
                return
            socket.send(json.dumps({
                "kind": "welcome", "time": "2030-01-01T00:00:00.000Z", "round": message["round"],
                "info": INFO, "vector": self.vector(), "hole": 1, "after": 0, **self.tokens[self.sockets[socket]]}))
            lacking = [event for event in self.events.values()
                       if event["number"] > message["vector"].get(event["device"], 0)]
            if lacking:
                socket.send(json.dumps({"kind": "events", "round": message["round"], "events": lacking}))
        elif message["kind"] == "events":
            self.received += [event["id"] for event in message["events"]]
            if self.mode != "lose":
                self.receive(socket, message)
