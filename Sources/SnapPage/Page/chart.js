// A season as bars, the first game at the left: up by how much was won, down by how much was lost, a ring for a tie.

import { arrows, h, style } from "./dom.js";
import { day, outcomes, spokenGame } from "./parts.js";

const margin = ({ result: { team, opponent } }) => team - opponent;

/** The chart of games, of which a tap opens one; keys go from one to the next. */
export function chart(games, open, newGame) {
  const season = [...games].reverse();
  const most = Math.max(1, ...season.map((game) => Math.abs(margin(game))));
  const bars = season.map((game) => {
    const { outcome } = game.result;
    const by = margin(game);
    const bar = h(`button.game-bar.${outcome}${game.id === newGame ? ".new" : ""}`, {
      id: `bar-${game.id}`, ariaLabel: spokenGame(game), title: spokenGame(game), tabIndex: -1, onclick: () => open(game.id),
    }, h("span.by", by > 0 ? `+${by}` : by < 0 ? `−${-by}` : "0"), h(`span.bar-of.${outcome}`), h("small", day(game.date).replace(/,.*/, "")));
    bar.style.setProperty("--part", Math.abs(by) / most);
    return bar;
  });
  const plot = h("div.plot", { role: "group", ariaLabel: "Margin of each game, the latest last" }, h("div.plot-bars", bars));
  bars.at(-1).tabIndex = 0;
  arrows(plot, (step) => {
    const next = bars[bars.indexOf(document.activeElement) + step];
    if (!next) return;
    for (const bar of bars) bar.tabIndex = bar === next ? 0 : -1;
    next.focus();
  });
  // The latest is in sight.
  requestAnimationFrame(() => { plot.scrollLeft = plot.scrollWidth; });
  return h("figure.chart", plot, h("figcaption.caption", `Margin by game: up is a ${outcomes.win.toLowerCase()}, down a ${outcomes.loss.toLowerCase()}, a ring a ${outcomes.tie.toLowerCase()}`));
}

style(`
.chart { margin: 0; display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--space-2); }
.plot { overflow-x: auto; border-radius: 20px; background: var(--raised); }
.plot-bars { position: relative; display: flex; width: max-content; min-width: 100%; padding: var(--space-2); }
.plot-bars::before { content: ""; position: absolute; inset: calc(var(--space-2) + 80px) var(--space-3) auto; border-top: var(--line) solid var(--border); }
.game-bar { position: relative; flex: 0 0 52px; height: 188px; padding: 0; border: 0; background: none; font-size: var(--caption); font-weight: 600; }
.game-bar small { position: absolute; inset: auto 0 0; font-size: 11px; white-space: nowrap; }
.bar-of { position: absolute; left: 16px; right: 16px; height: calc(4px + 56px * var(--part)); border-radius: var(--space-1); }
.bar-of.win { bottom: 108px; background: var(--accent); }
.bar-of.loss { top: 80px; background: var(--border); }
.bar-of.tie { top: 72px; left: calc(50% - 8px); right: auto; width: 16px; height: 16px; border: 3px solid var(--text); border-radius: 50%; background: var(--raised); }
.by { position: absolute; inset-inline: 0; }
.game-bar.win .by { bottom: calc(114px + 56px * var(--part)); }
.game-bar.loss .by { top: calc(86px + 56px * var(--part)); }
.game-bar.tie .by { top: 92px; }
@media (forced-colors: active) { .bar-of { border: var(--stroke) solid CanvasText; } }
`);
