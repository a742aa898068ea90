// Voice: the microphone's button, and the overlay in which heard scores wait for their window.

import { result } from "./fold.js";
import { canAccept, handle, rowResult, start } from "./confirm.js";
import { canTalk, startTalk } from "./talk.js";
import { ask, button, fit, h, icon, isReduced, ms, notice, read, say, sheet, stayAwake, tick, topSheet } from "./dom.js";
import { holeName, spokenResult, written } from "./words.js";
import { choose, fillRow, scoreRow } from "./sheets.js";

const misunderstood = "Couldn't understand. Try again?";
/** How many levels the wave shows, and for how many talks and overlays people are told what to do. */
const [waves, hints] = [24, 3];
/** How long hands-free waits for a place at the host, or shows that it did not understand, in ms. */
const patience = 3000;
/** Hands-free, how many frames of 20 ms a talk that was cut off hands on: all of what somebody says, else a little. */
const [spoken, unspoken] = [500, 150];

/** Counts a use on this phone, and returns whether it is one of the first. */
function isNew(what) {
  const count = Number(localStorage.getItem(what)) || 0;
  if (count < hints) localStorage.setItem(what, count + 1);
  return count < hints;
}

/** @returns the microphone's button, which becomes the wave; `answer` is given what the host says of talks. */
export function hearing(app, { away = "Voice needs the host, which is away. Tap scores instead." } = {}) {
  /** The talk under way, the number, round and hole of the last one, the draft that it was said to, and the overlay. */
  let [talk, id, round, hole, answered, overlay] = [null, Math.floor(Math.random() * 30000), null, null, null, null];
  /** The round that is scored hands-free, while that is on, and what the button says of it for a moment. */
  let [free, remark, timer] = [null, null, 0];
  /** Whether the host still works out what was said, the levels of before, and when scores were saved. */
  let [isAsked, levels, savedAt] = [false, [], -Infinity];
  let mics = [];
  const element = micButton();

  function micButton() {
    const bars = Array.from({ length: waves }, () => h("i"));
    const mic = h("button.mic", { onclick: () => (free ? leave() : talk ? end() : begin()) },
      icon("mic"), h("span.wave", { ariaHidden: "true" }, bars), h("b.told"), h("small.hint"));
    mics.push(mic);
    showOn(mic);
    return mic;
  }

  /** Why nobody can talk now; null where one can. */
  function reason() {
    if (!app.canScore) return "Who watches only cannot say scores.";
    return canTalk() ?? (app.status.isOnline ? null : away);
  }

  function showOn(mic) {
    const why = reason();
    const isOn = talk !== null;
    mic.classList.toggle("on", !free && (isOn || isAsked));
    mic.classList.toggle("free", free !== null);
    mic.ariaDisabled = why !== null && !free;
    mic.ariaPressed = isOn || free !== null;
    mic.ariaLabel = free ? "Hands-free. Press to end" : isOn ? "Listening. Press to stop" : why ? `Say scores: ${why}` : "Say scores";
    read(mic.querySelector(".told"), free ? remark ?? talk?.waits ?? `Hands-free · ${talk ? "listening" : "paused"}`
      : isOn ? "Listening" : isAsked ? "One moment" : "");
    read(mic.querySelector(".hint"), talk?.isNew ? "Say player names and scores" : "");
    [...mic.querySelector(".wave").children].forEach((bar, index) => bar.style.setProperty("--level", levels[index] ?? 0));
  }
  const show = () => mics.forEach(showOn);

  function hear(level) {
    levels = [level, ...levels].slice(0, waves);
    if (talk?.isHandsFree && talk.started) follow();
    show();
  }

  /** Numbers the next talk, and returns what it is of: the hole and the scores that are shown. */
  function request() {
    id = (id + 1) % 65536;
    round = app.card.id;
    answered = overlay?.shown() ?? null;
    hole = answered?.hole ?? app.hole;
    return { id, round, hole, shown: answered && { ...answered, shownFor: overlay.seconds() } };
  }

  async function begin() {
    const why = reason();
    if (why) return notice(why);
    const own = (talk = { isOpen: true, isHandsFree: free !== null, isNew: !free && isNew("talks") });
    [isAsked, levels] = [false, []];
    if (!free) overlay?.step({ kind: "speak" });
    const of = request();
    show();
    say("Listening");
    try {
      own.started = await startTalk({
        send: app.send, ...of, isHandsFree: own.isHandsFree, onLevel: hear,
        onEnd: (problem) => { if (problem) fail(problem); else if (talk === own) end(); },
      });
      if (!own.isOpen) own.started.stop();
    } catch (problem) {
      // Who pressed again meanwhile talks on.
      if (talk && talk !== own) notice(problem.message);
      else fail(problem.message);
    }
  }

  /** Ends the talk under way; one that has failed meanwhile is over. */
  function end() {
    const own = talk;
    if (!own) return;
    [talk, isAsked] = [null, true];
    own.isOpen = false;
    own.started?.stop();
    show();
  }

  function rest() {
    end();
    isAsked = false;
    show();
  }

  function fail(why) {
    [talk, isAsked, free] = [null, false, null];
    show();
    overlay?.step({ kind: "silence" });
    notice(why);
  }

  function answer({ kind, id: of, reason: why, draft }) {
    if (of !== id || app.card?.id !== round) return;
    if (kind === "talkFailed") return free ? pause(why, talk.isSpoken ? spoken : unspoken, patience) : fail(why);
    if (kind === "heard" && free) {
      talk.isSpoken = true;
      overlay?.step({ kind: "speak" });
    }
    // Half-heard words would contradict what comes of them.
    if (kind !== "draft") return;
    if (!free) rest();
    take(draft);
    if (talk?.isHandsFree) next(draft.until ?? null);
  }

  function take(draft) {
    if (overlay) {
      if (draft.result === "failed") miss(draft);
      else if (!["dismissed", "undo"].includes(draft.result) && answered !== overlay.shown()) {
        // It was made of rows that a person has changed since.
        notice("The scores were changed meanwhile. Say it again.");
        return overlay.step({ kind: "silence" });
      }
      return overlay.step({ kind: "draft", draft: checked(draft), results: results(draft.hole) });
    }
    if (draft.result === "undo") return app.undo(performance.now() - savedAt < ms("offer"));
    if (draft.result === "failed" && free) return miss(draft);
    if (draft.result === "failed") {
      return ask(misunderstood, h("p", draft.remarks.join(". ")), [["Try again", begin, "primary"], ["Cancel"]]);
    }
    if (draft.rows.length === 0) return;
    overlay = heard(app, checked(draft), results, micButton(), () => { savedAt = performance.now(); }, () => {
      overlay = null;
      mics = [element];
      if (free) return;
      // What was said to it, and is being understood yet, was not meant for another.
      id = (id + 1) % 65536;
      rest();
    });
  }

  /** What the host did not know when it decided waits for a person: others may have scored meanwhile. */
  function checked(draft) {
    const known = results(draft.hole);
    return { ...draft, rows: draft.rows.map((row) => ({
      ...row, isDoubtful: row.isDoubtful || row.player !== null && (known[row.player] ?? null) !== row.replaces })) };
  }

  /** What the players have on a hole. */
  const results = (hole) => Object.fromEntries(app.card.players.map(({ name }) => [name, result(app.card, name, hole)]));

  /** Ends what is said where its round is left: nothing of it is for another. */
  function leave() {
    if (free) notice("Hands-free is off.");
    free = null;
    if (talk || isAsked) drop();
  }

  function drop() {
    app.send({ kind: "untalk", id });
    id = (id + 1) % 65536;
    rest();
    overlay?.step({ kind: "silence" });
  }

  // MARK: Hands-free

  function handsFree() {
    const why = reason();
    if (why) return notice(why);
    const listen = () => {
      localStorage.setItem("handsFree", "");
      free = app.card.id;
      begin();
    };
    if (localStorage.getItem("handsFree") !== null) return listen();
    ask("Hands-free", h("p", "Put the phone on the bag and say scores at any time: they save themselves, and it listens on until you press the microphone or leave the round. Screen and microphone need battery; everybody near is heard, by your host only, which keeps no sound."),
      [["Start", listen, "primary"], ["Cancel"]]);
  }

  /** Looks, with each frame, whether the talk is still of what is shown, and may go on. */
  function follow() {
    if (isGone()) return leave();
    if (!app.status.isOnline) pause("Hands-free · paused", 0, 0);
    else if (talk.waits) { if (performance.now() >= talk.retryAt) next(); }
    else if ((overlay?.shown() ?? null) !== answered || (answered?.hole ?? app.hole) !== hole) {
      talk.started.pause(talk.isSpoken ? spoken : unspoken);
      next();
    }
  }

  const isGone = () => app.card?.id !== free || !app.isFree || app.card.isDeleted;

  function next(until) {
    Object.assign(talk, { waits: null, isSpoken: false });
    talk.started.next(request(), until);
    stayAwake();
  }

  /** Waits without a talk, with some of the sound; `waits` is what the button says meanwhile. */
  function pause(waits, kept, time) {
    Object.assign(talk, { waits, retryAt: performance.now() + time });
    talk.started.pause(kept);
    overlay?.step({ kind: "silence" });
  }

  /** Says that words were not understood: hands-free only on the button, and nothing of what is not even words. */
  function miss({ transcript }) {
    if (!free) return notice(misunderstood);
    if (!transcript) return;
    remark = "Didn't catch that";
    clearTimeout(timer);
    timer = setTimeout(() => { remark = null; show(); }, patience);
    show();
  }

  // A page that nobody sees does not listen; it goes on once it is seen.
  document.addEventListener("visibilitychange", () => { if (document.hidden && free) drop(); else update(); });

  function update() {
    if (free && isGone()) leave();
    else if (free && !talk && !document.hidden && !reason()) begin();
    show();
  }
  return { element, answer, leave, handsFree, update };
}

