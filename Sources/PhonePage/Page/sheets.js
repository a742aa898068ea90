// Rows with scores, and sheets about them: choosing one, resolving a dispute, finishing the round.

import { missing, range, said } from "./fold.js";
import { arrows, ask, button, digit, h, read, say, sheet, tick } from "./dom.js";
import { above, clock, golfWord, holeName, list, shade, spokenResult, toPar, written } from "./words.js";

/** A row of a player and a score, which {@link fillRow} fills. */
export const scoreRow = (onclick) => h("li", h("button.row", { onclick },
  h("span.who", h("span.name"), h("small", h("b"), h("span"))), h("span.leader"), h("span.score", h("b"), h("small"))));

/** Fills a row, of which it returns the button; `run` is how a player stands, and `mark` that the score is in doubt. */
export function fillRow({ firstElementChild: row }, { player, run = NaN, note, value, par, mark }) {
  const [who, , score] = row.children;
  const [name, about] = who.children;
  const n = above(value, par);
  // What is in doubt does not look like a good score.
  score.className = `score ${mark ? "open" : shade(n)}`;
  const texts = [[name, player], [about.firstElementChild, toPar(run)], [about.lastElementChild, note],
    [score.firstElementChild, written(value) || "–"], [score.lastElementChild, mark ?? toPar(n)]];
  for (const [element, text] of texts) read(element, text);
  return row;
}

export const key = (number, word, properties, kind = "") => h(`button.key.${kind}`, properties, h("b", number), h("small", word));

/** Keys in rows, among which arrows move; `reach` takes the focus to the key of an index. */
export function keypad(keys, ariaLabel, reach = (index) => keys[index]?.focus()) {
  const grid = h("div.keys", { role: "group", ariaLabel }, keys);
  arrows(grid, (step, event) => {
    event.stopPropagation();
    reach(keys.indexOf(event.target) + step);
  }, () => getComputedStyle(grid).gridTemplateColumns.split(" ").length);
  return grid;
}

/** How many keys are there at once; the rest comes by a further tap. */
const most = 6;

/**
 * Keys for a score, 1 to 10, of which digits choose too: `pick` is given it. The present one, or par, gets the focus
 * by `focus`.
 */
export function scoreKeys({ player, par, present, pick }) {
  const title = `Select score for ${player}`;
  const done = (value) => {
    tick();
    pick(value);
  };
  const keys = range(10).map((strokes) => key(strokes, golfWord(strokes - par), {
    ariaLabel: spokenResult(strokes, par), ariaPressed: strokes === present, onclick: () => done(strokes),
  }, shade(strokes - par)));
  const further = button("", () => reach(keys[0].hidden ? 0 : most));
  function reach(index) {
    if (!keys[index]) return;
    keys.forEach((key, other) => { key.hidden = index < most !== other < most; });
    const [first, last] = index < most ? [most + 1, 10] : [1, most];
    read(further, `${first}–${last}`);
    further.ariaLabel = `${first} to ${last}`;
    keys[index].focus({ preventScroll: true });
  }
  const ways = h("div.actions", button("No score", () => done("none")), further);
  const element = h("div.score-keys", keypad(keys, title, reach), ways);
  element.addEventListener("keydown", (event) => { if (digit(event)) done(digit(event)); });
  return { element, ways, title, pick: done, focus: () => reach((typeof present === "number" ? present : par) - 1) };
}

/** Asks for a score in a sheet of its own. */
export function choose({ player, hole, par, present, pick, remove }) {
  const closing = (act) => (...rest) => { dialog.close(); act(...rest); };
  const keys = scoreKeys({ player, par, present, pick: closing(pick) });
  keys.ways.append(button("Leave out", closing(remove)));
  const dialog = sheet({ title: keys.title, content: [h("p.caption", holeName(hole, par)), keys.element] });
  keys.focus();
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
      h("div.halves", halves.map((claim) => {
        const [value, spoken] = [said(claim), spokenResult(said(claim), par)];
        const onclick = () => {
          tick();
          app.commit(hole, [{ player, result: value, input: "picked" }], { [player]: said(claims[0]) });
          say(`Resolved: ${player}, ${spoken}`);
        };
        const word = value === "none" ? "No score" : golfWord(value - par);
        return h("button.half", { onclick },
          h("b", { ariaHidden: "true" }, written(value)), h("span.word", { ariaHidden: "true" }, word), h("span.unseen", spoken),
          h("small", `Recorded by ${claim.reportedBy} `, h("span", `at ${clock(claim.at)}`)));
      })));
    place.querySelector("button").focus({ preventScroll: true });
  }
  update(app.card);
  stop = app.onCard(update);
}

/** Which scores devices differ over, in words. */
export const disputed = ({ disputes }) => list(disputes.map(({ player, hole }) => `${player} on hole ${hole}`));

export function finish({ card, change, resolve, isOrganiser }) {
  const open = range(card.holes).filter((hole) => missing(card, hole).length);
  const dispute = card.disputes.length
    ? h("p", `Disputed: ${disputed(card)}. What came last counts until somebody decides.`) : null;
  const decide = dispute && isOrganiser ? ["Resolve", resolve, "primary"] : null;
  if (!open.length) {
    return ask(dispute ? "Scores are disputed. Finalize round?" : "All scores recorded. Finalize round?", dispute,
      [["Finalize", () => change("finish"), dispute ? "destructive" : "primary"], decide ?? ["Not yet"]]);
  }
  const places = open.slice(0, 3).map((hole) => `hole ${hole} (${list(missing(card, hole))})`);
  if (open.length > 3) places.push(`${open.length - 3} more`);
  ask("Some holes have missing scores. Finish anyway?", [h("p", `Missing: ${list(places)}.`), dispute],
    [["Finish anyway", () => change("finish", { isEarly: true }), "destructive"], decide ?? ["Keep scoring", null, "primary"]]);
}
