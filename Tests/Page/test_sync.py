"""No score is lost, and none doubled, whatever the browser, the host and the network do."""

import pytest
from conftest import MODULES, serve
from fake_host import INFO, FakeHost
from phones import until

START = """
async ({ patience, quiet, round }) => {
  // Waiting is not what is tested.
  const wait = window.setTimeout;
  window.setTimeout = (work, time) => wait(work, time > 500 && ![patience, quiet].includes(time) ? 100 : time);
  const { openStore } = await import("./store.js");
  const { connect } = await import("./sync.js");
  window.store = await openStore();
  window.seen = { card: null, hole: null, notices: [], talks: [], rounds: [], log: [] };
  const status = { ...store.known };
  const link = connect({
    store, patience, quiet,
    onStatus: (changed) => {
      if (changed.isOnline && !status.isOnline) seen.unsentOnline = changed.unsent;
      Object.assign(status, changed);
    },
    onCard: (card, hole) => {
      Object.assign(seen, { card, hole });
      if (card.events.length === 0) return;
      seen.log.push("shown");
      seen.unsentAtFirst ??= status.unsent;
    },
    onNotice: (notice) => seen.notices.push(notice.code),
    onTalk: (message) => seen.talks.push(message.kind),
    onRounds: (list) => seen.rounds.push(list),
  });
  window.phone = { ...link, status };
  if (round) await phone.follow(round);
}
"""
SCORE = """async ([player, strokes, hole]) => {
  const made = await phone.commit("r", {
    hole, seen: null, scores: [{ player, result: strokes, input: "dial" }] });
  return made.refusal?.code ?? made.events.map((event) => event.number);
}"""


@pytest.fixture
def host():
    return FakeHost()


class Phone:
    """A tab of the page that is connected with the host."""

    def __init__(self, context, host, patience=10_000, round="r", quiet=20_000):
        serve(context)
        self.page = context.new_page()
        host.serve(self.page)
        self.host, self.options = host, {"patience": patience, "round": round, "quiet": quiet}
        self.start()

    def start(self):
        self.page.goto(MODULES + "/blank")
        self.page.evaluate(START, self.options)

    def score(self, player="Mike", strokes=3, hole=1):
        return self.page.evaluate(SCORE, [player, strokes, hole])

    @property
    def status(self):
        return self.page.evaluate("phone.status")

    def unsent(self):
        return self.page.evaluate("store.unsentCount()")

    def result(self, player="Mike", hole=1):
        return self.page.evaluate("""async ([player, hole]) => {
          const { result } = await import("./fold.js");
          return seen.card && result(seen.card, player, hole);
        }""", [player, hole])

    def expect(self, condition):
        self.page.wait_for_function(condition, polling=20)

    def until(self, condition):
        until(condition, self.page)

    def expect_sent(self):
        self.expect("phone.status.isOnline && phone.status.unsent === 0")

    def lose(self):
        """Goes where the host does not reach."""
        self.host.is_reachable = False
        self.host.cut()
        self.expect("!phone.status.isOnline")


def join(phone, host, token="t", **admission):
    """Gives a browser a token of the host."""
    host.names[phone] = token
    return host.tokens.get(token) or host.admit(token, **admission)


@pytest.fixture
def tab(phone, host):
    """The page on the phone of a player, who is connected."""
    token = join(phone, host)
    tab = Phone(phone, host)
    tab.token = token
    tab.expect_sent()
    return tab


