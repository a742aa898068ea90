// The card of a round, a pure function of its events in any order, as Scorecard, ScoreCell, RoundRecord and
// Standings have it in Swift: their tests write the vectors for its own.

/**
 * @typedef {object} Event An event as messages have it: a score, or a change in the round's life.
 * @typedef {number|"none"} Result Strokes, or that there is no score.
 * @typedef {{events: Event[], forked: Set<string>, claims: Event[], standing: Event|null, isDisputed: boolean, heads: string[]}} Cell
 */

const SCORES = new Set(["score", "takeBack", "resolution"]);
export const isScore = (event) => SCORES.has(event.kind);

/**
 * What an event says; null where nothing stands after it.
 * @returns {Result|null}
 */
export function said(event) {
  if (typeof event.strokes === "number") return event.strokes;
  return event.kind !== "takeBack" || event.noScore ? "none" : null;
}

const links = (event) => [event.supersedes ?? []].flat();

const compare = (one, other) => (one < other ? -1 : one > other ? 1 : 0);

const byPosition = (one, other) =>
  one.clock - other.clock || compare(one.device, other.device) || one.number - other.number
  || compare(one.id, other.id);

// MARK: Names

export const numbers = ("zero one two three four five six seven eight nine ten eleven twelve thirteen "
  + "fourteen fifteen sixteen seventeen eighteen nineteen twenty").split(" ");
/** Letters that Unicode does not decompose. */
const EXPANSIONS = {
  ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i", ς: "σ", ſ: "s",
};

