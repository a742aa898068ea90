// The season on this phone: what the host said last, and changes that it does not have yet, each by itself, so that two
// pages of one phone lose nothing of each other.

import { answer, keep, kept, post } from "./host.js";
import { chooseTeam, emptyBook, fold, noContext, timeAfter } from "./season.js";

const path = "/api/snap";
const unsentPrefix = "snap-unsent ";
const refusedPrefix = "snap-refused ";
const contextKey = "snap-context";
/** As many changes as the host takes at once. */
const most = 200;

/** Also where pages come without TLS, and browsers have no `randomUUID`. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5");
}

const stored = (prefix) => Object.keys(localStorage).filter((key) => key.startsWith(prefix)).sort().map(kept).filter(Boolean);

export const context = () => kept(contextKey) ?? noContext;

/** Keeps what is shown as what was chosen, so that another order or a new player changes nothing. */
export function settle({ player, team }) {
  if (!player) return;
  const { player: chosen, teams } = context();
  if (chosen !== player.id || (team && teams[player.id] !== team.id))
    keep(contextKey, team ? chooseTeam({ teams }, team) : { player: player.id, teams });
}

export const unsent = () => stored(unsentPrefix);

/** What the host did not take: changes, each with the reason. */
export const refused = () => stored(refusedPrefix);

export const dismiss = (id) => localStorage.removeItem(refusedPrefix + id);

export const season = () => fold(kept(path) ?? emptyBook, unsent());

/** Calls `update` whenever something is other than before; returns what changes the season. */
export function keeper(update) {
  const state = { isStranger: false, isAway: false };
  let [isBusy, isAgain] = [false, false];

  /** Sends what the host does not have, and takes what it has; one request at a time. */
  async function sync() {
    isAgain = isBusy;
    if (isBusy) return;
    isBusy = true;
    const before = kept(path);
    const own = unsent().slice(0, most);
    try {
      if (own.length) accept(own, await post("/api/snap/changes", { changes: own.map(({ change }) => change) }), before);
      else accept([], { book: await answer(path), refused: [] }, before);
      Object.assign(state, { isStranger: false, isAway: false });
      isAgain ||= own.length === most;
    } catch ({ cause }) {
      Object.assign(state, { isStranger: [401, 403].includes(cause), isAway: true });
    }
    isBusy = false;
    update();
    if (isAgain) sync();
  }

  function accept(sent, { book, refused: reasons }, before) {
    const now = kept(path);
    // Another page of this phone may have heard of more meanwhile.
    const isOld = now && now.latest !== before?.latest && now.latest > book.latest;
    if (!isOld) keep(path, book);
    for (const { change } of sent) {
      const reason = reasons.find(({ id }) => id === change.id)?.reason;
      if (reason) keep(refusedPrefix + change.id, { change, reason });
      localStorage.removeItem(unsentPrefix + `${change.at} ${change.id}`);
    }
  }

  /** Makes changes: each sets fields of a thing, whose state before goes with it, or deletes. */
  function make(bodies) {
    for (const { was, ...body } of bodies) {
      const change = { id: newId(), at: timeAfter(season().latest, new Date().toISOString()), ...body };
      keep(unsentPrefix + `${change.at} ${change.id}`, { change, was });
    }
    update();
    sync();
  }

  function turnTo(changed) {
    keep(contextKey, changed);
    update();
  }

  addEventListener("storage", () => update());
  addEventListener("online", sync);
  document.addEventListener("visibilitychange", sync);
  setInterval(() => { if (!document.hidden || unsent().length) sync(); }, 10_000);
  sync();
  return { state, make, turnTo };
}

/** How often a phone asks whether its photo is read, in ms. */
const asking = 300;

/** Sends a photo, or speech for the team of the query, and returns what the host reads of it, which takes a moment. */
async function readBy(bytes, type, query, away) {
  const place = "/api/snap/reading";
  try {
    let told = await answer(query ? `${place}?${query}` : place, {
      method: "POST", headers: { "Content-Type": type }, body: bytes, signal: AbortSignal.timeout(45_000),
    });
    while (told.reading) {
      await new Promise((resolve) => setTimeout(resolve, asking));
      told = await answer(`${place}/${told.reading}`);
    }
    return told;
  } catch ({ message, cause }) {
    throw new Error(cause ? message : away);
  }
}

/** What the host reads of a photo, or a service for it where somebody wishes that; throws its sentence. */
export const readScore = (bytes, isRemote = false) => readBy(bytes, "image/jpeg", isRemote ? "remote" : "", "Cannot connect to network for image analysis");

/** What the host hears in speech, of which these are the samples; throws its sentence. */
export const hearGame = (samples, rate, team) => readBy(wave(samples, rate), "audio/wav", team,
  "Voice needs the host, which is away. Enter the game by hand.");

/** A WAV file of 16-bit samples of one channel. */
export function wave(samples, rate) {
  const view = new DataView(new ArrayBuffer(44 + 2 * samples.length));
  const text = (at, letters) => [...letters].forEach((letter, index) => view.setUint8(at + index, letter.charCodeAt()));
  text(0, "RIFF");
  text(8, "WAVEfmt ");
  text(36, "data");
  [[4, 36 + 2 * samples.length], [16, 16], [24, rate], [28, 2 * rate], [40, 2 * samples.length]]
    .forEach(([at, value]) => view.setUint32(at, value, true));
  [[20, 1], [22, 1], [32, 2], [34, 16]].forEach(([at, value]) => view.setUint16(at, value, true));
  samples.forEach((sample, index) => view.setInt16(44 + 2 * index, sample, true));
  return new Uint8Array(view.buffer);
}