def test_a_score_is_kept_and_shown_before_it_is_sent(tab):
    # What another tab kept is sent later by this one, if need be: here while the score is written.
    tab.page.evaluate("""() => {
      const wait = window.setTimeout;
      window.setTimeout = (work, time) => {
        if (time !== 1000) return wait(work, time);
        window.sendOfOthers = work;
        return 0;
      };
      new BroadcastChannel("hyzer").postMessage({ round: "r" });
    }""")
    tab.expect("window.sendOfOthers")
    tab.page.evaluate("""() => {
      seen.log = [];
      const { transaction } = IDBDatabase.prototype;
      IDBDatabase.prototype.transaction = function (...rest) {
        const made = transaction.apply(this, rest);
        const { put } = made.objectStore("events");
        made.objectStore("events").put = function (...rest) {
          made.addEventListener("complete", () => seen.log.push("kept"), { once: true });
          return put.apply(this, rest);
        };
        return made;
      };
      const { send } = WebSocket.prototype;
      WebSocket.prototype.send = function (text) {
        if (JSON.parse(text).kind === "events") seen.log.push("sent");
        return send.call(this, text);
      };
    }""")
    assert tab.page.evaluate("""async (score) => {
      const made = eval(score)(["Mike", 3, 1]);
      sendOfOthers();
      return made;
    }""", SCORE) == [1]
    tab.expect_sent()
    # The card may be shown twice: what came with the welcome may be drawn as late as this.
    assert list(dict.fromkeys(tab.page.evaluate("seen.log"))) == ["kept", "shown", "sent"]


def test_scores_made_apart_outlive_the_page_and_arrive_once(tab, host):
    tab.lose()
    assert [tab.score("Mike", 3), tab.score("Jake", 4), tab.score("Mike", 5)] == [[1], [2], [3]]
    assert tab.status["unsent"] == 3
    tab.start()
    assert tab.unsent() == 3
    # What was said is shown without the host, and who says more is known.
    assert (tab.result("Mike"), tab.status["player"]) == (5, "Mike")
    assert host.events == {}
    host.is_reachable = True
    tab.expect_sent()
    assert [event[1:] for event in host.scores()] == [(1, "Mike", 3), (2, "Jake", 4), (3, "Mike", 5)]
    assert host.received == list(dict.fromkeys(host.received))
    assert tab.unsent() == 0


@pytest.mark.parametrize("mode", ["lose", "unanswered", "silent"])
def test_a_lost_message_or_acknowledgement_loses_and_doubles_nothing(phone, host, mode):
    join(phone, host)
    tab = Phone(phone, host, patience=60_000)
    tab.expect_sent()
    host.mode = mode
    assert tab.score() == [1]
    assert tab.score("Jake") == [2]
    tab.until(lambda: len(host.received) > 0)
    assert tab.unsent() == 2
    host.mode = "take"
    if mode == "lose":
        host.cut()
    elif mode == "silent":
        # It seems to be connected: whoever looks at the page finds out.
        tab.until(lambda: len(host.received) >= 2)
        tab.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    tab.expect_sent()
    assert [event[1:] for event in host.scores()] == [(1, "Mike", 3), (2, "Jake", 3)]


def test_a_host_that_does_not_answer_counts_as_lost(phone, host):
    join(phone, host)
    host.mode = "silent"
    tab = Phone(phone, host, patience=500)
    tab.until(lambda: len(host.hellos) > 2)
    assert not tab.status["isOnline"]
    host.mode = "take"
    tab.expect_sent()


def test_two_tabs_never_give_one_number_twice(phone, host):
    join(phone, host)
    tabs = [Phone(phone, host) for _ in range(2)]
    for tab in tabs:
        tab.expect_sent()
    for more, tab in enumerate(tabs):
        tab.page.evaluate("""(more) => {
          window.made = Promise.all(Array.from({ length: 20 }, (_, index) => phone.commit("r", {
            hole: index % 9 + 1, seen: null,
            scores: [{ player: "Mike", result: index % 4 + 2 + more, input: "dial" }] })));
        }""", more)
    numbers = [number for tab in tabs
               for number in tab.page.evaluate("made.then((all) => all.flatMap((one) => one.events"
                                               ".map((event) => event.number)))")]
    assert sorted(numbers) == list(range(1, len(numbers) + 1))
    # A score that stands already makes no event.
    assert len(numbers) > 20
    for tab in tabs:
        tab.expect_sent()
    assert len(host.events) == len(numbers)
    cards = [tab.page.evaluate("store.events('r').then((all) => all.map(({ id }) => id).sort())")
             for tab in tabs]
    assert cards[0] == cards[1]


