// Puts the page together: where what is stored and sent meets the views.

import { currentHole, isComplete, nameKey, roleOn, said } from "./fold.js";
import { redoing, undoing } from "./log.js";
import { openStore } from "./store.js";
import { connect } from "./sync.js";
import { ask, button, h, icon, ms, notice, read, spoken, stayAwake, topSheet, uncovered } from "./dom.js";
import { beginView, draft, emptyDraft } from "./begin.js";
import { courseView } from "./courses.js";
import { homeView } from "./home.js";
import { keep, kept, post } from "./host.js";
import { joinView, takeSecret } from "./join.js";
import { addWatch, roundMenu } from "./menu.js";
import { completed, overView } from "./over.js";
import { board } from "./board.js";
import { disputed, finish, resolve } from "./sheets.js";
import { holeCard } from "./hole.js";
import { hearing } from "./hear.js";
import { watchIdle, watchView } from "./watch.js";
import { isOver, spokenResult, written } from "./words.js";

const main = document.getElementById("main");
const isWatch = location.pathname === "/watch";
const listeners = new Set();
const secret = takeSecret();
const store = await openStore();
/** What is shown, the round that a person wants to see, when the host was last heard, and if it said which rounds there are. */
let [view, wanted, freshAt, isTold] = [null, null, null, false];
/** Whether scores are not sent yet for longer than that takes, and what waits until then. */
let [isLate, lateness] = [null, null];

