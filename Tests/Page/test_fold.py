"""The page's card and the events that it makes are those of the Swift types."""

CARD = """
const ids = (events) => events.map((event) => event.id);
const { fold, cell, result, missing, isComplete, nextHole, moves, isScore } =
  await import("./fold.js");
const describe = (card) => ({
  phase: card.phase, finish: card.finish?.id ?? null, isDeleted: card.isDeleted,
  lateScores: card.lateScores, changes: ids(card.events.filter((event) => !isScore(event))),
  players: card.players.map(({ name, hasLeft, away }) =>
    ({ name, hasLeft, away: [...away].sort((one, other) => one - other) })),
  standings: card.standings,
  cells: card.players.map(({ name }) => card.pars.map((_, index) => {
    const here = cell(card, name, index + 1);
    return {
      standing: here.standing?.id ?? null, claims: ids(here.claims), isDisputed: here.isDisputed,
      heads: here.heads, events: ids(here.events), result: result(card, name, index + 1),
    };
  })),
  holes: card.pars.map((_, index) => ({
    missing: missing(card, index + 1), isComplete: isComplete(card, index + 1),
    next: nextHole(card, index + 1),
  })),
  disputes: card.disputes.map((dispute) => ({ ...dispute, claims: ids(dispute.claims) })),
});
const canonical = (value) => JSON.stringify(value, (_, part) =>
  part && typeof part === "object" && !Array.isArray(part)
    ? Object.fromEntries(Object.entries(part).sort()) : part);
const wrong = [];
const check = (where, found, expected) => {
  if (canonical(found) !== canonical(expected)) {
    wrong.push(`${where}: ${canonical(found)} instead of ${canonical(expected)}`);
  }
};
"""


def differences(page, name, at_least, script):
    """Runs a check of each vector in the page and returns where the modules differ from the Swift types."""
    count, wrong = page.evaluate(
        "async (name) => {" + CARD + "const vectors = await (await fetch(`/vectors/${name}`)).json();"
        "for (const [at, vector] of vectors.entries()) {" + script + "}"
        "return [vectors.length, wrong]; }",
        name,
    )
    assert count >= at_least
    return len(wrong), wrong[:3]


def test_rounds_in_any_order_have_the_same_card(page):
    assert differences(page, "rounds.json", 300, """
      const order = vector.order.map((index) => vector.events[index]);
      for (const events of [vector.events, order]) {
        check(`round ${at}`, describe(fold(vector.info, vector.id, events)), vector.expected);
      }
    """) == (0, [])


def test_events_with_any_links_have_the_same_card(page):
    assert differences(page, "forged.json", 400, """
      const { undoing } = await import("./log.js");
      for (const events of [vector.events, [...vector.events, ...vector.events].reverse()]) {
        const card = fold(vector.info, vector.id, events);
        check(`events ${at}`, describe(card), vector.expected);
        check(`undoing ${at}`, undoing(card, "A"), vector.undoing);
      }
    """) == (0, [])


def test_the_same_players_move_on_the_leaderboard(page):
    assert differences(page, "rounds.json", 300, """
      const before = fold(vector.info, vector.id, vector.seen.map((index) => vector.events[index]));
      const after = fold(vector.info, vector.id, vector.events);
      check(`round ${at}`, moves(before, after), vector.moves);
    """) == (0, [])


def test_what_people_want_makes_the_same_events_or_none(page):
    assert differences(page, "rounds.json", 300, """
      const { isOrganiser } = await import("./fold.js");
      const log = await import("./log.js");
      const make = { commit: log.commitEvents, undo: log.undoEvents, change: log.changeEvent };
      for (const [index, deed] of vector.deeds.entries()) {
        // The page offers neither.
        if (["delete", "restore"].includes(deed.request.kind)) continue;
        const card = fold(vector.info, vector.id, deed.known.map((index) => vector.events[index]));
        // In Swift the name counts, and where nobody is the organiser that a score was picked; here the role does.
        const picked = (deed.request.scores ?? []).filter(({ input }) => input === "picked");
        const isFree = card.info.organiser === "";
        if (isFree && picked.length > 0 && picked.length < deed.request.scores.length) continue;
        const decides = isFree ? picked.length > 0 : isOrganiser(card, deed.request.reportedBy);
        const made = make[deed.request.deed](card, { ...deed.request, role: decides ? "organiser" : "player" });
        check(`deed ${index} of round ${at}`, made.events ?? made.refusal.code,
          deed.events ?? deed.refusal);
        if (made.refusal && !/^[A-Z].*\\.$/.test(made.refusal.text)) {
          wrong.push(`no sentence: ${made.refusal.text}`);
        }
      }
    """) == (0, [])


def test_names_are_one_name_where_they_are_in_swift(page):
    found = page.evaluate("""async () => {
      const { nameKey } = await import("./fold.js");
      const names = await (await fetch("/vectors/names.json")).json();
      const keys = names.map(({ name }) => nameKey(name));
      return names.map(({ name, same }, index) => [name, same, keys.indexOf(keys[index])])
        .filter(([_, same, found]) => same !== found);
    }""")
    assert found == []


def test_the_hole_that_is_played_follows_the_last_score(page):
    found = page.evaluate("""async () => {
      const { fold, currentHole } = await import("./fold.js");
      const { commitEvents } = await import("./log.js");
      const info = { course: "Home", pars: [3, 3, 3], organiser: "", createdAt: "", startedAt: "",
        players: [{ name: "Mike" }, { name: "Jake" }] };
      const events = [];
      const holes = [currentHole(fold(info, "r", events))];
      for (const [hole, ...players] of [[2, "Mike"], [2, "Jake"], [3, "Mike", "Jake"], [1, "Mike"],
          [3, "Mike"], [1, "Jake"]]) {
        const scores = players.map((player) =>
          ({ player, result: events.length + 1, input: "dial" }));
        const made = commitEvents(fold(info, "r", events), {
          commit: `c${events.length}`, hole, scores, seen: null, reportedBy: "Mike", device: "a",
          deviceName: "", at: "" });
        events.push(...made.events);
        holes.push(currentHole(fold(info, "r", events)));
      }
      return holes;
    }""")
    assert found == [1, 2, 3, 1, 1, 1, 1]


def test_a_vector_counts_to_the_first_gap(page):
    found = page.evaluate("""async () => (await import("./log.js")).vector(
      [["a", 2], ["a", 1], ["b", 2], ["a", 4]].map(([device, number]) => ({ device, number })))""")
    assert found == {"a": 2}
