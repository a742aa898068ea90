// Voice: the microphone's button, and the overlay in which heard scores wait for their window.

import { result } from "./fold.js";
import { canAccept, handle, rowResult, start } from "./confirm.js";
import { canTalk, startTalk } from "./talk.js";
import { ask, button, fit, h, icon, isReduced, notice, read, say, sheet, topSheet } from "./dom.js";
import { holeName, spokenResult, written } from "./words.js";
import { choose, fillRow, scoreRow } from "./sheets.js";

const misunderstood = "Couldn't understand. Try again?";
/** A press shorter than this, in milliseconds, leaves the microphone open until the next one. */
const tap = 350;

/** @returns the microphone's button; `answer` is given what the host says of talks. */
export function hearing(app) {
  /** The talk under way, the number of the last one, the draft that it was said to, and the overlay. */
  let [talk, id, answered, overlay] = [null, Math.floor(Math.random() * 30000), null, null];
  const words = h("p.hearing", { role: "status" });
  let mics = [];
  const element = micButton();

  function micButton() {
    let pressedAt = null;
    const press = () => {
      pressedAt = talk ? null : performance.now();
      if (talk) end();
      else begin();
    };
    const lift = () => {
      if (pressedAt !== null && performance.now() - pressedAt > tap) end();
      pressedAt = null;
    };
    const onKey = (act) => ({ key, repeat }) => { if ((key === " " || key === "Enter") && !repeat) act(); };
    const mic = h("button.mic", {
      onpointerdown({ pointerId }) {
        mic.setPointerCapture(pointerId);
        press();
      },
      onpointerup: lift, onpointercancel: lift, onkeydown: onKey(press), onkeyup: onKey(lift),
      oncontextmenu: (event) => event.preventDefault(),
    }, icon("mic"));
    mics.push(mic);
    showOn(mic, 0);
    return mic;
  }

  /** Why nobody can talk now; null where one can. */
  function reason() {
    if (!app.canScore) return "Who watches only cannot say scores.";
    return canTalk() ?? (app.status.isOnline ? null : "Voice needs the host, which is away. Tap scores instead.");
  }

  function showOn(mic, level) {
    const why = reason();
    mic.classList.toggle("on", talk !== null);
    mic.ariaDisabled = why !== null;
    mic.ariaPressed = talk !== null;
    mic.ariaLabel = talk ? "Listening. Press to stop" : why ? `Say scores: ${why}` : "Say scores. Hold, or press once";
    mic.style.setProperty("--level", level);
  }
  const show = (level = 0) => mics.forEach((mic) => showOn(mic, level));

  async function begin() {
    const why = reason();
    if (why) return notice(why);
    id = (id + 1) % 65536;
    const own = (talk = { isOpen: true });
    overlay?.step({ kind: "speak" });
    answered = overlay?.shown() ?? null;
    show();
    try {
      own.started = await startTalk({
        send: app.send, id, round: app.card.id, hole: answered?.hole ?? app.hole, shown: answered,
        onLevel: show,
        onEnd: (problem) => { if (problem) fail(problem); else if (talk === own) end(); },
      });
      if (!own.isOpen) own.started.stop();
    } catch (problem) {
      // Who pressed again meanwhile talks on.
      if (talk && talk !== own) notice(problem.message);
      else fail(problem.message);
    }
  }

  /** Ends the talk under way; one that has failed under the finger is over. */
  function end() {
    const own = talk;
    if (!own) return;
    talk = null;
    own.isOpen = false;
    own.started?.stop();
    show();
    read(words, "…");
  }

  function fail(why) {
    talk = null;
    show();
    read(words, "");
    overlay?.step({ kind: "silence" });
    notice(why);
  }

  function answer({ kind, id: of, words: text, reason: why, draft }) {
    if (of !== id) return;
    if (kind === "heard") return read(words, text);
    if (kind === "talkFailed") return fail(why);
    if (kind !== "draft") return;
    if (talk) end();
    read(words, "");
    if (overlay) {
      if (draft.result === "failed") notice(misunderstood);
      else if (!["dismissed", "undo"].includes(draft.result) && answered !== overlay.shown()) {
        // It was made of rows that a person has changed since.
        notice("The scores were changed meanwhile. Say it again.");
        return overlay.step({ kind: "silence" });
      }
      return overlay.step({ kind: "draft", draft: checked(draft), results: results(draft.hole) });
    }
    if (draft.result === "undo") return app.undo();
    if (draft.result === "failed") {
      return ask(misunderstood, h("p", draft.remarks.join(". ")), [["Try again", begin, "primary"], ["Cancel"]]);
    }
    if (draft.rows.length === 0) return;
    overlay = heard(app, checked(draft), results, micButton(), () => {
      overlay = null;
      mics = [element];
      // What was said to it, and is being understood yet, was not meant for another.
      id = (id + 1) % 65536;
      if (talk) end();
      read(words, "");
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
  return { element, words, answer, update: () => show() };
}

/** The overlay: rows, the time left, and what a person does to them. */
function heard(app, first, results, mic, gone) {
  const parOf = (hole) => app.card.pars[hole - 1];
  const bar = h("span");
  const countdown = h("div.window", bar);
  const told = h("p.caption");
  const rows = h("ul.rows.heard");
  const remarks = h("ul.caption");
  const save = button("Commit Scores", () => step({ kind: "accept" }), "primary.commit");
  const place = h("p.caption");
  const question = h("div.actions");
  let [state, timer] = [start(first, performance.now(), results(first.hole)), null];
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
    if (draft !== before?.draft) draw(draft);
    arm();
    bar.getAnimations().forEach((animation) => animation.cancel());
    countdown.hidden = kind !== "confirming";
    if (closes !== null && !isReduced()) {
      bar.animate({ transform: ["none", "scaleX(0)"] }, { duration: closes - performance.now(), fill: "forwards" });
    }
    read(told, kind === "partial" ? draft.holes.length ? "Another hole was completed a moment ago. Which one is this?"
      : "Tap the rows with a question mark, or save."
      : closes === null ? "Paused." : `Auto-saving in ${length / 1000} seconds. Tap any score to correct.`);
  }

  function draw(draft) {
    const par = parOf(draft.hole);
    read(place, holeName(draft.hole, par));
    question.hidden = draft.holes.length === 0;
    question.replaceChildren(...draft.holes.map((hole) =>
      button(`Hole ${hole}`, () => step({ kind: "place", hole, results: results(hole) }))));
    save.disabled = !canAccept({ draft });
    fit(rows, draft.rows, ({ id }) => id, ({ id }) => scoreRow(() => edit(id)), (item, row) => {
      const { player, isDoubtful, words, replaces } = row;
      const value = rowResult(row);
      const asks = player === null || value === null || isDoubtful;
      const note = asks && words ? `“${words}”` : replaces ? `instead of ${written(replaces)}` : "";
      const mark = isDoubtful || player === null ? "?" : null;
      const button = fillRow(item, { player: player ?? "?", note, value, par, empty: "?", mark });
      button.classList.toggle("asks", asks);
      button.ariaLabel = `${player ?? "Who?"}, ${value === null ? "which score?" : spokenResult(value, par)}${asks ? ", please check" : ""}`;
    });
    remarks.replaceChildren(...draft.remarks.map((text) => h("li", text)));
  }

  /** Asks for the player where that is open, else for the score. */
  function edit(id) {
    const { rows: all, hole } = state.draft;
    const par = parOf(hole);
    const row = all.find((row) => row.id === id);
    if (!row) return;
    if (row.player !== null) {
      return choose({
        player: row.player, hole, par, present: rowResult(row),
        pick: (value) => step({ kind: "change", row: id, result: value }),
        remove: () => step({ kind: "remove", row: id }),
      });
    }
    const names = new Set([...row.candidates, ...app.card.players.map(({ name }) => name)]);
    for (const { player } of all) names.delete(player);
    ask("Who?", null, [...names].map((player) => [player, () => step({ kind: "change", row: id, player })]), { isList: true });
  }

  function commit({ hole, rows, transcript }) {
    const par = parOf(hole);
    const seen = Object.fromEntries(rows.map(({ player, replaces }) => [player, replaces]));
    app.commit(hole, rows.map((row) => ({
      player: row.player, result: rowResult(row), input: row.input, transcript,
      confidence: row.input === "voice" ? row.confidence : null,
    })), seen);
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
  say(`${[...rows.querySelectorAll(".row")].map((row) => row.ariaLabel).join(". ")}. ${told.textContent}`);
  return { step, shown: () => state.draft };
}
