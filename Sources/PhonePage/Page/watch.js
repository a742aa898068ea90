// The page at the size of a watch: the leaderboard, and one level below it the dial.

import { currentHole, range, result } from "./fold.js";
import { button, child, digit, h, isReduced, ms, read, say, tick } from "./dom.js";
import { standings } from "./board.js";
import { ago, cut, isOver, shade, spokenResult, toPar } from "./words.js";

export function watchView(app) {
  const rows = standings(app, (player) => { if (app.isFree) dial(player); },
    (name) => cut(name, innerWidth < 190 ? 8 : 10));
  const foot = h("p.caption");
  const board = h("div.watch", h("h1.unseen", "Leaderboard"), rows.element, foot);
  const element = h("div", board);

  function update(card) {
    rows.update(card);
    const age = app.age();
    const isStale = age > ms("stale");
    board.classList.toggle("stale", isStale);
    read(foot, isStale ? ago(age) : isOver(card.phase) ? "Finished" : `Hole ${currentHole(card, app.told)} of ${card.holes}`);
  }

  /** The dial: a scroller of 1 to 10 that Crown, wheel, finger and keys turn. */
  function dial(player, hole = currentHole(app.card, app.told)) {
    const { card } = app;
    const par = card.pars[hole - 1];
    const now = result(card, player, hole);
    let value = null;
    const numbers = range(10).map((number) => h("span.number", number));
    const turner = h("div.dial", {
      role: "spinbutton", tabIndex: 0, ariaLabel: `Score for ${player}`, ariaValueMin: "1", ariaValueMax: "10",
    }, numbers);
    const sign = h("p.sign", { ariaHidden: "true" });
    const view = h("div.dial-page", { role: "dialog", ariaLabel: `Select score for ${player}` },
      h("p.for", h("b", cut(player, 10)), h("small", `Hole ${hole} of ${card.holes}`)),
      turner, sign,
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
      read(sign, value === par ? "E · par" : toPar(value - par));
      if (isFirst) return;
      tick();
      // Where the hand feels nothing, the eye sees the tick.
      if (!isReduced()) turner.animate({ outlineOffset: ["-1px", "-5px", "-1px"] }, 50);
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
      child(rows.element, player)?.firstElementChild.focus();
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
    turnTo(typeof now === "number" ? now : par);
    turner.focus({ preventScroll: true });
  }
  return { element, update };
}
