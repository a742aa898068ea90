// What the page's modules work out without a browser, beside the vectors that the Swift types write.

import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { readFileSync } from "node:fs";
import test from "node:test";

import { canAccept, handle, start, windowLength } from "../../Sources/PhonePage/Page/confirm.js";
import {
  cell, currentHole, fold, isComplete, isNear, isOrganiser, isScore, missing, moves, nameKey, nextHole, result,
  roleOn,
} from "../../Sources/PhonePage/Page/fold.js";
import {
  changeEvent, commitEvents, redoEvents, redoing, undoEvents, undoing, vector,
} from "../../Sources/PhonePage/Page/log.js";
import { backoff, uuid } from "../../Sources/PhonePage/Page/sync.js";
import { ago, cut, list, moved, spokenResult, spokenStanding, toPar } from "../../Sources/PhonePage/Page/words.js";

// Browsers have it; of Node, only later ones than Debian's.
globalThis.crypto ??= webcrypto;

/** The vectors of a file, of which there must be so many. */
function read(name, least) {
  const vectors = JSON.parse(readFileSync(`${process.env.HYZER_VECTORS}/${name}.json`, "utf8"));
  assert.ok(vectors.length >= least, `${name} has ${vectors.length} vectors`);
  return vectors;
}

// MARK: The card, and the events that people make

const ids = (events) => events.map((event) => event.id);

