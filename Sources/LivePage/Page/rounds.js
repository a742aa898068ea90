// The rounds of a player: those under way, which appear by themselves, and earlier ones.

import { button, fit, h } from "./dom.js";
import { day, isOver, list, phases, toPar } from "./words.js";

export function roundsView(app) {
  const active = h("ul.stack");
  const past = h("ul.stack");
  const earlier = h("section.stack", { ariaLabel: "Earlier rounds" }, h("h2", "Earlier rounds"), past);
  const none = h("div",
    h("h2", "No round in progress."),
    h("p", "A round that you are in appears here by itself."));
  const element = h("div.page",
    h("h1", "Rounds"), none, active,
    button("Join a round with a code", app.join, "primary"),
    earlier);

  const make = (round) => h("li", h("button.round", { onclick: () => app.openRound(round.id) },
    h("span.name"), h("small")));
  const fill = (item, round) => {
    const leads = round.leaders?.length
      ? `${list(round.leaders)} ${isOver(round.phase) ? "won" : round.leaders.length > 1 ? "lead" : "leads"} at ${toPar(round.relativeToPar)}`
      : "";
    const thru = round.thru && !isOver(round.phase) ? `thru ${round.thru} of ${round.holes}` : "";
    item.querySelector(".name").textContent = round.course;
    item.querySelector("small").textContent =
      [phases[round.phase], thru, leads, day(round.startedAt ?? round.createdAt)].filter(Boolean).join(" · ");
  };

  function update() {
    const open = app.rounds.filter((round) => !isOver(round.phase));
    const over = app.rounds.filter((round) => isOver(round.phase));
    none.hidden = open.length > 0;
    earlier.hidden = over.length == 0;
    fit(active, open, (round) => round.id, make, fill);
    fit(past, over, (round) => round.id, make, fill);
  }
  return { element, update };
}
