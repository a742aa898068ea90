// Makes the events that save scores, take them back, bring them back and change a round, as ScoreCommit,
// Undoing, Redoing and RoundChange do in Swift. All is pure.

import {
  cell, indexOf, isComplete, isOrganiser, isScore, nameKey, range, result, said, standingWithout,
} from "./fold.js";

/**
 * @typedef {import("./fold.js").Event} Event
 * @typedef {import("./fold.js").Result} Result
 * @typedef {{clock: number, device: string, number: number}} Position
 * @typedef {{events?: Event[], refusal?: {code: string, text: string}}} Made One of both.
 * @typedef {{reportedBy: string, device: string, deviceName: string, at: string}} Stamp
 */

const GREATEST = 2 ** 53;

/** By device, the number up to which no event is missing. */
export function vector(events) {
  const vector = {};
  const held = new Set(events.map(({ device, number }) => `${device} ${number}`));
  for (const { device } of events) {
    let next = (vector[device] ?? 0) + 1;
    while (held.has(`${device} ${next}`)) vector[device] = next++;
  }
  return vector;
}

/** @returns {Position} Where the next event of a device stands. */
export function nextPosition({ events }, device) {
  const own = events.filter((event) => event.device === device);
  const greatest = (list, part) => list.reduce((most, event) => Math.max(most, event[part]), 0);
  const number = greatest(own, "number") + 1;
  return { clock: Math.min(greatest(events, "clock") + 1, GREATEST), device, number };
}

const refuse = (code, text) => ({ refusal: { code, text } });

/** Why nothing can be scored any more; null where it can. */
function closed(card) {
  if (card.isDeleted) return refuse("roundDeleted", "The round is deleted. Bring it back first.");
  return card.finish ? refuse("roundFinished", "The round is finished. Reopen it first.") : null;
}

/** An event of a card, so many places after a position; what is not its own says nothing. */
const makeEvent = ({ id: round }, { reportedBy, deviceName, at }, { device, number, clock }, offset, own) => ({
  round, player: null, hole: null, strokes: null, supersedes: null, transcript: null, confidence: null, ...own,
  reportedBy, device, deviceName, at, number: number + offset, clock: Math.min(clock + offset, GREATEST),
});

/** What an event of a cell says, over what was said before. */
const saying = (result, { heads }) => ({
  strokes: result === "none" ? null : result, supersedes: heads.length > 1 ? heads : heads[0] ?? null });

/**
 * Saves scores of a hole: all or none. A score that stands and that the device has said itself needs no event; the
 * organiser's, over what other devices said, is a resolution. Of two phones with the organiser's name the host
 * lets one resolve: the role counts.
 * @param {Stamp & {role?: string, commit: string, hole: number, seen: Object<string, Result>|null, scores: {player: string,
 *   result: Result, input: string, transcript?: string, confidence?: number}[]}} request `seen` is what the
 *   players were shown to have; null where nobody was shown that.
 * @returns {Made}
 */
export function commitEvents(card, request, position = nextPosition(card, request.device)) {
  const { hole, seen, scores } = request;
  const refusal = closed(card);
  if (refusal) return refusal;
  if (!card.pars[hole - 1]) return refuse("unknownHole", `The round has no hole ${hole}.`);
  if (scores.length === 0) return refuse("noScores", "There is no score to save.");
  const named = new Set();
  const events = [];
  for (const [index, own] of scores.entries()) {
    const player = card.players[indexOf(card, own.player)]?.name;
    if (player === undefined) {
      return refuse("unknownPlayer", `Nobody called ${own.player} plays in this round.`);
    }
    if (named.has(player)) return refuse("twoScores", `${player} has two scores on hole ${hole}.`);
    named.add(player);
    const here = cell(card, player, hole);
    const agrees = here.standing && said(here.standing) === own.result;
    const resolves = request.role === "organiser" && (here.isDisputed || !agrees)
      && here.events.some(({ device }) => device !== position.device);
    if (agrees) {
      // Who confirms what another device said has a claim of their own, which is left where that is taken back.
      const word = here.claims.find(({ device }) => device === position.device);
      if (word && said(word) === own.result && !resolves) continue;
    } else if (seen && result(card, player, hole) !== (seen[own.player] ?? null)) {
      return refuse(
        "changedMeanwhile",
        `Somebody else changed the score of ${own.player} on hole ${hole}. Look at it, and enter yours again.`);
    }
    const { result: value, input, transcript = null, confidence = null } = own;
    events.push(makeEvent(card, request, position, events.length, {
      id: `${request.commit}.${index + 1}`, player, hole, ...saying(value, here), input, transcript, confidence,
      kind: resolves ? "resolution" : "score",
    }));
  }
  return { events };
}