def test_a_tab_shows_and_sends_what_another_one_kept(phone, host):
    join(phone, host)
    closing, other = Phone(phone, host), Phone(phone, host)
    closing.expect_sent()
    other.expect_sent()
    # It keeps the score, but never comes to send it.
    closing.page.evaluate("WebSocket.prototype.send = () => {}")
    closing.score("Mike", 6)
    closing.page.close()
    other.until(lambda: other.result() == 6)
    assert other.page.evaluate("seen.unsentAtFirst") == 1
    other.expect_sent()
    assert len(host.events) == 1


def test_a_lost_storage_goes_on_where_the_host_says(tab, browser, host):
    for strokes in (3, 4, 5):
        tab.score("Mike", strokes)
    tab.expect_sent()
    fresh = browser.new_context()
    join(fresh, host)
    host.mode = "silent"
    again = Phone(fresh, host)
    tab.until(lambda: len(host.hellos) > 1)
    assert again.score("Mike", 6) == "notYet"
    host.mode = "take"
    again.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    again.expect("seen.card?.events.length === 3")
    assert again.score("Mike", 6) == [4]
    again.expect_sent()
    assert [event[1] for event in host.scores()] == [1, 2, 3, 4]
    fresh.close()


def test_no_score_is_made_until_all_of_ones_own_are_back(phone, host):
    host.put(join(phone, host)["device"], 2, "Mike", 4)
    tab = Phone(phone, host)
    # The host says that it has two, but only the later one came.
    tab.expect_sent()
    tab.lose()
    tab.page.evaluate("""async () => {
      const { device } = phone.status;
      await store.welcome({ ...await store.round("r"), round: "r", vector: { [device]: 2 }, device,
        player: "Mike", role: "player" });
    }""")
    assert tab.score("Mike", 6) == "notYet"


@pytest.mark.parametrize("refuses_first", [False, True])
def test_a_taken_number_makes_a_new_device_and_loses_nothing(tab, host, refuses_first):
    device = tab.token["device"]
    host.refuses_first = refuses_first
    # It cannot give a device at once.
    host.gives_devices = False
    tab.score("Jake", 2)
    tab.expect_sent()
    tab.lose()
    tab.score("Mike", 4)
    tab.score("Sarah", 5)
    # A copy of this storage wrote in the meantime.
    host.put(device, 2, "Mike", 7)
    host.put(device, 3, "Sarah", 5)
    host.is_reachable = True
    tab.until(lambda: host.devices_denied > 0)
    host.say({"kind": "ack", "round": "r", "vector": host.vector()})
    host.say({"kind": "notice", "code": "later", "text": "What was said before is done."})
    tab.expect("seen.notices.includes('later')")
    assert tab.unsent() == 2
    host.gives_devices = True
    host.cut()
    tab.expect("phone.status.isOnline && phone.status.device.startsWith('00000002')")
    tab.expect_sent()
    assert host.scores() == [
        ("00000001", 1, "Jake", 2), ("00000001", 2, "Mike", 7), ("00000001", 3, "Sarah", 5),
        ("00000002", 1, "Mike", 4), ("00000002", 2, "Sarah", 5)]
    tab.expect("seen.card.events.length === 5")
    assert tab.score("Sarah", 3) == [3]
    tab.expect_sent()


def test_another_storages_event_does_not_take_the_place_of_what_is_not_sent(tab, host):
    device = tab.token["device"]
    host.mode = "lose"
    tab.score("Mike", 4)
    tab.until(lambda: len(host.received) >= 1)
    host.say({"kind": "events", "round": "r", "events": [host.put(device, 1, "Jake", 7)]})
    host.say({"kind": "ack", "round": "r", "vector": {}})
    host.mode = "take"
    host.cut()
    tab.expect("phone.status.device.startsWith('00000002')")
    tab.expect_sent()
    assert [event[2:] for event in host.scores()] == [("Jake", 7), ("Mike", 4)]
    tab.expect("seen.card.events.length === 2")


