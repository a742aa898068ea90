// The hole card: swipe from hole to hole, tap a row to score.

import { cell, isComplete, isScore, missing, range, result } from "./fold.js";
import {
  arrows, button, child, digit, dip, fit, h, icon, iconButton, isReduced, ms, offer, read, say, sheet, sprung, topSheet,
} from "./dom.js";
import { holeName, list, spokenResult } from "./words.js";
import { fillRow, key, keypad, scoreKeys, scoreRow } from "./sheets.js";

/** The card of all holes side by side, and below it the bar or, where a row was tapped, keys. */
export function holeCard(app, mic) {
  const pages = h("div.pages");
  const dots = h("button.dots", { onclick: pickHole });
  const back = iconButton("back", "Previous hole", () => visit(hole - 1));
  const next = iconButton("next", "Next hole", () => visit(hole + 1));
  const undo = iconButton("undo", "Undo my last score", () => app.undo());
  const redo = iconButton("redo", "Redo what I undid", app.redo);
  const pars = button("Everyone par", everyonePar, "small");
  const bar = h("div.bar", { role: "toolbar", ariaLabel: "Round" },
    h("div.ways", back, dots, next),
    h("div.ways.tools", h("div.ways", undo, redo), mic.element, h("div.ways", pars, iconButton("menu", "More", app.menu))));
  const chooser = h("div.chooser");
  // Over the name of the hole, where nothing is tapped.
  const onward = h("button.onward", { hidden: true, onclick: () => go(app.place()) }, h("span"), icon("next"));
  const saved = h("div");
  const element = h("div.hole-card", h("div.offers", saved, onward), pages, h("div.deck", bar, chooser));
  let [hole, card, sliding, leaving] = [0, null, null, null];
  /** Since when another hole is to be shown, when the page was touched last, and whether a finger is on it. */
  let [behindSince, touchedAt, isTouched] = [null, -Infinity, false];
  /** Until when the button for all rests, since the hole was left for the next by itself. */
  let restsUntil = -Infinity;
  /** The keys that are shown, and for whom. */
  let keys = null;

  const pageOf = (number) => pages.children[number - 1];
  const rowOf = (player) => child(pageOf(hole).lastElementChild, player)?.firstElementChild;
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
    element.style.setProperty("--players", card.players.length);
    fit(pages, holes, (number) => number, makePage, fillPage);
    fit(dots, holes, (number) => number, () => h("span"), (dot, number) => {
      dot.className = `dot ${isComplete(card, number) ? "full" : ""} ${number === hole ? "here" : ""}`;
    });
    undo.disabled = !app.canUndo();
    redo.hidden = !app.canRedo();
    if (before?.id !== card.id) {
      leave();
      arrive(app.place());
      requestAnimationFrame(stay);
      return;
    }
    if (!app.isFree) leave();
    showPars();
    follow();
  }

  /** A hole that has come under the thumb is not meant by a second tap. */
  function showPars() {
    const rest = restsUntil - performance.now();
    pars.disabled = !app.isFree || isComplete(card, hole) || rest > 0;
    if (rest > 0) setTimeout(showPars, rest + 1);
  }

  // MARK: Which hole is shown

  /**
   * Goes to the hole that is to be shown: a complete one is left after a look at it, none under a sheet or keys, and for
   * what others scored none under a thumb, to which it is offered meanwhile.
   */
  function follow() {
    clearTimeout(leaving);
    const isBehind = card && element.isConnected && app.place() !== hole;
    onward.hidden = true;
    if (!isBehind) {
      behindSince = null;
      return;
    }
    behindSince ??= performance.now();
    const isFull = isComplete(card, hole);
    const last = card.events.findLast((event) => isScore(event) && event.hole === hole);
    const isOwn = isFull && last?.device === app.status.device;
    const untilSeen = isFull ? behindSince + ms("next-hole") - performance.now() : 0;
    const untilFree = isOwn ? 0 : touchedAt + ms("touch") - performance.now();
    onward.hidden = isOwn || !(isTouched || keys || untilFree > 0);
    read(onward.firstElementChild, `Hole ${app.place()}`);
    if (isTouched && !isOwn || keys || topSheet()) return;
    leaving = setTimeout(() => {
      restsUntil = performance.now() + ms("rest");
      go(app.place());
    }, Math.max(0, untilSeen, untilFree));
  }
  addEventListener("sheets", follow);

  const touch = (isOn) => () => {
    [touchedAt, isTouched] = [performance.now(), isOn];
    if (behindSince !== null) follow();
  };
  // Also what is about to be tapped again.
  addEventListener("pointerdown", touch(true), true);
  for (const kind of ["pointerup", "pointercancel", "keydown"]) addEventListener(kind, touch(false), true);

  /** Goes to a hole that a person wants to see. */
  function visit(number) {
    if (number < 1 || number > card.holes) return;
    app.choose(number);
    go(number);
  }
  app.show = visit;

  const makePage = (number) => h("section.hole", { ariaLabel: nameOf(number) },
    h("h1", h("span.unseen", "Hole "), h("b", number), h("span.about", h("span", `Par ${card.pars[number - 1]}`), h("small", card.info.course))),
    h("ul.rows"));

  function fillPage(page, number) {
    const par = card.pars[number - 1];
    const [open] = missing(card, number);
    fit(page.lastElementChild, card.players, ({ name }) => name, ({ name }) => scoreRow(() => toggle(name)),
      (item, { name: player }) => {
        const [value, { standing }] = [result(card, player, number), cell(card, player, number)];
        const isNext = app.isFree && open === player;
        const isOthers = standing && standing.device !== app.status.device;
        const isDoubtful = app.isDisputed(player, number);
        const note = isDoubtful ? "two scores" : isOthers ? `scored by ${standing.reportedBy}` : !standing && value ? "not playing this hole" : isNext ? "tap to score" : "";
        const { label, relativeToPar } = card.standings.find((line) => line.player === player);
        const row = fillRow(item, {
          player, run: label ? relativeToPar : NaN, note: note || (value === "none" ? "no score" : ""), value, par,
          mark: isDoubtful ? "?" : null });
        item.classList.toggle("asks", isDoubtful);
        row.disabled = !app.isFree;
        row.classList.toggle("next", isNext);
        row.ariaLabel = `${player}, ${spokenResult(value, par)}${note && `, ${note}`}`;
      });
  }

  // MARK: Scores

  /** Shows keys for a player in place of the bar; a tap on the same row takes them away. */
  const toggle = (player) => (keys?.player === player ? leave(true) : ask(player));

  /** Shows keys for a player; `given` are those who were chosen for just before, and may not be on the card yet. */
  function ask(player, given = new Set()) {
    const [number, par] = [hole, card.pars[hole - 1]];
    const [seen, { standing }] = [result(card, player, number), cell(card, player, number)];
    leave();
    keys = scoreKeys({
      player, par, present: standing && seen,
      pick(value) {
        say(`${player}, ${spokenResult(value, par)}`);
        app.commit(number, [{ player, result: value, input: "picked" }], { [player]: seen }, () => { if (hole === number) ask(player); });
        given.add(player);
        const [open, names] = [missing(card, number), card.players.map(({ name }) => name)];
        const below = names.slice(names.indexOf(player) + 1);
        const next = [...below, ...names].find((name) => !given.has(name) && open.includes(name));
        if (next) ask(next, given);
        else leave(true);
      },
    });
    keys.player = player;
    keys.ways.append(button("Done", () => leave(true)));
    chooser.replaceChildren(keys.element);
    element.classList.add("choosing");
    bar.inert = true;
    const row = rowOf(player);
    row.ariaExpanded = true;
    row.scrollIntoView({ block: "nearest" });
    keys.focus();
    follow();
  }

  /** Takes the keys away. */
  function leave(hasFocus = false) {
    if (!keys) return;
    const row = rowOf(keys.player);
    keys = null;
    chooser.replaceChildren();
    element.classList.remove("choosing");
    bar.inert = false;
    if (row) row.ariaExpanded = null;
    if (hasFocus) focus(row);
    follow();
  }

  /** Gives par to all who have no score, which is one step to undo. */
  function everyonePar() {
    const [par, names] = [card.pars[hole - 1], missing(card, hole)];
    const scores = names.map((player) => ({ player, result: par, input: "picked" }));
    app.commit(hole, scores, Object.fromEntries(names.map((name) => [name, null]))).then((refusal) => {
      if (refusal) return;
      app.saved();
      say(`Par for ${list(names)}`);
    });
  }

  /** Offers for a while to take back what was saved just now. */
  app.saved = () => {
    const { hole: where, commit: own } = app.undoing() ?? {};
    offer(saved, where === app.place() ? "Saved" : `Saved on hole ${where}`, "Undo", () => app.undo(app.undoing()?.commit === own));
  };

  // MARK: Motion

  /** Notes which hole is shown; the others are out of reach of keys and readers. */
  function arrive(number) {
    if (hole !== number && hole) {
      leave();
      say(`${nameOf(number)}. ${stateOf(number)}`);
    }
    hole = app.hole = number;
    [...pages.children].forEach((page, index) => { page.inert = index + 1 !== number; });
    [...dots.children].forEach((dot, index) => dot.classList.toggle("here", index + 1 === number));
    [back.disabled, next.disabled] = [number === 1, number === card.holes];
    showPars();
    dots.ariaLabel = `Hole ${number} of ${card.holes}. Choose a hole`;
    behindSince = null;
    follow();
  }

  const stay = () => { if (sliding === null && hole) pages.scrollLeft = pageOf(hole).offsetLeft; };

  /** Goes to a hole: springs there in the time of the token table, or is there at once where nothing may move. */
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
      pages.scrollLeft = from + (to - from) * sprung(part);
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
  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape") leave(true);
    // A digit on a row is its score.
    const [item, strokes] = [event.target.closest(".rows > li"), digit(event)];
    if (!item || !strokes || !app.isFree) return;
    if (keys?.player !== item.dataset.key) ask(item.dataset.key);
    keys.pick(strokes);
  });

  function pickHole() {
    const numbers = card.pars.map((par, index) => {
      const number = index + 1;
      return key(number, isComplete(card, number) ? "✓" : `par ${par}`, {
        ariaLabel: `${nameOf(number)}. ${stateOf(number)}`,
        ariaCurrent: number === hole || null,
        onclick: () => { dialog.close(); visit(number); },
      });
    });
    const dialog = sheet({ title: "Go to hole", content: keypad(numbers, "Holes") });
    numbers[hole - 1].focus();
  }
  return { element, update };
}
