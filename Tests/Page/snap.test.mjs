// What the page of seasons works out without a browser: results, the fold of changes, order, context, the form, photos.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import {
  byHand, canSwap, check, choose, fields, gameForm, handForm, label, photoForm, pick, saved, steps, swap, take, type, unusual,
} from "../../Sources/SnapPage/Page/form.js";
import { exif, kindOf, pixels, withExif } from "../../Sources/SnapPage/Page/photo.js";
import {
  choosePlayer, chooseTeam, city, deletion, emptyBook, fold, labelled, locationNear, moves, nextPosition, noContext, opponents, record, recordText,
  result, shown, summary, timeAfter,
} from "../../Sources/SnapPage/Page/season.js";

const at = (second) => `2026-11-26T18:00:${String(second).padStart(2, "0")}.000Z`;
const set = (id, second, kind, of, fields) => ({ change: { id, at: at(second), kind, of, set: fields } });
const win = { outcome: "win", team: 72, opponent: 65 };
const ann = set("c1", 1, "player", "p1", { name: "Ann", position: 1 });
const comets = set("c2", 2, "team", "t1", { player: "p1", name: "Comets", position: 1 });
const game = set("c3", 3, "game", "g1", { team: "t1", date: "2026-11-26", result: win });

test("a result says what its scores say", () => {
  assert.deepEqual(result("win", 72, 65), win);
  assert.deepEqual(labelled("win", [65, 72]), win);
  assert.deepEqual(labelled("loss", [72, 65]), { outcome: "loss", team: 65, opponent: 72 });
  assert.deepEqual(labelled("tie", [40, 40]), { outcome: "tie", team: 40, opponent: 40 });
  const reasons = [
    ["win", 65, 72, "65 - 72 is no win: the opponent has more points"], ["loss", 72, 65, "72 - 65 is no loss: the team has more points"],
    ["win", 40, 40, "40 - 40 is a tie, and no win"], ["loss", 40, 40, "40 - 40 is a tie, and no loss"],
    ["tie", 40, 41, "40 - 41 is no tie: in a tie both scores are the same"], ["win", 1000, 0, "a score of 1000 is not from 0 to 999"]];
  for (const [outcome, team, opponent, message] of reasons) assert.throws(() => result(outcome, team, opponent), { message });
  assert.throws(() => labelled("tie", [65, 72]), { message: "72 - 65 is no tie: in a tie both scores are the same" });
});

test("changes in any order have the same season", () => {
  const changes = [ann, comets, game, set("c4", 4, "game", "g1", { opponent: "Hawks" }), set("c5", 4, "game", "g1", { opponent: "Owls" })];
  for (const some of [changes, [...changes].reverse()]) {
    const season = fold(emptyBook, some);
    assert.deepEqual(season.players.map(({ name, colour }) => [name, colour]), [["Ann", "#30d5c8"]]);
    assert.equal(season.games[0].opponent, "Owls");
    assert.equal(season.latest, at(4));
  }
  assert.deepEqual(fold(emptyBook, [game]).games, [], "a game needs its team");
});

test("of games of one time the one that was added later comes first", () => {
  const games = ["g3", "g1", "g2"].map((id, index) => set(`c${index + 3}`, index + 3, "game", id, { team: "t1", date: "2026-11-26", result: win }));
  const order = (season) => season.games.map(({ id }) => id);
  assert.deepEqual(order(fold(emptyBook, [ann, comets, ...games])), ["g2", "g1", "g3"]);
  // What the host has keeps the host's order, and what it does not have was added later.
  const book = fold(emptyBook, [ann, comets, ...games.slice(0, 2)]);
  assert.deepEqual(order(fold(book, games.slice(2))), ["g2", "g1", "g3"]);
});

test("a deletion takes what it names, and what is there keeps its owners", () => {
  const book = fold(emptyBook, [ann, comets, game]);
  assert.deepEqual(deletion(book, "p1"), ["c1", "c2", "c3"]);
  const gone = { change: { id: "d1", at: at(5), delete: deletion(book, "p1") } };
  assert.deepEqual(fold(book, [gone]).players, []);
  const edited = fold(book, [gone, set("c6", 6, "game", "g1", { notes: "Overtime" })]);
  assert.deepEqual([edited.players.length, edited.teams.length, edited.games[0].notes], [1, 1, "Overtime"]);
});

test("what the host has no more comes back by an empty change", () => {
  const book = fold(emptyBook, [ann, comets]);
  const was = fold(emptyBook, [ann, comets, game]).games[0];
  const back = { change: { id: "c7", at: at(7), kind: "game", of: "g1", set: {} }, was };
  assert.deepEqual(fold(book, [back]).games.map(({ changes, result }) => [changes, result]), [[["c3", "c7"], win]]);
});

