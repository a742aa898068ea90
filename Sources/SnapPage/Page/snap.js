// ScoreSnap: final scores of children's basketball games. Three tabs, pages above them, and what they share.

import { button, h, notice, offer, style, topSheet } from "./dom.js";
import { adder, previewView } from "./adding.js";
import { fields, gameForm, handForm, photoForm, saidForm, saved } from "./form.js";
import { frontView } from "./front.js";
import { formView } from "./gamepage.js";
import { gamesView } from "./games.js";
import { context, dismiss, keeper, newId, refused, season, settle, unsent } from "./keep.js";
import { sentence, sign, spokenGame, titled } from "./parts.js";
import { belongings, playersView, thingSheet } from "./players.js";
import { sayView } from "./saying.js";
import { canTalk } from "./talk.js";
import { choosePlayer, chooseTeam, deletion, nextPosition, shown, teamsOf } from "./season.js";

const tabs = {
  home: { name: "Home", sign: "house", view: frontView },
  games: { name: "Games", sign: "list", view: gamesView },
  players: { name: "Players", sign: "people", view: playersView },
};
const main = document.getElementById("main");

const app = {
  tab: "home", season: season(), shown: null, refused: [], unsent: 0, isAway: false,
  /** The game that was added last, which its views point out. */
  newGame: null, ordering: null, draft: null, photo: null,

  update, open, back,
  make: (bodies) => keeping.make(bodies),
  dismiss(id) { dismiss(id); update(); },
  order(kind) { app.ordering = kind; update(); },
  choosePlayer(id, isFromFirst = false) { keeping.turnTo(choosePlayer(context(), id, isFromFirst)); },
  chooseTeam(id) { keeping.turnTo(chooseTeam(context(), app.season.teams.find((team) => team.id === id))); },

  // MARK: Players and teams

  editPlayer: (player) => edit("player", player, app.season.players, {}),
  editTeam: (team) => edit("team", team, teamsOf(app.season, app.shown.player.id), { player: app.shown.player.id }),

  // MARK: Games

  addPhoto: (source) => adding.pickFrom(source),
  showPhoto(file, source) {
    app.photo = { file, source };
    open({ page: "preview" });
  },
  retake(source) {
    adding.pickFrom(source);
    back();
  },
  acceptPhoto(photo) {
    app.draft = { form: photoForm(app.shown.team?.id ?? null, now()), photo };
    open({ page: "add" }, true);
  },
  sayGame() {
    const why = canTalk();
    if (why) notice(why);
    else {
      app.isSaying = true;
      open({ page: "say" });
    }
  },
  take(said, team) {
    app.draft = { form: saidForm(team, now(), said), window: said.questions.length ? null : said.window };
    open({ page: "add" }, true);
  },
  addByHand() {
    app.draft = { form: handForm(app.shown.team?.id ?? null, now()) };
    open({ page: "add" });
  },
  byHandInstead() {
    app.draft = { form: handForm(app.shown.team?.id ?? null, now()) };
    open({ page: "add" }, true);
  },
  save(form) {
    if (isLeaving) return;
    const was = app.season.games.find(({ id }) => id === form.id) ?? null;
    const set = fields(form, was);
    const id = form.id ?? newId();
    app.draft.form = saved(form);
    if (Object.keys(set).length) app.make([{ kind: "game", of: id, set, was: was ?? undefined }]);
    if (!was) app.newGame = id;
    leave(() => {
      const game = app.season.games.find((one) => one.id === id);
      if (game) notice(`${was ? "Saved" : "Added"}: ${spokenGame(game)}`);
      pointOut(id);
    });
  },
  deleteGame(game) {
    if (isLeaving || !game) return;
    app.make([{ delete: deletion(app.season, game.id) }]);
    const offerBack = () => offer(undo, "Game deleted", "Undo", () => {
      app.make([{ kind: "game", of: game.id, set: {}, was: game }]);
      pointOut(game.id);
    }).querySelector("button").focus();
    if (history.state?.page) leave(offerBack);
    else offerBack();
  },
};

/** Brings a game into sight. */
function pointOut(id) {
  const row = document.getElementById(`row-${id}`) ?? document.getElementById(`bar-${id}`);
  row?.scrollIntoView({ block: "center", inline: "center" });
  document.getElementById(`info-${id}`)?.focus({ preventScroll: true });
}

