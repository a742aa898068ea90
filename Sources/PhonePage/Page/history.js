// History: the rounds that are over, and what they come to in a season.

import { nameKey } from "./fold.js";
import { button, fit, h, icon, spoken, style } from "./dom.js";
import { get, kept } from "./host.js";
import { clock, day, isOver, list, runShade, spokenToPar, toPar } from "./words.js";

const path = "/api/season";

/** "1st", "2nd", "3rd", "11th"; of who shares a place, "tied 2nd". */
export function ordinal({ place, label }) {
  const ending = place % 100 > 10 && place % 100 < 14 ? "th" : ["th", "st", "nd", "rd"][place % 10] ?? "th";
  return `${label.startsWith("T") ? "tied " : ""}${place}${ending}`;
}

export function historyPart(app) {
  const [rounds, season] = [h("ul.stack"), h("div.stack.seasons")];
  const parts = [["Rounds", rounds], ["Season", season]];
  const choices = h("div.parts", { role: "group", ariaLabel: "History" }, parts.map(([name, part]) =>
    button(name, () => show(part))));
  const none = h("div.empty", icon("clock"), h("h2", "No finished round yet."), h("p", "Each round stands here once it is finished: where it was, who won, and your place."));
  const element = h("div.page", h("h1", "History"), choices, none, rounds, season);

  function show(part) {
    parts.forEach(([, other], index) => {
      other.hidden = other !== part;
      choices.children[index].ariaPressed = String(other === part);
    });
    if (part === season) load();
  }

  async function load() {
    if (kept(path)) fillSeason(season, kept(path), app);
    try {
      fillSeason(season, await get(path), app);
    } catch ({ message }) {
      if (!kept(path)) season.replaceChildren(h("p.error", { role: "alert" }, message));
    }
  }

  function update() {
    const over = app.rounds.filter(({ phase }) => isOver(phase));
    none.hidden = over.length > 0;
    choices.hidden = !over.length;
    fit(rounds, over, ({ id }) => id, ({ id }) => h("li", h("button.round.card", { onclick: () => app.openRound(id) })),
      (item, round) => fillCard(item.firstElementChild, round));
  }
  show(rounds);
  return { element, update };
}

function fillCard(card, { course, players = [], leaders, relativeToPar, standings = [], finishedAt, createdAt, you }) {
  const own = standings.find(({ player, label }) => label && player === you);
  const hasWon = leaders.includes(you);
  const winners = leaders.map((name) => (name === you ? "You" : name));
  const won = leaders.length ? `${list(winners)} won at ` : "Nobody scored.";
  const n = leaders.length ? relativeToPar : NaN;
  const at = finishedAt ?? createdAt;
  card.ariaLabel = [`${day(at)}, ${clock(at)}`, course, list(players), leaders.length ? `${won}${spokenToPar(n)}` : "Nobody scored",
    own && !hasWon && `You: ${ordinal(own)}, ${spokenToPar(own.relativeToPar)}`].filter(Boolean).join(". ");
  card.replaceChildren(
    h("small", `${day(at)}, ${clock(at)}`),
    h("span.title", h("span.name", course), icon("next")),
    h("small", list(players)),
    h("span", won, h(`span.to-par.${runShade(n)}`, toPar(n))),
    own && !hasWon ? h("span.you", `You: ${ordinal(own)}, `, h(`span.to-par.${runShade(own.relativeToPar)}`, toPar(own.relativeToPar))) : "");
}

// MARK: - Season

const tenths = (n) => Math.round(n * 10) / 10;

function fillSeason(place, { seasons }, app) {
  place.replaceChildren(...seasons.flatMap(({ year, lines, courses }) => [
    h("h2", `Season ${year}`), standings(lines, app), ...averages(courses, lines, app)]));
  if (!seasons.length) place.append(h("p", "Nobody has finished a whole round yet."));
}

function standings(lines, { player }) {
  const column = (text) => h("th", { scope: "col" }, text);
  const key = nameKey(player ?? "");
  return h("div.scroller", { tabIndex: 0, role: "region", ariaLabel: "Standings of the season" }, h("table.season",
    h("thead", h("tr", column("Player"), column("Rounds"), column("Wins"), column("Average"))),
    h("tbody", lines.map((line) => h(`tr.${nameKey(line.player) === key ? "own" : ""}`,
      h("th", { scope: "row" }, line.player), h("td", line.rounds), h("td", line.wins),
      h("td", averageOf(tenths(line.average))))))));
}

const averageOf = (n) => spoken(toPar(n), spokenToPar(n), `to-par.${runShade(n)}`);

/** One's own averages by course, or those of who leads; each bar from par, with the same in words beside it. */
function averages(courses, lines, { player }) {
  const named = (name) => courses.filter((line) => nameKey(line.player) === nameKey(name ?? ""));
  const shown = named(player).length ? named(player) : named(lines[0]?.player);
  if (!shown.length) return [];
  const widest = Math.max(1, ...shown.map(({ average }) => Math.abs(average)));
  const isLeft = shown.some(({ average }) => average < 0);
  return [h("h2", `${shown[0].player} by course`), h("ul.bars", shown.map(({ course, average, best, rounds }) => {
    const n = tenths(average);
    return h("li",
      h("span.name", course), bar(average / widest, isLeft, runShade(n)), averageOf(n),
      h("small", `${rounds} ${rounds === 1 ? "round" : "rounds"}, best `, spoken(toPar(best), spokenToPar(best))));
  }))];
}

/** A bar from the line of par to the right, or to the left where it is below; `part` is −1 to 1. */
function bar(part, isLeft, kind) {
  const [width, height] = [100, 16];
  const zero = isLeft ? width / 2 : 0;
  const shape = (tag, properties) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(properties)) element.setAttribute(name, value);
    return element;
  };
  const length = Math.max(2, Math.abs(part) * (width - zero));
  const svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", class: `bar-of ${kind}`, "aria-hidden": "true" });
  svg.append(
    shape("rect", { x: part < 0 ? zero - length : zero, y: 2, width: length, height: height - 4, class: "filled" }),
    shape("path", { d: `M${zero} 0V${height}`, "vector-effect": "non-scaling-stroke" }));
  return svg;
}

style(`
.parts { display: flex; flex-wrap: wrap; padding: var(--space-1); border-radius: var(--space-3); background: var(--raised); }
.parts button { flex: 1 1 5em; border-color: transparent; background: none; color: var(--secondary); }
.parts [aria-pressed=true] { background: var(--tertiary); color: var(--text); }
.you { color: var(--text); }
.seasons { gap: var(--space-3); }
.season { width: 100%; }
.season th:first-child { background: var(--ground); }
.season .own th { text-decoration: underline 2px; text-underline-offset: 4px; }
.bars { display: grid; gap: var(--space-3); }
.bars li { display: grid; grid-template-columns: 1fr auto; align-items: center; gap: 0 var(--space-3); }
.bars .name { grid-column: 1 / -1; font-size: 1rem; }
.bars small { grid-column: 1 / -1; }
.bar-of { width: 100%; height: var(--space-3); stroke: var(--border); stroke-width: 1; }
.bar-of .filled { stroke: none; fill: currentColor; }
`);
