// The rounds of a player: those under way, which appear by themselves, and earlier ones.

import { button, fit, h, read } from "./dom.js";
import { day, isOver, list, phases, toPar } from "./words.js";

export function roundsView(app) {
  const [active, past] = [h("ul.stack"), h("ul.stack")];
  const earlier = h("section.stack", { ariaLabel: "Earlier rounds" }, h("h2", "Earlier rounds"), past);
  const none = h("div", h("h2", "No round in progress."), h("p", "A round that you are in appears here by itself."));
  const element = h("div.page",
    h("h1", "Rounds"), none, active, button("Join a round with a code", app.join, "primary"), earlier);

  const show = (place, rounds) => fit(place, rounds, ({ id }) => id,
    ({ id }) => h("li", h("button.round", { onclick: () => app.openRound(id) }, h("span.name"), h("small"))),
    ({ firstElementChild: { children: [name, about] } },
      { course, phase, leaders, relativeToPar, thru, holes, startedAt, createdAt }) => {
      const verb = isOver(phase) ? "won" : leaders.length > 1 ? "lead" : "leads";
      read(name, course);
      read(about, [
        phases[phase], thru && !isOver(phase) && `thru ${thru} of ${holes}`,
        leaders.length && `${list(leaders)} ${verb} at ${toPar(relativeToPar)}`, day(startedAt ?? createdAt),
      ].filter(Boolean).join(" · "));
    });

  function update() {
    const open = app.rounds.filter(({ phase }) => !isOver(phase));
    const over = app.rounds.filter(({ phase }) => isOver(phase));
    none.hidden = open.length > 0;
    earlier.hidden = !over.length;
    show(active, open);
    show(past, over);
  }
  return { element, update };
}