test("games stand from the latest on, players and teams by their places", () => {
  const other = (id, date, time) => set(`c${id}`, 9, "game", id, { team: "t1", date, time, result: win });
  const season = fold(emptyBook, [ann, comets, other("a", "2026-01-02", ""), other("b", "2026-01-02", "09:00"), other("c", "2026-03-02", "")]);
  assert.deepEqual(season.games.map(({ id }) => id), ["c", "b", "a"]);
  const list = [1, 2, 3].map((position) => ({ id: `p${position}`, position }));
  assert.deepEqual(moves(list, 2, 0), [{ id: "p3", position: 0 }]);
  assert.deepEqual(moves(list, 0, 1), [{ id: "p1", position: 2.5 }]);
  assert.deepEqual(moves(list, 0, 2), [{ id: "p1", position: 4 }]);
  const same = list.map(({ id }) => ({ id, position: 1 }));
  assert.deepEqual(moves(same, 0, 1).map(({ id }) => id), ["p2", "p1", "p3"]);
  assert.equal(nextPosition(list), 4);
});

test("a change is later than all that is known", () => {
  assert.equal(timeAfter("", at(1)), at(1));
  assert.equal(timeAfter(at(5), at(1)), "2026-11-26T18:00:05.001Z");
});

test("a season is told by its record, streak and points", () => {
  const games = [["win", 72, 65], ["win", 50, 40], ["tie", 40, 40], ["loss", 1, 2]].map((one) => ({ result: result(...one) }));
  assert.equal(recordText(record(games)), "2 - 1 - 1");
  assert.deepEqual(summary(games), { outcome: "win", streak: 2, scored: 163, allowed: 147 });
  assert.equal(city({ location: " , Winterthur , Hall 2" }), "Winterthur");
});

test("opponents and places of earlier games are known", () => {
  const played = (id, second, more) => set(id, second, "game", id, { team: "t1", date: "2026-01-01", result: win, ...more });
  const season = fold(emptyBook, [ann, comets, played("a", 3, { opponent: "Hawks" }), played("b", 4, { opponent: "hawks" }),
    played("c", 5, { opponent: "Owls", location: "Winterthur", latitude: 47.5, longitude: 8.7 })]);
  assert.deepEqual(opponents(season, "p1"), ["Owls", "hawks"]);
  assert.equal(locationNear(season, { latitude: 47.501, longitude: 8.701 }), "Winterthur");
  assert.equal(locationNear(season, { latitude: 47.6, longitude: 8.7 }), "");
  assert.equal(locationNear(season, { latitude: null, longitude: null }), "");
});

test("the context is what was chosen last, of what is there", () => {
  const season = fold(emptyBook, [ann, comets, set("c8", 8, "team", "t2", { player: "p1", name: "School", position: 2 }),
    set("c9", 9, "player", "p2", { name: "Ben", position: 2 })]);
  const names = (context) => Object.values(shown(context, season)).map((one) => one?.name);
  assert.deepEqual(names(noContext), ["Ann", "Comets"]);
  const school = chooseTeam(noContext, season.teams[1]);
  assert.deepEqual(names(school), ["Ann", "School"]);
  assert.deepEqual(names(choosePlayer(school, "p2")), ["Ben", undefined]);
  assert.deepEqual(names(choosePlayer(choosePlayer(school, "p2"), "p1")), ["Ann", "School"]);
  assert.deepEqual(names(choosePlayer(school, "p1", true)), ["Ann", "Comets"]);
  assert.deepEqual(names({ player: "gone", teams: {} }), ["Ann", "Comets"]);
});

// MARK: The form

/**
 * The steps of a form, of which each arrow is an act:
 *
 *     photo → outcome ─choose→ scores ─label→ details ─check→ checked ─save→ saved
 *                                ↑ contradiction ↓ choose
 *     by hand, edit ─────────────────────→ details
 */
test("a photo's form goes from step to step", () => {
  assert.deepEqual(steps, ["outcome", "scores", "details", "checked", "saved"]);
  let form = take(photoForm("t1", { date: "2026-11-26", time: "09:00" }), { scores: [65, 72], pairs: [[65, 72], [65, 12]], takenAt: "2026-02-03T18:05" });
  const went = [form.step];
  for (const act of [(one) => choose(one, "loss"), label, check, saved]) went.push((form = act(form)).step);
  assert.deepEqual(went, steps);
  assert.deepEqual(form.scores, ["65", "72"]);
  assert.deepEqual([form.details.date, form.details.time], ["2026-02-03", "18:05"]);
});

test("an outcome that the scores contradict leads back to them", () => {
  const form = label(choose(take(photoForm("t1", {}), { scores: [65, 72] }), "win"));
  assert.deepEqual([form.step, form.scores], ["details", ["72", "65"]]);
  assert.deepEqual(choose(form, "loss").scores, ["65", "72"]);
  const tie = choose(form, "tie");
  assert.deepEqual([tie.step, tie.error], ["scores", "72 - 65 is no tie: in a tie both scores are the same"]);
  assert.equal(label(pick(tie, [40, 40])).step, "details");
});

