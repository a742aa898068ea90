// Who plays: known players by a search, and whether a new name may be one of theirs.

import { isNear, nameKey } from "./fold.js";
import { ask, fit, h, iconButton, style } from "./dom.js";

const keysOf = ({ name, aliases = [] }) => [name, ...aliases].map(nameKey);

/** The player who has a name or alias, however it is spelled. */
export const known = (name, players) => players.find((player) => keysOf(player).includes(nameKey(name)));

/** Players whom two letters or more may mean; those whose name begins so come first. */
export function matches(text, players) {
  const key = nameKey(text);
  if ([...key].length < 2) return [];
  const having = (isTheirs) => players.filter((player) => keysOf(player).some(isTheirs));
  return [...new Set([...having((other) => other.startsWith(key)), ...having((other) => other.includes(key))])];
}

/** Players of whom a new name may be a slip. */
export const near = (name, players) => players.filter(({ name: own, aliases = [] }) => [own, ...aliases].some((other) => isNear(name, other)));

/** Calls back with a name once it is clear whose it is: where a known player's is near, a person says so. */
export function settle(name, players, act) {
  const found = known(name, players);
  if (found) return act(found.name);
  const others = near(name, players);
  if (!others.length) return act(name);
  ask(`${others.map((other) => other.name).join(" or ")}?`, h("p", `Nobody is called ${name} yet.`), [
    ...others.map((other) => [other.name, () => act(other.name)]), [`${name} is new`, () => act(name)]], { isList: true });
}

/** The title of a page, and the way back from it. */
export const titled = (app, text) => h("div.titled", iconButton("back", "Back", app.back), h("h1", text));

export const field = (id, label, properties) => [
  h("label", { htmlFor: id }, label), h("input", { id, maxLength: 40, autocomplete: "off", spellcheck: false, ...properties })];

/** What players are called and, below it, what else there is to know of a row that can be tapped. */
export const choice = (name, about, onclick) => h("button.big",
  { onclick, ariaLabel: about && `${name}, ${about.replace(" · ", ", ")}` }, name, about && h("small", about));

/**
 * Finds players by a search, those of the last time before it, and makes new ones, who may be guests.
 * @param {{players: {name: string, aliases: string[]}[], isIn: (name: string) => boolean, isPerson?: boolean,
 *   add: (name: string, isGuest: boolean) => void}} options `isIn` says who plays already; who is no person of the
 *   group adds guests only.
 */
export function picker({ players, isIn, add, isPerson = true }) {
  const found = h("div.stack");
  const guest = h("button.switch", { role: "switch", onclick() { setGuest(!isGuest()); } }, h("span", "Guest, for this round only"));
  const isGuest = () => guest.ariaChecked === "true";
  const setGuest = (isOn) => { guest.ariaChecked = String(isOn); };
  const make = h("button.add", { type: "submit" });
  const [label, input] = field("player", "Add a player", { type: "search", enterKeyHint: "done", autocapitalize: "words", oninput: update });
  const element = h("form.picker", { noValidate: true, onsubmit }, label, input, found, make, guest);
  let all = players;

  const take = (name, asGuest) => {
    input.value = "";
    setGuest(!isPerson);
    add(name, asGuest);
    update();
    input.focus();
  };

  function onsubmit(event) {
    event.preventDefault();
    const name = input.value.trim();
    if (!name) return;
    if (isGuest()) take(name, true);
    else settle(name, all, (settled) => take(settled, false));
  }

  function update() {
    const name = input.value.trim();
    const free = all.filter((player) => !isIn(player.name));
    const shown = (name ? matches(name, free) : free).slice(0, 6);
    fit(found, shown, (player) => player.name, (player) => choice(player.name, null, () => take(player.name, false)), () => {});
    const isNew = Boolean(name) && !known(name, all) && !isIn(name);
    make.hidden = !isNew;
    guest.hidden = !isNew || !isPerson;
    make.textContent = `Add “${name}”`;
  }
  setGuest(!isPerson);
  update();
  return {
    element, update,
    /** Takes in who is known by now. */
    know(others) { all = others; update(); },
  };
}

style(`
.switch { display: flex; align-items: center; justify-content: space-between; gap: var(--space-3); width: 100%; border-color: transparent; background: none; text-align: start; }
.switch::after { content: ""; flex: none; width: var(--space-4); height: var(--space-4); border: 1px solid var(--border); border-radius: var(--space-4); margin-inline-end: var(--space-3); box-shadow: var(--space-3) 0 0 var(--tertiary); background: var(--secondary); }
.switch[aria-checked=true]::after { margin-inline: var(--space-3) 0; background: var(--accent); box-shadow: calc(-1 * var(--space-3)) 0 0 var(--tertiary); }
.big small { display: block; }
.titled { display: flex; align-items: center; gap: var(--space-1); margin-left: calc(-1 * var(--space-2)); }
.titled h1 { min-width: 0; }
`);