/** The moment, by the clock here. */
function now() {
  const date = new Date();
  const two = (number) => String(Math.trunc(Math.abs(number))).padStart(2, "0");
  const offset = -date.getTimezoneOffset();
  return {
    date: `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`,
    time: `${two(date.getHours())}:${two(date.getMinutes())}`,
    utcOffset: `${offset < 0 ? "-" : "+"}${two(offset / 60)}:${two(offset % 60)}`,
  };
}

function edit(kind, thing, list, owner) {
  thingSheet({
    kind, thing, others: list, below: thing ? belongings(app.season, kind, thing) : [],
    save({ name, colour }) {
      if (!thing) return app.make([{ kind, of: newId(), set: { ...owner, name, colour, position: nextPosition(list) } }]);
      const set = Object.fromEntries(Object.entries({ name, colour }).filter(([field, value]) => thing[field] !== value));
      if (Object.keys(set).length) app.make([{ kind, of: thing.id, set, was: thing }]);
    },
    remove: () => app.make([{ delete: deletion(app.season, thing.id) }]),
  });
}

// MARK: - Views

const place = h("div.place");
const undo = h("div.undo");
const adding = adder(app);
const tabButtons = Object.entries(tabs).map(([tab, { name, sign: drawn }]) =>
  h("button.snap-tab", { id: `tab-${tab}`, onclick: () => turnTo(tab) }, sign(drawn), h("span", name)));
const bar = h("nav.snap-tabs", { ariaLabel: "ScoreSnap" }, tabButtons);
main.replaceChildren(h("div.snap", place, adding.element, undo, bar));
let [drawn, left, isLeaving] = [null, null, false];

/** Shows a page above the tab, to which Back returns; in place of the page before it where `isInstead`. */
function open(state, isInstead = false) {
  history[isInstead ? "replaceState" : "pushState"]({ ...state, tab: app.tab }, "");
  show();
}

/** Returns to the tab from which a page was opened, and then acts; once, however often it is asked for. */
function leave(act = null) {
  if (isLeaving) return;
  [isLeaving, left] = [true, act];
  history.back();
}

function back() { leave(); }

function turnTo(tab) {
  Object.assign(app, { tab, newGame: null, ordering: null });
  sessionStorage.setItem("snap-tab", tab);
  history.replaceState({ tab }, "");
  show();
}

/** Shows what the history says, and begins it at its top. */
function show() {
  drawn = null;
  update();
  scrollTo(0, 0);
  document.getElementById("title")?.focus({ preventScroll: true });
}

const pages = {
  settings: () => h("div.page", titled(app, "Settings"), h("button", { onclick: () => location.assign("/") }, "Disc golf"),
    h("p.version", "ScoreSnap, version PAGE-HASH")),
  preview: () => (app.photo ? previewView(app, app.photo) : null),
  say: () => (app.shown.team ? sayView(app) : null),
  add: () => (app.draft && !app.draft.form.id && app.draft.form.step !== "saved" ? formView(app, { title: "New game", photo: app.draft.photo }) : null),
  game({ game: id }) {
    const game = app.season.games.find((one) => one.id === id);
    if (!game) return null;
    app.draft = { form: gameForm(game) };
    return formView(app, { title: "Game" });
  },
};

const strangerView = () => h("div.page.setup.first", h("h1", { id: "title", tabIndex: -1 }, "Join first"),
  h("p", "Seasons are kept for people of the group. What this phone has kept stays here."),
  h("a.join", { href: "/" }, "Join"));

function firstView() {
  const { player } = app.shown;
  return h("div.page.setup.first", h("span.emblem", sign("ball")), h("h1", { id: "title", tabIndex: -1 }, "ScoreSnap"),
    h("p", player ? `Which team does ${player.name} play in?` : "Whose games are they?"),
    player ? button("Add first team", () => app.editTeam(null), "primary") : button("Add first player", () => app.editPlayer(null), "primary"));
}

