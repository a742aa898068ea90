// The hole card: swipe from hole to hole, tap a row to score.

import { cell, currentHole, isComplete, missing, nextHole, result } from "./fold.js";
import { dip, fit, h, iconButton, isReduced, ms, read, say, sheet, topSheet } from "./dom.js";
import { holeName, isOver, list, shade, spokenResult, toPar, written } from "./words.js";
import { choose, keypad } from "./sheets.js";

/** The card of all holes side by side, and the bar under it. */
export function holeCard(app, mic) {
  const pages = h("div.pages");
  const dots = h("button.dots", { onclick: pickHole });
  const back = iconButton("back", "Previous hole", () => go(hole - 1));
  const next = iconButton("next", "Next hole", () => go(hole + 1));
  const undo = iconButton("undo", "Undo my last score", app.undo);
  const element = h("div.hole-card", pages,
    h("div.bar", { role: "toolbar", ariaLabel: "Round" }, mic.words,
      h("div.ways", back, dots, next),
      h("div.ways", undo, mic.element, iconButton("menu", "More", app.menu))));
  let [hole, card, sliding, advancing] = [0, null, null, null];

  const pageOf = (number) => pages.children[number - 1];
  const stateOf = (number) => {
    const names = missing(card, number);
    return names.length ? `Missing: ${list(names)}` : "Complete";
  };

  function update(now) {
    const before = card;
    card = now;
    const holes = card.pars.map((par, index) => index + 1);
    fit(pages, holes, (number) => number, makePage, fillPage);
    fit(dots, holes, (number) => number, () => h("span"), (dot, number) => {
      dot.className = `dot ${isComplete(card, number) ? "full" : ""} ${number == hole ? "here" : ""}`;
    });
    undo.disabled = !app.canUndo();
    if (before?.id != card.id) {
      arrive(app.hole ?? currentHole(card));
      requestAnimationFrame(stay);
    } else if (!isComplete(before, hole) && isComplete(card, hole)) {
      const then = nextHole(card, hole);
      if (!then) return app.finished();
      clearTimeout(advancing);
      advancing = setTimeout(() => { if (!topSheet()) go(then); }, ms("next-hole"));
    }
  }

  function makePage(number) {
    const par = card.pars[number - 1];
    return h("section.hole", { ariaLabel: holeName(number, par) },
      h("h1", `Hole ${number} `, h("span.par-of", `Par ${par}`)), h("ul.rows"));
  }

  function fillPage(page, number) {
    const par = card.pars[number - 1];
    const isFree = app.canScore && !isOver(card.phase);
    const open = missing(card, number);
    fit(page.lastElementChild, card.players, ({ name }) => name, ({ name }) =>
      h("li", h("button.row", { onclick: () => score(name, number) },
        h("span.who", h("span.name", name), h("small")), h("span.leader"), h("span.score", h("b"), h("small")))),
    (item, { name }) => {
      const row = item.firstElementChild;
      const [value, { standing }] = [result(card, name, number), cell(card, name, number)];
      const isNext = isFree && open[0] == name;
      const isNumber = typeof value == "number";
      const note = standing ? `scored by ${standing.reportedBy}` : value ? "not playing this hole" : isNext ? "tap to score" : "";
      row.disabled = !isFree;
      row.classList.toggle("next", isNext);
      row.ariaLabel = `${name}, ${spokenResult(value, par)}${note && `, ${note}`}`;
      read(row.querySelector(".who small"), note);
      const [{ classList }, strokes, relative] = [row.lastElementChild, ...row.lastElementChild.children];
      classList.value = `score ${isNumber ? shade(value - par) : "open"}`;
      read(strokes, written(value) || "·");
      read(relative, isNumber ? toPar(value - par) : "");
    });
  }

  function score(player, number) {
    clearTimeout(advancing);
    const par = card.pars[number - 1];
    const { standing } = cell(card, player, number);
    choose({
      player, hole: number, par, present: standing && result(card, player, number),
      pick(value) {
        say(`${player}, ${spokenResult(value, par)}`);
        // The one below, for what was chosen just before may not be on the card yet.
        const [open, names] = [missing(card, number), card.players.map(({ name }) => name)];
        const below = names.slice(names.indexOf(player) + 1);
        const next = [...below, ...names].find((name) => name != player && open.includes(name));
        app.commit(number, [{ player, result: value, input: "picked" }]);
        if (next) pageOf(number).querySelector(`[data-key="${CSS.escape(next)}"] .row`).focus({ preventScroll: true });
      },
    });
  }

  /** Notes which hole is shown; the others are out of reach of keys and readers. */
  function arrive(number) {
    if (hole != number && hole) say(`${holeName(number, card.pars[number - 1])}. ${stateOf(number)}`);
    hole = app.hole = number;
    clearTimeout(advancing);
    [...pages.children].forEach((page, index) => { page.inert = index + 1 != number; });
    [...dots.children].forEach((dot, index) => dot.classList.toggle("here", index + 1 == number));
    [back.disabled, next.disabled] = [number == 1, number == card.holes];
    dots.ariaLabel = `Hole ${number} of ${card.holes}. Choose a hole`;
  }

  const stay = () => { if (sliding == null && hole) pages.scrollLeft = pageOf(hole).offsetLeft; };

  /** Goes to a hole: slides there in the time of the token table, or at once where nothing may move. */
  function go(number) {
    if (number < 1 || number > card.holes) return;
    const hadFocus = pages.contains(document.activeElement) || document.activeElement == document.body;
    const [from, to, start] = [pages.scrollLeft, pageOf(number).offsetLeft, performance.now()];
    stop();
    arrive(number);
    if (hadFocus) (pageOf(number).querySelector(".next") ?? pageOf(number).querySelector(".row"))?.focus({ preventScroll: true });
    if (isReduced()) {
      stay();
      return dip(pages);
    }
    pages.classList.add("sliding");
    const step = (now) => {
      const part = Math.min(1, Math.max(0, (now - start) / ms("slide")));
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
  pages.addEventListener("pointerdown", stop);
  pages.addEventListener("scroll", () => {
    const number = Math.round(pages.scrollLeft / (pages.clientWidth || 1)) + 1;
    if (sliding == null && hole && number != hole && pageOf(number)) arrive(number);
  });
  new ResizeObserver(stay).observe(pages);

  element.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    if (event.key == "ArrowRight" || event.key == "ArrowLeft") return go(hole + step);
    const rows = [...pageOf(hole).querySelectorAll(".row")];
    rows[rows.indexOf(event.target) + step]?.focus();
  });

  function pickHole() {
    const keys = card.pars.map((par, index) => {
      const number = index + 1;
      return h("button.key", {
        ariaLabel: `${holeName(number, par)}. ${stateOf(number)}`,
        "aria-current": number == hole ? "true" : null,
        onclick: () => { dialog.close(); go(number); },
      }, h("b", String(number)), h("small", isComplete(card, number) ? "✓" : `par ${par}`));
    });
    const dialog = sheet({ title: "Go to hole", content: keypad(keys, "Holes") });
    keys[hole - 1].focus();
  }
  return { element, update };
}
