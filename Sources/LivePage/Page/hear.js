// Voice: the microphone's button, and the overlay in which heard scores wait for their window.

import { result } from "./fold.js";
import { handle, start } from "./confirm.js";
import { canTalk, startTalk } from "./talk.js";
import { button, h, icon, isReduced, notice, read, say, sheet } from "./dom.js";
import { list, shade, spokenResult, toPar, written } from "./words.js";
import { ask, choose } from "./sheets.js";

/** A press shorter than this leaves the microphone open until the next one. */
const tap = 350;

/** @returns the microphone's button; `take` is given what the host says of talks. */
export function hearing(app) {
  let [talk, id, overlay, waiting] = [null, 0, null, null];
  const mics = new Set();
  const mic = micButton();

  function micButton() {
    const element = h("button.mic", { type: "button" }, icon("mic"));
    let [pressedAt, isOpen] = [0, false];
    const press = () => {
      if (talk) return end();
      [pressedAt, isOpen] = [performance.now(), true];
      begin();
    };
    const lift = () => {
      if (isOpen && performance.now() - pressedAt > tap) end();
      isOpen = false;
    };
    element.addEventListener("pointerdown", (event) => {
      element.setPointerCapture(event.pointerId);
      press();
    });
    element.addEventListener("pointerup", lift);
    element.addEventListener("pointercancel", lift);
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    element.addEventListener("keydown", (event) => {
      if (event.key != " " && event.key != "Enter") return;
      event.preventDefault();
      if (!event.repeat) press();
    });
    element.addEventListener("keyup", (event) => { if (event.key == " " || event.key == "Enter") lift(); });
    mics.add(element);
    show(element);
    return element;
  }

  /** Why nobody can talk now; null where one can. */
  function reason() {
    if (!app.canScore) return "Who watches only cannot say scores.";
    return canTalk() ?? (app.status.isOnline ? null : "Speaking needs the host, which is away. Tap scores instead.");
  }

  function show(element, level = 0) {
    const why = reason();
    element.classList.toggle("on", talk != null);
    element.ariaDisabled = String(why != null);
    element.ariaPressed = String(talk != null);
    element.ariaLabel = talk ? "Listening. Press to stop" : why ? `Say scores: not possible. ${why}` : "Say scores. Hold, or press once";
    element.style.setProperty("--level", level);
  }
  const showAll = (level) => mics.forEach((element) => element.isConnected || element == mic ? show(element, level) : mics.delete(element));

  async function begin() {
    const why = reason();
    if (why) return notice(why);
    const own = talk = { id: ++id, hole: app.hole };
    overlay?.hold("speaking", true);
    showAll(0);
    try {
      const started = await startTalk({
        send: app.send, id: own.id, round: app.card.id, hole: own.hole,
        shown: overlay?.draft() ?? null, onLevel: showAll,
      });
      if (own.isOver) started.stop();
      else own.started = started;
    } catch (problem) {
      fail(problem.message);
    }
  }

  function end() {
    if (!talk) return;
    waiting = talk;
    talk.isOver = true;
    talk.started?.stop();
    talk = null;
    showAll(0);
    words("…");
  }

  function fail(why) {
    talk?.started?.cancel();
    [talk, waiting] = [null, null];
    overlay?.hold("speaking", false);
    showAll(0);
    words("");
    if (overlay) notice(why);
    else failed(why);
  }

  /** What is heard so far, above the bar. */
  function words(text) {
    let place = document.querySelector(".hearing");
    if (!text) return place?.remove();
    if (!place) document.querySelector(".bar")?.append(place = h("p.hearing", { ariaLive: "polite" }));
    if (place) read(place, text);
  }

  function failed(why) {
    ask("Couldn't understand. Try again?", why, [["Try again", begin, ".primary"], ["Cancel"]]);
  }

  function take(message) {
    if (message.id != id) return;
    if (message.kind == "heard") return words(message.words);
    if (message.kind == "talkFailed") return fail(message.reason);
    if (message.kind != "draft") return;
    const { draft } = message;
    if (talk) end();
    waiting = null;
    words("");
    if (overlay) return overlay.answer(draft);
    if (draft.result == "undo") return app.undo();
    if (draft.result == "failed" || draft.rows.length == 0) return failed(draft.remarks?.join(". ") || null);
    overlay = heard(app, draft, micButton(), () => { overlay = null; });
  }

  return { element: mic, take, update: () => showAll(0) };
}

