// The standings: beside or above the card, as a pill, and in a sheet; a player's holes, and the scorecard as tables.

import { cell, currentHole, moves, nameKey, range, result } from "./fold.js";
import { button, child, fit, flash, h, icon, pulse, rearrange, read, say, sheet, spoken } from "./dom.js";
import {
  above, clock, isOver, list, moved, runShade, shade, spokenResult, spokenStanding, spokenToPar, toPar, written,
} from "./words.js";

function spokenLead({ standings, players }) {
  const leaders = standings.filter(({ label, place }) => label && place === 1);
  const lead = leaders.length > 1 ? "lead" : "leads";
  const who = leaders.length
    ? `${list(leaders.map(({ player }) => player))} ${lead} at ${spokenToPar(leaders[0].relativeToPar)}` : "no scores yet";
  return `Leaderboard, ${players.length} players, ${who}. Opens the standings`;
}

/** Strokes above par; everybody starts even. */
const total = ({ relativeToPar: n }) => spoken(toPar(n), spokenToPar(n), `to-par.${runShade(n)}`);

const isOwn = (app, player) => nameKey(player) === nameKey(app.status.player ?? "");

/** For the organiser, how many scores devices differ over, and what is said of it. */
export function disputeBadge(app, words = "") {
  const element = h("button.badge", { onclick: app.resolve });
  return {
    element,
    update(card) {
      const count = app.isOrganiser ? card.disputes.length : 0;
      element.hidden = !count;
      element.ariaLabel = `${count} score ${count === 1 ? "discrepancy" : "discrepancies"}: resolve`;
      read(element, count + words);
    },
  };
}

/**
 * The standings of a round that goes on: all of them in the free space above the card, or beside it with the scorecard;
 * a pill where there is no room for a row each. The style sheet decides.
 */
export function board(app) {
  const entries = h("span.entries");
  const scroller = h("span.pill-scroller", entries);
  const open = h("button.pill", { onclick: () => leaderboard(app) },
    scroller, h("b.pill-title", "Leaderboard"), icon("next"));
  const badge = disputeBadge(app);
  const [rows, table] = [standings(app, (player) => holesOf(app, player)), scorecardTable(app)];
  const element = h("section.room", { ariaLabel: "Standings" }, h("div.share",
    h("nav.top", { ariaLabel: "Leaderboard" }, open, badge.element),
    h("div.board", rows.element, table.element)));
  let [shown, before] = [null, null];

  function update(card) {
    element.style.setProperty("--players", card.players.length);
    const state = JSON.stringify([card.standings, app.status.player]);
    if (state !== shown) {
      if (shown) pulse(open);
      const moving = before?.id === card.id ? moves(before, card) : [];
      entries.replaceChildren(...card.standings.map((line) => h(`span.entry.${isOwn(app, line.player) ? "own" : ""}`,
        h("span", line.label), h("span", line.player), total(line), arrow())));
      moving.forEach((move) => point(entries.children[card.standings.findIndex(({ player }) => player === move.player)], move));
      open.ariaLabel = spokenLead(card);
      // One's own entry, where the pill is too narrow for all, wherever it moves.
      const own = entries.querySelector(".own");
      if (own) requestAnimationFrame(() => {
        scroller.scrollLeft = own.offsetLeft + (own.offsetWidth - scroller.clientWidth) / 2;
      });
      [shown, before] = [state, card];
    }
    badge.update(card);
    rows.update(card);
    table.update(card);
  }
  return { element, update };
}

const arrow = () => h("span.arrow", { ariaHidden: "true" });

/** Shows for a moment to which side somebody moved. */
function point(element, { from, to }) {
  const arrow = element.querySelector(".arrow");
  arrow.className = `arrow ${to < from ? "under" : "over"}`;
  arrow.textContent = to < from ? "▲" : "▼";
  flash(arrow);
}

/** The rows of a leaderboard, which slide to their places; a tap on one opens what `pick` shows of its player. */
export function standings(app, pick) {
  const rows = h("ol.rows.standings");
  let before = null;

  function update(card) {
    const moving = before?.id === card.id ? moves(before, card) : [];
    before = card;
    rearrange(rows, () =>
      fit(rows, card.standings, ({ player }) => player,
        ({ player }) => h("li", h("button.row", { onclick: () => pick(player) })),
        (item, line) => {
          const { player, place, label, strokes, holesPlayed } = line;
          const row = item.firstElementChild;
          const thru = label && (holesPlayed === card.holes ? "F" : `thru ${holesPlayed}`);
          const { hasLeft } = card.players.find(({ name }) => name === player);
          row.replaceChildren(
            h(`span.place.${label === "1" ? "first" : ""}`, label ?? "–"),
            h("span.name", player, hasLeft ? h("small", " left") : null),
            arrow(), h("small.thru", thru), h("span.strokes", label && strokes), total(line));
          item.classList.toggle("own", isOwn(app, player));
          row.ariaLabel = `${spokenStanding(line, card.holes)}. Opens the holes`;
        }));
    for (const move of moving) point(child(rows, move.player), move);
    if (moving.length) say(moving.map(moved).join(". "));
  }
  return { element: rows, update };
}

