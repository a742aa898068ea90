"""A whole evening of four people, none of whom ever sees a shell: from the group's link to next week's round."""

import collections
import json
import re
import struct

import pytest
from conftest import HYZER, chromium, started, watched
from hyzer_host import Host
from phones import Phone, until
from playwright.sync_api import expect
from test_speech import HEARD, Talker, recording

MIKE, JAKE, SARAH, ZOE = FOUR = ["Mike", "Jake", "Sarah", "Zoe"]
COURSE = "Maple Hill"
PARS = [4, 3, 3, 5, 3, 3, 4, 3, 3, 3, 4, 3, 5, 3, 3, 3, 4, 3]
#: What stands at the end on each hole, in the order of FOUR.
CARD = [[3, 4, 4, 4], [3, 4, 3, 2], [3, 3, 3, 3], [5, 6, 4, 7], [3, 4, 3, 2], [2, 4, 3, 3],
        [4, 4, 4, 5], [3, 2, 4, 3], [3, 3, 3, 3], [3, 5, 4, 3], [4, 4, 4, 4], [2, 2, 3, 2],
        [4, 5, 5, 6], [3, 3, 3, 3], [1, 3, 4, 3], [3, 4, 3, 3], [4, 4, 4, 4], [2, 3, 3, 4]]
#: What is said of the scores that are spoken into a phone here.
ABOVE = {-1: "one under par", 0: "par", 1: "one over par"}
#: Keeps all that the page has screen readers say.
LISTENING = """
globalThis.spoken = [];
new MutationObserver((changes) => changes.forEach(({ target, addedNodes }) => {
  if (target.closest?.("[role=status], [role=alert]")) addedNodes.forEach((node) => spoken.push(node.textContent));
})).observe(document, { childList: true, subtree: true });
"""


def to_par(strokes):
    return "E" if strokes == 0 else f"+{strokes}" if strokes > 0 else f"−{-strokes}"


