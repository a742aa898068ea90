// Home: Scoring, History and Courses, each behind a tab; the round under way is one tap away from all of them.

import { button, fit, h, icon, iconButton, read, style } from "./dom.js";
import { draft, emptyDraft } from "./begin.js";
import { coursesPart } from "./courses.js";
import { historyPart } from "./history.js";
import { get, kept } from "./host.js";
import { clock, day, isOver, list, phases, runShade, spokenToPar, toPar } from "./words.js";

const tabs = {
  scoring: { name: "Scoring", sign: "basket", make: scoringPart },
  history: { name: "History", sign: "clock", make: historyPart },
  courses: { name: "Courses", sign: "map", make: coursesPart },
};

export function homeView(app, first = "scoring") {
  const place = h("div.tab");
  const strip = liveStrip(app);
  let part = null;
  const buttons = Object.entries(tabs).map(([tab, { name, sign }]) =>
    h("button.tab-button", { onclick: () => { app.turnTo(tab); show(tab); scrollTo(0, 0); } }, icon(sign), h("span", name)));
  const element = h("div.home", place, strip.element, h("nav.tabs", { ariaLabel: "Home" }, buttons));

  function show(tab) {
    part = tabs[tab].make(app);
    place.replaceChildren(part.element);
    strip.isWanted = tab !== "scoring";
    buttons.forEach((one, index) => { one.ariaCurrent = Object.keys(tabs)[index] === tab ? "page" : null; });
    update();
  }
  function update() {
    part.update();
    strip.update();
  }
  show(tabs[first] ? first : "scoring");
  return { element, update };
}

const isOpen = ({ phase }) => !isOver(phase);

const lead = ({ leaders, relativeToPar, phase }, spoken = toPar) => {
  const verb = isOver(phase) ? "won" : leaders.length > 1 ? "lead" : "leads";
  return leaders.length ? `${list(leaders)} ${verb} at ${spoken(relativeToPar)}` : null;
};
const thru = ({ thru: count, holes }) => (count ? `thru ${count} of ${holes}` : null);
const joined = (...parts) => parts.filter(Boolean).join(" · ");
/** The same, spoken. */
const sentences = (...parts) => parts.filter(Boolean).join(". ");

/** The round under way, on the way back to it from what is not about it. */
export function liveStrip(app) {
  const what = h("span");
  const element = h("button.strip", { onclick: () => app.openRound(app.rounds.find(isOpen).id) },
    h("span.live", { ariaHidden: "true" }), what, icon("next"));
  const strip = {
    element,
    isWanted: true,
    update() {
      const round = app.rounds.find(isOpen);
      element.hidden = !round || !strip.isWanted;
      if (!round) return;
      read(what, joined(round.course, thru(round), lead(round)));
      element.ariaLabel = sentences(round.course, phases[round.phase], thru(round), lead(round, spokenToPar));
    },
  };
  return strip;
}

// MARK: - Scoring

function scoringPart(app) {
  const rows = h("ul.stack");
  const none = h("div.empty", icon("basket"), h("h2", "No round in progress."), h("p"));
  const start = button("", () => {
    if (!kept("/api/courses")?.courses.length) return app.open({ course: "", isForRound: true });
    draft.write(emptyDraft(app));
    app.open({ begin: "course" });
  });
  const again = h("button.round", { onclick: () => {
    const { course, players, guests } = earlier(app);
    draft.write({ course, players: players.map((name) => ({ name, isGuest: guests.includes(name) })) });
    app.open({ begin: "players" });
  } }, h("span.name", "Same group again"), h("small"));
  const element = h("div.page",
    h("div.title", h("h1", "Scoring"), iconButton("person", "You", app.account)), rows, none,
    h("div.reach.stack", start, again, button("Join a round with a code", app.join, "quiet")));

  function update() {
    const open = app.rounds.filter(isOpen);
    const last = app.isPerson && !open.length ? earlier(app) : null;
    const hasCourses = kept("/api/courses")?.courses.length;
    none.hidden = open.length > 0;
    read(none.lastElementChild, app.isPerson ? hasCourses ? "Rounds in which you play appear here, whoever starts them." : "A round needs a course: its name, and the par of each hole."
      : "Rounds that you are in appear here. To start rounds, scan the QR code of your group.");
    read(start, hasCourses ? "Start a round" : "Add a course");
    start.className = open.length ? "" : "primary";
    start.hidden = !app.isPerson;
    again.hidden = !last;
    if (last) {
      read(again.lastElementChild, joined(last.course, list(last.players)));
      again.ariaLabel = sentences("Same group again", last.course, list(last.players));
    }
    fit(rows, open, ({ id }) => id, ({ id }) => h("li", h("button.round.card", { onclick: () => app.openRound(id) })), fillLive);
  }
  get("/api/courses").then(update, () => {});
  return { element, update };
}

