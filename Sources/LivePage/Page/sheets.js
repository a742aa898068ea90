// Sheets about scores: choosing one, resolving a dispute, finishing the round.

import { missing, said } from "./fold.js";
import { button, h, say, sheet, tick } from "./dom.js";
import { clock, golfWord, holeName, list, shade, spokenResult, written } from "./words.js";

/** Keys in rows, among which arrows move. */
export function keypad(keys, label) {
  const grid = h("div.keys", { role: "group", ariaLabel: label }, keys);
  grid.addEventListener("keydown", (event) => {
    const columns = getComputedStyle(grid).gridTemplateColumns.split(" ").length;
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
    if (!step) return;
    keys[keys.indexOf(event.target) + step]?.focus();
    event.preventDefault();
  });
  return grid;
}

/** Asks for a score, 1 to 10: the present one, or par, has the focus; digits choose. */
export function choose({ player, hole, par, present, pick, remove, closed }) {
  const title = `Select score for ${player}`;
  const done = (value) => {
    tick();
    dialog.close();
    pick(value);
  };
  const keys = Array.from({ length: 10 }, (_, index) => {
    const [strokes, n] = [index + 1, index + 1 - par];
    return h(`button.key.${shade(n)}`, {
      ariaLabel: spokenResult(strokes, par), ariaPressed: String(strokes == present), onclick: () => done(strokes),
    }, h("b", String(strokes)), h("small", golfWord(n)));
  });
  const dialog = sheet({
    title, closed,
    content: [
      h("p.caption", holeName(hole, par)),
      keypad(keys, title),
      h("div.actions", button("No score", () => done("none"), "quiet"),
        remove && button("Leave out", () => { dialog.close(); remove(); }, "quiet")),
    ],
  });
  dialog.addEventListener("keydown", ({ key, ctrlKey, metaKey, altKey }) => {
    if (/^[0-9]$/.test(key) && !ctrlKey && !metaKey && !altKey) done(Number(key) || 10);
  });
  keys[(typeof present == "number" ? present : par) - 1].focus();
}

/** Asks a question; each answer has its words, what it does and its kind. */
export function ask(title, text, ...answers) {
  const dialog = sheet({
    title,
    content: [
      text && h("p", text),
      h("div.actions", answers.map(([words, act, kind]) =>
        button(words, () => { dialog.close(); act?.(); }, kind))),
    ],
  });
}

/** Lets the organiser pick one of several scores by one tap; then the next dispute, if there is one. */
export function resolve(app) {
  const place = h("div.stack");
  let [shown, stop] = [null, () => {}];
  const dialog = sheet({ title: "Score Discrepancy", content: place, closed: () => stop() });

  function update({ disputes: [dispute], pars }) {
    if (!dispute) return dialog.close();
    const { player, hole, claims } = dispute;
    const name = claims.map(({ id }) => id).join();
    if (name == shown) return;
    shown = name;
    const par = pars[hole - 1];
    // Devices that agree share a half.
    const halves = claims.filter((claim, index) => claims.findIndex((other) => said(other) == said(claim)) == index);
    place.replaceChildren(
      h("p", `${player}, ${holeName(hole, par)}`),
      h("p.caption", "Tap the correct score"),
      ...halves.map((claim) =>
        h("button.half", { onclick: () => pick(player, hole, said(claim), par) },
          h("span", spokenResult(said(claim), par),
            h("small", `Recorded by ${claim.reportedBy} at ${clock(claim.at)}`)),
          h("b", { ariaHidden: "true" }, written(said(claim))))));
    place.querySelector("button").focus();
  }

  function pick(player, hole, value, par) {
    tick();
    app.commit(hole, [{ player, result: value, input: "picked" }]);
    say(`Resolved: ${player}, ${spokenResult(value, par)}`);
  }
  update(app.card);
  stop = app.onCard(update);
}

/** Asks whether to finish, saying where scores are missing. */
export function finish(app) {
  const { card } = app;
  const open = card.pars.map((par, index) => index + 1).filter((hole) => missing(card, hole).length);
  if (open.length == 0) {
    return ask("All scores recorded. Finalize round?", null,
      ["Finalize", () => app.change("finish"), "primary"], ["Not yet"]);
  }
  const places = open.slice(0, 3).map((hole) => `hole ${hole} (${list(missing(card, hole))})`);
  if (open.length > 3) places.push(`${open.length - 3} more`);
  ask("Some holes have missing scores. Finish anyway?", `Missing: ${list(places)}.`,
    ["Finish anyway", () => app.change("finish", true), "destructive"],
    ["Keep scoring", null, "primary"]);
}
