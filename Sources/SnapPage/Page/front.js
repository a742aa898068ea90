// Home: one player and one team, their record, the last game, what the season comes to.

import { h, style } from "./dom.js";
import { chart } from "./chart.js";
import { badge, dropdown, facts, heading, noTeam, playerChoice, score, spokenGame, streak } from "./parts.js";
import { gamesOf, record, recordText, summary, teamsOf } from "./season.js";

export function frontView(app) {
  const { season, shown: { player, team } } = app;
  const own = teamsOf(season, player.id);
  const games = team ? gamesOf(season, team.id) : [];
  return h("div.page", heading(app, "Home"), playerChoice(app, app.choosePlayer),
    own.length > 1 ? dropdown(own, team.id, {
      id: "team", ariaLabel: "Team", onchange: ({ target }) => app.chooseTeam(target.value) }) : null,
    team ? recordPart(team, games, own.length > 1) : noTeam(app, player),
    games.length ? lastPart(app, games[0]) : team ? h("p.quiet-words", "No games yet. The button at the lower right adds the first.") : null,
    games.length ? summaryPart(games) : null,
    games.length ? chart(games, (game) => app.open({ page: "game", game }), app.newGame) : null);
}

/** The record, under the team's name where no dropdown has it. */
function recordPart(team, games, isNamed) {
  const { wins, losses, ties } = record(games);
  // As large as its digits let it be.
  const digits = `${wins}${losses}${ties}`.length;
  const part = (count, word) => h("span", h("b", String(count)), h("small", word));
  return h("section.record", { ariaLabel: `Record of ${team.name}` }, h(isNamed ? "h2.unseen" : "h2", team.name),
    h("p.figures", { role: "img", ariaLabel: `${wins} wins, ${losses} losses, ${ties} ties`, title: recordText(record(games)), style: `--digits: ${digits}` },
      part(wins, "Wins"), h("i", "-"), part(losses, "Losses"), h("i", "-"), part(ties, "Ties")));
}

const lastPart = (app, game) => h("section", h("h2.label", "Last game"),
  h(`button.last${game.id === app.newGame ? ".new" : ""}`,
    { id: `last-${game.id}`, ariaLabel: `Last game: ${spokenGame(game)}`, onclick: () => app.open({ page: "game", game: game.id }) },
    badge(game), h("span.last-score", score(game)),
    h("span.last-words", h("span", game.opponent || "Opponent not named"), h("small", facts(game)))));

function summaryPart(games) {
  const told = summary(games);
  const mean = (sum) => (sum / games.length).toFixed(1);
  const fact = (value, word, more) => h("div", h("dt", word), h("dd", value, more ? h("small", more) : null));
  return h("dl.facts", { "aria-label": "Season: streak, and points of both sides" }, fact(streak(told), "Streak"),
    fact(String(told.scored), "Scored", `${mean(told.scored)} a game`),
    fact(String(told.allowed), "Allowed", `${mean(told.allowed)} a game`));
}

style(`
.record { display: grid; gap: var(--space-1); padding: var(--space-3) 0 var(--space-2); text-align: center; }
.record h2 { color: var(--secondary); font-size: var(--body); }
.figures { display: flex; justify-content: center; gap: min(var(--space-3), 3vw); font-size: min(4.5rem, (100vw - 5rem) / (0.7 * var(--digits) + 1.2)); font-weight: 700; line-height: 1; letter-spacing: -0.03em; }
.figures span { display: grid; flex: none; min-width: 1.1em; }
.figures b { font-weight: 700; }
.figures i { color: var(--secondary); font-style: normal; font-weight: 400; }
.figures small { margin-top: var(--space-2); letter-spacing: 0; line-height: 1.2; }
.page section { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--space-2); }
.page h2.label { font-size: var(--caption); }
.last { display: grid; grid-template-columns: auto auto minmax(0, 1fr); align-items: center; gap: var(--space-2) var(--space-3); width: 100%; padding: var(--space-3); border: 0; border-radius: 20px; text-align: start; }
.last-score { font-size: min(var(--h1), 8vw); line-height: 1; font-weight: 500; }
.last-words { display: grid; min-width: 0; }
.last-words > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.new { box-shadow: inset 0 0 0 var(--stroke) var(--accent); }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 5rem), 1fr)); gap: var(--space-2); margin: 0; }
.facts div { padding: var(--space-3); border-radius: 20px; background: var(--raised); }
.facts dt { color: var(--secondary); font-size: var(--caption); line-height: 1.2; }
.facts dd { margin: var(--space-1) 0 0; font-size: min(var(--h2), 5.500vw); font-weight: 700; line-height: 1.2; }
.facts dd small { display: block; }
.quiet-words { color: var(--secondary); text-align: center; }
.setup { display: grid; gap: var(--space-3); padding-block: var(--space-5); text-align: center; }
@media (max-width: 350px) { .facts div { padding: var(--space-2); } .last { grid-template-columns: auto minmax(0, 1fr); } .last-words { grid-column: 1 / 3; } }
`);