test("what a person has typed stays when the photo has been read", () => {
  const form = take(type(choose(photoForm("t1", {}), "win"), 0, "70"), { scores: [65, 72], takenAt: null });
  assert.deepEqual(form.scores, ["70", ""]);
  const none = take(photoForm("t1", { date: "2026-11-26" }), { scores: null, latitude: 47.5, longitude: 8.7 });
  assert.deepEqual([none.remark, none.details.date, none.details.latitude], ["No score found", "2026-11-26", 47.5]);
  assert.deepEqual([byHand(none).step, byHand(none).isPhoto], ["details", false]);
});

test("by hand, labels that contradict are refused, and swapped only when asked", () => {
  let form = type(type(choose(handForm("t1", { date: "2026-11-26" }), "win"), 0, "65"), 1, "72");
  assert.equal(check(form).error, "65 - 72 is no win: the opponent has more points");
  assert.equal(canSwap(form), true);
  assert.deepEqual(check(swap(form)).result, win);
  for (const [text, error] of [["", "a score is missing; type both"], ["7x", "a score of 7x is not from 0 to 999"]])
    assert.equal(check(type(form, 0, text)).error, error);
  form = swap(form);
  assert.equal(check({ ...form, outcome: null }).error, "choose how the game ended");
  assert.equal(check({ ...form, team: null }).error, "choose a team");
  assert.equal(check(handForm("t1", {})).error, "choose how the game ended");
  assert.deepEqual(unusual({ result: { team: 201, opponent: 200 } }), [201]);
  assert.deepEqual(unusual({ result: { team: 201, opponent: 200 }, isSure: true }), []);
});

test("an edit sets what is other than before", () => {
  const before = fold(emptyBook, [ann, comets, game]).games[0];
  const form = gameForm(before);
  assert.deepEqual(fields(check(form), before), {});
  form.details.notes = "Overtime";
  assert.deepEqual(fields(check(type(form, 0, "80")), before), { notes: "Overtime", result: { ...win, team: 80 } });
  assert.equal(fields(check(form)).team, "t1");
});

// MARK: Photos

const segment = (marker, body) => [0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 255, ...body];
const ascii = (text) => [...text].map((letter) => letter.charCodeAt(0));
const orientation = (value) => segment(0xe1, [...ascii("Exif\0\0II*\0"), 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, value, 0, 0, 0, 0, 0, 0, 0]);
const jpeg = (...parts) => Uint8Array.from([0xff, 0xd8, ...parts.flat(), 0xff, 0xda, 0, 2]);

test("a photo is known by its content", () => {
  assert.equal(kindOf(jpeg([0xff])), "jpeg");
  assert.equal(kindOf(Uint8Array.of(0x89, 0x50, 0x4e, 0x47)), "png");
  const box = (brand) => Uint8Array.from([0, 0, 0, 24, ...ascii(`ftyp${brand}`)]);
  assert.throws(() => kindOf(box("heic")), /HEIC/);
  assert.throws(() => kindOf(box("mp42")), /video/);
  assert.throws(() => kindOf(Uint8Array.from(ascii("RIFF....WEBP"))), /WebP/);
  assert.throws(() => kindOf(Uint8Array.from(ascii("Hello"))), /no photo/);
  assert.throws(() => kindOf(new Uint8Array()), /no photo/);
});

test("when and where a photo was taken stays, and it stands upright", () => {
  const photo = jpeg(segment(0xe0, ascii("JFIF\0")), orientation(6), segment(0xc0, [8, 4, 0, 3, 0, 1]));
  assert.equal(pixels(photo), 1024 * 768);
  const own = exif(photo);
  assert.deepEqual([...own], orientation(1));
  assert.deepEqual([...withExif(jpeg(), own)], [...jpeg(orientation(1))]);
  assert.equal(exif(jpeg(segment(0xe0, ascii("JFIF\0")))), null);
  assert.deepEqual(withExif(jpeg(), null), jpeg());
  // Cut anywhere, it is no reason to fail.
  for (let end = 3; end < photo.length; end += 1) {
    exif(photo.slice(0, end));
    pixels(photo.slice(0, end));
  }
});

const vectors = process.env.HYZER_VECTORS;
const read = (name) => JSON.parse(readFileSync(`${vectors}/${name}`));

test("changes come to what the host makes of them", { skip: !vectors }, () => {
  const cases = read("seasons.json");
  assert.ok(cases.length >= 200);
  for (const { changes, book } of cases) {
    assert.deepEqual(fold(emptyBook, changes.map((change) => ({ change }))), book);
  }
});

test("scores are a result exactly where the host says so", { skip: !vectors }, () => {
  for (const { outcome, scores, result: expected, reason } of read("results.json")) {
    if (expected) assert.deepEqual(labelled(outcome, scores), expected);
    else assert.throws(() => labelled(outcome, scores), { message: reason });
  }
});
