// What changes come to: players, teams, games and records, and which of them all views are about. Nothing here
// knows of a browser.

export const usualColour = "#30d5c8";
export const mostPoints = 999;
/** What a scoreboard shows; more is asked about. */
export const usualPoints = 200;
export const longestName = 60;
export const longestNote = 500;

// MARK: - Results

/** The result that scores make, of which the outcome must be true; else throws why not. */
export function result(outcome, team, opponent) {
  for (const score of [team, opponent]) {
    if (!Number.isInteger(score) || score < 0 || score > mostPoints)
      throw new Error(`a score of ${score} is not from 0 to ${mostPoints}`);
  }
  const text = `${team} - ${opponent}`;
  if (outcome === "tie" && team !== opponent) throw new Error(`${text} is no tie: in a tie both scores are the same`);
  if (outcome !== "tie" && team === opponent) throw new Error(`${text} is a tie, and no ${outcome}`);
  if (outcome === "win" && team < opponent) throw new Error(`${text} is no win: the opponent has more points`);
  if (outcome === "loss" && team > opponent) throw new Error(`${text} is no loss: the team has more points`);
  return { outcome, team, opponent };
}

/** The result of two scores that stand on a board: the higher is the team's in a win, the lower in a loss. */
export function labelled(outcome, scores) {
  const [least, most] = [Math.min(...scores), Math.max(...scores)];
  return outcome === "loss" ? result(outcome, least, most) : result(outcome, most, least);
}

export const letter = ({ outcome }) => outcome[0].toUpperCase();

export const city = ({ location }) => location.split(",").map((part) => part.trim()).find(Boolean) ?? "";

// MARK: - The fold

const owners = { team: "player", game: "team" };
const required = { player: ["name"], team: ["player", "name"], game: ["team", "date", "result"] };
const usual = {
  player: { colour: usualColour, position: 0 },
  team: { colour: usualColour, position: 0 },
  game: { time: "", utcOffset: "", location: "", latitude: null, longitude: null, opponent: "", notes: "" },
};
const lists = { player: "players", team: "teams", game: "games" };
const isBefore = (one, other) => (one < other ? -1 : one > other ? 1 : 0);
const byTime = (one, other) => isBefore(one.at, other.at) || isBefore(one.id, other.id);
const byPlace = (one, other) => one.position - other.position || isBefore(one.id, other.id);
const when = ({ date, time }) => `${date} ${time.padEnd(5)}`;

/**
 * The host's book with changes over it that the host does not have yet. Such a change has with it what the thing was
 * when it was made, for when the host has it no more.
 */
export function fold(book, unsent) {
  const things = new Map();
  for (const [kind, list] of Object.entries(lists))
    for (const thing of book[list]) things.set(thing.id, { kind, fields: thing, changes: [...thing.changes] });
  const deleted = new Set();
  let latest = book.latest;
  for (const { change, was } of [...unsent].sort((one, other) => byTime(one.change, other.change))) {
    const { id, at, kind, of, set } = change;
    if (at > latest) latest = at;
    for (const seen of change.delete ?? []) deleted.add(seen);
    if (!set) continue;
    if (!things.has(of)) things.set(of, { kind, fields: { ...usual[kind], ...was, id: of }, changes: [...(was?.changes ?? [])] });
    const thing = things.get(of);
    thing.fields = { ...thing.fields, ...set };
    if (!thing.changes.includes(id)) thing.changes.push(id);
  }
  const isWhole = ({ kind, fields }) => {
    if (required[kind].some((field) => fields[field] === undefined)) return false;
    if (!owners[kind]) return true;
    const owner = things.get(fields[owners[kind]]);
    return owner?.kind === owners[kind] && isWhole(owner);
  };
  const there = (kind, needed = new Set()) => [...things.values()]
    .filter((thing) => thing.kind === kind && isWhole(thing)
      && (needed.has(thing.fields.id) || thing.changes.some((id) => !deleted.has(id))))
    .map(({ fields, changes }) => ({ ...fields, changes: changes.filter((id) => !deleted.has(id)) }));
  // Of one time the one that was added later comes first: what the host does not have, then in the host's order.
  const known = new Set(book.games.map(({ id }) => id));
  const all = there("game");
  const games = [...all.filter(({ id }) => !known.has(id)).reverse(), ...all.filter(({ id }) => known.has(id))]
    .sort((one, other) => isBefore(when(other), when(one)));
  const teams = there("team", new Set(games.map(({ team }) => team))).sort(byPlace);
  const players = there("player", new Set(teams.map(({ player }) => player))).sort(byPlace);
  return { players, teams, games, latest };
}

