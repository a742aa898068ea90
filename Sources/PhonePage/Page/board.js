// The pill, the leaderboard, the badge of disputes, and the scorecard as a table.

import { cell, moves, nameKey, range, result } from "./fold.js";
import { button, child, fit, flash, h, pulse, read, rearrange, say, sheet } from "./dom.js";
import { above, clock, list, moved, shade, spokenResult, spokenToPar, toPar, written } from "./words.js";

function spokenLead({ standings }) {
  const leaders = standings.filter(({ label, place }) => label && place === 1);
  const lead = leaders.length > 1 ? "lead" : "leads";
  return `Leaderboard: ${leaders.length
    ? `${list(leaders.map(({ player }) => player))} ${lead} at ${spokenToPar(leaders[0].relativeToPar)}` : "no scores yet"}`;
}

function total({ label, relativeToPar }) {
  const n = label ? relativeToPar : NaN;
  return h(`span.to-par.${shade(n)}`, toPar(n) || "–");
}

/** For the organiser, how many scores devices differ over. */
export function disputeBadge(app) {
  const element = h("button.badge", { onclick: app.resolve });
  return {
    element,
    update(card) {
      const count = app.isOrganiser ? card.disputes.length : 0;
      element.hidden = !count;
      element.ariaLabel = `${count} score ${count === 1 ? "discrepancy" : "discrepancies"}: resolve`;
      read(element, count);
    },
  };
}

/** The pill at the top: who leads; opens the leaderboard. For the organiser a badge counts disputes. */
export function pill(app) {
  const open = h("button.pill", { onclick: () => leaderboard(app) });
  const badge = disputeBadge(app);
  const scroller = h("div.pill-scroller", open);
  const box = h("div.pill-box", scroller);
  let shown = null;

  function update(card) {
    const key = nameKey(app.status.player ?? "");
    const state = JSON.stringify([card.standings, key]);
    if (state !== shown) {
      if (shown) pulse(box);
      open.replaceChildren(...card.standings.map((line) =>
        h(`span.entry.${nameKey(line.player) === key ? "own" : ""}`, h("span", line.player), total(line))));
      open.ariaLabel = spokenLead(card);
      // One's own entry, where the pill is too narrow for all, wherever it moves.
      const own = open.querySelector(".own");
      if (own) requestAnimationFrame(() => {
        scroller.scrollLeft = own.offsetLeft + (own.offsetWidth - scroller.clientWidth) / 2;
      });
      shown = state;
    }
    badge.update(card);
  }
  return { element: h("nav.top", { ariaLabel: "Leaderboard" }, box, badge.element), update };
}

/** The rows of a leaderboard, which slide to their places; `pick` makes them buttons. */
export function standings(app, pick, nameOf = (name) => name) {
  const rows = h("ol.rows");
  let before = null;

  function update(card) {
    const moving = before?.id === card.id ? moves(before, card) : [];
    before = card;
    rearrange(rows, () =>
      fit(rows, card.standings, ({ player }) => player,
        ({ player }) => h("li", pick ? h("button.row", { onclick: () => pick(player) }) : h("div.row")),
        (item, line) => {
          const { player, place, label, relativeToPar, holesPlayed } = line;
          const row = item.firstElementChild;
          const thru = label && (holesPlayed === card.holes ? "F" : `thru ${holesPlayed}`);
          const { hasLeft } = card.players.find(({ name }) => name === player);
          row.replaceChildren(
            h(`span.place.${label && place === 1 ? "first" : ""}`, label ?? "–"),
            h("span.name", nameOf(player), hasLeft ? h("small", " left") : null),
            h("span.arrow", { ariaHidden: "true" }), total(line), h("small.thru", thru));
          item.classList.toggle("own", player === app.status.player);
          if (pick) row.ariaLabel = `${player}, ${label ? spokenToPar(relativeToPar) : "no score"}. Select to score`;
        }));
    for (const { player, from, to } of moving) {
      const arrow = child(rows, player).querySelector(".arrow");
      arrow.className = `arrow ${to < from ? "under" : "over"}`;
      arrow.textContent = to < from ? "▲" : "▼";
      flash(arrow);
    }
    if (moving.length) say(moving.map(moved).join(". "));
  }
  return { element: rows, update };
}

/** Shows what follows the card in a sheet, as long as that is open. */
function following(app, title, view, ...more) {
  view.update(app.card);
  sheet({ title, content: [view.element, ...more], closed: app.onCard(view.update) });
}

const leaderboard = (app) => following(app, "Leaderboard", standings(app),
  h("div.actions", button("Scorecard", () => scorecard(app))));

export const scorecard = (app) => following(app, "Scorecard", scorecardTable());

/** The scorecard as a table: a row for each player, a column for each hole. */
export function scorecardTable() {
  const table = h("table");
  const element = h("div.scroller", { tabIndex: 0, role: "region", ariaLabel: "Scorecard" }, table);
  const column = (text) => h("th", { scope: "col" }, text);
  const row = (name, ...cells) => h("tr", h("th", { scope: "row" }, name), ...cells);

  function update(card) {
    const holes = range(card.holes);
    table.replaceChildren(
      h("thead",
        h("tr", column("Hole"), holes.map(column), column("Total")),
        row("Par", card.pars.map((par) => h("td", par)),
          h("td", card.pars.reduce((sum, par) => sum + par, 0)))),
      h("tbody", card.standings.map((line) =>
        row(line.player, holes.map((hole) => score(card, line.player, hole)),
          h("td", line.label ? `${line.strokes} ` : "", total(line))))));
  }
  return { element, update };
}

/** One score of the table: a ring or a box says what its colour says. */
function score(card, player, hole) {
  const [value, par] = [result(card, player, hole), card.pars[hole - 1]];
  const { standing } = cell(card, player, hole);
  return h("td", { title: standing && `Scored by ${standing.reportedBy}, ${clock(standing.at)}` },
    h(`span.mark.${shade(above(value, par))}`, { ariaHidden: "true" }, written(value) || "·"),
    h("span.unseen", spokenResult(value, par)));
}
