// The pill, the leaderboard, the badge of disputes, and the scorecard as a table.

import { cell, moves, result } from "./fold.js";
import { button, fit, flash, h, pulse, read, rearrange, say, sheet } from "./dom.js";
import { clock, list, moved, shade, spokenResult, spokenToPar, toPar, written } from "./words.js";

/** Who leads, spoken. */
function spokenLead({ standings }) {
  const leaders = standings.filter((line) => line.place == 1 && line.label);
  if (leaders.length == 0) return "Leaderboard: no scores yet";
  const lead = leaders.length > 1 ? "lead" : "leads";
  return `Leaderboard: ${list(leaders.map((line) => line.player))} ${lead} at ${spokenToPar(leaders[0].relativeToPar)}`;
}

const total = ({ label, relativeToPar }) =>
  label ? h(`span.to-par.${shade(relativeToPar)}`, toPar(relativeToPar)) : h("span.to-par.open", "–");

/** The pill at the top: who leads; opens the leaderboard. For the organiser a badge counts disputes. */
export function pill(app) {
  const open = h("button.pill", { onclick: () => leaderboard(app) });
  const badge = h("button.badge", { onclick: () => app.resolve() });
  const scroller = h("div.pill-scroller", open);
  const box = h("div.pill-box", scroller);
  let shown = null;

  function update(card) {
    const state = JSON.stringify(card.standings);
    if (state != shown) {
      if (shown) pulse(box);
      open.replaceChildren(...card.standings.map((line) =>
        h(`span.entry.${line.player == app.status.player ? "own" : ""}`, h("span", line.player), total(line))));
      open.ariaLabel = spokenLead(card);
      // One's own entry, where the pill is too narrow for all.
      const own = open.querySelector(".own");
      if (own && !shown) requestAnimationFrame(() => { scroller.scrollLeft = own.offsetLeft - scroller.clientWidth / 2; });
      shown = state;
    }
    const count = app.isOrganiser ? card.disputes.length : 0;
    badge.hidden = count == 0;
    badge.ariaLabel = `${count} score ${count == 1 ? "discrepancy" : "discrepancies"}: resolve`;
    read(badge, String(count));
  }
  return { element: h("nav.top", { ariaLabel: "Leaderboard" }, box, badge), update };
}

/** The rows of a leaderboard, which slide to their places; `pick` makes them buttons. */
export function standings(app, { pick = null, nameOf = (name) => name } = {}) {
  const rows = h("ol.rows");
  let before = null;

  function update(card) {
    const moving = before?.id == card.id ? moves(before, card) : [];
    before = card;
    rearrange(rows, () =>
      fit(rows, card.standings, (line) => line.player,
        ({ player }) => h("li", pick ? h("button.row", { onclick: () => pick(player) }) : h("div.row")),
        (item, line) => {
          const row = item.firstElementChild;
          const [name, isFirst] = [line.player, line.place == 1 && line.label];
          const thru = !line.label ? "" : line.holesPlayed == card.holes ? "F" : `thru ${line.holesPlayed}`;
          const { hasLeft } = card.players.find((player) => player.name == name);
          row.replaceChildren(
            h(`span.place.${isFirst ? "first" : ""}`, line.label ?? "–"),
            h("span.name", nameOf(name), hasLeft ? h("small", " left") : null),
            h("span.arrow", { ariaHidden: "true" }), total(line), h("small.thru", thru));
          item.classList.toggle("own", name == app.status.player);
          if (pick) row.ariaLabel = `${name}, ${line.label ? spokenToPar(line.relativeToPar) : "no score"}. Select to score`;
        }));
    for (const { player, from, to } of moving) {
      const arrow = rows.querySelector(`[data-key="${CSS.escape(player)}"] .arrow`);
      arrow.className = `arrow ${to < from ? "under" : "over"}`;
      arrow.textContent = to < from ? "▲" : "▼";
      flash(arrow);
    }
    if (moving.length) say(moving.map(moved).join(". "));
  }
  return { element: rows, update };
}

/** Shows what follows the card in a sheet, as long as that is open. */
function following(app, title, kind, view, ...more) {
  view.update(app.card);
  sheet({ title, kind, content: [view.element, ...more], closed: app.onCard(view.update) });
}

const leaderboard = (app) => following(app, "Leaderboard", "", standings(app),
  h("div.actions", button("Scorecard", () => scorecard(app))));

export const scorecard = (app) => following(app, "Scorecard", "wide", scorecardTable());

/** The scorecard as a table: a row for each player, a column for each hole. */
export function scorecardTable() {
  const table = h("table");
  const element = h("div.scroller", { tabIndex: 0, role: "region", ariaLabel: "Scorecard" }, table);
  const column = (text) => h("th", { scope: "col" }, String(text));
  const row = (name, ...cells) => h("tr", h("th", { scope: "row" }, name), ...cells);

  function update(card) {
    const holes = card.pars.map((par, index) => index + 1);
    table.replaceChildren(
      h("thead",
        h("tr", column("Hole"), holes.map(column), column("Total")),
        row("Par", card.pars.map((par) => h("td", String(par))),
          h("td", String(card.pars.reduce((sum, par) => sum + par, 0))))),
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
    h(`span.mark.${typeof value == "number" ? shade(value - par) : ""}`, { ariaHidden: "true" }, written(value) || "·"),
    h("span.unseen", spokenResult(value, par)));
}