export const emptyBook = { players: [], teams: [], games: [], latest: "" };

export const teamsOf = ({ teams }, player) => teams.filter((team) => team.player === player);
export const gamesOf = ({ games }, team) => games.filter((game) => game.team === team);

/** All changes known of something and of what belongs to it: what its deletion names. */
export function deletion(season, id) {
  const all = [...season.players, ...season.teams, ...season.games];
  const below = all.filter(({ player, team }) => player === id || team === id);
  const own = all.find((thing) => thing.id === id)?.changes ?? [];
  return [...own, ...below.flatMap((thing) => deletion(season, thing.id))];
}

/** The time of a change: now, but after all that is known. */
export function timeAfter(latest, now) {
  const next = latest ? new Date(Date.parse(latest) + 1).toISOString() : "";
  return now > next ? now : next;
}

/** The opponents of a player's games, the latest first, each once. */
export function opponents(season, player) {
  const own = new Set(teamsOf(season, player).map(({ id }) => id));
  const names = season.games.filter(({ team, opponent }) => own.has(team) && opponent).map(({ opponent }) => opponent);
  return names.filter((name, at) => names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) === at);
}

/** The location of a game that was within some 500 m of a place; nothing where there is none. */
export function locationNear({ games }, { latitude, longitude }) {
  if (latitude === null) return "";
  const near = games.find((game) => game.location && game.latitude !== null
    && Math.hypot(game.latitude - latitude, (game.longitude - longitude) * Math.cos(latitude * Math.PI / 180)) < 0.0045);
  return near?.location ?? "";
}

// MARK: - Records

export function record(games) {
  const count = (outcome) => games.filter(({ result }) => result.outcome === outcome).length;
  return { wins: count("win"), losses: count("loss"), ties: count("tie") };
}

export const recordText = ({ wins, losses, ties }) => `${wins} - ${losses} - ${ties}`;

/** What a season comes to: how many games of one outcome ended it, and the points of both sides. */
export function summary(games) {
  const outcome = games[0]?.result.outcome;
  const other = games.findIndex(({ result }) => result.outcome !== outcome);
  const sum = (side) => games.reduce((total, { result }) => total + result[side], 0);
  return { outcome, streak: other < 0 ? games.length : other, scored: sum("team"), allowed: sum("opponent") };
}

// MARK: - Order

/** Which positions change where the thing at an index of a list goes to another. */
export function moves(list, from, to) {
  const others = list.filter((_, at) => at !== from);
  const [before, after] = [others[to - 1]?.position, others[to]?.position];
  const place = before === undefined ? after - 1 : after === undefined ? before + 1 : (before + after) / 2;
  if (!(place <= before) && !(place >= after)) return [{ id: list[from].id, position: place }];
  // No room between two: all are counted anew.
  return [...others.slice(0, to), list[from], ...others.slice(to)].map(({ id }, at) => ({ id, position: at + 1 }));
}

export const nextPosition = (list) => Math.max(0, ...list.map(({ position }) => position)) + 1;

// MARK: - Context

export const noContext = { player: null, teams: {} };

/** The player and team that were chosen last, or the first where they are gone. */
export function shown(context, season) {
  const player = season.players.find(({ id }) => id === context.player) ?? season.players[0] ?? null;
  const own = player ? teamsOf(season, player.id) : [];
  return { player, team: own.find(({ id }) => id === context.teams[player.id]) ?? own[0] ?? null };
}

/** Turns to a player, with the team that was looked at last; the first team where `isFromFirst`, as among games. */
export function choosePlayer(context, player, isFromFirst = false) {
  const teams = { ...context.teams };
  if (isFromFirst) delete teams[player];
  return { player, teams };
}

export const chooseTeam = (context, team) => ({ player: team.player, teams: { ...context.teams, [team.player]: team.id } });
