// A game by voice: what is said goes to the host, which says what it heard.

import { button, h, isReduced, say, style } from "./dom.js";
import { hearGame } from "./keep.js";
import { sentence, titled } from "./parts.js";
import { startTalk } from "./talk.js";

/** The bytes of a frame that are not its samples. */
const header = 7;

/** The view that listens from when it opens until its button is pressed, or 15 s are over. */
export function sayView(app) {
  const level = h("span.level");
  const words = h("p.quiet-words", { role: "status" });
  const failed = h("p.error", { role: "alert" });
  const done = button("Done", () => talk?.stop(), "primary");
  const cancel = button("Cancel", app.back);
  const actions = h("div.actions", cancel, done);
  const element = h("div.page.say-page", titled(app, "Say how the game ended"),
    h("p.quiet-words", "As in: we won 72 to 65 against the Hawks"), h("div.meter", { ariaHidden: "true" }, level), words, failed, actions);
  let talk = null;
  done.disabled = true;

  function fail(message) {
    words.textContent = "";
    failed.textContent = sentence(message);
    actions.replaceChildren(button("Try again", listen), button("Enter by hand", app.byHandInstead, "primary"));
    actions.lastChild.focus();
  }

  async function listen() {
    actions.replaceChildren(cancel, done);
    words.textContent = "Opening the microphone…";
    failed.textContent = "";
    let [frames, rate, isDone] = [[], 0, false];
    const team = app.shown.team.id;
    try {
      talk = await startTalk({
        send(message) {
          if (message instanceof ArrayBuffer) frames.push(new Int16Array(message.slice(header)));
          else if (message.kind === "talk") rate = message.rate;
          else isDone = message.kind === "talked";
        },
        onLevel(value) {
          level.style.setProperty("--level", value);
          if (!element.isConnected) talk?.stop();
        },
        onEnd(problem) {
          talk = null;
          if (!element.isConnected) return;
          if (problem) fail(problem);
          else if (isDone) hear(frames, rate, team);
        },
      });
    } catch ({ message }) {
      return fail(message);
    }
    if (!element.isConnected) return talk.stop();
    words.textContent = "Listening…";
    done.disabled = false;
    done.focus();
  }

  async function hear(frames, rate, team) {
    done.disabled = true;
    words.textContent = "One moment…";
    if (!frames.length) return fail("nothing was heard");
    const samples = new Int16Array(frames.reduce((sum, { length }) => sum + length, 0));
    frames.reduce((at, frame) => { samples.set(frame, at); return at + frame.length; }, 0);
    try {
      const said = await hearGame(samples, rate, team);
      if (element.isConnected) app.take(said, team);
    } catch ({ message }) {
      if (element.isConnected) fail(message);
    }
  }

  // A page that is left or hidden does not listen on, and one that is opened anew waits for a person.
  addEventListener("popstate", () => talk?.stop(), { once: true });
  document.addEventListener("visibilitychange", () => { if (document.hidden) talk?.stop(); });
  if (app.isSaying) listen();
  else actions.replaceChildren(cancel, button("Start", listen, "primary"));
  app.isSaying = false;
  return element;
}

/** The time in which a game that was said clearly can be stopped from saving itself; any touch or key stops it. */
export function closing(page, save) {
  const bar = h("span");
  const words = h("p", `Auto-saving in ${page.window} seconds. Tap anything to check it.`);
  const part = h("div.closing", h("div.closing-bar", bar), words);
  const timer = setTimeout(() => { stop(); save(); }, 1000 * page.window);
  const events = ["pointerdown", "keydown", "focusin", "beforeinput"];
  function stop() {
    clearTimeout(timer);
    page.window = null;
    part.remove();
    events.forEach((kind) => removeEventListener(kind, stop, true));
    removeEventListener("popstate", stop, true);
    document.removeEventListener("visibilitychange", stop);
  }
  // What opens the page moves the focus first.
  setTimeout(() => { if (page.window) events.forEach((kind) => addEventListener(kind, stop, true)); });
  addEventListener("popstate", stop, true);
  document.addEventListener("visibilitychange", stop);
  if (!isReduced()) bar.animate({ transform: ["none", "scaleX(0)"] }, { duration: 1000 * page.window, fill: "forwards" });
  say(words.textContent);
  return part;
}

style(`
.say-page { display: grid; gap: var(--space-3); align-content: start; }
.meter { height: var(--space-3); border-radius: 96px; background: var(--raised); overflow: hidden; }
.level { display: block; height: 100%; background: var(--accent); transform-origin: left; transform: scaleX(var(--level, 0)); }
.closing { display: grid; gap: var(--space-2); color: var(--secondary); }
.closing-bar { height: var(--space-1); border-radius: 96px; background: var(--raised); overflow: hidden; }
.closing-bar span { display: block; height: 100%; background: var(--accent); transform-origin: left; }
`);
