// The hole card: swipe from hole to hole, tap a row to score.

import { cell, currentHole, isComplete, missing, nextHole, result } from "./fold.js";
import { dip, fit, h, iconButton, isReduced, ms, read, say, sheet, topSheet } from "./dom.js";
import { holeName, isOver, list, shade, spokenResult, toPar, written } from "./words.js";
import { choose, present } from "./sheets.js";

/** The card of all holes side by side, and the bar under it. */
export function holeCard(app, mic) {
  const pages = h("div.pages", { tabIndex: -1 });
  const dots = h("span.dots", { ariaHidden: "true" });
  const whereTo = h("button.dots-button", { type: "button", onclick: () => pickHole() }, dots);
  const back = iconButton("back", "Previous hole", () => go(hole - 1));
  const next = iconButton("next", "Next hole", () => go(hole + 1));
  const undo = iconButton("undo", "Undo my last score", () => app.undo());
  const menu = iconButton("menu", "More", () => app.menu());
  const element = h("div.hole-card", {},
    pages,
    h("div.bar", { role: "toolbar", ariaLabel: "Round" },
      h("div.ways", {}, back, whereTo, next),
      h("div.controls", {}, undo, mic.element, menu)));
  let [hole, card, sliding, advancing] = [0, null, null, null];

  const pageOf = (number) => pages.children[number - 1];

  function update(now) {
    const before = card;
    card = now;
    fit(pages, card.pars.map((par, index) => index + 1), (number) => number, makePage, fillPage);
    fit(dots, card.pars.map((par, index) => index + 1), (number) => number, () => h("span"), (dot, number) => {
      dot.className = `dot${isComplete(card, number) ? " full" : ""}${number == hole ? " here" : ""}`;
    });
    undo.disabled = !app.canUndo();
    if (before?.id != card.id) {
      cancelAdvance();
      show(app.hole ?? currentHole(card));
    } else if (!isComplete(before, hole) && isComplete(card, hole)) {
      const then = nextHole(card, hole);
      if (then) advancing = setTimeout(() => { if (!topSheet()) go(then, true); }, ms("next-hole"));
      else if (!isOver(card.phase)) app.finished();
    }
  }

  function makePage(number) {
    return h("section.hole", { ariaLabel: holeName(number, card.pars[number - 1]) },
      h("h1", {}, h("span", {}, `Hole ${number}`), h("span.par-of", {}, `Par ${card.pars[number - 1]}`)),
      h("ul.rows"));
  }

  function fillPage(page, number) {
    const par = card.pars[number - 1];
    const open = missing(card, number);
    page.inert = number != hole;
    fit(page.querySelector("ul"), card.players, (player) => player.name,
      ({ name }) => h("li", {}, h("button.row", { type: "button", onclick: () => score(name, number) },
        h("span.who", {}, h("span.name", {}, name), h("small")), h("span.leader", { ariaHidden: "true" }), h("span.score"))),
      (item, player) => {
        const row = item.firstElementChild;
        const value = result(card, player.name, number);
        const { standing } = cell(card, player.name, number);
        const isAway = value == "none" && player.away.has(number) && !standing;
        const isNext = open[0] == player.name && !isOver(card.phase) && app.canScore;
        row.classList.toggle("next", isNext);
        row.classList.toggle("away", isAway);
        row.disabled = !app.canScore || isOver(card.phase);
        read(row.querySelector("small"),
          isAway ? "not playing this hole" : standing ? `scored by ${standing.reportedBy}` : isNext ? "tap to score" : "");
        const place = row.querySelector(".score");
        const isNumber = typeof value == "number";
        place.className = `score ${isNumber ? shade(value - par) : "open"}`;
        const text = isNumber ? [h("b", {}, written(value)), h("small", {}, toPar(value - par))] : [h("b", {}, written(value) || "·")];
        if (place.textContent != text.map((part) => part.textContent).join("")) place.replaceChildren(...text);
        row.ariaLabel = `${player.name}, ${isAway ? "not playing this hole" : spokenResult(value, par)}${
          standing ? `, scored by ${standing.reportedBy}` : ""}`;
      });
  }

  function score(player, number) {
    cancelAdvance();
    const par = card.pars[number - 1];
    choose({
      player, hole: number, par, present: present(card, player, number),
      pick: (value) => {
        app.commit(number, [{ player, result: value, input: "picked" }]);
        say(`${player}, ${spokenResult(value, par)}`);
        focusOpen(number);
      },
    });
  }

  /** Puts the focus on the next row without a score. */
  function focusOpen(number) {
    pageOf(number)?.querySelector(".row.next")?.focus({ preventScroll: true });
  }

  function cancelAdvance() {
    clearTimeout(advancing);
    advancing = null;
  }

  /** Goes to a hole: slides there in the time of the token table, or at once where nothing may move. */
  function go(number, takesFocus = false) {
    if (number < 1 || number > card.holes) return;
    cancelAdvance();
    const from = pages.scrollLeft;
    const to = pageOf(number).offsetLeft;
    const hadFocus = takesFocus || pages.contains(document.activeElement);
    arrive(number);
    if (hadFocus) (pageOf(number).querySelector(".row.next") ?? pageOf(number).querySelector(".row"))?.focus({ preventScroll: true });
    stopSliding();
    if (isReduced()) {
      pages.scrollLeft = to;
      return dip(pages);
    }
    const start = performance.now();
    pages.classList.add("sliding");
    const step = (now) => {
      const part = Math.min(1, Math.max(0, (now - start) / ms("slide")));
      pages.scrollLeft = from + (to - from) * (1 - (1 - part) ** 3);
      if (part < 1) sliding = requestAnimationFrame(step);
      else stopSliding();
    };
    sliding = requestAnimationFrame(step);
  }

  function stopSliding() {
    cancelAnimationFrame(sliding);
    sliding = null;
    pages.classList.remove("sliding");
  }

  function show(number) {
    arrive(number);
    requestAnimationFrame(() => { pages.scrollLeft = pageOf(hole)?.offsetLeft ?? 0; });
  }

  /** Notes which hole is shown. */
  function arrive(number) {
    const isNew = hole != number;
    hole = app.hole = number;
    for (const [index, page] of [...pages.children].entries()) page.inert = index + 1 != number;
    for (const [index, dot] of [...dots.children].entries()) dot.classList.toggle("here", index + 1 == number);
    back.disabled = number == 1;
    next.disabled = number == card.holes;
    whereTo.ariaLabel = `Hole ${number} of ${card.holes}. Choose a hole`;
    if (isNew) say(`${holeName(number, card.pars[number - 1])}. ${
      missing(card, number).length ? `Missing: ${list(missing(card, number))}` : "Complete"}`);
  }

  // A finger that comes to rest on another hole goes there.
  pages.addEventListener("scroll", () => {
    if (sliding != null || !card) return;
    const number = Math.round(pages.scrollLeft / (pages.clientWidth || 1)) + 1;
    if (number != hole && number >= 1 && number <= card.holes) {
      cancelAdvance();
      arrive(number);
    }
  }, { passive: true });
  pages.addEventListener("pointerdown", () => { stopSliding(); });
  new ResizeObserver(() => { if (card && sliding == null) pages.scrollLeft = pageOf(hole)?.offsetLeft ?? 0; }).observe(pages);

  element.addEventListener("keydown", (event) => {
    const row = event.target.closest?.(".row");
    if (event.key == "ArrowRight" || event.key == "ArrowLeft") {
      go(hole + (event.key == "ArrowRight" ? 1 : -1));
      event.preventDefault();
    } else if (row && (event.key == "ArrowDown" || event.key == "ArrowUp")) {
      const rows = [...pageOf(hole).querySelectorAll(".row")];
      rows[rows.indexOf(row) + (event.key == "ArrowDown" ? 1 : -1)]?.focus();
      event.preventDefault();
    }
  });

  function pickHole() {
    const dialog = sheet({
      title: "Go to hole",
      kind: ".chooser",
      content: h("div.keys", {}, card.pars.map((par, index) => {
        const number = index + 1;
        const isFull = isComplete(card, number);
        return h(`button.key${isFull ? ".full" : ""}`, {
          type: "button",
          ariaLabel: `${holeName(number, par)}, ${isFull ? "complete" : `missing ${list(missing(card, number))}`}`,
          ariaCurrent: number == hole ? "true" : null,
          onclick: () => { dialog.close(); go(number, true); },
        }, h("b", {}, String(number)), h("small", {}, isFull ? "✓" : `par ${par}`));
      })),
    });
    dialog.querySelector("[aria-current]")?.focus();
  }
  return { element, update, go, hole: () => hole };
}