class Player(Phone):
    """Somebody's phone or watch; what its person enters is noted, as the host is to have it."""

    def __init__(self, context, host, name, entered):
        context.add_init_script(LISTENING)
        super().__init__(context, host)
        self.name, self.entered = name, entered

    def note(self, hole, player, strokes, input="picked"):
        self.entered[hole, player, strokes, input, self.name] += 1

    # MARK: The way in

    def comes_in(self):
        """Opens the group's link and says a name that nobody has said before."""
        self.page.goto(f"{self.host.url}/join#{self.host.group_invitation}")
        expect(self.page.get_by_role("heading", name="What should we call you?")).to_be_visible()
        self.page.get_by_label("Your name").fill(self.name)
        self.press("Go")
        expect(self.page.get_by_role("heading", name="No round in progress.")).to_be_visible()

    def puts_on_a_watch(self):
        """Comes in on a watch, as somebody whom the group knows by now."""
        self.page.goto(f"{self.host.url}/join#{self.host.group_invitation}")
        self.page.get_by_label("Your name").fill(self.name)
        self.press(f"Are you {self.name}?")
        expect(self.page.get_by_role("heading", name="No active round")).to_be_visible()
        assert self.page.url.endswith("/watch")

    def adds_the_course(self):
        self.press("Start a round")
        self.press("New course")
        self.page.get_by_label("Name").fill(COURSE)
        expect(self.page.get_by_label("Holes", exact=True)).to_have_text("18")
        for hole, par in enumerate(PARS, 1):
            for before in range(3, par):
                self.press(f"Hole {hole}, par {before}")
        expect(self.page.get_by_text(f"18 holes · par {sum(PARS)}")).to_be_visible()
        self.press("Save")

    def makes_the_round(self):
        for name in FOUR:
            if name != self.name:
                self.press(name)
        expect(self.page.locator(".summary")).to_have_text(f"{COURSE} · Mike, Jake, Sarah and Zoe")
        self.starts()

    def starts(self):
        self.press("Start")
        self.at(1)

    def opens_the_round(self):
        """Taps the round that has come by itself, without a code."""
        self.page.locator(".round.card:has(.live), .strip").filter(has_text=COURSE, visible=True).click()
        self.at(1)

    # MARK: Scores

    def says(self, file, hole, sentence):
        """Says the scores of a hole, and lets them save themselves."""
        recording(file, sentence)
        self.at(hole)
        Talker.says(self, file, sentence, self.page)
        if hole > 1:
            # It may be of the hole that was completed a moment ago, too.
            self.sheet.get_by_role("button", name=f"Hole {hole}", exact=True).click(timeout=HEARD)
        for name, strokes in zip(FOUR, CARD[hole - 1]):
            expect(self.row(name, hole).locator(".score b")).to_have_text(str(strokes), timeout=HEARD)
            self.note(hole, name, strokes, "voice")
        # What was heard is said, with what becomes of it, and then that it is saved; the order is that of the words.
        par = PARS[hole - 1]
        scores = {f"{name}, {strokes}, {ABOVE[strokes - par]}" for name, strokes in zip(FOUR, CARD[hole - 1])}
        until(lambda: ["Saved", *sorted(scores)] in [[first, *sorted(rest)] for first, *rest in self.sentences], self.page)
        assert scores in [set(words[:4]) for words in self.sentences
                          if words[-1] in ("Tap any score to correct.", "Which hole is this?")]
        expect(self.page.locator("dialog")).to_have_count(0)

    def taps(self, hole, *scores):
        """Scores for one player or several, one after the other; where none are given, what is to stand at the end."""
        self.at(hole)
        scores = scores or tuple(zip(FOUR, CARD[hole - 1]))
        self.row(scores[0][0]).click()
        for name, strokes in scores:
            expect(self.page.get_by_role("group", name=f"Select score for {name}")).to_be_visible()
            self.choose(strokes)
            self.note(hole, name, strokes)
        done = self.keys.get_by_role("button", name="Done")
        if done.count():
            done.click()

    def dials(self, hole, name):
        """Scores for one player by the watch's dial."""
        strokes = CARD[hole - 1][FOUR.index(name)]
        expect(self.page.locator("h1")).to_contain_text(f"Hole {hole} of 18")
        self.page.get_by_role("button", name=re.compile(f"^{name}, no score yet")).click()
        self.page.get_by_role("spinbutton", name=f"Score for {name}").press(str(strokes))
        self.press("Save")
        self.note(hole, name, strokes, "dial")

    def gives_par(self, hole, *names):
        """Gives par to all who have no score yet."""
        self.at(hole)
        for name in set(FOUR).difference(names or FOUR):
            self.shows(name, hole, CARD[hole - 1][FOUR.index(name)])
        self.press("Everyone par")
        for name in names or FOUR:
            self.note(hole, name, PARS[hole - 1])

    def goes_to(self, hole):
        self.page.get_by_role("button", name=re.compile("Choose a hole$")).click()
        self.sheet.get_by_role("button", name=re.compile(f"^Hole {hole}, par")).click()
        self.at(hole)

    # MARK: What is shown

    @property
    def spoken(self):
        return self.page.evaluate("spoken")

    @property
    def sentences(self):
        return [text.split(". ") for text in self.spoken]

    def has_standings(self, place, expected):
        """Waits until a leaderboard has all places, names, strokes and strokes above par."""
        for part, texts in zip((".place", ".name", ".strokes", ".to-par"), zip(*expected)):
            expect(place.locator(f".standings {part}")).to_have_text(list(texts))


@pytest.fixture
def host(tmp_path):
    """The host of a group, for which its owner has done nothing else: no player and no course is known."""
    host = Host(HYZER, tmp_path)
    host.run("group", "new", "Thursday discs")
    with started(host):
        yield host


@pytest.fixture
def people(playwright, host, tmp_path):
    """Four bare phones and a watch, the file that their microphones play, and what is entered on them."""
    file, entered = tmp_path / "microphone.wav", collections.Counter()
    recording(file, "pairs")
    phone = {"viewport": {"width": 390, "height": 844}, "permissions": ["microphone"]}
    watch = {"viewport": {"width": 198, "height": 242}}
    with chromium(playwright, file) as browser:
        with (watched(browser, **phone) as one, watched(browser, **phone) as two, watched(browser, **phone) as three,
              watched(browser, **phone) as four, watched(browser, **watch) as five):
            yield ([Player(context, host, name, entered) for name, context in zip(FOUR, (one, two, three, four))],
                   Player(five, host, ZOE, entered), file, entered)