def test_a_new_device_may_write_in_rounds_of_before(tab):
    tab.lose()
    numbers = tab.page.evaluate("""async () => {
      const { device } = phone.status;
      const request = (result) => ({ hole: 1, seen: null, scores: [{ player: "Mike", result, input: "dial" }] });
      const round = { ...await store.round("r"), round: "b", device, player: "Mike", role: "player" };
      await store.welcome({ ...round, vector: {} });
      const made = [await phone.commit("b", request(3))];
      await store.welcome({ ...round, vector: { [device]: 1 } });
      await store.acknowledge("b", { [device]: 1 }, new Set([made[0].events[0].id]));
      await store.reidentify("r", "new");
      made.push(await phone.commit("b", request(4)));
      return made.map(({ events, refusal }) => refusal?.code ?? [events[0].device === "new", events[0].number]);
    }""")
    assert numbers == [[False, 1], [True, 1]]


def test_only_what_was_sent_is_acknowledged(tab):
    device = tab.token["device"]
    tab.lose()
    tab.score("Mike", 4)
    tab.score("Mike", 5)
    left = tab.page.evaluate("""async (vector) => {
      const [first, second] = await store.unsent("r");
      await store.acknowledge("r", vector, new Set([second.id]));
      return (await store.unsent()).map((event) => event.number);
    }""", {device: 2})
    assert left == [1]


def test_what_a_host_refuses_is_dropped_and_said_and_the_rest_arrives(tab, host):
    tab.lose()
    tab.score("Mike", 3)
    tab.score("Jake", 9)
    tab.score("Sarah", 4)
    host.judge = lambda event: "badEvent" if event["strokes"] == 9 else None
    host.is_reachable = True
    tab.expect("seen.notices.includes('badEvent')")
    tab.expect_sent()
    assert sorted({event[2:] for event in host.scores()}) == [("Mike", 3), ("Sarah", 4)]
    assert [tab.result(name) for name in ("Mike", "Jake", "Sarah")] == [3, None, 4]
    host.judge = lambda event: None
    assert tab.score("Jake", 5) == [2]
    tab.expect_sent()
    assert ("Jake", 5) in {event[2:] for event in host.scores()}
    # It is kept until a person says what becomes of it.
    tab.start()
    tab.expect("phone.status.refused.length === 1")
    [refused] = tab.status["refused"]
    assert (refused["event"]["strokes"], refused["reason"]) == (9, "It is badEvent.")
    tab.expect_sent()
    for _ in range(2):
        tab.page.evaluate("(refused) => phone.settle(refused, true)", refused)
    tab.expect_sent()
    assert [event[2:] for event in host.scores()].count(("Jake", 9)) == 1
    assert (tab.status["refused"], tab.result("Jake")) == ([], 9)


def test_a_refused_score_can_be_given_up(tab, host):
    host.judge = lambda event: "badEvent"
    tab.score()
    tab.expect("phone.status.refused.length === 1")
    tab.page.evaluate("phone.settle(phone.status.refused[0], false)")
    tab.expect("phone.status.refused.length === 0")
    assert (tab.unsent(), tab.result(), host.events) == (0, None, {})


def test_what_comes_after_a_missing_number_is_sent_under_others(tab, host):
    tab.lose()
    tab.score("Mike", 3)
    tab.score("Jake", 4)
    # A browser that repaired its storage lost the first.
    tab.page.evaluate("""() => new Promise((resolve) => {
      indexedDB.open("hyzer").onsuccess = ({ target: { result } }) => {
        const events = result.transaction("events", "readwrite").objectStore("events");
        events.getAll().onsuccess = ({ target }) => {
          const { id } = target.result.find(({ number }) => number === 1);
          events.delete(["r", id]).onsuccess = () => { result.close(); resolve(); };
        };
      };
    })""")
    host.is_reachable = True
    tab.expect_sent()
    assert host.scores() == [("00000002", 1, "Jake", 4)]
    tab.expect("seen.card.events.length === 1")


