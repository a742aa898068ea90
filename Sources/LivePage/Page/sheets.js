// Sheets about scores: choosing one, resolving a dispute, finishing the round.

import { missing, result, said } from "./fold.js";
import { button, h, say, sheet, tick } from "./dom.js";
import { clock, golfWord, holeName, list, shade, spokenResult, toPar, written } from "./words.js";

const scores = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/**
 * Asks for a score, 1 to 10: keys, of which the present score, or par, has the focus; arrows move it, and
 * digits choose.
 */
export function choose({ player, hole, par, present, pick, remove, closed }) {
  const keys = scores.map((strokes) =>
    h(`button.key.${shade(strokes - par)}`, {
      type: "button",
      ariaLabel: spokenResult(strokes, par),
      ariaPressed: String(strokes == present),
      onclick: () => done(strokes),
    }, h("b", {}, String(strokes)), h("small", {}, Math.abs(strokes - par) < 2 ? golfWord(strokes, par) : toPar(strokes - par))));
  const grid = h("div.keys", { role: "group", ariaLabel: `Select score for ${player}` }, keys);
  const dialog = sheet({
    title: `Select score for ${player}`,
    kind: ".chooser",
    content: [
      h("p.caption", {}, holeName(hole, par)),
      grid,
      h("div.actions", {},
        h("button.quiet", { type: "button", ariaPressed: String(present == "none"), onclick: () => done("none") }, "No score"),
        remove ? button("Leave out", () => { dialog.close(); remove(); }, ".quiet") : null),
    ],
    closed,
  });

  function done(value) {
    tick();
    dialog.close();
    pick(value);
  }
  dialog.addEventListener("keydown", (event) => {
    const at = keys.indexOf(document.activeElement);
    const columns = getComputedStyle(grid).gridTemplateColumns.split(" ").length;
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
    if (step && at >= 0) {
      keys[Math.min(9, Math.max(0, at + step))].focus();
      event.preventDefault();
    } else if (/^[0-9]$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
      done(Number(event.key) || 10);
    }
  });
  keys[(typeof present == "number" ? present : par) - 1]?.focus();
}

/** Asks a question with a few answers. */
export function ask(title, text, answers) {
  const dialog = sheet({
    title,
    kind: ".question",
    content: [
      text ? h("p", {}, text) : null,
      h("div.actions", {}, answers.map(([words, act, kind]) =>
        button(words, () => { dialog.close(); act?.(); }, kind))),
    ],
  });
}

/** Lets the organiser pick one of two scores, by one tap; then the next dispute, if there is one. */
export function resolve(app) {
  let current = null;
  let stop = () => {};
  const place = h("div");
  const dialog = sheet({ title: "Score Discrepancy", kind: ".resolve", content: place, closed: () => stop() });
  const update = (card) => {
    const dispute = card.disputes[0];
    if (!dispute) return dialog.close();
    const name = JSON.stringify([dispute.player, dispute.hole, dispute.claims.map(({ id }) => id)]);
    if (name == current) return;
    current = name;
    const par = card.pars[dispute.hole - 1];
    const halves = [];
    for (const claim of dispute.claims) {
      // Devices that agree share a half.
      if (!halves.some((other) => said(other) == said(claim))) halves.push(claim);
    }
    place.replaceChildren(
      h("p", {}, `${dispute.player}, ${holeName(dispute.hole, par)}`),
      h("p.caption", {}, "Tap the correct score"),
      h("div.halves", {}, halves.map((claim) =>
        h("button.half", { type: "button", onclick: () => pick(dispute, said(claim)) },
          h("span.recorded", {},
            h("b", {}, `${spokenResult(said(claim), par)}`),
            h("small", {}, `Recorded by ${claim.reportedBy} at ${clock(claim.at)}`)),
          h("span.big", { ariaHidden: "true" }, written(said(claim)))))));
    place.querySelector("button").focus();
  };

  function pick(dispute, value) {
    tick();
    app.commit(dispute.hole, [{ player: dispute.player, result: value, input: "picked" }]);
    say(`${dispute.player}, ${spokenResult(value, app.card.pars[dispute.hole - 1])}. Resolved.`);
  }
  update(app.card);
  stop = app.onCard(update);
}

/** Asks the organiser to finish, saying where scores are missing. */
export function finish(app) {
  const { card } = app;
  const open = card.pars.map((par, index) => index + 1).filter((hole) => missing(card, hole).length);
  const missed = open.slice(0, 3).map((hole) => `hole ${hole}: ${list(missing(card, hole))}`);
  if (open.length > 3) missed.push(`and ${open.length - 3} more holes`);
  if (open.length == 0) {
    ask("All scores recorded. Finalize round?", null, [
      ["Finalize", () => app.change({ kind: "finish" }), ".primary"],
      ["Not yet", null],
    ]);
  } else {
    ask("Some holes have missing scores. Finish anyway?", `Missing: ${missed.join("; ")}.`, [
      ["Finish anyway", () => app.change({ kind: "finish", isEarly: true }), ".destructive"],
      ["Keep scoring", null, ".primary"],
    ]);
  }
}

/** The present score of a player on a hole, for the chooser. */
export const present = (card, player, hole) => {
  const value = result(card, player, hole);
  return card.players.find(({ name }) => name == player)?.away.has(hole) && value == "none" ? null : value;
};