def leaderboard(host, round):
    """What `hyzer leaderboard` says, as phones write it."""
    lines = json.loads(host.run("leaderboard", "--round", round, "--json"))["standings"]
    shared = collections.Counter(line["place"] for line in lines)
    return [("T" * (shared[line["place"]] > 1) + str(line["place"]), line["player"], str(line["strokes"]),
             to_par(line["relativeToPar"])) for line in lines]


def disagree(one, other, hole, player, claims):
    """Two enter different scores for a player where neither sees the other's."""
    for phone, strokes in zip((one, other), claims):
        phone.at(hole)
        phone.context.set_offline(True)
        phone.taps(hole, (player, strokes))
        expect(phone.cloud).to_contain_text("1 score not sent")
    for phone in (one, other):
        phone.context.set_offline(False)
        phone.sent()


def settle(organiser, hole, player, strokes, right):
    """The organiser taps the score of the one who is right."""
    organiser.press("1 score discrepancy: resolve")
    expect(organiser.sheet).to_contain_text(f"{player}, Hole {hole}, par {PARS[hole - 1]}")
    organiser.sheet.locator(".half").filter(has_text=f"Recorded by {right.name}").click()
    expect(organiser.page.locator(".badge")).to_be_hidden()
    organiser.note(hole, player, strokes)


def slips(phone, hole, player, strokes):
    """Enters a wrong score, and takes it back."""
    phone.taps(hole, (player, strokes))
    phone.shows(player, hole, strokes)
    phone.press("Undo my last score")
    phone.shows(player, hole, None)
    phone.note(hole, player, None, "typed")


def corrects(phone, hole, player, strokes):
    """Goes back to an earlier hole for a score that was wrong."""
    phone.goes_to(hole)
    phone.taps(hole, (player, strokes))
    phone.shows(player, hole, strokes)


def final_standings():
    """Places, names, strokes and strokes above par, by CARD alone."""
    totals = dict(zip(FOUR, map(sum, zip(*CARD))))
    place = {name: 1 + sum(other < total for other in totals.values()) for name, total in totals.items()}
    shared = collections.Counter(place.values())
    return [("T" * (shared[place[name]] > 1) + str(place[name]), name, str(totals[name]), to_par(totals[name] - sum(PARS)))
            for name in sorted(FOUR, key=place.get)]


def look_back(phone, standings):
    """Finds the round in the history, each player's holes behind it, and the season that it makes."""
    phone.press("Close")
    phone.press("All rounds")
    card = phone.page.locator(".round.card")
    own = next(line for line in standings if line[1] == phone.name)
    expect(card).to_contain_text(COURSE)
    expect(card).to_contain_text(f"{standings[0][1]} won at {standings[0][3]}")
    expect(card.locator(".you")).to_have_text(f"You: {own[0]}th, {own[3]}")
    card.click()
    for index, name in enumerate(FOUR):
        phone.page.locator(".result .row").filter(has_text=name).click()
        expect(phone.sheet.get_by_role("heading")).to_have_text(name)
        expect(phone.sheet.locator("tbody th")).to_have_text([str(hole) for hole in range(1, 19)])
        expect(phone.sheet.locator("tbody td:nth-child(2)")).to_have_text(list(map(str, PARS)))
        expect(phone.sheet.locator("tbody .mark")).to_have_text([str(scores[index]) for scores in CARD])
        expect(phone.sheet.locator("tbody .to-par")).to_have_text(
            [to_par(scores[index] - par) for scores, par in zip(CARD, PARS)])
        phone.press("Close")
    phone.press("Back")
    phone.press("Season")
    expect(phone.page.locator(".season tbody tr")).to_have_text(
        [f"{name}1{int(place == '1')}{above}" for place, name, _, above in standings])


def keep_picture(phone, path):
    """Saves the card; returns its width and height."""
    with phone.page.expect_download() as download:
        phone.sheet.get_by_role("link", name="Save picture").click()
    assert re.fullmatch(rf"{COURSE} .*\.png", download.value.suggested_filename)
    download.value.save_as(path)
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n" and data[12:16] == b"IHDR" and data[-8:-4] == b"IEND"
    return struct.unpack(">II", data[16:24])


