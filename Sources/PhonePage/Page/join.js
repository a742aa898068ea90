// The way in: into a group by its QR code, into a round by the secret of its QR code or by its code of eight
// characters; then, who one is. A watch comes in as its phone does, by a code that it shows.

import { button, h, read, say } from "./dom.js";
import { post } from "./host.js";
import { choice, field as labelled, matches, settle } from "./people.js";
import { list } from "./words.js";

/** The code as the host has it, by Crockford: O is 0, I and L are 1. */
const normalised = (text) =>
  text.toUpperCase().replace(/O/g, "0").replace(/[IL]/g, "1").replace(/[^0-9A-HJKMNP-TV-Z]/g, "").slice(0, 8);

/** The secret of the address, which is taken out of it at once: it must not stay in the history. */
export function takeSecret() {
  const secret = location.pathname === "/join" ? decodeURIComponent(location.hash.slice(1)) : "";
  if (location.hash) history.replaceState(history.state, "", location.pathname);
  return secret || null;
}

/** How often a watch asks whether it is in, in ms. */
const patience = 2000;

/**
 * Asks for the code, or, with a secret, at once who one is. `check` throws what speaks against a player; `joined` is told
 * what the host said; `why` is what has led here; `own` is what this phone's person is called already.
 */
export function joinView({ secret, check, joined, leave, why, own, isWatch }) {
  const element = h("div.page");
  const failed = h("p.error", { id: "failed", role: "alert" });
  const field = (id, label, properties) => labelled(id, label, { enterKeyHint: "go", ...properties });
  const form = (act, ...content) => h("form", {
    noValidate: true,
    onsubmit: (event) => { event.preventDefault(); act(); },
  }, content);

  /** Does what needs the host, and shows what it says against that; returns whether it was done. */
  async function attempt(work) {
    failed.textContent = "";
    element.inert = true;
    try {
      await work();
      return true;
    } catch (problem) {
      failed.textContent = problem.message;
    } finally {
      element.inert = false;
    }
  }

  async function invite(key) {
    let found;
    const isDone = await attempt(async () => { found = await post("/api/invitation", key); });
    if (isDone) askPlayer(key, found);
    return isDone;
  }

  function askCode() {
    const [label, input] = field("code", "Code", {
      className: "code", autocomplete: "one-time-code", autocapitalize: "characters", spellcheck: false,
      maxLength: 12, placeholder: "K7QW-2M9X", "aria-describedby": failed.id,
      oninput() {
        const code = normalised(input.value);
        if (input.selectionEnd === input.value.length) input.value = code.replace(/^(.{4})(.)/, "$1-$2");
      },
    });
    const join = () => {
      const code = normalised(input.value);
      if (code.length === 8) return invite({ code });
      failed.textContent = "The code has eight letters and digits.";
      input.focus();
    };
    const isFirst = !leave && !why;
    element.replaceChildren(form(join,
      h("h1", isFirst ? "Welcome to Hyzer" : "Join a round"), why && h("p.error", why),
      isFirst ? h("p", "Scan the QR code of your group with the camera, once: then you start rounds, and those of the others appear by themselves.") : null,
      h("p", isFirst ? "Or join one round by its code." : "Scan the QR code of the round with the camera, or type its code."),
      label, input, failed,
      h("button.primary", { type: "submit" }, "Continue"),
      leave ? button("Back", leave, "quiet") : null));
    input.focus();
    if (why) say(why, true);
  }

  /** What a watch does, which has no keyboard: it shows a code, for a phone that is in. */
  async function askPhone() {
    const shown = h("p.code", { role: "status" });
    element.replaceChildren(h("h1", why ? "Join again" : "Hyzer"), h("p", "On your phone choose “Add a watch”, and type"), shown, failed,
      button("Use a round’s code", askCode, "quiet"));
    for (let waiting = null; shown.isConnected;) {
      try {
        waiting ??= await post("/api/watch");
        read(shown, waiting.code.replace(/^.../, "$& "));
        const { device } = await post("/api/watch", waiting);
        if (device) return joined({ round: null });
        failed.textContent = "";
      } catch ({ message, cause }) {
        if (cause === 404) waiting = null;
        else failed.textContent = message;
      }
      await new Promise((done) => setTimeout(done, patience));
    }
  }

  function askPlayer(key, { course, players, organiser, canAdd }) {
    const join = (player) => attempt(async () => {
      await check(player);
      joined(await post("/api/join", { ...key, player }));
    });
    const [label, input] = field("name", "Not in the list? Your name", { autocomplete: "nickname", maxLength: 40 });
    const joinAs = () => { if (input.value.trim()) join(input.value.trim()); };
    const heading = h("h1", { tabIndex: -1 }, "Who are you?");
    element.replaceChildren(
      heading,
      h("p", `${course}${organiser && `, organised by ${organiser}`}`),
      failed,
      h("div.stack", players.map((player) => button(player, () => join(player), "big"))),
      canAdd ? form(joinAs, label, input, h("button", { type: "submit" }, "Join")) : "",
      button("Watch only", () => join(null), "quiet"));
    heading.focus();
    say(`Who are you? ${list(players)}, or watch only`);
  }

  /** The one thing that the group asks: a name, which is theirs whom it knows. */
  async function askName(key) {
    let found;
    if (!await attempt(async () => { found = await post("/api/group", { secret: key }); })) return askCode();
    const { group, players } = found;
    const join = (name) => attempt(async () => {
      await check(name);
      joined(await post("/api/person", { secret: key, name }));
    });
    const [label, input] = field("name", "Your name", {
      autocomplete: "nickname", autocapitalize: "words", value: own ?? "", "aria-describedby": failed.id, oninput: update });
    const maybe = h("div.stack");
    const go = () => {
      const name = input.value.trim();
      if (name) return settle(name, players, join);
      failed.textContent = "Type what the others call you.";
      input.focus();
    };
    function update() {
      const shown = matches(input.value, players).slice(0, 4);
      maybe.replaceChildren(...shown.map(({ name }) => choice(`Are you ${name}?`, null, () => join(name))));
    }
    element.replaceChildren(form(go,
      h("h1", "What should we call you?"), h("p.caption", group), label, input, failed, maybe,
      h("button.primary", { type: "submit" }, "Go")));
    update();
    input.focus();
    say("What should we call you?");
  }

  /** A link that was issued to the organiser works once: opening it is not enough. */
  function askOrganiser(token) {
    const heading = h("h1", { tabIndex: -1 }, "Organise this round");
    element.replaceChildren(heading, h("p", "This link makes this device the organiser's, once."), failed,
      button("Go on as the organiser", () => attempt(async () => { joined(await post("/api/join", { token })); }), "primary"),
      button("Join with a code", askCode, "quiet"));
    heading.focus();
  }

  async function begin() {
    const [, kind, token] = secret?.match(/^(organiser|group)\.([^.]*)/) ?? [];
    if (kind === "organiser") askOrganiser(token);
    else if (kind) await askName(token);
    else if (isWatch && !secret) await askPhone();
    else if (!secret || !(await invite({ secret }))) askCode();
  }
  element.append(secret ? h("p", { role: "status" }, "Opening…") : "");
  queueMicrotask(begin);
  return { element, update() {} };
}