const commitOf = ({ id }) => /^(.+)\.[0-9]+$/s.exec(id)?.[1] ?? id;
/** Identifiers from elsewhere may look like those of one commit: hole and time must agree. */
const isTogether = (one, other) =>
  commitOf(one) === commitOf(other) && one.hole === other.hole && one.at === other.at;
const takesBack = ({ kind }) => kind === "takeBack";

/** A device's events of scores, in their order. */
const eventsBy = (card, device) => card.cells.flat().flatMap((cell) => cell.events)
  .filter((event) => event.device === device).sort((one, other) => one.number - other.number);

/**
 * What a device takes back next; null where nothing is left. `to` is what would stand again.
 * @returns {{commit: string, hole: number, changes: {event: string, player: string, from: Result|null,
 *   to: Result|null}[]}|null}
 */
export function undoing(card, device) {
  const takenBack = new Set(card.cells.flat().flatMap((cell) => cell.events).map((event) => event.takesBack));
  const open = eventsBy(card, device).filter((event) => !takesBack(event) && !takenBack.has(event.id));
  const last = open.at(-1);
  if (!last) return null;
  const together = open.filter((event) => isTogether(event, last));
  const changes = together.map((event) => {
    const before = standingWithout(cell(card, event.player, event.hole), event.id);
    return { event: event.id, player: event.player, from: said(event), to: before && said(before) };
  });
  return { commit: commitOf(last), hole: last.hole, changes };
}

/**
 * Takes back what {@link undoing} finds, by a new commit.
 * @param {Stamp & {commit: string, input: string, transcript?: string}} request
 * @returns {Made}
 */
export function undoEvents(card, request, position = nextPosition(card, request.device)) {
  const found = undoing(card, request.device);
  if (!found) return refuse("nothingToUndo", "Nothing of yours is left to undo.");
  const { commit, input, transcript = null } = request;
  const events = found.changes.map(({ event: takesBack, player, to }, index) =>
    makeEvent(card, request, position, index, {
      id: `${commit}.${index + 1}`, player, hole: found.hole, ...saying(to, cell(card, player, found.hole)), input,
      transcript, takesBack, ...(to === "none" && { noScore: true }), kind: "takeBack",
    }));
  return { events };
}

/**
 * What a device brings back next, of what it took back since it entered something else; null where nothing is left.
 * @returns {{hole: number, changes: {player: string, from: Result|null, to: Result}[], scores: object[]}|null}
 */
export function redoing(card, device) {
  const own = eventsBy(card, device);
  const commits = [];
  for (const event of own) {
    const last = commits.at(-1)?.at(-1);
    if (last && isTogether(last, event) && takesBack(last) === takesBack(event)) commits.at(-1).push(event);
    else commits.push([event]);
  }
  let open = [];
  for (const commit of commits) {
    // To enter the scores again is to bring them back.
    const isAgain = commit.every((event) => open.at(-1)?.some(({ score }) =>
      score.player === event.player && score.hole === event.hole && said(score) === said(event)));
    if (takesBack(commit[0])) {
      open.push(commit.flatMap((undoing) => {
        const score = own.find(({ id }) => id === undoing.takesBack);
        return score ? [{ score, undoing }] : [];
      }));
    } else if (isAgain) open.pop();
    else open = [];
  }
  for (const undone of open.reverse()) {
    const spoken = undone.filter(({ score }) => said(score) !== null);
    // What stands by now, since others said it too, is passed over.
    const changes = spoken.flatMap(({ score, undoing }) => {
      const { player, hole } = score;
      const { standing } = cell(card, player, hole);
      if (standing && said(standing) === said(score)) return [];
      const away = card.players[indexOf(card, player)].away.has(hole) ? "none" : null;
      return [{ player, from: said(undoing) ?? away, to: said(score) }];
    });
    const scores = spoken.map(({ score }) => ({ ...score, result: said(score) }));
    if (changes.length) return { hole: scores[0].hole, changes, scores };
  }
  return null;
}