/** Draws what is to be seen, where it is other than what is seen; the focus stays where it is. */
function update() {
  app.season = season();
  app.shown = shown(context(), app.season);
  settle(app.shown);
  app.refused = refused();
  app.unsent = unsent().length;
  const { isStranger, isAway } = keeping?.state ?? {};
  app.isAway = isAway;
  const isFirst = !app.season.teams.length;
  const page = !isFirst && !isStranger ? history.state?.page : null;
  const { players, teams, games } = app.season;
  const seen = page ? `page ${page}` : JSON.stringify([isStranger, isAway && app.unsent, app.tab, app.shown, players, teams, games, app.refused, app.ordering, app.newGame]);
  if (seen === drawn) return;
  drawn = seen;
  const focused = document.activeElement?.id;
  const element = isStranger ? strangerView() : isFirst ? firstView() : page ? pages[page](history.state) : tabs[app.tab].view(app);
  if (!element) return turnTo(app.tab);
  place.replaceChildren(element);
  const isTab = !isStranger && !isFirst && !page;
  bar.hidden = !isTab;
  // A game needs a team.
  adding.element.hidden = !isTab || !app.shown.team;
  tabButtons.forEach((one) => { one.ariaCurrent = one.id === `tab-${app.tab}` ? "page" : null; });
  document.title = `${isTab ? `${tabs[app.tab].name}: ` : ""}ScoreSnap`;
  if (focused && !topSheet()) document.getElementById(focused)?.focus({ preventScroll: true });
}

style(`
.snap { display: flex; flex-direction: column; min-height: 100dvh; }
.place { flex: 1; display: grid; grid-template-columns: minmax(0, 1fr); align-content: start; }
.snap-tabs { position: sticky; bottom: 0; z-index: 2; display: flex; justify-content: center; padding-bottom: env(safe-area-inset-bottom); border-top: var(--line) solid var(--rule); background: var(--ground); }
.snap-tab { display: grid; justify-items: center; align-content: center; gap: 0; flex: 1 1 0; max-width: 10rem; min-height: var(--scoring); padding: var(--space-1) 0; border: 0; border-radius: 0; background: none; color: var(--secondary); font-size: min(var(--caption), 5.500vw); }
.snap-tab:focus-visible { outline-offset: -3px; }
.snap-tab[aria-current] { color: var(--text); box-shadow: inset 0 var(--stroke) var(--text); }
.undo { position: fixed; z-index: 4; left: max(var(--space-3), 50% - 21rem); bottom: calc(var(--scoring) + 68px + 2 * var(--space-3) + env(safe-area-inset-bottom)); }
/* Title, Back and what is not sent stay in sight. */
.notice { inset: auto 0 calc(var(--scoring) + 68px + 2 * var(--space-3) + env(safe-area-inset-bottom)); }
.version { color: var(--secondary); }
.first { min-height: 88dvh; align-content: center; }
.first > :is(button, .join) { justify-self: center; width: min(100%, 20rem); }
.emblem { justify-self: center; color: var(--accent); }
.emblem svg { width: 72px; height: 72px; stroke-width: 1.500; }
.join { display: grid; place-items: center; min-height: var(--scoring); border-radius: var(--space-3); background: var(--accent); color: var(--on-accent); font-weight: 600; text-decoration: none; }
`);

/** How soon, in ms, and how near, in px, a second tap is one with the first. */
const [soon, near] = [400, 24];
let tap = null;
// A double tap of a finger is one: what its second half falls on was not there when the finger aimed.
addEventListener("click", (event) => {
  const { pointerType, timeStamp, clientX, clientY, target } = event;
  if (pointerType !== "touch") return;
  const control = target.closest("button, a, [id]");
  const isSame = tap && tap.control?.id && tap.control.id === control?.id;
  const isSecond = tap && timeStamp - tap.timeStamp < soon && Math.hypot(clientX - tap.clientX, clientY - tap.clientY) < near;
  if (isSecond && !isSame && !tap.control?.checkVisibility()) {
    event.preventDefault();
    event.stopPropagation();
  } else {
    tap = { timeStamp, clientX, clientY, control };
  }
}, true);

let width = innerWidth;
// As many players have a segment as there is room for; what is being typed stays.
addEventListener("resize", () => {
  if (innerWidth === width || history.state?.page) return;
  [width, drawn] = [innerWidth, null];
  update();
});

let keeping = null;
onpopstate = ({ state }) => {
  app.tab = tabs[state?.tab] ? state.tab : app.tab;
  isLeaving = false;
  show();
  left?.();
  left = null;
};
// A page that the browser brings back from its memory goes on.
onpageshow = () => { isLeaving = false; };
app.tab = tabs[history.state?.tab] ? history.state.tab : tabs[sessionStorage.getItem("snap-tab")] ? sessionStorage.getItem("snap-tab") : "home";
keeping = keeper(update);
update();
navigator.serviceWorker?.register("/snap/sw.js", { scope: "/snap" }).catch(() => {});