/** The overlay: rows, the time left, and what a person does to them. */
function heard(app, first, mic, gone) {
  const { card } = app;
  const hole = first.hole;
  const par = card.pars[hole - 1];
  const now = () => performance.now() / 1000;
  let state = start(first, now(), { par });
  let timer = null;
  const bar = h("span");
  const window_ = h("div.window", { ariaHidden: "true" }, bar);
  const told = h("p.caption");
  const rows = h("ul.rows.heard");
  const remarks = h("ul.caption");
  const save = button("Commit Scores", () => step({ kind: "accept" }), ".primary");
  const dialog = sheet({
    title: "Scores heard", kind: ".overlay", closeLabel: "Cancel",
    content: [window_, told, rows, remarks,
      h("div.actions", {}, save, button("Cancel", () => step({ kind: "cancel" }))), h("div.talking", {}, mic)],
    closed: () => { clearTimeout(timer); gone(); },
  });
  dialog.querySelector("h2").tabIndex = -1;
  dialog.querySelector("h2").focus();

  function step(event) {
    state = handle(state, event, now());
    show();
  }

  function show() {
    clearTimeout(timer);
    bar.getAnimations().forEach((animation) => animation.cancel());
    const { draft } = state;
    if (state.kind == "done") {
      dialog.close();
      if (state.outcome == "commit") commit(draft);
      return;
    }
    draw(draft);
    const isOpen = state.kind == "confirming" && state.closes != null;
    window_.hidden = state.kind != "confirming";
    if (isOpen) {
      const left = Math.max(0, state.closes - now());
      timer = setTimeout(() => step({ kind: "timer" }), left * 1000);
      if (!isReduced()) bar.animate({ transform: [`scaleX(${left / state.length})`, "scaleX(0)"] }, { duration: left * 1000, fill: "forwards" });
    }
    read(told, isOpen ? `Auto-saving in ${state.length} seconds. Tap any score to correct.`
      : state.kind == "confirming" ? "Paused." : "Tap the rows with a question mark.");
  }

  function draw(draft) {
    save.disabled = !draft.rows.every((row) => row.player && (row.strokes != null || row.noScore));
    rows.replaceChildren(...draft.rows.map((row, index) => {
      const value = row.noScore ? "none" : row.strokes;
      const asks = !row.player || value == null || row.isDoubtful;
      const note = asks && row.words ? `“${row.words}”` : row.replaces != null ? `instead of ${row.replaces}` : "";
      return h("li", {}, h(`button.row${asks ? ".asks" : ""}`, {
        type: "button",
        ariaLabel: `${row.player ?? "Who?"}, ${value == null ? "which score?" : spokenResult(value, par)}${asks ? ", please check" : ""}`,
        onclick: () => edit(row, index),
      },
        h("span.who", {}, h("span.name", {}, row.player ?? "?"), h("small", {}, note)),
        h("span.leader", { ariaHidden: "true" }),
        h(`span.score.${row.strokes == null ? "open" : shade(row.strokes - par)}`, {},
          h("b", {}, written(value) || "?"), h("small", {}, asks ? "?" : row.strokes == null ? "" : toPar(row.strokes - par)))));
    }));
    remarks.replaceChildren(...(draft.remarks ?? []).map((text) => h("li", {}, text)));
  }

  /** Asks for the player where that is open, else for the score; meanwhile the window does not close. */
  function edit(row, index) {
    const closed = () => step({ kind: "release" });
    step({ kind: "touch" });
    if (row.player == null) {
      const taken = state.draft.rows.map((other) => other.player);
      const names = [...new Set([...row.candidates, ...card.players.map(({ name }) => name)])].filter((name) => !taken.includes(name));
      const who = sheet({
        title: "Who?", kind: ".question",
        content: h("div.stack", {}, names.map((player) =>
          button(player, () => { who.close(); step({ kind: "change", row: index, player }); }, ".big"))),
        closed,
      });
      return;
    }
    choose({
      player: row.player, hole, par, present: row.noScore ? "none" : row.strokes,
      pick: (value) => step({ kind: "change", row: index, result: value }),
      remove: () => step({ kind: "remove", row: index }),
      closed,
    });
  }

  function commit(draft) {
    const scores = draft.rows.map((row) => ({
      player: row.player, result: row.noScore ? "none" : row.strokes, input: row.input,
      transcript: draft.transcript ?? null, confidence: row.input == "voice" ? row.confidence : null,
    }));
    const seen = Object.fromEntries(draft.rows.map((row) => [row.player, result(card, row.player, hole)]));
    app.commit(hole, scores, seen);
    say(`Saved: ${scores.map(({ player, result }) => `${player}, ${spokenResult(result, par)}`).join(". ")}`);
  }

  for (const [name, kind] of [["pointerdown", "touch"], ["pointerup", "release"], ["pointercancel", "release"]])
    rows.addEventListener(name, () => step({ kind }));
  rows.addEventListener("focusin", ({ target }) => { if (target.matches(":focus-visible")) step({ kind: "focus" }); });
  rows.addEventListener("focusout", () => step({ kind: "blur" }));
  show();
  say(`${list(first.rows.map((row) => `${row.player ?? "Who?"}, ${spokenResult(row.noScore ? "none" : row.strokes, par)}`))}. ${told.textContent}`);

  return {
    draft: () => state.draft,
    hold: (kind, isHeld) => step({ kind: isHeld ? "touch" : "release" }),
    /** What the host made of words that may be a reply. */
    answer(draft) {
      step({ kind: "release" });
      if (draft.result == "accepted") return step({ kind: "accept" });
      if (draft.result == "dismissed") return step({ kind: "cancel" });
      if (draft.result == "undo") { dialog.close(); return app.undo(); }
      if (draft.result == "failed") return notice("Couldn't understand. Try again?");
      step({ kind: "replaced", draft });
    },
  };
}
