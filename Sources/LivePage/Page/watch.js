// The page at the size of a watch: the leaderboard, and one level below it the dial.

import { currentHole, result } from "./fold.js";
import { button, h, isReduced, read, say, tick } from "./dom.js";
import { standings } from "./board.js";
import { ago, cut, holeName, isOver, shade, spokenResult, toPar } from "./words.js";

export function watchView(app) {
  const rows = standings(app, {
    pick: (player) => app.canScore && !isOver(app.card.phase) && dial(player),
    nameOf: (name) => cut(name, innerWidth < 200 ? 8 : 10),
  });
  const foot = h("p.ago");
  const list = h("div.watch", {}, rows.element, foot);
  const element = h("div.watch-page", {}, list);

  function update(card) {
    rows.update(card);
    const age = app.age();
    list.classList.toggle("stale", age > app.staleAfter);
    read(foot, isOver(card.phase) ? "Finished" : age > app.staleAfter ? ago(age) : `Hole ${currentHole(card)} of ${card.holes}`);
  }

  /** The dial: a scroller of 1 to 10 that Crown, wheel, finger and keys turn. */
  function dial(player) {
    const { card } = app;
    const hole = currentHole(card);
    const par = card.pars[hole - 1];
    const now = result(card, player, hole);
    let value = typeof now == "number" ? now : par;
    const numbers = Array.from({ length: 10 }, (_, index) => h("span.number", {}, String(index + 1)));
    const turner = h("div.dial", {
      role: "spinbutton", tabIndex: 0, ariaLabel: `Score for ${player}`, ariaValueMin: "1", ariaValueMax: "10",
    }, numbers);
    const sign = h("p.sign", { ariaHidden: "true" });
    const view = h("div.dial-page", { role: "dialog", ariaLabel: `Select score for ${player}` },
      h("p.for", {}, h("b", {}, cut(player, 10)), h("small", {}, `Hole ${hole} of ${card.holes}`)),
      turner, sign,
      h("div.actions", {},
        button("Back", close, ".quiet"),
        button("Save", () => {
          tick(30);
          app.commit(hole, [{ player, result: value, input: "dial" }]);
          say(`${player}, ${spokenResult(value, par)}`);
          close();
        }, ".primary")));
    const height = () => numbers[0].offsetHeight;

    function show(next) {
      const isNew = next != value;
      value = next;
      turner.ariaValueNow = String(value);
      turner.ariaValueText = spokenResult(value, par);
      numbers.forEach((number, index) => {
        number.className = `number${index + 1 == value ? ` here ${shade(value - par)}` : ""}`;
      });
      read(sign, value == par ? "E, par" : toPar(value - par));
      if (!isNew) return;
      tick();
      // Where the hand feels nothing, the eye sees the tick.
      if (!isReduced()) turner.animate({ outlineOffset: ["-1px", "-4px", "-1px"] }, 50);
    }
    const turnTo = (next) => {
      const bounded = Math.min(10, Math.max(1, next));
      show(bounded);
      turner.scrollTop = (bounded - 1) * height();
    };
    turner.addEventListener("scroll", () => {
      const next = Math.round(turner.scrollTop / height()) + 1;
      if (next != value && next >= 1 && next <= 10) show(next);
    }, { passive: true });
    view.addEventListener("keydown", (event) => {
      const step = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (event.key == "Escape") close();
      else if (step && event.target == turner) turnTo(value + step);
      else if (event.key == "Home") turnTo(1);
      else if (event.key == "End") turnTo(10);
      else if (/^[0-9]$/.test(event.key)) turnTo(Number(event.key) || 10);
      else if (event.key == "Enter" && event.target == turner) view.querySelector(".primary").click();
      else return;
      event.preventDefault();
    });

    function close() {
      view.remove();
      list.hidden = false;
      rows.element.querySelector(`[data-key="${CSS.escape(player)}"] button`)?.focus();
    }
    list.hidden = true;
    element.append(view);
    turner.setAttribute("aria-label", `Score for ${player}, ${holeName(hole, par)}`);
    show(value);
    turnTo(value);
    turner.focus({ preventScroll: true });
  }
  return { element, update };
}