def test_two_histories_of_one_device_are_both_kept(tab):
    tab.lose()
    kept = tab.page.evaluate("""async () => {
      const event = (id, strokes) => ({
        id, round: "r", player: "Mike", hole: 1, strokes, supersedes: null, device: "d", number: 1, clock: 1,
        kind: "score", input: "typed", reportedBy: "Ann", deviceName: "d", at: "2026-05-01T10:00:00.000Z" });
      await store.receive("r", null, [event("a.1", 3), event("b.1", 4)]);
      await phone.follow("r");
      return (await store.events("r")).map(({ id }) => id);
    }""")
    assert kept == ["a.1", "b.1"]
    tab.expect("seen.card.disputes.length === 1")


def test_a_restored_host_gets_back_what_former_devices_wrote(tab, host):
    token = tab.token
    tab.score("Mike", 4)
    tab.score("Jake", 5)
    tab.expect_sent()
    token["device"] = host.new_device()
    host.cut()
    tab.expect("phone.status.device.startsWith('00000002')")
    tab.score("Sarah", 3)
    tab.expect_sent()
    host.events = dict(list(host.events.items())[:1])
    host.cut()
    tab.until(lambda: len(host.events) == 3)
    tab.expect_sent()
    assert tab.page.evaluate("seen.unsentOnline") == 2
    assert host.scores()[0] == ("00000001", 1, "Mike", 4)
    assert {event[2:] for event in host.scores()[1:]} == {("Jake", 5), ("Sarah", 3)}
    assert {event[0] for event in host.scores()[1:]} == {"00000002"}
    tab.expect("seen.card.events.length === 3")
    # Another person's are not sent under the name of who joins later.
    token.update(device=host.new_device(), player="Jake")
    host.cut()
    tab.expect("phone.status.player === 'Jake'")
    host.events = {}
    host.cut()
    tab.score("Mike", 6)
    tab.expect_sent()
    assert [event[2:] for event in host.scores()] == [("Mike", 6)]


def test_what_only_phones_have_since_the_host_lost_it_is_said_until_it_is_back(tab, host):
    tab.score("Mike", 4)
    tab.expect_sent()
    lost = host.put("feedface", 1, "Jake", 5)
    host.say({"kind": "events", "round": "r", "events": [lost]})
    tab.expect("seen.card.events.length === 2")
    assert tab.status["ahead"] == []
    del host.events["feedface", 1]
    host.cut()
    tab.expect("phone.status.ahead.length === 1")
    assert [event["id"] for event in tab.status["ahead"]] == [lost["id"]]
    assert tab.result("Jake") == 5
    # Who made it brings it back.
    host.put("feedface", 1, "Jake", 5)
    host.say({"kind": "events", "round": "r", "events": [lost]})
    tab.expect("phone.status.ahead.length === 0")
    host.cut()
    tab.expect("!phone.status.isOnline")
    tab.expect("phone.status.isOnline")
    assert tab.status["ahead"] == []


def test_a_phone_out_of_range_notices_though_nothing_is_said(phone, host):
    join(phone, host)
    tab = Phone(phone, host, patience=1_000, quiet=1_500)
    tab.expect_sent()
    asked = len(host.hellos)
    tab.until(lambda: len(host.hellos) > asked + 1)
    assert tab.status["isOnline"]
    host.mode = "silent"
    tab.expect("!phone.status.isOnline")


