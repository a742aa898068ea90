// Puts the page together: where what is stored and sent meets the views.

import { currentHole, isComplete, isOrganiser, nameKey, nextHole, roleOn, said } from "./fold.js";
import { redoing, undoing } from "./log.js";
import { openStore } from "./store.js";
import { connect } from "./sync.js";
import { ask, button, h, icon, isOutdoors, notice, read, stayAwake, switchOutdoors, topSheet } from "./dom.js";
import { joinView, post, takeSecret } from "./join.js";
import { roundsView } from "./rounds.js";
import { board, disputeBadge, holesOf, scorecard, scorecardTable, standings } from "./board.js";
import { disputed, finish, resolve } from "./sheets.js";
import { holeCard } from "./hole.js";
import { hearing } from "./hear.js";
import { watchIdle, watchView } from "./watch.js";
import { day, isOver, phases, spokenResult, written } from "./words.js";

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
  /** The hole that is shown. */
  hole: null,
  /** The hole that the host's people play. */
  told: null,
  /** The hole that a person went to, and if it was open for somebody then; null: the one that is played. */
  chosen: null,
  status: { unsent: 0, refused: [], ahead: [], ...store.known },

  get canScore() { return ["player", "organiser"].includes(app.status.role); },
  /** Whether scores of the round can be saved and taken back. */
  get isFree() { return app.canScore && !isOver(app.card.phase); },
  get isOrganiser() { return roleOn(app.card, app.status) === "organiser"; },
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
  finished() {
    if (isOver(app.card.phase) || nextHole(app.card, 0)) return;
    if (app.isOrganiser) finish(app);
    else notice("All scores recorded.");
  },
  openRound(round) {
    history.pushState({ round }, "");
    showRound(round);
  },
  openList() {
    history.pushState({ isList: true }, "");
    showRounds();
  },
  join: () => showJoin(null, showRounds),
  menu() {
    const { card: { info, phase }, status: { player, unsent } } = app;
    ask(info.course, [
      h("p.caption", `${player ? `You are ${player}` : "You watch only"}. ${day(info.startedAt)}`),
      store.isLasting ? unsent ? h("p", `${scores(unsent)} not sent yet. Browsers may drop them after 7 days: open the page where it reaches the host before.`) : null
        : h("p", "This browser keeps nothing. Leave the page open until all scores are sent."),
    ], [
      ["Scorecard", () => scorecard(app)],
      ...(!app.isOrganiser ? [] : [isOver(phase)
        ? ["Reopen round", () => app.change("reopen")] : ["Finish round", () => finish(app)],
      ["Pass the round on", passOn]]),
      [isOutdoors() ? "Indoors" : "Outdoors", switchOutdoors],
      ["All rounds", app.openList],
      ["Forget this device", () => ask("Forget this device?",
        h("p", unsent ? `${scores(unsent)} not sent yet would be lost.` : "To come back you need the code."),
        [["Forget", leave, "destructive"], ["Stay", null, "primary"]])],
    ], { isList: true });
  },
};

/** Lets another player organise the round, once a person has said who. */
function passOn() {
  const others = app.card.players.filter(({ name, hasLeft }) => !hasLeft && !isOrganiser(app.card, name));
  ask("Who organises the round from now on?", null, [
    ...others.map(({ name }) => [name, async () => {
      if (!await app.change("organiser", { player: name })) notice(`${name} organises the round.`);
    }]), ["Keep it", null]], { isList: true });
}

const scores = (count) => `${count} ${count === 1 ? "score" : "scores"}`;

/** Takes scores back or brings them back; on another hole than the one that is shown only once a person says so. */
async function step(name, find, make, done, isSure) {
  const found = find(app.card, app.status.device);
  if (!found) return notice(`Nothing of yours is left to ${name.toLowerCase()}.`);
  const { hole, changes } = found;
  const scores = (part) => changes.map((change) => `${change.player}, ${spokenResult(change[part], app.card.pars[hole - 1])}`);
  const act = async () => {
    const now = find(app.card, app.status.device);
    if (JSON.stringify(now) !== JSON.stringify(found)) return notice("The scores were changed meanwhile. Look at them first.");
    if (await told(make(app.card.id))) return;
    app.show?.(hole);
    notice(`${done} on hole ${hole}. ${scores("to").join(". ")}.`);
  };
  if (isSure || hole === app.hole) return act();
  ask(`${name} hole ${hole}?`, h("p", `${changes.map(({ player, from, to }) =>
    `${player} ${written(from) || "·"} → ${written(to) || "·"}`).join(", ")}`), [[name, act, "primary"], ["Keep"]]);
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
  link.list(kind === "rounds" || isWatch && kind !== "join");
  stayAwake(kind === "card");
  showCloud();
  if (kind !== "join") main.focus({ preventScroll: true });
}

function showJoin(key, leave) {
  wanted = null;
  const why = !key && !leave && app.status.device ? "This device is no longer signed in. Join again to go on." : null;
  show(joinView({ secret: key, check, joined, leave, why }), "join");
}

/** The host takes scores by the name of the token: those that are not sent go up before that becomes another. */
async function check(player) {
  const [[first], { unsent, player: own }] = [await store.unsent(), app.status];
  if (!first || nameKey(player ?? "") === nameKey(own ?? "")) return;
  const { course } = (await store.round(first.round)).info;
  throw new Error(`${scores(unsent)} of ${course} not sent yet: go on as ${own} until the host has all.`);
}