def test_four_people_play_an_evening_without_a_shell(host, people, tmp_path):
    (mike, jake, sarah, zoe), watch, microphone, entered = people
    phones = (mike, jake, sarah, zoe)

    # They come in, and the first makes a course and a round, which comes to the others.
    for phone in phones:
        phone.comes_in()
    watch.puts_on_a_watch()
    mike.adds_the_course()
    mike.makes_the_round()
    for phone in (jake, sarah, zoe):
        phone.opens_the_round()
    round = mike.page.evaluate("history.state.round")

    # They play, and after half of the holes all phones show what the host has.
    mike.says(microphone, 1, "Mike three, everyone else four.")
    jake.taps(2, *zip(FOUR, (3, 4, 4, 2)))
    sarah.gives_par(3)
    for name in (SARAH, MIKE, ZOE, JAKE):
        watch.dials(4, name)
    jake.says(microphone, 5, "Mike par, Jake bogey, Sarah par, Zoe birdie.")
    for phone, strokes in zip((mike, jake, sarah), CARD[5]):
        phone.taps(6, (phone.name, strokes))
    watch.dials(6, ZOE)
    disagree(jake, sarah, 7, ZOE, (5, 4))
    settle(mike, 7, ZOE, 5, jake)
    mike.gives_par(7, MIKE, JAKE, SARAH)
    slips(zoe, 8, MIKE, 9)
    zoe.taps(8)
    sarah.gives_par(9)
    for phone in phones:
        phone.at(10)
        phone.has_standings(phone.page.locator(".board"), leaderboard(host, round))
    # Whoever goes to another hole stays there.
    corrects(jake, 2, SARAH, 3)
    zoe.taps(10)
    mike.gives_par(11)
    sarah.says(microphone, 12, "Sarah three, everyone else two.")
    mike.taps(13)
    zoe.gives_par(14)
    jake.goes_to(15)
    jake.taps(15)
    watch.dials(16, JAKE)
    sarah.gives_par(16, MIKE, SARAH, ZOE)
    mike.gives_par(17)
    sarah.taps(18)

    # Who completed the round is asked to finish it, and its card slides up on all phones.
    expect(sarah.sheet.get_by_role("heading")).to_have_text("All scores recorded. Finalize round?")
    sarah.press("Finalize")
    sarah.sent()
    standings = leaderboard(host, round)
    assert standings == final_standings()
    for phone in phones:
        expect(phone.sheet.get_by_role("heading")).to_have_text(COURSE)
        expect(phone.sheet).to_contain_text(re.compile(r"Finished · .+ · \d+ min · 18 holes · organised by Mike"))
        phone.has_standings(phone.sheet, standings)
        assert [text for text in phone.spoken if "Round complete." in text] == ["Round complete. Mike won at minus seven."]
    expect(watch.page.locator("h1")).to_contain_text(f"No active round {COURSE}, finished")
    width, height = keep_picture(zoe, tmp_path / "card.png")
    assert width == 1080 and 1000 < height < 1920

    # The host has what was entered, and nothing else.
    for phone in phones:
        phone.sent()
    events = [event for event in host.events() if event.get("hole")]
    assert entered == collections.Counter(
        (event["hole"], event["player"], event["strokes"], event["input"], event["reportedBy"]) for event in events)
    assert [event["transcript"] for event in events if event["player"] == MIKE and event["input"] == "voice"] == [
        "mike three everyone else four", "mike par jake bogey sarah par zoe birdie", "sarah three everyone else two"]
    shown = json.loads(host.run("round", "show", round, "--json"))
    assert [one["name"] for one in shown["players"]] == FOUR
    assert [list(scores) for scores in zip(*(one["scores"] for one in shown["players"]))] == CARD
    assert (shown["course"], shown["pars"], shown["organiser"], shown["phase"]) == (COURSE, PARS, MIKE, "completed")

    # They look back.
    look_back(jake, standings)

    # A week later they play again, wherever each of them is in the app.
    for phone in (mike, sarah, zoe):
        phone.press("Close")
    sarah.press("All rounds")
    jake.press("Scoring")
    jake.page.get_by_role("button", name="Same group again").click()
    jake.starts()
    for phone in (mike, sarah, zoe):
        phone.opens_the_round()
    expect(watch.page.locator("h1")).to_contain_text("Hole 1 of 18")
