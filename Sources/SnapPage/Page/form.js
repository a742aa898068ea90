// The form of a game as a state machine: outcome, scores, labelled, details, checked, saved. Nothing here knows of a
// browser.

import { labelled, mostPoints, result, usualPoints } from "./season.js";

/** The steps, in their order. By hand it begins with the details, since what is typed is labelled. */
export const steps = ["outcome", "scores", "details", "checked", "saved"];

const blank = { date: "", time: "", utcOffset: "", location: "", latitude: null, longitude: null, opponent: "", notes: "" };

/** A form for a photo, whose outcome is asked first. */
export const photoForm = (team, now) => ({
  step: "outcome", isPhoto: true, outcome: null, scores: ["", ""], pairs: [], error: null, team, details: { ...blank, ...now },
});

/** A form without a photo. */
export const handForm = (team, now) => ({ ...photoForm(team, now), step: "details", isPhoto: false });

/** A form of a game as the host heard it, with what is open. */
export function saidForm(team, now, { outcome, scores, opponent, questions }) {
  const form = handForm(team, { ...now, opponent });
  return { ...form, outcome, scores: scores.map(String), error: questions.join("; ") || null };
}

/** A form of a game that there is. */
export const gameForm = (game) => ({
  ...handForm(game.team, Object.fromEntries(Object.keys(blank).map((name) => [name, game[name]]))),
  id: game.id, outcome: game.result.outcome, scores: [game.result.team, game.result.opponent].map(String),
});

/** Chooses the outcome; scores that a photo's form has labelled are labelled anew. */
export function choose(form, outcome) {
  const chosen = { ...form, outcome, error: null };
  if (form.step === "outcome") return { ...chosen, step: "scores" };
  if (!form.isPhoto || form.step === "scores") return chosen;
  return label({ ...chosen, step: "scores" });
}

/** Takes what the photo says; what a person has typed meanwhile stays. */
export function take(form, { scores, pairs = [], takenAt, utcOffset, latitude, longitude }) {
  const isTyped = form.scores.some(Boolean);
  const details = { ...form.details };
  if (takenAt) [details.date, details.time, details.utcOffset] = [...takenAt.split("T"), utcOffset ?? ""];
  if (Number.isFinite(latitude) && Number.isFinite(longitude)) Object.assign(details, { latitude, longitude });
  const isFound = Boolean(scores);
  return {
    ...form, details, pairs, scores: isFound && !isTyped ? scores.map(String) : form.scores,
    remark: isFound ? null : "No score found",
  };
}

export const pick = (form, pair) => ({ ...form, scores: pair.map(String), error: null });

export const type = (form, at, text) => ({ ...form, scores: form.scores.map((old, index) => (index === at ? text.trim() : old)), error: null, isSure: false });

export const swap = (form) => ({ ...form, scores: [...form.scores].reverse(), error: null });

/** Goes on by hand: what is typed is labelled, the photo stays. */
export const byHand = (form) => ({ ...form, isPhoto: false, step: "details", error: null, remark: null });

/** The scores as numbers; throws where they are none. */
function numbers({ scores }) {
  return scores.map((text) => {
    if (!text) throw new Error("a score is missing; type both");
    if (!/^\d+$/.test(text)) throw new Error(`a score of ${text} is not from 0 to ${mostPoints}`);
    return Number(text);
  });
}

/** A form with what `act` makes of it, or with the reason why it makes nothing. */
function trying(form, act) {
  try {
    return { ...form, error: null, ...act() };
  } catch ({ message }) {
    return { ...form, error: message };
  }
}

/** Says which of the scores is whose. */
export function label(form) {
  return trying(form, () => {
    const { team, opponent } = labelled(form.outcome, numbers(form));
    return { step: "details", scores: [team, opponent].map(String) };
  });
}

/** Whether swapping the scores would make the outcome true. */
export function canSwap({ outcome, scores: [team, opponent] }) {
  return outcome === "win" ? Number(team) < Number(opponent) : outcome === "loss" ? Number(team) > Number(opponent) : false;
}

/** Checks what is to be saved; a form that is right is `checked`, with the result. */
export function check(form) {
  return trying(form, () => {
    if (!form.outcome) throw new Error("choose how the game ended");
    const made = result(form.outcome, ...numbers(form));
    if (!form.team) throw new Error("choose a team");
    if (!form.details.date) throw new Error("give the day of the game");
    if (!/^(19|20)\d\d-|^2100-/.test(form.details.date)) throw new Error(`"${form.details.date}" is no day as 2026-11-26`);
    return { step: "checked", result: made };
  });
}

/** The scores that are asked about: more than a scoreboard shows. */
export const unusual = ({ result: made, isSure }) =>
  isSure ? [] : [made.team, made.opponent].filter((score) => score > usualPoints);

/** What a checked form sets: all of a new game, else what is other than before. */
export function fields({ team, result: made, details }, game = null) {
  const all = { team, ...details, result: made };
  if (!game) return all;
  const differs = ([name, value]) => JSON.stringify(value) !== JSON.stringify(name === "result" ? sorted(game.result) : game[name]);
  return Object.fromEntries(Object.entries(all).filter(differs));
}

const sorted = ({ outcome, team, opponent }) => ({ outcome, team, opponent });

export const saved = (form) => ({ ...form, step: "saved" });