function joined({ round }) {
  history.replaceState({ round }, "", isWatch || innerWidth < 210 ? "/watch" : "/");
  if (store.isLasting || !app.status.unsent) return location.reload();
  // What is only in memory would be gone with the page.
  link.restart();
  showRound(round);
}

async function leave() {
  try {
    await post("/api/leave");
  } catch ({ message }) {
    return notice(`${message} Only there this device can be forgotten.`);
  }
  await store.forget();
  localStorage.clear();
  location.replace("/");
}

function showRounds() {
  wanted = null;
  show(isWatch ? watchIdle() : roundsView(app), "rounds");
  view.update();
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
  show(app.card.isDeleted ? deletedView() : isWatch ? watchView(app, mic) : isOver(app.card.phase) ? overView() : cardView(), "card");
  view.update(app.card);
}

const deletedView = () => ({
  element: h("div.page", h("h1", "This round was deleted."), h("p", app.card.info.course), button("All rounds", app.openList, "primary")),
  update() {},
});

function cardView() {
  const [top, card] = [board(app), holeCard(app, mic)];
  return {
    element: h("div.round-page", h("div.round-grid", top.element, card.element)),
    update(now) {
      if (isOver(now.phase)) return showCard();
      top.update(now);
      card.update(now);
      mic.update();
    },
  };
}

/** A round that is over: who won, and the scorecard. */
function overView() {
  const [rows, table, about, badge] = [
    standings(app, (player) => holesOf(app, player)), scorecardTable(app), h("p.caption"), disputeBadge(app)];
  return {
    element: h("div.page", h("h1", app.card.info.course), badge.element, about, rows.element, table.element,
      h("div.actions", button("All rounds", app.openList), button("More", app.menu))),
    update(now) {
      if (!isOver(now.phase)) return showCard();
      const late = now.lateScores ? `, ${scores(now.lateScores)} came later` : "";
      read(about, `${phases[now.phase]} ${day(now.finish.at)}${late}`);
      badge.update(now);
      rows.update(now);
      table.update(now);
    },
  };
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
document.body.append(cloud, sending);

function showCloud() {
  const { isOnline, unsent, refused, ahead: lost } = app.status;
  refusals.hidden = !refused.length;
  read(refusals, `Not accepted by the host: ${refused.length}`);
  ahead.hidden = !lost.length;
  read(ahead, `Here and not at the host: ${lost.length}`);
  cloud.hidden = (isOnline && !isLate) || (view?.kind !== "card" && isTold) || view?.kind === "join";
  sending.hidden = !unsent || !cloud.hidden;
  document.documentElement.classList.toggle("offline", !cloud.hidden);
  document.documentElement.classList.toggle("watch-size", isWatch);
  read(cloud.children[1], unsent || "");
  read(cloud.lastElementChild, cloud.hidden ? "" : [!isOnline && "Offline", unsent && `${scores(unsent)} not sent`].filter(Boolean).join(", "));
}

/** Opens the one round that is under way, or the one that was shown; else a person chooses. */
function start() {
  const open = app.rounds.filter((round) => !isOver(round.phase));
  // A watch without a round in progress shows how the last one ended.
  const last = history.state?.round;
  const id = isWatch ? (open.find((round) => round.id === last) ?? open[0])?.id ?? last ?? app.rounds[0]?.id
    : last ?? (open.length === 1 ? open[0].id : null);
  if (id) showRound(id);
  else showRounds();
}

/** Notes which rounds there are, and keeps that for a start without the host. */
function listRounds({ rounds }) {
  app.rounds = rounds;
  isTold = true;
  localStorage.setItem("rounds", JSON.stringify(rounds));
  showCloud();
  const isIdle = isWatch && (view?.kind === "rounds" || view?.kind === "card" && isOver(app.card.phase));
  if (!view || isIdle || (view.kind === "rounds" && !history.state)) start();
  else if (view.kind === "rounds") view.update();
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

addEventListener("popstate", ({ state }) => {
  if (state?.round) showRound(state.round);
  else showRounds();
});

// MARK: - What comes in

const link = connect({
  store,
  onCard(card, told) {
    if (card.id !== wanted) return;
    app.told = told;
    const isFirst = app.card?.id !== card.id || view.kind === "waiting" || app.card.isDeleted !== card.isDeleted;
    app.card = card;
    if (isFirst) showCard();
    else view.update(card);
    for (const listener of listeners) listener(card);
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
  app.rounds = JSON.parse(localStorage.getItem("rounds") ?? "[]");
  if (app.rounds.length || history.state?.round) start();
  askRounds();
}
document.addEventListener("visibilitychange", () => { if (!document.hidden && view?.kind === "rounds") askRounds(); });
setInterval(() => { if (isWatch && view?.kind === "card") view.update(app.card); }, 1000);

// MARK: - Keeping the page

if (globalThis.isSecureContext && navigator.serviceWorker) {
  const { controller } = navigator.serviceWorker;
  navigator.serviceWorker.register("/sw.js").catch(() => {});
  // A new version is taken at once; nothing is lost, for scores are stored before they are shown.
  navigator.serviceWorker.addEventListener("controllerchange", () => { if (controller && !topSheet()) location.reload(); });
}