const describe = (card) => ({
  phase: card.phase, finish: card.finish?.id ?? null, isDeleted: card.isDeleted,
  lateScores: card.lateScores, organiser: card.organiser, changes: ids(card.events.filter((event) => !isScore(event))),
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

test("rounds in any order have the same card", () => {
  for (const [at, { info, id, events, order, expected }] of read("rounds", 300).entries()) {
    for (const some of [events, order.map((index) => events[index])]) {
      assert.deepEqual(describe(fold(info, id, some)), expected, `round ${at}`);
    }
  }
});

test("events with any links have the same card", () => {
  for (const [at, { info, id, events, expected, undoing: undone, redoing: redone }] of read("forged", 400).entries()) {
    for (const some of [events, [...events, ...events].reverse()]) {
      const card = fold(info, id, some);
      assert.deepEqual(describe(card), expected, `events ${at}`);
      assert.deepEqual(undoing(card, "A"), undone, `undoing ${at}`);
      const { hole, changes } = redoing(card, "A") ?? {};
      assert.deepEqual(hole ? { hole, changes } : null, redone, `redoing ${at}`);
    }
  }
});

test("the same players move on the leaderboard", () => {
  for (const [at, { info, id, events, seen, moves: moving }] of read("rounds", 300).entries()) {
    const before = fold(info, id, seen.map((index) => events[index]));
    assert.deepEqual(moves(before, fold(info, id, events)), moving, `round ${at}`);
  }
});

test("what people want makes the same events or none", () => {
  const make = { commit: commitEvents, undo: undoEvents, redo: redoEvents, change: changeEvent };
  for (const [at, { info, id, events, deeds }] of read("rounds", 300).entries()) {
    for (const [index, { known, request, events: made, refusal }] of deeds.entries()) {
      const card = fold(info, id, known.map((index) => events[index]));
      // In Swift name and device count, and where nobody is the organiser that a score was picked; here the role does.
      const picked = (request.scores ?? []).filter(({ input }) => input === "picked");
      const isFree = card.organiser.name === "";
      if (isFree && picked.length > 0 && picked.length < request.scores.length) continue;
      const isTheirs = [null, request.device].includes(card.organiser.device);
      const decides = isFree ? picked.length > 0 : isTheirs && isOrganiser(card, request.reportedBy);
      const found = make[request.deed](card, { ...request, role: decides ? "organiser" : "player" });
      const where = `deed ${index} of round ${at}`;
      assert.deepEqual(found.events ?? found.refusal.code, made ?? refusal, where);
      if (found.refusal) assert.match(found.refusal.text, /^[A-Z].*\.$/, where);
    }
  }
});

test("names are one name where they are in Swift", () => {
  const names = read("names", 40);
  const keys = names.map(({ name }) => nameKey(name));
  for (const [index, { name, same }] of names.entries()) assert.equal(keys.indexOf(keys[index]), same, name);
});

test("names are near where they are in Swift", () => {
  const pairs = read("near", 1000);
  for (const pair of pairs) assert.equal(isNear(pair.one, pair.other), pair.isNear, `${pair.one} and ${pair.other}`);
  assert.ok(pairs.filter((pair) => pair.isNear).length > 40);
});

test("the hole that is played follows the last score", () => {
  const info = { course: "Home", pars: [3, 3, 3], organiser: "", createdAt: "", startedAt: "",
    players: [{ name: "Mike" }, { name: "Jake" }] };
  const events = [];
  const holes = [currentHole(fold(info, "r", events))];
  const played = [[2, "Mike"], [2, "Jake"], [3, "Mike", "Jake"], [1, "Mike"], [3, "Mike"], [1, "Jake"]];
  for (const [hole, ...players] of played) {
    const scores = players.map((player) => ({ player, result: events.length + 1, input: "dial" }));
    events.push(...commitEvents(fold(info, "r", events), {
      commit: `c${events.length}`, hole, scores, seen: null, reportedBy: "Mike", device: "a", deviceName: "", at: "",
    }).events);
    holes.push(currentHole(fold(info, "r", events)));
  }
  assert.deepEqual(holes, [1, 2, 3, 1, 1, 1, 1]);
});

test("corrections play no hole, an undo plays the one that it opens, and the host's people say it last", () => {
  const info = { course: "Home", pars: [3, 3, 3, 3], organiser: "", createdAt: "", startedAt: "",
    players: [{ name: "Mike" }, { name: "Jake" }] };
  const events = [];
  const stamp = { reportedBy: "Mike", device: "a", deviceName: "", at: "" };
  const card = () => fold(info, "r", events);
  const score = (hole, strokes, ...players) => events.push(...commitEvents(card(), {
    ...stamp, commit: `c${events.length}`, hole, scores: players.map((player) => ({ player, result: strokes, input: "dial" })),
    seen: null,
  }).events);
  const told = (hole, after) => currentHole(card(), { hole, after });
  assert.deepEqual([told(3, 0), told(null, 0)], [3, 1]);
  score(1, 3, "Mike");
  score(2, 3, "Mike", "Jake");
  assert.equal(currentHole(card()), 3);
  score(2, 4, "Jake");
  score(1, 4, "Mike");
  assert.equal(currentHole(card()), 3);
  const clock = events.at(-1).clock;
  assert.deepEqual([told(4, clock), told(4, 0), told(2, clock), told(1, clock)], [4, 3, 3, 1]);
  events.push(...undoEvents(card(), { ...stamp, commit: "u1", input: "typed" }).events);
  assert.equal(currentHole(card()), 3);
  events.push(...undoEvents(card(), { ...stamp, commit: "u2", input: "typed" }).events);
  events.push(...undoEvents(card(), { ...stamp, commit: "u3", input: "typed" }).events);
  assert.equal(currentHole(card()), 2);
});

test("the organiser answers to an alias under which nobody else plays", () => {
  const players = [
    { name: "Michael", aliases: ["Mike", "Boss"] }, { name: "Mike", aliases: [] }, { name: "Al", aliases: ["Ally"] }];
  const places = new Map(players.map(({ name }, index) => [name, index]));
  const card = { organiser: { name: "Michael" }, players, places };
  for (const [name, isIt] of [["MICHAEL", true], ["boss", true], ["Mike", false], ["Al", false], ["ally", false], ["", false], [null, false]]) {
    assert.equal(isOrganiser(card, name), isIt, `${name}`);
  }
  assert.equal(isOrganiser({ organiser: { name: "" }, players, places }, ""), false);
});

test("what a phone may do follows a round that is passed on, whatever the host said before", () => {
  const card = { organiser: { name: "Jake", device: "j" }, players: [{ name: "Mike" }, { name: "Jake" }], places: new Map() };
  const role = (role, player, device) => roleOn(card, { role, player, device });
  assert.equal(role("organiser", "Mike", "m"), "player");
  assert.equal(role("player", "Jake", "j"), "organiser");
  assert.equal(role("player", "Jake", "other"), "player");
  assert.equal(role("organiser", "Jake", "other"), "organiser");
  assert.equal(role("player", "Mike", "j"), "player");
  assert.equal(role("watcher", null, "j"), "watcher");
});

test("a vector counts to the first gap", () => {
  const events = [["a", 2], ["a", 1], ["b", 2], ["a", 4]].map(([device, number]) => ({ device, number }));
  assert.deepEqual(vector(events), { a: 2 });
});

// MARK: Scores that were heard

for (const [name, plain] of [["windows", 1500], ["windows-longer", 2250]]) {
  test(`the time to say no is as the host has it: ${name}`, () => {
    const vectors = read(name, 800);
    for (const { draft, length } of vectors) assert.equal(windowLength(draft), length, JSON.stringify(draft));
    assert.deepEqual(new Set(vectors.map(({ length }) => length)), new Set([plain, 2 * plain]));
    const heard = vectors.filter(({ draft: { rows: [row], rules } }) =>
      row.confidence === 0.97 && row.strokes === 3 && row.replaces === null && !rules.unusual.includes(3));
    assert.ok(heard.length > 0);
    for (const { length } of heard) assert.equal(length, 2 * plain);
  });
}

test("what befalls drafts ends the same, and what is saved had been shown", () => {
  const scores = ({ draft: { hole, rows } }) =>
    ({ hole, scores: rows.map(({ player, strokes, noScore }) => ({ player, strokes, noScore })) });
  let commits = 0;
  const shown = ({ kind, draft: { rows, remarks, hole, holes }, holds, length, closes }) => {
    if (kind === "dismissed") return { kind };
    const draft = { kind, rows, remarks, hole, holes };
    return kind === "confirming" ? { ...draft, holds, length, closes } : draft;
  };
  for (const [at, { results, draft, state, steps }] of read("drafts", 600).entries()) {
    const untouched = structuredClone(draft);
    let now = start(draft, 0, results);
    assert.deepEqual(shown(now), state, `start of ${at}`);
    for (const [index, step] of steps.entries()) {
      const before = now;
      now = handle(now, step.event, step.at);
      assert.deepEqual(shown(now), step.state, `step ${index} of ${at} (${JSON.stringify(step.event)})`);
      if (now.kind === "commit") {
        commits += 1;
        assert.deepEqual(scores(now), scores(before), `step ${index} of ${at}`);
      }
    }
    assert.deepEqual(draft, untouched, `draft ${at} itself`);
  }
  assert.ok(commits > 80, `${commits} commits`);
});

const row = (player, strokes) => ({
  player, strokes, noScore: false, confidence: 0.99, isDoubtful: false, candidates: [], words: "", replaces: null,
  input: "voice",
});
const rules = { window: 1.5, longWindow: 3, sureFrom: 0.98, unusual: [1, 8, 9, 10] };
const draft = (result, ...rows) =>
  ({ result, hole: 7, holes: [], rows, remarks: [], transcript: "words", window: 1.5, rules });
const mike = start(draft("success", row("Mike", 3)), 0, {});

for (const [reply, kind, strokes, closes] of [
  [draft("accepted"), "commit", 3, null],
  [draft("dismissed"), "dismissed", 3, null],
  [draft("undo"), "dismissed", 3, null],
  [draft("failed"), "confirming", 3, 2500],
  [draft("success", row("Mike", 5)), "confirming", 5, 2500],
  [draft("partial", row("Mike", 5), row("Jake", null)), "partial", 5, null],
  // Another host, or the same with other options.
  [{ ...draft("success", row("Mike", 5)), rules: { ...rules, window: 4 } }, "confirming", 5, 5000],
]) {
  test(`a reply changes what is shown: ${reply.result}, closes at ${closes}`, () => {
    const held = handle(mike, { kind: "speak" }, 500);
    assert.equal(held.closes, null);
    const state = handle(held, { kind: "draft", draft: reply }, 1000);
    assert.deepEqual([state.kind, state.draft.rows[0].strokes, state.closes, state.holds], [kind, strokes, closes, []]);
  });
}

test("nothing is accepted by voice that was not to be seen", () => {
  const speaking = handle(handle(mike, { kind: "hide" }, 100), { kind: "speak" }, 200);
  const { kind, closes, holds } = handle(speaking, { kind: "draft", draft: draft("accepted") }, 300);
  assert.deepEqual([kind, closes, holds], ["confirming", null, ["unseen"]]);
});

test("where it is open of which hole scores are, a person says it", () => {
  const asked = start({ ...draft("partial", row("Mike", 3)), holes: [6, 7], window: null }, 0, {});
  assert.deepEqual([asked.kind, canAccept(asked)], ["partial", true]);
  assert.equal(handle(asked, { kind: "place", hole: 5, results: {} }, 10), asked);
  const placed = handle(asked, { kind: "place", hole: 6, results: { Mike: 5 } }, 100);
  assert.deepEqual([placed.kind, placed.draft.hole, placed.draft.rows[0].replaces, placed.closes], ["confirming", 6, 5, 3100]);
  const { kind, draft: { hole, holes } } = handle(asked, { kind: "accept" }, 100);
  assert.deepEqual([kind, hole, holes], ["commit", 7, []]);
});

test("what was not understood waits for another try", () => {
  const failed = start(draft("failed"), 0, {});
  assert.deepEqual([failed.kind, canAccept(failed)], ["failed", false]);
  for (const kind of ["timer", "accept", "touch"]) assert.equal(handle(failed, { kind }, 9000).kind, "failed");
  const heard = handle(failed, { kind: "draft", draft: draft("success", row("Mike", 3)) }, 9000);
  assert.deepEqual([heard.closes, handle(failed, { kind: "cancel" }, 1).kind], [10_500, "dismissed"]);
});

test("what the host leaves to a person does not save itself", () => {
  const state = start({ ...draft("success", row("Mike", 3)), window: null }, 0, {});
  const changed = handle(state, { kind: "change", row: 1, result: 4 }, 100);
  assert.deepEqual([state.kind, changed.kind], ["partial", "confirming"]);
});

// MARK: Words, times and identifiers

test("scores, places and times are said as people say them", () => {
  assert.deepEqual([-2, 0, 1, NaN].map(toPar), ["−2", "E", "+1", ""]);
  assert.deepEqual([null, "none", 3, 1, 5].map((value) => spokenResult(value, 3)),
    ["no score yet", "did not score", "3, par", "1, two under par", "5, two over par"]);
  assert.equal(moved({ player: "Mike", from: 3, to: 1 }), "Mike moved up to first");
  assert.equal(moved({ player: "Mike", from: 3, to: 11 }), "Mike moved down to place 11");
  const line = { player: "Mike", place: 1, label: "1", relativeToPar: 2, holesPlayed: 6 };
  assert.deepEqual([line, { ...line, label: "T1", relativeToPar: 0 }, { ...line, place: 12, label: "12", holesPlayed: 18 },
    { ...line, label: null }].map((line) => spokenStanding(line, 18)),
  ["First place, Mike, plus two, through six", "Tied for first, Mike, even, through six",
    "Place 12, Mike, plus two, all holes", "Mike, no score yet"]);
  assert.deepEqual([0.5, 2, 59, 60, 47 * 60, 48 * 60].map((minutes) => ago(minutes * 60_000)),
    ["30s ago", "2m ago", "59m ago", "1h ago", "47h ago", "2d ago"]);
  assert.deepEqual([[], ["Jake"], ["Jake", "Mike"], ["A", "B", "C"]].map(list), ["", "Jake", "Jake and Mike", "A, B and C"]);
  assert.deepEqual(["Mike", "Siobhán"].map((name) => cut(name, 5)), ["Mike", "Siob…"]);
});

test("phones come back soon and not all at once", () => {
  const waits = Array.from({ length: 12 }, (_, tries) => [backoff(tries, 0), backoff(tries, 1)]);
  assert.deepEqual([waits[0], waits.at(-1)], [[500, 1000], [15_000, 30_000]]);
  for (const [least, most] of waits) assert.ok(least >= 500 && least < most && most <= 30_000);
});

test("identifiers are random UUIDs", () => {
  const made = Array.from({ length: 500 }, uuid);
  assert.equal(new Set(made).size, 500);
  for (const id of made) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
