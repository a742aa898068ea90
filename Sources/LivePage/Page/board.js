// The pill, the leaderboard, the badge of disputes, and the scorecard as a table.

import { cell, moves, result } from "./fold.js";
import { fit, flash, h, pulse, read, rearrange, say, sheet } from "./dom.js";
import { clock, isOver, list, moved, shade, spokenResult, spokenToPar, toPar, written } from "./words.js";

const thru = (card, line) =>
  line.holesPlayed == 0 ? "–" : line.holesPlayed == card.holes ? "F" : `thru ${line.holesPlayed}`;

/** Who leads, spoken: "Leaderboard: Jake leads at minus two". */
export function spokenLead(card) {
  const leaders = card.standings.filter((line) => line.place == 1 && line.holesPlayed > 0);
  if (leaders.length == 0) return "Leaderboard: no scores yet";
  const names = list(leaders.map((line) => line.player));
  return `Leaderboard: ${names} ${leaders.length > 1 ? "lead" : "leads"} at ${spokenToPar(leaders[0].relativeToPar)}`;
}

const total = (line) =>
  h(`span.to-par.${line.holesPlayed ? shade(line.relativeToPar) : "open"}`, {},
    line.holesPlayed ? toPar(line.relativeToPar) : "–");

/** The pill at the top: who leads; opens the leaderboard. For the organiser a badge counts disputes. */
export function pill(app) {
  const names = h("span.names");
  const open = h("button.pill", { type: "button", onclick: () => leaderboard(app) }, names);
  const badge = h("button.badge", { type: "button", onclick: () => app.resolve() });
  const scroller = h("div.pill-scroller", {}, open);
  let [shown, sizeOf] = ["", 0];

  function update(card) {
    const state = card.standings.map((line) => line.player + line.relativeToPar + line.holesPlayed).join();
    if (state != shown) {
      if (shown) pulse(scroller);
      shown = state;
      fit(names, card.standings, (line) => line.player,
        () => h("span.entry", {}, h("span"), h("span")),
        (entry, line) => {
          read(entry.firstElementChild, line.player);
          entry.lastElementChild.replaceWith(total(line));
          entry.classList.toggle("own", line.player == app.status.player);
        });
      open.ariaLabel = spokenLead(card);
      showOwn();
    }
    const count = app.isOrganiser ? card.disputes.length : 0;
    badge.hidden = count == 0;
    badge.ariaLabel = `${count} score ${count == 1 ? "discrepancy" : "discrepancies"}: resolve`;
    read(badge, String(count));
  }

  /** Brings one's own entry into view, where the pill is too narrow for all. */
  function showOwn() {
    const own = names.querySelector(".own");
    if (own && names.childElementCount != sizeOf) {
      sizeOf = names.childElementCount;
      scroller.scrollLeft = own.offsetLeft - scroller.clientWidth / 2 + own.offsetWidth / 2;
    }
  }
  return { element: h("nav.top", { ariaLabel: "Leaderboard" }, scroller, badge), update };
}

/** The rows of a leaderboard, which move by themselves; `pick` makes them buttons. */
export function standings(app, { pick = null, nameOf = (name) => name } = {}) {
  const rows = h("ol.standings");
  let before = null;

  function update(card) {
    const moving = before?.id == card.id && rows.isConnected ? moves(before, card) : [];
    before = card;
    rearrange(() => [...rows.children], () =>
      fit(rows, card.standings, (line) => line.player,
        (line) => h("li", {}, pick
          ? h("button.line", { type: "button", onclick: () => pick(line.player) })
          : h("div.line")),
        (row, line) => {
          const isFirst = line.place == 1 && line.holesPlayed > 0;
          const player = card.players.find(({ name }) => name == line.player);
          row.firstElementChild.replaceChildren(
            h(`span.place${isFirst ? ".first" : ""}`, {}, line.label ?? "–"),
            h("span.name", {}, nameOf(line.player),
              player?.hasLeft ? h("small", {}, " left") : null),
            h("span.arrow", { ariaHidden: "true" }),
            total(line),
            h("span.thru", {}, thru(card, line)),
          );
          row.classList.toggle("own", line.player == app.status.player);
          if (pick) row.firstElementChild.ariaLabel =
            `${line.player}, ${line.holesPlayed ? spokenToPar(line.relativeToPar) : "no score"}, select to score`;
        }));
    for (const move of moving) {
      const arrow = rows.querySelector(`[data-key="${CSS.escape(move.player)}"] .arrow`);
      const isUp = move.to < move.from;
      arrow.classList.add(isUp ? "up" : "down");
      arrow.textContent = isUp ? "▲" : "▼";
      flash(arrow);
    }
    if (moving.length) say(moving.map(moved).join(". "));
  }
  return { element: rows, update };
}

/** The leaderboard as a sheet. */
function leaderboard(app) {
  const rows = standings(app);
  const stop = app.onCard((card) => rows.update(card));
  rows.update(app.card);
  sheet({
    title: "Leaderboard",
    kind: ".board",
    content: [
      rows.element,
      h("div.actions", {}, h("button", { type: "button", onclick: () => scorecard(app) }, "Scorecard")),
    ],
    closed: stop,
  });
}

/** The scorecard as a table: a row for each player, a column for each hole. */
export function scorecardTable(card) {
  const holes = card.pars.map((par, index) => index + 1);
  const lineOf = (name) => card.standings.find((line) => line.player == name);
  const heading = (kind, text) => h(`th${kind}`, { scope: "col" }, text);
  return h("div.scroller", { tabIndex: 0, role: "region", ariaLabel: "Scorecard" },
    h("table", {},
      h("thead", {},
        h("tr", {}, heading("", "Hole"), holes.map((hole) => heading("", String(hole))), heading("", "Total")),
        h("tr.pars", {}, h("th", { scope: "row" }, "Par"), card.pars.map((par) => h("td", {}, String(par))),
          h("td", {}, String(card.pars.reduce((sum, par) => sum + par, 0))))),
      h("tbody", {}, card.standings.map(({ player }) => {
        const line = lineOf(player);
        return h("tr", {},
          h("th", { scope: "row" }, player),
          holes.map((hole) => score(card, player, hole)),
          h("td.total", {}, line.holesPlayed ? `${line.strokes} ` : "–",
            line.holesPlayed ? total(line) : null));
      }))));
}

/** One score of the table: a ring or box says what its colour says. */
function score(card, player, hole) {
  const value = result(card, player, hole);
  const isNumber = typeof value == "number";
  const { standing } = cell(card, player, hole);
  return h("td", { title: standing ? `Scored by ${standing.reportedBy}, ${clock(standing.at)}` : null },
    h(`span.mark${isNumber ? `.${shade(value - card.pars[hole - 1])}` : ""}`, { ariaHidden: "true" },
      written(value) || "·"),
    h("span.unseen", {}, spokenResult(value, card.pars[hole - 1])));
}

export function scorecard(app) {
  const place = h("div");
  const update = (card) => {
    const left = place.querySelector(".scroller")?.scrollLeft ?? 0;
    place.replaceChildren(
      h("p.caption", {}, `${card.info.course}${card.lateScores && isOver(card.phase)
        ? `. ${card.lateScores} came after the finish.` : ""}`),
      scorecardTable(card));
    place.querySelector(".scroller").scrollLeft = left;
  };
  update(app.card);
  sheet({ title: "Scorecard", kind: ".wide", content: place, closed: app.onCard(update) });
}