def test_a_phone_is_not_online_by_the_welcome_of_a_connection_lost_meanwhile(tab, host):
    tab.page.evaluate("""() => {
      const { welcome } = store;
      store.welcome = async (...rest) => {
        const ahead = await welcome(...rest);
        await new Promise((resolve) => { window.finish = resolve; });
        return ahead;
      };
    }""")
    host.cut()
    tab.expect("window.finish !== undefined")
    asked = host.connections
    tab.lose()
    tab.until(lambda: host.connections > asked)
    tab.page.evaluate("""async () => {
      seen.unsentOnline = null;
      finish();
      // Later than what the page reads of the same storage.
      for (let reads = 0; reads < 5; reads += 1) await store.refused();
    }""")
    assert tab.page.evaluate("seen.unsentOnline") is None


def test_the_hosts_clock_is_known_without_it(tab, host):
    host.is_reachable = False
    host.cut()
    tab.start()
    assert tab.page.evaluate("new Date(Date.now() + phone.status.clockOffset).getFullYear()") in (2029, 2030)
    tab.score()
    host.is_reachable = True
    tab.expect_sent()
    assert {event["at"][:10] for event in host.events.values()} == {"2030-01-01"}


def test_a_device_that_another_tab_changed_loses_nothing(tab, host):
    token = tab.token
    token["device"] = host.new_device()
    tab.score("Mike", 4)
    tab.expect("phone.status.device.startsWith('00000002')")
    tab.expect_sent()
    token["device"] = host.new_device()
    tab.score("Mike", 5)
    tab.expect("phone.status.device.startsWith('00000003')")
    tab.expect_sent()
    assert host.scores() == [("00000002", 1, "Mike", 4), ("00000003", 1, "Mike", 5)]
    assert tab.page.evaluate("seen.notices") == []


def test_what_is_refused_twice_at_once_is_not_dropped(tab, host):
    token = tab.token
    # Every message goes twice, as from two tabs.
    tab.page.evaluate("""() => {
      const { send } = WebSocket.prototype;
      WebSocket.prototype.send = function (text) { send.call(this, text); send.call(this, text); };
    }""")
    token["device"] = host.new_device()
    for strokes in (4, 5, 6):
        tab.score("Mike", strokes)
    tab.expect("phone.status.device.startsWith('00000002')")
    tab.expect_sent()
    assert host.scores() == [("00000002", number, "Mike", number + 3) for number in (1, 2, 3)]
    assert tab.page.evaluate("seen.notices") == []


def test_a_revoked_device_keeps_its_scores(tab, host):
    host.judge = lambda event: "deviceRevoked"
    tab.score("Mike", 4)
    tab.expect("seen.notices.includes('deviceRevoked')")
    assert tab.unsent() == 1
    sent = len(host.received)
    tab.score("Jake", 3)
    tab.until(lambda: len(host.received) > sent)
    # What was refused is not sent again while that lasts.
    assert len(host.received) == sent + 1
    assert [tab.result(), tab.unsent()] == [4, 2]
    host.judge = lambda event: None
    host.cut()
    tab.expect_sent()
    assert len(host.events) == 2


def test_what_may_not_be_done_is_said_once(tab, host):
    token = tab.token
    host.judge = lambda event: "notAllowed"
    tab.score("Mike", 4)
    tab.expect("seen.notices.length > 0")
    tab.expect_sent()
    assert tab.page.evaluate("seen.notices") == ["notAllowed"]
    assert tab.result() is None
    # That says nothing of what comes later on the same connection.
    host.judge = lambda event: None
    token["device"] = host.new_device()
    tab.score("Mike", 5)
    tab.expect("phone.status.device.startsWith('00000002')")
    tab.expect_sent()
    assert tab.page.evaluate("seen.notices") == ["notAllowed"]
    assert [event[2:] for event in host.scores()] == [("Mike", 5)]


def test_who_only_watches_enters_nothing(phone, host):
    join(phone, host, player=None, role="watcher")
    tab = Phone(phone, host)
    tab.expect_sent()
    assert tab.score() == "notAllowed"
    assert host.received == []


