// Puts the page together: where what is stored and sent meets the views.

import { currentHole, isOrganiser } from "./fold.js";
import { undoing } from "./log.js";
import { openStore } from "./store.js";
import { connect } from "./sync.js";
import { button, h, icon, ms, notice, read, say, sheet, topSheet } from "./dom.js";
import { joinView, post, takeSecret } from "./join.js";
import { roundsView } from "./rounds.js";
import { pill, scorecard, scorecardTable, standings } from "./board.js";
import { finish, resolve, ask } from "./sheets.js";
import { holeCard } from "./hole.js";
import { hearing } from "./hear.js";
import { watchView } from "./watch.js";
import { day, isOver, spokenResult } from "./words.js";

const main = document.getElementById("main");
const listeners = new Set();
const isWatch = location.pathname == "/watch";
const secret = takeSecret();
const store = await openStore();
/** What is shown, and the round that a person wants to see. */
let [view, wanted] = [null, null];
/** When the host was last heard. */
let freshAt = 0;

const app = {
  store,
  card: null,
  rounds: [],
  /** The hole that the hole card shows; null: the current one. */
  hole: null,
  status: { isOnline: false, unsent: 0, isSignedOut: false, role: null, player: null, device: null },
  staleAfter: ms("stale"),

  get canScore() { return ["player", "organiser"].includes(app.status.role); },
  get isOrganiser() { return app.status.role == "organiser"; },
  canUndo: () => app.canScore && !!app.status.device && !isOver(app.card.phase) && undoing(app.card, app.status.device) != null,
  /** How long ago the host was last heard, in milliseconds. */
  age: () => (app.status.isOnline ? 0 : Date.now() - (freshAt || Date.parse(app.card?.events.at(-1)?.at ?? app.card?.info.createdAt))),

  onCard(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  commit: (hole, scores, seen = null) =>
    told(link.commit(app.card.id, {
      hole, seen,
      scores: scores.map((score) => ({ transcript: null, confidence: null, ...score })),
    })),
  change: (change) => told(link.change(app.card.id, change)),
  send: (message) => link.send(message),

  async undo() {
    const found = undoing(app.card, app.status.device);
    await told(link.undo(app.card.id));
    if (found) say(`Undone: ${found.changes.map(({ player, to }) => `${player}, ${spokenResult(to, app.card.pars[found.hole - 1])}`).join(". ")}`);
  },

  resolve: () => resolve(app),
  finish: () => finish(app),
  finished() { if (app.isOrganiser) finish(app); else notice("All scores recorded."); },

  openRound(id) {
    if (app.card?.id != id) [app.card, app.hole] = [null, null];
    history.pushState({ round: id }, "");
    showRound(id);
  },
  join() { show(joinView({ secret: null, joined, leave: () => showRounds() })); },

  menu() {
    const { card } = app;
    const dialog = sheet({
      title: card.info.course,
      kind: ".menu",
      content: [
        h("p.caption", {}, `${app.status.player ? `You are ${app.status.player}.` : "You watch only."} ${day(card.info.startedAt)}`),
        store.isLasting ? null : h("p.caption", {}, "This browser keeps nothing: leave the page open until all scores are sent."),
        h("div.stack", {}, entry("Scorecard", () => scorecard(app)),
          app.isOrganiser && !isOver(card.phase) ? entry("Finish round", () => finish(app)) : null,
          app.isOrganiser && isOver(card.phase) ? entry("Reopen round", () => app.change({ kind: "reopen" })) : null,
          entry("All rounds", () => { history.pushState({}, ""); showRounds(); }),
          entry("Leave this device", () => ask("Forget this device?",
            app.status.unsent ? `${app.status.unsent} scores are not sent yet and would be lost.` : "To come back you need the code of the round.",
            [["Forget", leave, ".destructive"], ["Stay", null, ".primary"]]))),
      ],
    });
    function entry(text, act) { return button(text, () => { dialog.close(); act(); }, ".big"); }
  },
};

/** Says why something was refused. */
async function told(making) {
  const made = await making;
  if (made?.refusal) notice(made.refusal.text);
  return made;
}

const mic = hearing(app);

// MARK: - Views

function show(next, kind) {
  document.querySelectorAll("dialog[open]").forEach((dialog) => dialog.close());
  view = { ...next, kind };
  main.replaceChildren(next.element);
  document.documentElement.className = isWatch ? "watch-size" : "";
  if (kind != "join") main.focus({ preventScroll: true });
}

function showJoin(key = null) {
  wanted = null;
  show(joinView({ secret: key, joined }), "join");
}

async function joined({ round, ...identity }) {
  await store.join?.(identity);
  history.replaceState({ round }, "", isWatch || innerWidth < 210 ? "/watch" : "/");
  link.reconnect?.();
  [app.card, app.hole] = [null, null];
  showRound(round);
}

async function leave() {
  await post("/api/leave").catch(() => {});
  await store.forget?.();
  location.replace("/");
}

function showRounds() {
  wanted = null;
  show(roundsView(app), "rounds");
  view.update();
}

/** Opens the one round that is under way; with several, or none, a person chooses. */
function openOnly() {
  const open = app.rounds.filter((round) => !isOver(round.phase));
  if (open.length == 1 && !history.state?.isList) showRound(open[0].id);
}

function showRound(id) {
  wanted = id;
  if (app.card?.id == id) showCard();
  else show({ element: h("p.waiting", { role: "status" }, "Opening the round…"), update() {} }, "waiting");
  link.follow(id);
}

function showCard() {
  if (isWatch) show(watchView(app), "watch");
  else show(isOver(app.card.phase) ? over(app) : card(app), "card");
  view.update(app.card);
}

/** Pill and hole card. */
function card(app) {
  const top = pill(app);
  const hole = holeCard(app, mic);
  return {
    element: h("div.round-page", {}, top.element, hole.element),
    update(now) {
      if (isOver(now.phase)) return showCard();
      top.update(now);
      hole.update(now);
      mic.update(now);
    },
    hole,
  };
}

/** A round that is over: who won, and the scorecard. */
function over(app) {
  const rows = standings(app);
  const table = h("div");
  const element = h("div.list", {},
    h("h1", {}, app.card.info.course),
    h("p.caption", {}, `${app.card.phase == "finishedEarly" ? "Finished early" : "Finished"} ${day(app.card.finish?.at)}`),
    rows.element, table,
    h("div.actions", {}, button("All rounds", () => { history.pushState({ isList: true }, ""); showRounds(); }),
      button("More", () => app.menu())));
  return {
    element,
    update(now) {
      if (!isOver(now.phase)) return showCard();
      rows.update(now);
      table.replaceChildren(scorecardTable(now));
    },
  };
}

/** The only sign of being offline: a cloud with a slash, and how many scores are not sent. */
const cloud = h("p.cloud", { role: "status" }, icon("offline"), h("span"));
document.body.append(cloud);

function showCloud() {
  const { isOnline, unsent } = app.status;
  cloud.hidden = isOnline && !unsent || view?.kind == "join";
  cloud.classList.toggle("online", isOnline);
  cloud.ariaLabel = `${isOnline ? "" : "Offline"}${unsent ? `, ${unsent} ${unsent == 1 ? "score" : "scores"} not sent` : ""}`;
  read(cloud.lastElementChild, unsent ? String(unsent) : "");
}

function start() {
  if (secret) return showJoin(secret);
  if (location.pathname == "/join") return showJoin();
  const open = app.rounds.filter((round) => !isOver(round.phase));
  if (history.state?.round) showRound(history.state.round);
  else if (open.length > 0 && isWatch) showRound(open[0].id);
  else {
    showRounds();
    openOnly();
  }
}

addEventListener("popstate", ({ state }) => {
  if (topSheet()) topSheet().close();
  else if (state?.round) showRound(state.round);
  else showRounds();
});
setInterval(() => { if (app.card && view?.kind == "watch") view.update(app.card); }, 5000);
// MARK: - What comes in

const link = connect({
  store,
  onCard(card) {
    const isFirst = app.card?.id != card.id;
    app.card = card;
    if (isFirst && wanted == card.id) showCard();
    view?.update(card);
    for (const listener of listeners) listener(card);
  },
  onStatus(status) {
    const wasOnline = app.status.isOnline;
    app.status = status;
    if (status.isOnline || wasOnline) freshAt = Date.now();
    showCloud();
    if (status.isSignedOut && !(view?.kind == "join")) showJoin();
    else if (app.card) view?.update(app.card);
  },
  onRounds(rounds) {
    app.rounds = rounds;
    if (view?.kind == "rounds") {
      view.update();
      openOnly();
    } else if (!view) start();
  },
  onTalk: (message) => mic.take(message),
  onNotice: ({ text }) => notice(text),
});
if (secret) showJoin(secret);

// MARK: - Keeping the page

if ("serviceWorker" in navigator && isSecureContext) {
  const hadOne = !!navigator.serviceWorker.controller;
  navigator.serviceWorker.register("/sw.js").catch(() => {});
  // A new version is taken at once; nothing is lost, for scores are stored before they are shown.
  navigator.serviceWorker.addEventListener("controllerchange", () => { if (hadOne && !topSheet()) location.reload(); });
}