const app = {
  card: null,
  rounds: [],
  /** Who the host says this phone's person is, and whether they may make rounds and courses. */
  named: null,
  isPerson: false,
  /** The hole that is shown. */
  hole: null,
  /** The hole that the host's people play. */
  told: null,
  /** The hole that a person went to, and if it was open for somebody then; null: the one that is played. */
  chosen: null,
  status: { unsent: 0, refused: [], ahead: [], ...store.known },

  get player() { return app.status.player ?? app.named; },
  get canScore() { return ["player", "organiser"].includes(app.status.role); },
  /** Whether scores of the round can be saved and taken back. */
  get isFree() { return app.canScore && !isOver(app.card.phase); },
  get isOrganiser() { return roleOn(app.card, app.status) === "organiser"; },
  /** Whether devices differ over a score, of which the organiser alone is told. */
  isDisputed: (player, hole) => app.isOrganiser && app.card.disputes.some((one) => one.player === player && one.hole === hole),
  /** Which hole is to be shown, as the log and the person say. */
  place() {
    const current = currentHole(app.card, app.told);
    const { hole, wasOpen } = app.chosen ?? {};
    if (hole === current || wasOpen && isComplete(app.card, hole)) app.chosen = null;
    return app.chosen?.hole ?? current;
  },
  choose(hole) { app.chosen = { hole, wasOpen: !isComplete(app.card, hole) }; },
  /** What this phone would take back next; null where nothing is left. */
  undoing: () => undoing(app.card, app.status.device),
  canUndo: () => app.isFree && app.undoing() !== null,
  canRedo: () => app.isFree && redoing(app.card, app.status.device) !== null,
  /** How long ago the host was last heard, in milliseconds. */
  age: () => (app.status.isOnline ? 0 : freshAt ? Date.now() - freshAt
    : Date.now() + app.status.clockOffset - Date.parse(app.card.events.at(-1)?.at ?? app.card.info.createdAt)),

  /** Has a listener follow the card; returns what ends that. */
  onCard(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Saves scores of which a person was shown what they replace; `again` is called where that changed meanwhile. */
  async commit(hole, scores, seen, again) {
    const refusal = await told(link.commit(app.card.id, { hole, scores, seen }));
    if (refusal?.code === "changedMeanwhile") again?.();
    return refusal;
  },
  change: (kind, options) => told(link.change(app.card.id, kind, options)),
  send: (message) => link.send(message),
  /** Takes the last scores back; of another hole than the one that is shown only if a person is sure. */
  undo: (isSure = false) => step("Undo", undoing, link.undo, "Undone", isSure),
  redo: () => step("Redo", redoing, link.redo, "Brought back", false),
  resolve() {
    if (!isOver(app.card.phase)) return resolve(app);
    ask("Scores are disputed", h("p", `${disputed(app.card)}. The round is finished: reopen it to decide.`),
      [["Reopen round", () => app.change("reopen"), "primary"], ["Leave it"]]);
  },
  /** Shows what a state of the history says, from which the browser's back leads here. */
  open(state) {
    history.pushState(state, "");
    showState(state);
  },
  openRound: (round) => app.open({ round }),
  home: () => app.open({ tab: "scoring" }),
  /** Goes where a person came from; home where they came from nowhere. */
  back() {
    if (history.length > 1) history.back();
    else app.home();
  },
  openHistory: () => app.open({ tab: "history" }),
  /** Notes which tab of home is shown: back does not go through tabs. */
  turnTo: (tab) => history.replaceState({ tab }, ""),
  /** Enters the round that was made just now, to whose making no way leads back. */
  enter(round) {
    history.replaceState({ round }, "");
    showRound(round);
  },
  /** Goes on from a course that was saved: to who plays there, or back. */
  courseSaved(course, isForRound) {
    if (!isForRound) return history.back();
    draft.write({ ...draft.read() ?? emptyDraft(app), course });
    history.replaceState({ begin: "players" }, "");
    showState(history.state);
  },
  join: () => showJoin(null, () => showState(history.state)),
  account: () => ask(app.player ?? "This device", h("p.caption", app.isPerson ? "A player of the group." : "To start rounds, scan the QR code of your group."),
    [["Add a watch", addWatch], ...app.isPerson ? [["Basketball", () => location.assign("/snap")]] : [], h("hr"), ["Forget this device", app.forget, "destructive"]], { isList: true }),
  forget: () => ask("Forget this device?",
    h("p", app.status.unsent ? `${scores(app.status.unsent)} not sent yet would be lost.` : "To come back you need the code."),
    [["Forget", leave, "destructive"], ["Stay", null, "primary"]]),
  handsFree: () => mic.handsFree(),
  menu: () => roundMenu(app, store),
};

const scores = (count) => `${count} ${count === 1 ? "score" : "scores"}`;

/** Takes scores back or brings them back; on another hole than the one that is shown only once a person says so. */
async function step(name, find, make, done, isSure) {
  const found = find(app.card, app.status.device);
  if (!found) return notice(`Nothing of yours is left to ${name.toLowerCase()}.`);
  const { hole, changes } = found;
  const inWords = (result) => spokenResult(result, app.card.pars[hole - 1]);
  const act = async () => {
    const now = find(app.card, app.status.device);
    if (JSON.stringify(now) !== JSON.stringify(found)) return notice("The scores were changed meanwhile. Look at them first.");
    if (await told(make(app.card.id))) return;
    app.show?.(hole);
    const words = changes.map(({ player, to }) => `${player}, ${inWords(to)}`).join(". ");
    notice(`${done} on hole ${hole}`, `${done} on hole ${hole}. ${words}.`);
  };
  if (isSure || hole === app.hole) return act();
  ask(`${name} hole ${hole}?`, h("p", spoken(
    changes.map(({ player, from, to }) => `${player} ${written(from) || "·"} → ${written(to) || "·"}`).join(", "),
    changes.map(({ player, from, to }) => `${player}, ${inWords(to)} instead of ${inWords(from)}`).join(". "))),
  [[name, act, "primary"], ["Keep"]]);
}

async function told(making) {
  const { refusal } = (await making) ?? {};
  if (refusal) notice(refusal.text);
  return refusal;
}

// MARK: - Views

const mic = hearing(app, isWatch ? { away: "Voice unavailable" } : {});

function show(next, kind) {
  document.querySelectorAll("dialog").forEach((dialog) => dialog.close());
  view = { ...next, kind };
  main.replaceChildren(refusals, ahead, next.element);
  // What it says belongs to the view that is there now.
  if (kind !== "card") mic.leave();
  (next.element.querySelector(".top, .titled") ?? document.body).append(cloud, sending);
  if (kind !== "card" && kind !== "waiting") wanted = null;
  link.list(kind === "home" || isWatch && kind !== "join");
  stayAwake(kind === "card");
  showCloud();
  scrollTo(0, 0);
  if (kind !== "join") main.focus({ preventScroll: true });
}

function showJoin(key, leave) {
  const why = !key && !leave && app.status.device ? "This device is no longer signed in. Join again to go on." : null;
  show(joinView({ secret: key, check, joined, leave, why, own: app.player, isWatch }), "join");
}

/** The host takes scores by the name of the token: those that are not sent go up before that becomes another. */
async function check(player) {
  const [[first], { unsent, player: own }] = [await store.unsent(), app.status];
  if (!first || nameKey(player ?? "") === nameKey(own ?? "")) return;
  const { course } = (await store.round(first.round)).info;
  throw new Error(`${scores(unsent)} of ${course} not sent yet: go on as ${own} until the host has all.`);
}

/** A phone is let in: to a round, or, as a person of the group, to home. */
function joined({ round }) {
  history.replaceState(round ? { round } : null, "", isWatch || innerWidth < 210 ? "/watch" : "/");
  if (store.isLasting || !app.status.unsent) return location.reload();
  // What is only in memory would be gone with the page.
  link.restart();
  showState(history.state);
}

async function leave() {
  try {
    await post("/api/leave");
  } catch ({ message }) {
    return notice(`${message} Only there this device can be forgotten.`);
  }
  await store.forget();
  localStorage.clear();
  sessionStorage.clear();
  location.replace("/");
}

function showState(state) {
  const { round, begin, course, isForRound, tab } = state ?? {};
  if (round) return showRound(round);
  if (isWatch) return show(watchIdle(), "home");
  if (course !== undefined) return show(courseView(app, { course, isForRound }), "course");
  // A round that was made is made no more.
  if (begin && draft.read()) show(beginView(app, begin), "begin");
  else show(homeView(app, tab), "home");
}

function showRound(id) {
  if (wanted === id && view?.kind === "card") return;
  wanted = id;
  if (app.card?.id === id) return showCard();
  [app.hole, app.told, app.chosen] = [null, null, null];
  show({ element: h("p.page", { role: "status" }, "Opening the round…"), update() {} }, "waiting");
  link.follow(id);
}

function showCard() {
  show(app.card.isDeleted ? deletedView() : isWatch ? watchView(app, mic) : isOver(app.card.phase) ? over() : cardView(), "card");
  view.update(app.card);
}

const deletedView = () => ({
  element: h("div.page", h("h1", "This round was deleted."), h("p", app.card.info.course), button("All rounds", app.home, "primary"),
    app.isOrganiser ? button("Bring it back", () => app.change("restore")) : null),
  update() {},
});

function cardView() {
  const [top, card] = [board(app), holeCard(app, mic)];
  let ended = null;
  const end = () => {
    document.querySelectorAll("dialog").forEach((dialog) => dialog.close());
    return completed(app, () => {
      ended = null;
      if (view.top === top && isOver(app.card.phase)) showCard();
    });
  };
  return {
    top,
    element: h("div.round-page", h("div.round-grid", top.element, card.element)),
    update(now) {
      // What ended stands still under the sheet that says so.
      if (isOver(now.phase) && !ended) ended = end();
      else ended?.update(now);
      if (isOver(now.phase)) return;
      top.update(now);
      card.update(now);
      mic.update();
    },
  };
}

function over() {
  const page = overView(app);
  return { ...page, update: (now) => (isOver(now.phase) ? page.update(now) : showCard()) };
}

/** What the host did not take stays in sight until a person says what becomes of it. */
const refusals = button("", () => {
  const [refusal] = app.status.refused;
  const { event, reason } = refusal;
  const what = event.player ? `${event.player}, hole ${event.hole}: ${written(said(event)) || "taken back"}` : event.kind;
  ask("Not accepted by the host", h("p", `${what}. The host says: ${reason}.`), [
    ["Send again", () => link.settle(refusal, true), "primary"],
    ["Discard", () => link.settle(refusal, false), "destructive"]]);
});

/** What this phone has of others and the host lost, as where it was restored from an older copy. */
const ahead = button("", () => {
  const lines = app.status.ahead.map((event) =>
    `${event.player ? `${event.player}${event.hole ? `, hole ${event.hole}: ${written(said(event)) || "taken back"}` : `: ${event.kind}`}` : event.kind}, by ${event.reportedBy}`);
  ask("Not at the host", [
    h("p", "The host lost what this device still has. It comes back when those who entered it open the page, or enter it again."),
    h("ul", lines.map((line) => h("li", line)))], [["OK", null, "primary"]]);
});

/** The only sign of being offline: a cloud with a slash, and how many scores are not sent; while they are, an arrow. */
const cloud = h("p.cloud", { role: "status", hidden: true }, icon("offline"), h("span", { ariaHidden: "true" }), h("span.unseen"));
const sending = h("span.sending", { hidden: true }, icon("sending"));

/** What is said once eyes see it. */
let saying = "";

function showCloud() {
  const { isOnline, unsent, refused, ahead: lost } = app.status;
  refusals.hidden = !refused.length;
  read(refusals, `Not accepted by the host: ${refused.length}`);
  ahead.hidden = !lost.length;
  read(ahead, `Here and not at the host: ${lost.length}`);
  cloud.hidden = (isOnline && !isLate) || (view?.kind !== "card" && isTold) || view?.kind === "join";
  sending.hidden = !unsent || !cloud.hidden;
  document.documentElement.classList.toggle("watch-size", isWatch);
  read(cloud.children[1], unsent || "");
  const said = cloud.hidden ? "" : [!isOnline && "Offline", unsent && `${scores(unsent)} not sent`].filter(Boolean).join(", ");
  if (said === saying) return;
  saying = said;
  setTimeout(() => { if (said === saying) read(cloud.lastElementChild, said); }, cloud.hidden ? 0 : ms("late"));
}

/** Opens the one round that is under way, or the one that was shown; else a person chooses. */
function start() {
  const open = app.rounds.filter((round) => !isOver(round.phase));
  // A watch without a round in progress shows how the last one ended.
  const last = history.state?.round;
  const id = isWatch ? (open.find((round) => round.id === last) ?? open[0])?.id ?? last ?? app.rounds[0]?.id
    : last ?? (open.length === 1 && !history.state ? open[0].id : null);
  if (id) showRound(id);
  else showState(history.state);
}

const list = "/api/rounds";

/** Notes which rounds there are, and keeps that for a start without the host. */
function listRounds(told) {
  const isFirst = !isTold;
  keep(list, told);
  takeRounds(told);
  isTold = true;
  showCloud();
  const isIdle = isWatch && (view?.kind === "home" || view?.kind === "card" && isOver(app.card.phase));
  if (!view || isIdle || (isFirst && view.kind === "home" && !history.state)) start();
  else if (["home", "card"].includes(view.kind)) view.update(app.card);
}

function takeRounds(told) {
  app.rounds = told?.rounds ?? [];
  app.isPerson = Boolean(told?.isPerson);
  app.named = told?.player ?? null;
}

/** Asks which rounds there are; until the host answers, those of the last time are shown. */
async function askRounds() {
  if (await link.rounds()) return;
  isTold = false;
  if (!view) start();
}

// A key that is held presses a button once.
addEventListener("keydown", (event) => {
  if (event.repeat && event.key === "Enter" && event.target.closest("button")) event.preventDefault();
}, true);

addEventListener("popstate", ({ state }) => showState(state));

// MARK: - What comes in

/** Whoever completed the round is asked to finish it, and so is its organiser, wherever they look. */
function allIn(before) {
  if (app.card.phase !== "awaitingFinalisation" || app.card.id !== before.id) return;
  const known = new Set(before.events.map(({ id }) => id));
  const isOwn = app.card.events.some(({ id, device }) => device === app.status.device && !known.has(id));
  if (isOwn || app.isOrganiser) finish(app);
  else notice("All scores recorded.");
}

const link = connect({
  store,
  onCard(card, told) {
    if (card.id !== wanted) return;
    app.told = told;
    const before = app.card?.id === card.id ? app.card : null;
    const isFirst = app.card?.id !== card.id || view.kind === "waiting" || app.card.isDeleted !== card.isDeleted;
    app.card = card;
    if (isFirst) showCard();
    else view.update(card);
    for (const listener of listeners) listener(card);
    if (before?.phase === "active" && card.phase === "awaitingFinalisation") uncovered(() => allIn(before));
  },
  onStatus(status) {
    if (app.status.isOnline || status.isOnline) freshAt = Date.now();
    app.status = status;
    if (!status.unsent) {
      clearTimeout(lateness);
      isLate = lateness = null;
    } else lateness ??= setTimeout(() => { isLate = true; showCloud(); }, 5000);
    showCloud();
    if (status.isSignedOut && view?.kind !== "join") showJoin(null);
    else if (view?.kind === "card") view.update(app.card);
  },
  onRounds: listRounds,
  onTalk: mic.answer,
  onNotice: ({ text }) => notice(text),
});
if (secret || location.pathname === "/join") showJoin(secret);
else {
  takeRounds(kept(list));
  if (app.rounds.length || history.state?.round) start();
  askRounds();
}
document.addEventListener("visibilitychange", () => { if (!document.hidden && view?.kind === "home") askRounds(); });
setInterval(() => { if (isWatch && view?.kind === "card") view.update(app.card); }, 1000);

// MARK: - Keeping the page

if (globalThis.isSecureContext && navigator.serviceWorker) {
  const { controller } = navigator.serviceWorker;
  navigator.serviceWorker.register("/sw.js").catch(() => {});
  // A new version is taken at once; nothing is lost, for scores are stored before they are shown.
  navigator.serviceWorker.addEventListener("controllerchange", () => { if (controller && !topSheet()) location.reload(); });
}