/**
 * Brings back what {@link redoing} finds, by a new commit; not over what others have entered since.
 * @param {Stamp & {role?: string, commit: string}} request
 * @returns {Made}
 */
export function redoEvents(card, request, position = nextPosition(card, request.device)) {
  const refusal = closed(card);
  if (refusal) return refusal;
  const found = redoing(card, request.device);
  if (!found) return refuse("nothingToRedo", "Nothing of yours is left to redo.");
  const { hole, changes, scores } = found;
  const seen = Object.fromEntries(changes.map(({ player, from }) => [player, from]));
  return commitEvents(card, { ...request, hole, scores, seen }, position);
}

/** What only the organiser may do to a round. */
const organisers = { reopen: "reopen", delete: "delete", restore: "bring back", organiser: "pass on" };

/**
 * Changes a round: finishes it (`isEarly` where scores are missing), reopens, deletes or restores it, lets another player
 * organise it, on the device on which they entered something last, or else this one, or lets somebody leave, or join:
 * an `entrant` who is new from the hole that is `current` on.
 * @param {Stamp & {id: string, kind: string, isEarly?: boolean, player?: string, entrant?: object, current?: number}} request
 * @returns {Made}
 */
export function changeEvent(card, request, position = nextPosition(card, request.device)) {
  const { id, kind } = request;
  const { name: organiser } = card.organiser;
  const isOfRoster = kind === "join" || kind === "leave";
  const refused = kind === "finish" || isOfRoster || card.isDeleted && kind !== "restore" && kind !== "organiser" ? closed(card) : null;
  if (refused) return refused;
  if (kind === "restore" && !card.isDeleted) return refuse("notDeleted", "The round is not deleted.");
  if (kind === "reopen" && !card.finish) {
    return refuse("notFinished", "The round is not finished.");
  }
  if (organisers[kind] && organiser && !isOrganiser(card, request.reportedBy)) {
    return refuse("organiserOnly", `Only ${organiser} can ${organisers[kind]} the round.`);
  }
  const open = range(card.holes).filter((hole) => !isComplete(card, hole));
  if (kind === "finish" && open.length > 0 && !request.isEarly) {
    return refuse("scoresMissing", `Scores are missing on hole ${open.join(", ")}.`);
  }
  const scoreCount = card.events.filter(isScore).length;
  const made = { id, input: "typed", kind, scoreCount };
  if (kind === "organiser") {
    const { player } = request;
    const entered = new Set(card.cells.flat().flatMap((cell) => cell.events));
    const last = card.events.findLast((event) => entered.has(event) && nameKey(event.reportedBy) === nameKey(player));
    Object.assign(made, { player, away: [], organiserDevice: last?.device ?? position.device });
  }
  if (isOfRoster) {
    const change = rosterChange(card, request);
    if (change.refusal) return change;
    Object.assign(made, change);
  }
  return { events: [makeEvent(card, request, position, 0, made)] };
}

/** Who joins or leaves, and which holes they do not play. */
function rosterChange(card, { kind, player: name, entrant, current }) {
  const key = nameKey(name);
  const [, place] = [...card.places].find(([other]) => nameKey(other) === key) ?? [];
  const player = card.players[place];
  const has = (other, hole) => cell(card, other, hole).standing !== null;
  if (kind === "leave") {
    if (!player) return refuse("unknownPlayer", `Nobody called ${name} plays in this round.`);
    if (player.hasLeft) return refuse("hasLeft", `${player.name} has left already.`);
    return { player: player.name, away: range(card.holes).filter((hole) => !has(player.name, hole)) };
  }
  if (player && !player.hasLeft) return refuse("nameTaken", `${player.name} plays already.`);
  const others = card.players.filter((other) => other !== player).map((other) => other.name);
  // Those that others have scored, unless they are at one of them and not done with it.
  const away = range(card.holes).filter((hole) => !(player && has(player.name, hole)) && others.some((other) => has(other, hole))
    && (hole !== current || others.every((other) => result(card, other, hole) !== null)));
  return player ? { player: player.name, away } : { player: name, entrant, away };
}