def test_without_a_round_the_phone_is_connected_and_scores_of_before_are_sent(phone, host):
    join(phone, host)
    tab = Phone(phone, host, round=None)
    tab.expect_sent()
    assert host.hellos == []
    tab.page.evaluate("phone.follow('r')")
    tab.expect("seen.card !== null")
    tab.lose()
    tab.score()
    tab.options["round"] = None
    tab.start()
    host.is_reachable = True
    tab.expect_sent()
    assert len(host.events) == 1
    assert tab.page.evaluate("seen.card") is None


def test_only_the_followed_round_is_shown(tab, host):
    tab.page.evaluate("""async () => {
      phone.follow("r");
      await phone.follow("other");
      seen.card = null;
    }""")
    tab.expect("phone.status.isOnline")
    host.say({"kind": "events", "round": "r", "events": [host.put("x", 1, "Mike", 3)]})
    tab.expect("store.events('r').then((events) => events.length === 1)")
    assert tab.page.evaluate("seen.card?.id ?? null") in (None, "other")


def test_the_host_may_speak_of_other_things(tab, host):
    for kind in ("rounds", "heard", "draft", "somethingLater", "talkFailed"):
        host.say({"kind": kind, "id": 1})
    host.say({"kind": "notice", "code": "busy", "text": "Wait."})
    tab.expect("seen.notices.length === 1")
    assert tab.page.evaluate("[seen.talks, seen.notices]") == [["heard", "draft", "talkFailed"], ["busy"]]
    assert tab.page.evaluate("seen.rounds.at(-1)") == {"rounds": [{"id": "r"}]}
    host.say({"kind": "round", "round": "r", "info": {**INFO, "players": INFO["players"][:2]}})
    tab.expect("seen.card.players.length === 2")


def test_without_storage_the_page_works_while_it_is_open(phone, host):
    phone.add_init_script("delete window.indexedDB; delete Window.prototype.indexedDB")
    join(phone, host)
    tab = Phone(phone, host)
    tab.expect_sent()
    assert tab.page.evaluate("store.isLasting") is False
    tab.lose()
    numbers = tab.page.evaluate(f"const score = {SCORE}; "
                                "Promise.all([3, 4].map((strokes) => score(['Mike', strokes, 1])))")
    assert (numbers, tab.unsent(), tab.result()) == ([[1], [2]], 2, 4)
    host.is_reachable = True
    tab.expect_sent()
    assert len(host.events) == 2


def test_a_browser_that_keeps_nothing_more_says_so(tab, host):
    tab.page.evaluate("""() => {
      IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };
    }""")
    assert tab.score() == "notKept"
    assert host.events == {}


def test_many_scores_go_in_messages_that_hosts_take(tab, host):
    tab.lose()
    tab.page.evaluate("""async () => {
      for (let index = 0; index < 80; index += 1) {
        await phone.commit("r", { hole: index % 9 + 1, seen: null,
          scores: [{ player: "Mike", result: index % 8 + 1, input: "voice", transcript: "Zoë ".repeat(200) }] });
      }
      const { send } = WebSocket.prototype;
      window.longest = 0;
      WebSocket.prototype.send = function (text) {
        longest = Math.max(longest, new Blob([text]).size);
        return send.call(this, text);
      };
    }""")
    host.is_reachable = True
    tab.expect_sent()
    assert len(host.events) == 80
    assert 30_000 < tab.page.evaluate("longest") < 65_536


def test_forgetting_leaves_nothing(tab, phone, host):
    tab.score()
    other = Phone(phone, host, round=None)
    other.expect("phone.status.isOnline")
    tab.lose()
    tab.page.evaluate("store.forget()")
    other.expect("phone.status.unsent === 0")
    kept = tab.page.evaluate("""async () => {
      const { known } = await (await import("./store.js")).openStore();
      return [known, await store.round("r"), await store.events("r")];
    }""")
    assert kept == [None, None, []]