/** The overlay: rows, the time left, and what a person does to them. */
function heard(app, first, results, mic, saved, gone) {
  const parOf = (hole) => app.card.pars[hole - 1];
  const bar = h("span");
  const countdown = h("div.window", bar);
  const told = h("p.caption");
  const rows = h("ul.rows.heard");
  const remarks = h("ul.caption");
  const save = button("Commit Scores", () => step({ kind: "accept" }), "commit");
  const place = h("p.caption");
  const question = h("div.actions");
  const isHinted = isNew("drafts");
  let [state, timer, shownAt] = [start(first, performance.now(), results(first.hole)), null, 0];
  const dialog = sheet({
    title: "Scores heard",
    content: [place, question, countdown, told, rows, remarks,
      h("div.actions", save, button("Cancel", () => dialog.close()), mic)],
    closed() {
      step({ kind: "cancel" });
      clearTimeout(timer);
      stop();
      document.removeEventListener("visibilitychange", look);
      removeEventListener("sheets", look);
      gone();
    },
  });
  const stop = app.onCard(() => step({ kind: "replaced", results: results(state.draft.hole) }));

  function step(event) {
    const before = state;
    state = handle(state, event, performance.now());
    if (state !== before) show(before);
    else if (event.kind === "timer") arm();
  }

  /** Sets the timer of the window, and again where it came too early: timers know whole milliseconds only. */
  function arm() {
    clearTimeout(timer);
    if (state.closes !== null) timer = setTimeout(() => step({ kind: "timer" }), Math.ceil(state.closes - performance.now()));
  }

  function show(before) {
    const { kind, draft, closes, length } = state;
    if (kind === "commit" || kind === "dismissed") {
      dialog.close();
      return kind === "commit" ? commit(draft) : null;
    }
    if (draft !== before?.draft) {
      shownAt = performance.now();
      draw(draft);
    }
    arm();
    bar.getAnimations().forEach((animation) => animation.cancel());
    countdown.hidden = kind !== "confirming";
    // Where nothing saves itself the button is what a view has one of.
    save.classList.toggle("primary", kind !== "confirming");
    told.classList.toggle("unseen", kind === "confirming" && closes !== null && !isHinted);
    if (closes !== null && !isReduced()) {
      bar.animate({ transform: ["none", "scaleX(0)"] }, { duration: closes - performance.now(), fill: "forwards" });
    }
    read(told, kind === "partial" ? draft.holes.length ? "Which hole is this?"
      : `Tap the rows with a question mark${save.disabled ? "" : ", or save"}.`
      : closes === null ? "Paused." : `Auto-saving in ${length / 1000} seconds. Tap any score to correct.`);
  }

  function draw(draft) {
    const par = parOf(draft.hole);
    read(place, holeName(draft.hole, par));
    question.hidden = draft.holes.length === 0;
    question.replaceChildren(...draft.holes.map((hole) =>
      button(`Hole ${hole}`, () => {
        step({ kind: "place", hole, results: results(hole) });
        // Who plays the next hole has left this one.
        if (hole > app.hole) app.show?.(hole);
      })));
    save.disabled = !canAccept({ draft });
    fit(rows, draft.rows, ({ id }) => id, ({ id }) => heardRow(id), (item, row) => {
      const { player, isDoubtful, words, replaces } = row;
      const value = rowResult(row);
      const asks = player === null || value === null || isDoubtful;
      const note = words && (asks || draft.holes.length) ? `“${words}”` : replaces ? `instead of ${written(replaces)}` : "";
      const mark = isDoubtful || player === null ? "?" : null;
      const button = fillRow(item, { player: player ?? "Who?", note, value, par, mark });
      item.classList.toggle("asks", asks);
      button.ariaLabel = `${player ?? "Who?"}, ${value === null ? "which score?" : spokenResult(value, par)}${asks ? ", please check" : ""}`;
      item.lastElementChild.ariaLabel = player ? `Not ${player}?` : "Who?";
    });
    remarks.replaceChildren(...draft.remarks.map((text) => h("li", text)));
  }

  /** A row of which the name is a button of its own, over that part, for another player. */
  function heardRow(id) {
    const item = scoreRow(() => edit(id));
    item.append(h("button.name-part", { onclick: () => askWho(id) }));
    return item;
  }

  /** Asks for the player where that is open, else for the score. */
  function edit(id) {
    const { rows: all, hole } = state.draft;
    const row = all.find((row) => row.id === id);
    if (!row) return;
    if (row.player === null) return askWho(id);
    choose({
      player: row.player, hole, par: parOf(hole), present: rowResult(row),
      pick: (value) => step({ kind: "change", row: id, result: value }),
      remove: () => step({ kind: "remove", row: id }),
    });
  }

  /** Asks who it is: whom the words may mean first, then all who have no row. */
  function askWho(id) {
    const row = state.draft.rows.find((row) => row.id === id);
    const names = new Set([...row?.candidates ?? [], ...app.card.players.map(({ name }) => name)]);
    for (const { player } of state.draft.rows) names.delete(player);
    ask(row?.player ? `Not ${row.player}?` : "Who?", row?.words ? h("p.caption", `“${row.words}”`) : null, [
      ...[...names].map((player) => [player, () => step({ kind: "change", row: id, player })]),
      ["Leave out", () => step({ kind: "remove", row: id }), "destructive"]], { isList: true });
  }

  async function commit({ hole, rows, transcript }) {
    const par = parOf(hole);
    const seen = Object.fromEntries(rows.map(({ player, replaces }) => [player, replaces]));
    const refusal = await app.commit(hole, rows.map((row) => ({
      player: row.player, result: rowResult(row), input: row.input, transcript,
      confidence: row.input === "voice" ? row.confidence : null,
    })), seen);
    if (refusal) return;
    tick(30);
    saved();
    app.saved?.();
    say(`Saved. ${rows.map((row) => `${row.player}, ${spokenResult(rowResult(row), par)}`).join(". ")}`);
  }

  /** Neither a locked phone shows the scores, nor what covers them. */
  const look = () => step({ kind: document.hidden || topSheet() !== dialog ? "hide" : "reveal" });
  document.addEventListener("visibilitychange", look);
  addEventListener("sheets", look);
  rows.onpointerdown = () => step({ kind: "touch" });
  rows.onpointerup = rows.onpointercancel = () => step({ kind: "release" });
  rows.addEventListener("focusin", ({ target }) => { if (target.matches(":focus-visible")) step({ kind: "focus" }); });
  rows.addEventListener("focusout", () => step({ kind: "blur" }));
  show();
  look();
  tick();
  say(`${[...rows.querySelectorAll(".row")].map((row) => row.ariaLabel).join(". ")}. ${told.textContent}`);
  return { step, shown: () => state.draft, seconds: () => (performance.now() - shownAt) / 1000 };
}
