// What the page says, in writing and to screen readers.

import { numbers } from "./fold.js";

const places = "first second third fourth fifth sixth seventh eighth ninth tenth".split(" ");
const golf = { "-1": "birdie", 0: "par", 1: "bogey" };
const count = (n) => numbers[n] ?? n;

/** Strokes above par as leaderboards write them: "−2", "E", "+1". */
export const toPar = (n) => (n === 0 ? "E" : n < 0 ? `−${-n}` : n > 0 ? `+${n}` : "");

/** The same, spoken: "minus two", "even". */
export const spokenToPar = (n) => (n === 0 ? "even" : `${n < 0 ? "minus" : "plus"} ${count(Math.abs(n))}`);

/** A score on a hole, spoken: "3, one under par". */
export function spokenResult(result, par) {
  if (result === null) return "no score yet";
  if (result === "none") return "did not score";
  const n = result - par;
  return `${result}, ${n ? `${count(Math.abs(n))} ${n < 0 ? "under" : "over"} ` : ""}par`;
}

/** What golf calls strokes above par, where it fits on a key. */
export const golfWord = (n) => golf[n] ?? toPar(n);

/** The class that colours strokes above par; their sign says the same. */
export const shade = (n) => (n < 0 ? "under" : n === 0 ? "par" : n === 1 ? "over" : n ? "two-over" : "open");

/** The class of a sum of holes, of which how far it is from par is in its number. */
export const runShade = (n) => shade(Math.sign(n));

/** Strokes above par; no number where there is no score. */
export const above = (result, par) => (typeof result === "number" ? result - par : NaN);

export const written = (result) => (result === "none" ? "–" : result ?? "");

export const holeName = (hole, par) => `Hole ${hole}, par ${par}`;

/** Where a player stands, as one says it: "First place, Mike, plus two, through six". */
export function spokenStanding({ player, place, label, relativeToPar, holesPlayed }, holes) {
  if (!label) return `${player}, no score yet`;
  const named = places[place - 1] ?? `place ${place}`;
  const where = label.startsWith("T") ? `Tied for ${named}` : place > places.length ? `Place ${place}`
    : `${named[0].toUpperCase()}${named.slice(1)} place`;
  return `${where}, ${player}, ${spokenToPar(relativeToPar)}, ${holesPlayed === holes ? "all holes" : `through ${count(holesPlayed)}`}`;
}

export const moved = ({ player, from, to }) =>
  `${player} moved ${to < from ? "up" : "down"} to ${places[to - 1] ?? `place ${to}`}`;

/** "35s ago", "2m ago", "3h ago", "4d ago". */
export function ago(milliseconds) {
  const minutes = Math.floor(milliseconds / 60000);
  if (minutes < 1) return `${Math.floor(milliseconds / 1000)}s ago`;
  if (minutes < 60) return `${minutes}m ago`;
  return minutes < 2880 ? `${Math.floor(minutes / 60)}h ago` : `${Math.floor(minutes / 1440)}d ago`;
}

/** Names in a sentence: "Jake", "Jake and Mike". */
export const list = (names) =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

export const cut = (name, most) =>
  [...name].length > most ? [...name].slice(0, most - 1).join("") + "…" : name;

export const day = (at) => (at ? new Date(at).toLocaleDateString(undefined, { dateStyle: "medium" }) : "");

export const clock = (at) => new Date(at).toLocaleTimeString(undefined, { timeStyle: "short" });

export const phases = {
  setup: "Not started",
  active: "In progress",
  awaitingFinalisation: "All scores in",
  completed: "Finished",
  finishedEarly: "Finished early",
};

export const isOver = (phase) => phase === "completed" || phase === "finishedEarly";