/** The form in which two spellings of one name are equal: "José", "jose" and "JOSE" share a key. */
export function nameKey(name) {
  return name
    .replace(/[\uff01-\uff5e]/g, (wide) => wide.normalize("NFKC"))
    .normalize("NFD").toLowerCase().replace(/([\0-\u050f])\p{Mn}+/gu, "$1").normalize("NFC")
    .replace(/[^\0-~]/g, (letter) => EXPANSIONS[letter] ?? letter)
    .replace(/['’‘`´.]/g, "")
    .replace(/\p{N}+/gu, (digits) => numbers[Number(digits)] ?? digits)
    .replace(/[^\p{Alphabetic}\p{M}\p{N}\p{Emoji_Presentation}]/gu, "");
}

/** Whether a letter more, less or other, or two that changed places, make one name of another. */
function isSlip(one, other) {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const [first, second] = [one, other].map((letters) => (from) => letters.slice(same + from).join(""));
  return first(1) === second(1) || first(1) === second(0) || first(0) === second(1)
    || one[same] === other[same + 1] && one[same + 1] === other[same] && first(2) === second(2);
}

/** Whether one of two names that differ is easily typed for the other, as `NameKey.isNear` has it. */
export function isNear(name, player) {
  const [one, other] = [name, player].map(nameKey);
  const shorter = Math.min([...one].length, [...other].length);
  if (one === other || shorter < 2) return false;
  return isSlip([...one], [...other]) || shorter > 2 && (one.startsWith(other) || other.startsWith(one));
}

/** Whether a name is the organiser's, or an alias under which nobody else plays. */
export function isOrganiser({ organiser: { name: organiser }, players, places }, name) {
  const [key, wanted] = [nameKey(name ?? ""), nameKey(organiser)];
  if (organiser === "" || key === wanted) return organiser !== "";
  const having = (isTheirs) => players.filter(isTheirs);
  const exact = having((player) => nameKey(player.name) === key);
  const named = exact.length ? exact : having(({ aliases }) => aliases?.some((alias) => nameKey(alias) === key));
  // Who organises may have had another name.
  const theirs = players.find((player) => nameKey(player.name) === wanted)
    ?? players[[...places].find(([name]) => nameKey(name) === wanted)?.[1]];
  return named.length === 1 && named[0] === theirs;
}

/** What a phone may do on a card by the role that the host named: the round may have been passed on since. */
export function roleOn(card, { role, player, device }) {
  if (role === "watcher") return role;
  const isTheirs = role === "organiser" || card.organiser.device === device;
  return isTheirs && isOrganiser(card, player) ? "organiser" : "player";
}

// MARK: Cells

/** The events that their devices took back, and those by which they did. */
function withdrawn(events) {
  const ids = new Set();
  for (const { id, device, takesBack } of events) {
    if (!takesBack) continue;
    const author = events.find((event) => event.id === takesBack)?.device;
    // What is taken back may still be on its way.
    if (author === undefined || author === device) ids.add(takesBack).add(id);
  }
  return ids;
}

/** The events to which the links of some lead, and those of the events to which they lead. */
function reachedFrom(superseding, events) {
  const byID = new Map(events.map((event) => [event.id, event]));
  const reached = new Set();
  const next = [...superseding];
  for (let event = next.pop(); event; event = next.pop()) {
    for (const id of links(event)) {
      const earlier = byID.get(id);
      // A link to what was made later is none, so that nothing supersedes itself in a circle.
      if (!earlier || byPosition(earlier, event) >= 0 || reached.has(earlier)) continue;
      reached.add(earlier);
      next.push(earlier);
    }
  }
  return reached;
}

/** The greatest number of each device among some events. */
function numbersOf(events) {
  const numbers = {};
  for (const { device, number } of events) numbers[device] = Math.max(numbers[device] ?? 0, number);
  return numbers;
}

/** The words that claim a result, the one that stands first, as if one event had not been made. */
function claims({ events, forked }, without) {
  const ids = withdrawn(events).add(without);
  const live = events.filter((event) => !ids.has(event.id));
  const resolves = (event) => event.kind === "resolution";
  const settled = reachedFrom(live.filter(resolves), events);
  const [last, settledUpTo] = [numbersOf(live), numbersOf(settled)];
  const isWord = (event) => {
    const { device, number } = event;
    if (!forked.has(device)) return number === last[device] && number > (settledUpTo[device] ?? 0);
    // Of two histories the numbers do not say what came before what.
    const own = live.filter((other) => other.device === device);
    return !settled.has(event) && !reachedFrom(own, events).has(event);
  };
  return live.filter((event) => said(event) !== null && isWord(event))
    .sort((one, other) => resolves(other) - resolves(one) || byPosition(other, one));
}

function heads(events) {
  const superseded = new Set();
  return [...events].reverse().filter((event) => {
    const isHead = !superseded.has(event.id);
    for (const id of links(event)) superseded.add(id);
    return isHead;
  }).map((event) => event.id).reverse();
}

function makeCell(events, forked = new Set()) {
  const claimed = claims({ events, forked });
  const standing = claimed[0] ?? null;
  const isDisputed = claimed.some((event) => said(event) !== said(standing));
  return { events, forked, claims: claimed, standing, isDisputed, heads: heads(events) };
}

/** What would count on a cell if an event had not been made. */
export const standingWithout = (cell, id) => claims(cell, id)[0] ?? null;

// MARK: The round

/** The devices that wrote as two, of which two events have one number. */
function forkedDevices(events) {
  const places = new Map();
  return new Set(events.filter(({ id, device, number }) => {
    const place = `${number} ${device}`;
    if (!places.has(place)) places.set(place, id);
    return places.get(place) !== id;
  }).map(({ device }) => device));
}

/** Who plays, in order, and by which names events call them. */
function roster(info, changes) {
  const newcomers = changes.filter(({ kind, entrant }) => kind === "join" && entrant).map(({ entrant }) => entrant);
  const joined = newcomers.map(({ name }) => name);
  const late = new Set(joined.map(nameKey));
  const base = info.players.map((player) => player.name).filter((name) => !late.has(nameKey(name)));
  // Two devices may let the same person join.
  const known = new Map([...joined].reverse().map((name) => [nameKey(name), name]));
  const names = [...base, ...[...late].map((key) => known.get(key))];
  const indices = new Map(names.map((name, index) => [nameKey(name), index]));
  const places = new Map([...joined, ...names].map(
    (name) => [name.normalize(), indices.get(nameKey(name))]));
  const entrants = new Map([...newcomers].reverse().concat(info.players).map((entrant) => [entrant.name, entrant]));
  const players = names.map((name) => ({ name, aliases: entrants.get(name).aliases, hasLeft: false, away: new Set() }));
  for (const { entrant, player: former } of changes.filter(({ kind }) => kind === "merge")) {
    const player = players[places.get(former.normalize())];
    // Who plays under both names is two people here, and no score goes from one to another.
    const isAnothers = ([name, place]) => players[place] !== player && nameKey(name) === nameKey(entrant.name);
    if (!player || [...places].some(isAnothers)) continue;
    Object.assign(player, { name: entrant.name, aliases: entrant.aliases });
    places.set(entrant.name.normalize(), players.indexOf(player));
  }
  return { players, places };
}

/** Folds events; of other rounds, of nobody on the roster and of unknown holes they count for nothing. */
export function fold(info, id, events) {
  const seen = new Set();
  const ordered = events.filter((event) => event.round === id && !seen.has(event.id) && seen.add(event.id))
    .sort(byPosition);
  const changes = ordered.filter((event) => !isScore(event));
  const { players, places } = roster(info, changes);
  let [finish, isDeleted] = [null, false];
  let organiser = { name: info.organiser, device: info.organiserDevice ?? null };
  for (const change of changes) {
    const { kind, player: name } = change;
    if (kind === "finish") finish = change;
    else if (kind === "reopen") finish = null;
    else if (kind === "delete" || kind === "restore") isDeleted = kind === "delete";
    else if (kind === "organiser") organiser = { name, device: change.organiserDevice };
    const player = name && players[places.get(name.normalize())];
    if (player && (kind === "join" || kind === "leave")) {
      player.away = new Set(change.away);
      player.hasLeft = kind === "leave";
    }
  }
  const holes = info.pars.length;
  const card = { id, info, players, places, holes, pars: info.pars, events: ordered, organiser, finish, isDeleted };
  const groups = players.map(() => info.pars.map(() => []));
  for (const event of ordered.filter(isScore)) {
    groups[places.get(event.player.normalize())]?.[event.hole - 1]?.push(event);
  }
  const forked = forkedDevices([...groups.flat(2), ...changes]);
  card.cells = groups.map((row) => row.map((events) => makeCell(events, forked)));
  const count = groups.flat(2).length;
  // Who finished may have had more than is here yet.
  card.lateScores = finish ? Math.max(0, count - finish.scoreCount) : 0;
  card.phase = phase(card);
  card.disputes = range(holes).flatMap((hole) => players.flatMap(({ name }) => {
    const { isDisputed, claims } = cell(card, name, hole);
    return isDisputed ? [{ player: name, hole, claims }] : [];
  }));
  card.standings = standings(card);
  return card;
}

export const range = (holes) => Array.from({ length: holes }, (_, index) => index + 1);

/** The place among the players of who has a display name, or joined under it. */
export const indexOf = (card, player) => card.places.get(player.normalize());

/** @returns {Cell} What was said of a player and hole. */
export const cell = (card, player, hole) => card.cells[indexOf(card, player)]?.[hole - 1] ?? makeCell([]);

/** @returns {Result|null} What a player has on a hole, of whom who was away has no score; null where it is open. */
export function result(card, player, hole) {
  const { standing } = cell(card, player, hole);
  if (standing) return said(standing);
  return card.players[indexOf(card, player)]?.away.has(hole) ? "none" : null;
}

export const missing = (card, hole) =>
  card.players.map((player) => player.name).filter((name) => result(card, name, hole) === null);

export const isComplete = (card, hole) => card.players.length > 0 && missing(card, hole).length === 0;

/** The next hole after one that is not complete, from the last on to the first; null where there is none. */
export function nextHole(card, hole) {
  const holes = range(card.holes);
  return [...holes.slice(hole), ...holes.slice(0, hole - 1)]
    .find((other) => !isComplete(card, other)) ?? null;
}

/**
 * The hole that is played. Whoever corrects a score plays no other hole by that: the last event that gave somebody a
 * first score, or took one back, says which, its own or the next one where that is complete; a later word of the
 * host's people says it where their hole is open.
 * @param {{hole: number|null, after: number}|null} told The host's hole, and the greatest clock when it became that.
 */
export function currentHole(card, told = null) {
  const isPlay = (event) => event.hole <= card.holes
    && (event.supersedes === null || event.takesBack && said(event) === null);
  const last = card.events.findLast((event) => isScore(event) && isPlay(event));
  if (told?.hole && !(last?.clock > told.after) && !isComplete(card, told.hole)) return told.hole;
  const hole = last?.hole ?? 1;
  return isComplete(card, hole) ? nextHole(card, hole) ?? hole : hole;
}

function phase(card) {
  const isFull = range(card.holes).every((hole) => isComplete(card, hole));
  if (card.finish) return isFull ? "completed" : "finishedEarly";
  if (!card.info.startedAt) return "setup";
  return isFull ? "awaitingFinalisation" : "active";
}

// MARK: The leaderboard

function standings(card) {
  const hasScore = (name, hole) => typeof result(card, name, hole) === "number";
  const playedHoles = new Set(range(card.holes).filter((hole) =>
    card.players.some(({ name }) => hasScore(name, hole))));
  const totals = card.players.map(({ name }) => {
    const total = {
      place: 0, label: null, player: name, relativeToPar: 0, strokes: 0, holesPlayed: 0, holesMissed: 0,
    };
    card.pars.forEach((par, index) => {
      const strokes = result(card, name, index + 1);
      if (typeof strokes !== "number") {
        // While the round goes on, what is open may still come.
        if (playedHoles.has(index + 1) && (strokes !== null || card.finish)) total.holesMissed += 1;
        return;
      }
      total.strokes += strokes;
      total.relativeToPar += strokes - par;
      total.holesPlayed += 1;
    });
    return total;
  });
  const byRank = (one, other) =>
    one.holesMissed - other.holesMissed || one.relativeToPar - other.relativeToPar;
  const played = totals.filter((total) => total.holesPlayed > 0).sort(byRank);
  const others = totals.filter((total) => total.holesPlayed === 0);
  for (const total of others) total.place = played.length + 1;
  for (const total of played) {
    const isLevel = (other) => byRank(other, total) === 0;
    total.place = played.findIndex(isLevel) + 1;
    total.label = `${played.filter(isLevel).length > 1 ? "T" : ""}${total.place}`;
  }
  return [...played, ...others];
}

/** Who had a score on one card, has one on another and came to another place: the best since first. */
export function moves(before, after) {
  return after.standings.flatMap(({ player, place, label }) => {
    const earlier = before.standings.find((line) => line.player === player);
    return label && earlier?.label && earlier.place !== place
      ? [{ player, from: earlier.place, to: place }] : [];
  });
}