/** The last round of a group that may play again. */
const earlier = (app) => app.rounds.find((round) => isOver(round.phase) && round.players?.length);

/** A card of a round under way: course, players in their places, since when, who leads. */
function fillLive({ firstElementChild: card }, round) {
  const { course, phase, standings = [], startedAt, createdAt } = round;
  const at = startedAt ?? createdAt;
  const when = day(at) === day(new Date()) ? `since ${clock(at)}` : day(at);
  const shown = standings.slice(0, 4);
  card.ariaLabel = sentences(course, phases[phase], thru(round), lead(round, spokenToPar), list(round.players ?? []), when);
  card.replaceChildren(
    h("span.title", h("span.name", course), icon("next")),
    h("span.state", h("span.live"), joined(phases[phase], thru(round))),
    shown.length ? h("span.places", shown.flatMap(({ label, player, relativeToPar }) => [
      h("span", label ?? "–"), h("span", player), h(`span.to-par.${runShade(label ? relativeToPar : NaN)}`, label ? toPar(relativeToPar) : "–"),
    ])) : null,
    h("small", joined(standings.length > shown.length && `${standings.length - shown.length} more`, lead(round), when)));
}

style(`
.home { display: flex; flex-direction: column; min-height: 100dvh; }
.tab { flex: 1; display: grid; }
.tab .page { align-content: start; }
.tab .page:has(.reach) { display: flex; flex-direction: column; padding-bottom: 0; }
.tab h1 { display: flex; align-items: center; min-height: var(--target); }
/* In reach of the thumb, above the tabs. */
.reach { position: sticky; bottom: calc(var(--scoring) + var(--line) + env(safe-area-inset-bottom)); margin-top: auto; padding: var(--space-2) 0; background: var(--ground); }
@media (max-height: 600px) { .reach { position: static; } }
.title { display: flex; align-items: center; justify-content: space-between; gap: var(--space-2); }
.tabs {
  position: sticky; bottom: 0; z-index: 2; display: flex; justify-content: center; padding-bottom: env(safe-area-inset-bottom);
  border-top: 1px solid var(--rule); background: var(--ground);
}
.tab-button {
  display: grid; justify-items: center; align-content: center; gap: 0; flex: 1 1 0; max-width: 10rem; min-height: var(--scoring); padding: var(--space-1) 0;
  border: 0; border-radius: 0; background: none; color: var(--secondary); font-size: min(var(--caption), 5.5vw);
}
.tab-button:focus-visible { outline-offset: -3px; }
.tab-button[aria-current] { color: var(--text); box-shadow: inset 0 var(--stroke) var(--text); }
.strip {
  position: sticky; bottom: calc(var(--scoring) + var(--space-2)); z-index: 2; display: flex; align-items: center; gap: var(--space-2); width: calc(100% - 2 * var(--space-3)); max-width: 32rem;
  margin: 0 auto var(--space-2); text-align: start; background: var(--raised); font-size: min(var(--body), 7vw);
}
.strip span:not(.live) { flex: 1; min-width: 0; }
.strip svg, .card svg { flex: none; color: var(--secondary); }
.live { flex: none; display: inline-block; width: var(--space-2); height: var(--space-2); border-radius: 50%; background: var(--accent); }
.empty { display: grid; justify-items: center; gap: var(--space-2); padding: var(--space-6) 0 var(--space-4); text-align: center; }
.empty svg { width: var(--space-6); height: var(--space-6); color: var(--secondary); stroke-width: 1.5; }
.empty p { color: var(--secondary); }
.card { gap: var(--space-2); padding: var(--space-3); border-color: transparent; border-radius: 20px; }
.card .name { min-width: 0; }
.state { display: flex; align-items: baseline; gap: var(--space-2); font-size: var(--caption); color: var(--secondary); }
.places .to-par { text-align: end; }
.places { display: grid; grid-template-columns: auto 1fr auto; gap: var(--space-1) var(--space-3); font-weight: 400; }
@media (max-height: 500px) {
  .empty { padding: var(--space-2) 0; }
  .empty svg { display: none; }
}
@media (prefers-contrast: more) { .card { border-color: var(--border); } }
@media (forced-colors: active) { .live { background: Highlight; forced-color-adjust: none; } }
`);