/** Shows what follows the card in a sheet, as long as that is open. */
function following(app, title, view, ...more) {
  view.update(app.card);
  sheet({ title, content: [view.element, ...more], closed: app.onCard(view.update) });
}

function leaderboard(app) {
  const [rows, place] = [standings(app, (player) => holesOf(app, player)), h("p.caption")];
  const update = (card) => {
    read(place, `Hole ${currentHole(card, app.told)} of ${card.holes}`);
    rows.update(card);
  };
  following(app, "Leaderboard", { element: h("div.stack", place, rows.element), update },
    h("div.actions", button("Scorecard", () => scorecard(app))));
}

/** The holes of one player: hole, par, score and strokes above par, nine and nine. */
export function holesOf(app, player) {
  const [about, nines] = [h("p.caption"), h("div.nines")];
  function update(card) {
    const line = card.standings.find((line) => line.player === player);
    about.replaceChildren(line.label ? spoken(`${line.label} · ${toPar(line.relativeToPar)} · ${line.strokes} strokes`,
      `${spokenStanding(line, card.holes)}, ${line.strokes} strokes`) : "No score yet");
    nines.replaceChildren(...inNines(card).map((holes) => h("table.holes",
      h("thead", h("tr", ["Hole", "Par", "Score", spoken("±", "To par")].map(column))),
      h("tbody", holes.map((hole) => {
        const par = card.pars[hole - 1];
        const n = above(result(card, player, hole), par);
        return h("tr", h("th", { scope: "row" }, hole), h("td", par), score(app, player, hole, card),
          h("td", Number.isNaN(n) ? null : spoken(toPar(n), spokenToPar(n), `to-par.${shade(n)}`)));
      })))));
  }
  following(app, player, { element: h("div.stack", about, nines), update });
}

const column = (text) => h("th", { scope: "col" }, text);

const inNines = ({ holes }) => Array.from({ length: Math.ceil(holes / 9) }, (_, nine) =>
  range(holes).slice(nine * 9, nine * 9 + 9));

export const scorecard = (app) => following(app, "Scorecard", scorecardTable(app));

/** The scorecard, nine and nine: a row for each player, a column for each hole, and the sums always in sight. */
export function scorecardTable(app) {
  const element = h("div.nines");
  let shown = null;

  function update(card) {
    const nines = inNines(card);
    const here = currentHole(card, app.told);
    const place = `${card.id} ${here}`;
    const kind = (hole) => (hole === here && !isOver(card.phase) ? ".here" : "");
    const sum = (holes, value) => holes.map(value).reduce((sum, one) => sum + (typeof one === "number" ? one : 0), 0);
    const row = (name, ...cells) => h("tr", h("th", { scope: "row" }, name), ...cells);
    fit(element, nines, ([first]) => first,
      ([first]) => h("div.scroller", { tabIndex: 0, role: "region", ariaLabel: first === 1 ? "Scorecard" : `Scorecard from hole ${first}` }),
      (scroller, holes) => {
        const isLast = holes === nines.at(-1);
        const counted = isLast ? range(card.holes) : holes;
        scroller.replaceChildren(h("table",
          h("thead",
            h("tr", column("Hole"), holes.map((hole) => h(`th${kind(hole)}`, { scope: "col" }, hole)), column(isLast ? "Total" : "Sum")),
            row("Par", holes.map((hole) => h("td", card.pars[hole - 1])), h("td", sum(counted, (hole) => card.pars[hole - 1])))),
          h("tbody", card.standings.map((line) => row(line.player, holes.map((hole) => score(app, line.player, hole, card)),
            h("td", line.label ? `${sum(counted, (hole) => result(card, line.player, hole))} ` : "", isLast && line.label ? total(line) : null))))));
        // The hole that is played comes into sight, and a person may look at others.
        if (place !== shown) requestAnimationFrame(() => {
          const cell = scroller.querySelector(".here");
          scroller.scrollLeft = cell ? cell.offsetLeft + (cell.offsetWidth - scroller.clientWidth) / 2 : 0;
        });
      });
    shown = place;
  }
  return { element, update };
}

/** One score of a table: a ring or a box, twice where it is far from par, says what its colour says. */
function score(app, player, hole, card) {
  const [value, par] = [result(card, player, hole), card.pars[hole - 1]];
  const { standing } = cell(card, player, hole);
  const n = above(value, par);
  const isDoubtful = app.isDisputed(player, hole);
  const kind = isDoubtful ? "doubt" : `${shade(n)}.${Math.abs(n) > 1 ? "twice" : ""}`;
  return h("td", { title: standing && `Scored by ${standing.reportedBy}, ${clock(standing.at)}` },
    h(`span.mark.${kind}`, { ariaHidden: "true" }, written(value) || "·"),
    h("span.unseen", spokenResult(value, par), isDoubtful ? ", two scores" : null));
}
