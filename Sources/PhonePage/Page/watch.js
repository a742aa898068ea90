// The page at the size of a watch: a hole with who is missing on it first, and one level below it the dial.

import { currentHole, missing, range, result } from "./fold.js";
import { button, child, digit, fit, h, iconButton, isReduced, ms, offer, read, rearrange, say, springing, tick } from "./dom.js";
import { above, ago, cut, holeName, isOver, list, shade, spokenResult, spokenToPar, toPar, written } from "./words.js";

export function watchView(app, mic) {
  const heading = h("h1", h("b"), " ", h("small"));
  const back = iconButton("back", "Previous hole", () => visit(-1));
  const next = iconButton("next", "Next hole", () => visit(1));
  const rows = h("ul.rows");
  const foot = h("p.caption");
  const undo = iconButton("undo", "Undo my last score", () => app.undo(true));
  const saved = h("div");
  const bar = h("div.bar", undo, mic.element, saved);
  const board = h("div.watch", h("header", back, heading, next), rows, foot, bar);
  const element = h("div", board);
  /** The hole that a person went to, and what was open on it then; null: the one that is played. */
  let [chosen, shown] = [null, null];

  function update(card) {
    const isDone = isOver(card.phase);
    const played = currentHole(card, app.told);
    if (chosen && chosen.hole === played) chosen = null;
    const hole = app.hole = chosen?.hole ?? played;
    const [age, par] = [app.age(), card.pars[hole - 1]];
    const isStale = age > ms("stale");
    board.classList.toggle("stale", isStale);
    read(heading.firstElementChild, isDone ? "No active round" : `Hole ${hole}`);
    read(heading.lastElementChild, isDone ? `${card.info.course}, finished` : `of ${card.holes}, par ${par}`);
    for (const part of [back, next, bar]) part.hidden = isDone;
    [back.disabled, next.disabled, undo.disabled] = [hole === 1, hole === card.holes, !app.canUndo()];
    const open = isDone ? [] : missing(card, hole);
    const isOpen = ({ player }) => open.includes(player);
    const lines = [...card.standings.filter(isOpen), ...card.standings.filter((line) => !isOpen(line))];
    rearrange(rows, () => fit(rows, lines, ({ player }) => player,
      ({ player }) => h("li", h("button.row", { onclick: () => dial(player) })),
      ({ firstElementChild: row }, { player, label, place, relativeToPar }) => {
        const value = isDone ? null : result(card, player, hole);
        const name = cut(player, innerWidth < 190 ? 8 : 10);
        row.replaceChildren(h("span.place", label ?? "–"), h("span.name", name),
          isDone ? "" : h(`b.${shade(above(value, par))}`, written(value) || "–"),
          h("span.to-par", toPar(relativeToPar)));
        row.classList.toggle("next", open.includes(player));
        row.disabled = !app.isFree;
        row.ariaLabel = isDone ? `${label ? `Place ${place}, ` : ""}${player}, ${spokenToPar(relativeToPar)}`
          : `${player}, ${spokenResult(value, par)}, ${label ? `${spokenToPar(relativeToPar)} in the round` : "no score in the round"}`;
      }));
    read(foot, isStale ? ago(age) : "");
    if (shown !== null && shown !== hole) slide(board, shown < hole ? 1 : -1);
    shown = hole;
    mic.update();
  }

  function visit(step) {
    chosen = { hole: app.hole + step };
    update(app.card);
    const names = missing(app.card, app.hole);
    say(`${holeName(app.hole, app.card.pars[app.hole - 1])}. ${names.length ? `Missing: ${list(names)}` : "Complete"}`);
  }
  app.show = (hole) => { chosen = { hole }; update(app.card); };
  app.saved = () => offer(saved, null, "Undo", () => app.undo(true));

  /** The dial: a scroller of 1 to 10 that Crown, wheel, finger and keys turn. */
  function dial(player, hole = app.hole) {
    const { card } = app;
    const par = card.pars[hole - 1];
    const now = result(card, player, hole);
    let value = null;
    const numbers = range(10).map((number) => h("span.number", number));
    const turner = h("div.dial", {
      role: "spinbutton", tabIndex: 0, ariaLabel: `Score for ${player}`, ariaValueMin: "1", ariaValueMax: "10",
    }, numbers);
    const sign = h("b", { ariaHidden: "true" });
    const view = h("div.dial-page", { role: "dialog", ariaLabel: `Select score for ${player}` },
      h("p.for", h("b", cut(player, 10)), h("small", `Hole ${hole}`)),
      turner, h("p.for", h("span", `Par ${par}`), sign),
      h("div.actions", button("Back", close, "quiet"), button("Save", save, "primary")));
    const height = () => numbers[1].offsetTop - numbers[0].offsetTop;

    function show(next) {
      if (next === value || !numbers[next - 1]) return;
      const isFirst = value === null;
      value = next;
      turner.ariaValueNow = value;
      turner.ariaValueText = spokenResult(value, par);
      numbers.forEach((number, index) => {
        number.className = `number ${index + 1 === value ? `here ${shade(value - par)}` : ""}`;
      });
      read(sign, toPar(value - par));
      sign.className = shade(value - par);
      if (isFirst) return;
      tick();
      // Where the hand feels nothing, the eye sees the tick.
      if (!isReduced()) turner.animate({ opacity: [1, 0.7, 1] }, 50);
    }

    const turnTo = (next) => {
      show(Math.min(10, Math.max(1, next)));
      turner.scrollTop = (value - 1) * height();
    };

    function save() {
      tick(30);
      app.commit(hole, [{ player, result: value, input: "dial" }], { [player]: now }, () => dial(player, hole));
      say(`${player}, ${spokenResult(value, par)}`);
      close();
    }

    function close() {
      view.remove();
      board.hidden = false;
      child(rows, player)?.firstElementChild.focus();
    }
    turner.onscroll = () => show(Math.round(turner.scrollTop / height()) + 1);
    view.onkeydown = (event) => {
      const step = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
      if (event.key === "Escape") close();
      else if (event.target !== turner) return;
      else if (step) turnTo(value + step);
      else if (event.key === "Home") turnTo(1);
      else if (event.key === "End") turnTo(10);
      else if (event.key === "Enter") save();
      else if (digit(event)) turnTo(digit(event));
      else return;
      event.preventDefault();
    };
    board.hidden = true;
    element.append(view);
    slide(view, 1);
    turnTo(typeof now === "number" ? now : par);
    turner.focus({ preventScroll: true });
  }
  return { element, update };
}

/** Brings a view in from one side. */
function slide(element, side) {
  if (isReduced()) return;
  element.animate({ translate: [`${side * 100}% 0`, "0 0"] }, { ...springing(), duration: ms("watch") });
}

/** What a watch shows where it knows of no round. */
export const watchIdle = () => ({
  element: h("div.page", h("h1", "No active round"), h("p", "A round that you are in appears here by itself.")),
  update() {},
});
