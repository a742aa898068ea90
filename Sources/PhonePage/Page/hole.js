// The hole card: swipe from hole to hole, tap a row to score.

import { cell, isComplete, missing, nextHole, range, result } from "./fold.js";
import { arrows, child, dip, fit, h, iconButton, isReduced, ms, say, sheet, topSheet, uncovered } from "./dom.js";
import { holeName, list, spokenResult } from "./words.js";
import { choose, fillRow, key, keypad, scoreRow } from "./sheets.js";

/** The card of all holes side by side, and the bar under it. */
export function holeCard(app, mic) {
  const pages = h("div.pages");
  const dots = h("button.dots", { onclick: pickHole });
  const back = iconButton("back", "Previous hole", () => visit(hole - 1));
  const next = iconButton("next", "Next hole", () => visit(hole + 1));
  const undo = iconButton("undo", "Undo my last score", app.undo);
  const redo = iconButton("redo", "Redo what I undid", app.redo);
  const element = h("div.hole-card", pages,
    h("div.bar", { role: "toolbar", ariaLabel: "Round" }, mic.words,
      h("div.ways", back, dots, next),
      h("div.ways.tools", h("div.ways", undo, redo), mic.element, iconButton("menu", "More", app.menu))));
  let [hole, card, sliding, leaving] = [0, null, null, null];

  const pageOf = (number) => pages.children[number - 1];
  const nameOf = (number) => holeName(number, card.pars[number - 1]);
  const focus = (element) => element?.focus({ preventScroll: true });
  const stateOf = (number) => {
    const names = missing(card, number);
    return names.length ? `Missing: ${list(names)}` : "Complete";
  };

  function update(now) {
    const before = card;
    card = now;
    const holes = range(card.holes);
    fit(pages, holes, (number) => number, makePage, fillPage);
    fit(dots, holes, (number) => number, () => h("span"), (dot, number) => {
      dot.className = `dot ${isComplete(card, number) ? "full" : ""} ${number === hole ? "here" : ""}`;
    });
    undo.disabled = !app.canUndo();
    redo.hidden = !app.canRedo();
    if (before?.id !== card.id) {
      arrive(app.place());
      requestAnimationFrame(stay);
      return;
    }
    if (!isComplete(before, hole) && isComplete(card, hole) && !nextHole(card, hole)) uncovered(app.finished);
    follow();
  }

  /** Goes to the hole that is to be shown: a complete one is left after a look at it, and none under a sheet. */
  function follow() {
    const isBehind = () => card && element.isConnected && app.place() !== hole;
    if (!isBehind()) {
      clearTimeout(leaving);
      leaving = null;
    } else if (!topSheet()) {
      leaving ??= setTimeout(() => {
        leaving = null;
        if (isBehind() && !topSheet()) go(app.place());
      }, isComplete(card, hole) ? ms("next-hole") : 0);
    }
  }
  addEventListener("sheets", follow);

  /** Goes to a hole that a person wants to see. */
  function visit(number) {
    if (number < 1 || number > card.holes) return;
    app.choose(number);
    go(number);
  }
  app.show = visit;

  const makePage = (number) => h("section.hole", { ariaLabel: nameOf(number) },
    h("h1", `Hole ${number} `, h("span.par-of", `Par ${card.pars[number - 1]}`)), h("ul.rows"));

  function fillPage(page, number) {
    const par = card.pars[number - 1];
    const [open] = missing(card, number);
    fit(page.lastElementChild, card.players, ({ name }) => name, ({ name }) => scoreRow(() => score(name, number)),
      (item, { name: player }) => {
        const [value, { standing }] = [result(card, player, number), cell(card, player, number)];
        const isNext = app.isFree && open === player;
        const note = standing ? `scored by ${standing.reportedBy}` : value ? "not playing this hole" : isNext ? "tap to score" : "";
        const row = fillRow(item, { player, note, value, par, empty: "·" });
        row.disabled = !app.isFree;
        row.classList.toggle("next", isNext);
        row.ariaLabel = `${player}, ${spokenResult(value, par)}${note && `, ${note}`}`;
      });
  }

  function score(player, number) {
    const par = card.pars[number - 1];
    const [seen, { standing }] = [result(card, player, number), cell(card, player, number)];
    choose({
      player, hole: number, par, present: standing && seen,
      pick(value) {
        say(`${player}, ${spokenResult(value, par)}`);
        // The one below, for what was chosen just before may not be on the card yet.
        const [open, names] = [missing(card, number), card.players.map(({ name }) => name)];
        const below = names.slice(names.indexOf(player) + 1);
        const next = [...below, ...names].find((name) => name !== player && open.includes(name));
        app.commit(number, [{ player, result: value, input: "picked" }], { [player]: seen }, () => score(player, number));
        if (next) focus(child(pageOf(number).lastElementChild, next).firstElementChild);
      },
    });
  }

  /** Notes which hole is shown; the others are out of reach of keys and readers. */
  function arrive(number) {
    if (hole !== number && hole) say(`${nameOf(number)}. ${stateOf(number)}`);
    hole = app.hole = number;
    [...pages.children].forEach((page, index) => { page.inert = index + 1 !== number; });
    [...dots.children].forEach((dot, index) => dot.classList.toggle("here", index + 1 === number));
    [back.disabled, next.disabled] = [number === 1, number === card.holes];
    dots.ariaLabel = `Hole ${number} of ${card.holes}. Choose a hole`;
  }

  const stay = () => { if (sliding === null && hole) pages.scrollLeft = pageOf(hole).offsetLeft; };

  /** Goes to a hole: slides there in the time of the token table, or at once where nothing may move. */
  function go(number) {
    if (number < 1 || number > card.holes) return;
    const hadFocus = pages.contains(document.activeElement) || document.activeElement === document.body;
    const [from, to] = [pages.scrollLeft, pageOf(number).offsetLeft];
    stop();
    // With large text a hole may be taller than the screen.
    scrollTo(0, 0);
    arrive(number);
    if (hadFocus) focus(pageOf(number).querySelector(".next") ?? pageOf(number).querySelector(".row"));
    if (isReduced()) {
      stay();
      return dip(pages);
    }
    pages.classList.add("sliding");
    let start = null;
    const step = (now) => {
      start ??= now;
      const part = Math.min(1, (now - start) / ms("slide"));
      pages.scrollLeft = from + (to - from) * (1 - (1 - part) ** 3);
      if (part < 1) sliding = requestAnimationFrame(step);
      else stop();
    };
    sliding = requestAnimationFrame(step);
  }

  function stop() {
    cancelAnimationFrame(sliding);
    sliding = null;
    pages.classList.remove("sliding");
  }

  // A finger stops a slide, and goes to the hole on which it comes to rest.
  pages.onpointerdown = stop;
  pages.onscroll = () => {
    const number = Math.round(pages.scrollLeft / pages.clientWidth) + 1;
    if (sliding !== null || !hole || number === hole || !pageOf(number)) return;
    app.choose(number);
    arrive(number);
  };
  new ResizeObserver(stay).observe(pages);

  arrows(element, (step, { key, target }) => {
    if (key === "ArrowRight" || key === "ArrowLeft") return visit(hole + step);
    const rows = [...pageOf(hole).querySelectorAll(".row")];
    rows[rows.indexOf(target) + step]?.focus();
  });

  function pickHole() {
    const keys = card.pars.map((par, index) => {
      const number = index + 1;
      return key(number, isComplete(card, number) ? "✓" : `par ${par}`, {
        ariaLabel: `${nameOf(number)}. ${stateOf(number)}`,
        ariaCurrent: number === hole || null,
        onclick: () => { dialog.close(); visit(number); },
      });
    });
    const dialog = sheet({ title: "Go to hole", content: keypad(keys, "Holes") });
    keys[hole - 1].focus();
  }
  return { element, update };
}
