// Rows with scores, and sheets about them: choosing one, resolving a dispute, finishing the round.

import { missing, range, said } from "./fold.js";
import { arrows, ask, button, digit, h, read, say, sheet, tick } from "./dom.js";
import { above, clock, golfWord, holeName, list, shade, spokenResult, toPar, written } from "./words.js";

/** A row of a player and a score, which {@link fillRow} fills. */
export const scoreRow = (onclick) => h("li", h("button.row", { onclick },
  h("span.who", h("span.name"), h("small")), h("span.leader"), h("span.score", h("b"), h("small"))));

/** Fills a row, of which it returns the button; `empty` stands for a score that is missing. */
export function fillRow({ firstElementChild: row }, { player, note, value, par, empty, mark }) {
  const [who, , score] = row.children;
  const n = above(value, par);
  score.className = `score ${shade(n)}`;
  [player, note, written(value) || empty, mark ?? toPar(n)].forEach((text, index) =>
    read((index < 2 ? who : score).children[index % 2], text));
  return row;
}

export const key = (number, word, properties, kind = "") => h(`button.key.${kind}`, properties, h("b", number), h("small", word));

/** Keys in rows, among which arrows move. */
export function keypad(keys, ariaLabel) {
  const grid = h("div.keys", { role: "group", ariaLabel }, keys);
  arrows(grid, (step, { target }) => keys[keys.indexOf(target) + step]?.focus(),
    () => getComputedStyle(grid).gridTemplateColumns.split(" ").length);
  return grid;
}

/** Asks for a score, 1 to 10: the present one, or par, has the focus; digits choose. */
export function choose({ player, hole, par, present, pick, remove }) {
  const title = `Select score for ${player}`;
  const done = (value) => {
    tick();
    dialog.close();
    pick(value);
  };
  const keys = range(10).map((strokes) => key(strokes, golfWord(strokes - par), {
    ariaLabel: spokenResult(strokes, par), ariaPressed: strokes === present, onclick: () => done(strokes),
  }, shade(strokes - par)));
  const dialog = sheet({
    title,
    content: [
      h("p.caption", holeName(hole, par)),
      keypad(keys, title),
      h("div.actions", button("No score", () => done("none"), "quiet"),
        remove && button("Leave out", () => { dialog.close(); remove(); }, "quiet")),
    ],
  });
  dialog.addEventListener("keydown", (event) => { if (digit(event)) done(digit(event)); });
  (keys[present - 1] ?? keys[par - 1]).focus();
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
    if (name === shown) return;
    shown = name;
    const par = pars[hole - 1];
    // Devices that agree share a half.
    const halves = claims.filter((claim, index) => claims.findIndex((other) => said(other) === said(claim)) === index);
    place.replaceChildren(
      h("p", `${player}, ${holeName(hole, par)}`),
      h("p.caption", "Tap the correct score"),
      ...halves.map((claim) => {
        const [value, spoken] = [said(claim), spokenResult(said(claim), par)];
        const onclick = () => {
          tick();
          app.commit(hole, [{ player, result: value, input: "picked" }], { [player]: said(claims[0]) });
          say(`Resolved: ${player}, ${spoken}`);
        };
        return h("button.half", { onclick },
          h("span", spoken, h("small", `Recorded by ${claim.reportedBy} at ${clock(claim.at)}`)),
          h("b", { ariaHidden: "true" }, written(value)));
      }));
    place.querySelector("button").focus();
  }
  update(app.card);
  stop = app.onCard(update);
}

/** Which scores devices differ over, in words. */
export const disputed = ({ disputes }) => list(disputes.map(({ player, hole }) => `${player} on hole ${hole}`));

export function finish({ card, change, resolve }) {
  const open = range(card.holes).filter((hole) => missing(card, hole).length);
  const dispute = card.disputes.length
    ? h("p", `Disputed: ${disputed(card)}. What came last counts until somebody decides.`) : null;
  const decide = dispute && ["Resolve", resolve, "primary"];
  if (!open.length) {
    return ask(dispute ? "Scores are disputed. Finalize round?" : "All scores recorded. Finalize round?", dispute,
      [["Finalize", () => change("finish"), dispute ? "destructive" : "primary"], decide ?? ["Not yet"]]);
  }
  const places = open.slice(0, 3).map((hole) => `hole ${hole} (${list(missing(card, hole))})`);
  if (open.length > 3) places.push(`${open.length - 3} more`);
  ask("Some holes have missing scores. Finish anyway?", [h("p", `Missing: ${list(places)}.`), dispute],
    [["Finish anyway", () => change("finish", { isEarly: true }), "destructive"], decide ?? ["Keep scoring", null, "primary"]]);
}
