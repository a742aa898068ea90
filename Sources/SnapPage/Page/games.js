// Games: all teams of a player, each with its record and its games.

import { h, style } from "./dom.js";
import { badge, day, dot, heading, noTeam, playerChoice, score, sign, signButton, spokenGame } from "./parts.js";
import { city, gamesOf, record, recordText, teamsOf } from "./season.js";

/** How far a row is pulled to show its bin. */
const pulled = 88;

export function gamesView(app) {
  const { season, shown: { player } } = app;
  const teams = teamsOf(season, player.id);
  return h("div.page", heading(app, "Games"), playerChoice(app, (id) => app.choosePlayer(id, true)),
    !teams.length ? null : h("div.ways-in", h("button", { id: "games-camera", onclick: () => app.addPhoto("camera") }, sign("camera"), "Camera"),
      h("button", { id: "games-hand", onclick: app.addByHand }, sign("pencil"), "By hand")),
    teams.length ? teams.map((team) => teamPart(app, team)) : noTeam(app, player));
}

function teamPart(app, team) {
  const games = gamesOf(app.season, team.id);
  const columns = ["Date", "Result", "Score", "Opponent", "City", "Notes", "Details"];
  return h("section.team", { ariaLabel: team.name },
    h("h2.team-name", dot(team.colour), h("span", team.name), h("span.team-record", { role: "img", ariaLabel: `Record ${recordText(record(games))}` }, recordText(record(games)))),
    games.length ? h("div.games", { role: "table", ariaLabel: `Games of ${team.name}` },
      h("div.game-head", { role: "row" }, columns.map((name) => h("span", { role: "columnheader" }, name))),
      games.map((game) => gameRow(app, game))) : h("p.quiet-words", "No games yet."));
}

function gameRow(app, game) {
  const cell = (kind, ...content) => h(`span.${kind}`, { role: "cell" }, content);
  const open = () => app.open({ page: "game", game: game.id });
  const remove = () => app.deleteGame(game);
  const info = signButton("info", `Details: ${spokenGame(game)}`, { id: `info-${game.id}`, onclick: (event) => { event.stopPropagation(); open(); } });
  info.onkeydown = ({ key }) => { if (key === "Delete" || key === "Backspace") remove(); };
  info.setAttribute("aria-keyshortcuts", "Delete");
  const bin = h("button.bin", { hidden: true, ariaLabel: `Delete: ${spokenGame(game)}`, onclick: remove }, sign("bin"));
  const row = h(`div.game${game.id === app.newGame ? ".new" : ""}`, { onclick: open },
    cell("date", day(game.date)), cell("result", badge(game)), cell("score-cell", score(game)),
    cell("opponent", game.opponent || "–"), cell("city", city(game)), cell("notes", game.notes), cell("more", info));
  const outer = h("div.game-row", { role: "row", id: `row-${game.id}` }, row, h("span.bin-cell", { role: "cell" }, bin));
  pull(row, bin);
  return outer;
}

/** Lets a finger pull a row to the left, under which its bin is. */
function pull(row, bin) {
  let [from, way, isOpen] = [null, 0, false];
  const move = (to) => { row.style.translate = to ? `${to}px 0` : ""; };
  row.ontouchstart = ({ touches: [touch] }) => { from = touch; way = 0; };
  row.ontouchmove = ({ touches: [touch] }) => {
    const [x, y] = [touch.clientX - from.clientX, touch.clientY - from.clientY];
    if (Math.abs(x) < 8 || Math.abs(y) > Math.abs(x)) return;
    way = Math.min(0, Math.max(-2 * pulled, x - (isOpen ? pulled : 0)));
    bin.hidden = false;
    move(way);
  };
  row.ontouchend = row.ontouchcancel = () => {
    if (!way && !isOpen) return;
    isOpen = way < -pulled / 2;
    move(isOpen ? -pulled : 0);
    bin.hidden = !isOpen;
    way = 0;
  };
  // A tap on a row that is pulled lets it go.
  row.addEventListener("click", (event) => {
    if (!isOpen) return;
    event.stopPropagation();
    isOpen = false;
    bin.hidden = true;
    move(0);
  }, true);
}

style(`
.ways-in { display: grid; grid-template-columns: 1fr 1fr; gap: var(--space-2); }
.ways-in button { padding-inline: var(--space-2); display: flex; align-items: center; justify-content: center; gap: var(--space-2); min-height: var(--key); }
.page h2.team-name { display: flex; flex-wrap: wrap; align-items: center; gap: var(--space-2); padding-top: var(--space-2); }
.team-name span:nth-child(2) { flex: 1 1 6rem; min-width: 0; }
.team-record { flex: none; font-size: min(var(--h1), 8vw); }
.games { container: games / inline-size; border-radius: 20px; background: var(--raised); overflow: hidden; }
.game-head { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.game-row { position: relative; overflow: hidden; }
.game-row + .game-row { border-top: var(--line) solid var(--rule); }
.game {
  position: relative; z-index: 1; display: grid; grid-template: "result score opponent more" auto "result date city more" auto ". notes notes more" auto / auto max-content minmax(0, 1fr) auto;
  align-items: center; gap: 0 var(--space-3); min-height: var(--row); padding: var(--space-2) 0 var(--space-2) var(--space-3); background: var(--raised); touch-action: pan-y; cursor: pointer;
}
.game.new { border-radius: 20px; }
.game .date { grid-area: date; }
.game .result { grid-area: result; }
.game .score-cell { grid-area: score; font-size: min(var(--h2), 10vw); line-height: 1.2; }
.game .opponent { grid-area: opponent; font-weight: 600; }
.game .city { grid-area: city; }
.game .notes { grid-area: notes; }
.game .notes:empty { display: none; }
.game .more { grid-area: more; }
.game :is(.opponent, .city, .notes) { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.game :is(.date, .city, .notes) { color: var(--secondary); font-size: var(--caption); }
.bin-cell { position: absolute; inset: 0 0 0 auto; display: flex; }
.bin { width: 88px; border: 0; border-radius: 0; background: var(--destructive); color: var(--ground); }
/* Large text: each on a line of its own. */
@container games (max-width: 14rem) {
  .game { grid-template: "result score more" auto "opponent opponent more" auto "date date more" auto "city city more" auto "notes notes more" auto / auto minmax(0, 1fr) auto; }
}
@media (min-width: 700px) {
  .games { display: grid; grid-template-columns: max-content max-content max-content minmax(6rem, 2fr) minmax(4rem, 1fr) minmax(0, 2fr) max-content; column-gap: var(--space-3); }
  .game-row, .game, .game-head { display: grid; grid-column: 1 / -1; grid-template: auto / subgrid; }
  .game-head { position: static; width: auto; height: auto; clip-path: none; padding: var(--space-2) 0 0 var(--space-3); color: var(--secondary); font-size: var(--caption); }
  .game-head span:last-child { visibility: hidden; max-width: var(--target); }
  .game { min-height: var(--scoring); padding-block: var(--space-1); }
  .games .game > span { grid-area: auto; }
  .games .notes:empty { display: block; }
}
`);
