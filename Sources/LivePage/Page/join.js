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
export const normalised = (text) =>
  text.toUpperCase().replace(/O/g, "0").replace(/[IL]/g, "1").replace(/[^0-9A-HJKMNP-TV-Z]/g, "").slice(0, 8);

/** The secret of the address, which is taken out of it at once: it must not stay in the history. */
export function takeSecret() {
  const secret = location.pathname == "/join" ? decodeURIComponent(location.hash.slice(1)) : "";
  if (location.hash) history.replaceState(history.state, "", location.pathname);
  return secret || null;
}

/** Asks for the code, or, with a secret, at once for the player. `joined` is told what the host said; `why` is what has led here. */
export function joinView({ secret, joined, leave = null, why = null }) {
  const element = h("div.page");
  const error = () => h("p.error", { role: "alert" });

  function askCode(text = "") {
    const input = h("input.code", {
      id: "code", autocomplete: "one-time-code", autocapitalize: "characters", spellcheck: false,
      maxLength: 12, value: text, enterKeyHint: "go", placeholder: "K7QW-2M9X",
      oninput: () => {
        const code = normalised(input.value);
        const isAtEnd = input.selectionEnd == input.value.length;
        if (isAtEnd) input.value = code.length > 4 ? `${code.slice(0, 4)}-${code.slice(4)}` : code;
      },
    });
    input.setAttribute("aria-describedby", "code-error");
    const failed = error();
    failed.id = "code-error";
    const form = h("form", {
      noValidate: true,
      onsubmit: (event) => {
        event.preventDefault();
        const code = normalised(input.value);
        if (code.length == 8) return invite({ code }, failed, form);
        failed.textContent = "The code has eight letters and digits.";
        input.focus();
      },
    },
      h("h1", "Join a round"), why && h("p.error", why),
      h("p", "Scan the QR code of the round with the camera, or type its code."),
      h("label", { htmlFor: "code" }, "Code"), input, failed,
      h("button.primary", { type: "submit" }, "Continue"),
      leave ? button("Back", leave, "quiet") : null);
    element.replaceChildren(form);
    input.focus();
    if (why) say(why, true);
  }

  async function invite(key, failed, form) {
    failed.textContent = "";
    form?.toggleAttribute("inert", true);
    try {
      const invitation = await post("/api/invitation", key);
      askPlayer(key, invitation);
    } catch (problem) {
      form?.toggleAttribute("inert", false);
      if (!form) askCode();
      element.querySelector("[role=alert]").textContent = problem.message;
    }
  }

  function askPlayer(key, { course, players, organiser, canAdd }) {
    const failed = error();
    const join = async (player) => {
      failed.textContent = "";
      element.toggleAttribute("inert", true);
      try {
        await joined(await post("/api/join", { ...key, player }));
      } catch (problem) {
        failed.textContent = problem.message;
      } finally {
        element.toggleAttribute("inert", false);
      }
    };
    const name = h("input", { id: "name", autocomplete: "nickname", maxLength: 40, enterKeyHint: "go" });
    const heading = h("h1", { tabIndex: -1 }, "Who are you?");
    element.replaceChildren(
      heading,
      h("p", `${course}${organiser ? `, organised by ${organiser}` : ""}`),
      failed,
      h("div.stack", players.map((player) => button(player, () => join(player), "big"))),
      canAdd
        ? h("form", { onsubmit: (event) => { event.preventDefault(); if (name.value.trim()) join(name.value.trim()); } },
          h("label", { htmlFor: "name" }, "Not in the list? Your name"), name,
          h("button", { type: "submit" }, "Join"))
        : "",
      button("Watch only", () => join(null), "quiet"));
    heading.focus();
    say(`Who are you? ${list(players)}, or watch only`);
  }

  if (secret) {
    const failed = error();
    element.replaceChildren(h("p", { role: "status" }, "Opening the round…"), failed);
    invite({ secret }, failed, null);
  } else {
    queueMicrotask(() => askCode());
  }
  return { element, update() {} };
}
