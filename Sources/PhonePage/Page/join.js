// Joining a round: by the secret of a QR code, or by its code of eight characters; then, who one is.

import { button, h, say } from "./dom.js";
import { list } from "./words.js";

/** Posts to the host; an answer that is no success throws its sentence. */
export async function post(path, body = {}) {
  let answer;
  try {
    answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  } catch {
    throw new Error("The host cannot be reached. Is this device in its network?");
  }
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(told.error ?? `The host answered with ${answer.status}.`);
  return told;
}

/** The code as the host has it, by Crockford: O is 0, I and L are 1. */
const normalised = (text) =>
  text.toUpperCase().replace(/O/g, "0").replace(/[IL]/g, "1").replace(/[^0-9A-HJKMNP-TV-Z]/g, "").slice(0, 8);

/** The secret of the address, which is taken out of it at once: it must not stay in the history. */
export function takeSecret() {
  const secret = location.pathname === "/join" ? decodeURIComponent(location.hash.slice(1)) : "";
  if (location.hash) history.replaceState(history.state, "", location.pathname);
  return secret || null;
}

/** Asks for the code, or, with a secret, at once for the player. `check` throws what speaks against a player; `joined` is told what the host said; `why` is what has led here. */
export function joinView({ secret, check, joined, leave, why }) {
  const element = h("div.page");
  const failed = h("p.error", { id: "failed", role: "alert" });
  const field = (id, label, properties) =>
    [h("label", { htmlFor: id }, label), h("input", { id, enterKeyHint: "go", ...properties })];
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
    element.replaceChildren(form(join,
      h("h1", "Join a round"), why && h("p.error", why),
      h("p", "Scan the QR code of the round with the camera, or type its code."),
      label, input, failed,
      h("button.primary", { type: "submit" }, "Continue"),
      leave ? button("Back", leave, "quiet") : null));
    input.focus();
    if (why) say(why, true);
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

  /** A link that was issued to the organiser works once: opening it is not enough. */
  function askOrganiser(token) {
    const heading = h("h1", { tabIndex: -1 }, "Organise this round");
    element.replaceChildren(heading, h("p", "This link makes this device the organiser's, once."), failed,
      button("Go on as the organiser", () => attempt(async () => { joined(await post("/api/join", { token })); }), "primary"),
      button("Join with a code", askCode, "quiet"));
    heading.focus();
  }

  async function begin() {
    const [, token] = secret?.match(/^organiser\.(.*)$/) ?? [];
    if (token) askOrganiser(token);
    else if (!secret || !(await invite({ secret }))) askCode();
  }
  element.append(secret ? h("p", { role: "status" }, "Opening the round…") : "");
  queueMicrotask(begin);
  return { element, update() {} };
}
