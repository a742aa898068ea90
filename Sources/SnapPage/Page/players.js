// Players, and the teams of the current one: chosen, added, edited, deleted, put in order.

import { ask, button, h, iconButton, say, sheet, style } from "./dom.js";
import { amount, dot, field, heading, sentence, sign, signButton } from "./parts.js";
import { gamesOf, longestName, moves, teamsOf, usualColour } from "./season.js";

/** Colours to begin with, so that players and teams differ. */
const colours = [usualColour, "#ff9f0a", "#bf5af2", "#ff375f", "#64d2ff", "#32d74b"];

export function playersView(app) {
  const { season, shown: { player, team } } = app;
  const teams = teamsOf(season, player.id);
  return h("div.page", heading(app, "Players"),
    section(app, { kind: "player", title: "Players", list: season.players, current: player, choose: app.choosePlayer, edit: app.editPlayer }),
    section(app, { kind: "team", title: `Teams of ${player.name}`, list: teams, current: team, choose: app.chooseTeam, edit: app.editTeam }));
}

function section(app, { kind, title, list, current, choose, edit }) {
  const isOrdering = app.ordering === kind && list.length > 1;
  const rows = h("ul.things", { ariaLabel: title }, list.map((thing, at) => {
    const isCurrent = thing.id === current?.id;
    const name = h("button.thing", { id: `thing-${thing.id}`, ariaCurrent: isCurrent ? "true" : null, onclick: () => choose(thing.id) },
      dot(thing.colour), h("span", thing.name));
    const to = (place) => reorder(app, kind, list, at, place);
    const ends = isOrdering ? [
      signButton("chevron", `${thing.name}: up`, { id: `up-${thing.id}`, disabled: at === 0, onclick: () => to(at - 1) }),
      signButton("down", `${thing.name}: down`, { id: `down-${thing.id}`, disabled: at === list.length - 1, onclick: () => to(at + 1) }),
      h("span.grip", { ariaHidden: "true" }, sign("handle")),
    ] : [signButton("info", `${thing.name}: edit`, { id: `edit-${thing.id}`, onclick: () => edit(thing) })];
    const row = h("li.thing-row", name, ends);
    name.oncontextmenu = (event) => { event.preventDefault(); edit(thing); };
    return row;
  }));
  if (isOrdering) drag(rows, (from, to) => reorder(app, kind, list, from, to));
  return h("section", h("div.section-head", h("h2", title),
    list.length > 1 ? h("button.small.order", { id: `order-${kind}`, ariaPressed: String(isOrdering), onclick: () => app.order(isOrdering ? null : kind) }, isOrdering ? "Done" : "Reorder") : null,
    Object.assign(iconButton("plus", `Add ${kind}`, () => edit(null)), { id: `add-${kind}` })),
  list.length ? rows : h("p.quiet-words", "No team yet."));
}

function reorder(app, kind, list, from, to) {
  if (from === to) return app.update();
  app.make(moves(list, from, to).map(({ id, position }) =>
    ({ kind, of: id, set: { position }, was: list.find((thing) => thing.id === id) })));
  say(`${list[from].name} is number ${to + 1} of ${list.length}`);
}

/** Lets a finger move a row by its grip. */
function drag(rows, done) {
  rows.onpointerdown = (event) => {
    const grip = event.target.closest(".grip");
    if (!grip) return;
    event.preventDefault();
    const row = grip.closest("li");
    const from = [...rows.children].indexOf(row);
    row.classList.add("moving");
    const move = ({ clientY }) => {
      const others = [...rows.children].filter((other) => other !== row);
      const before = others.find((other) => { const { top, height } = other.getBoundingClientRect(); return clientY < top + height / 2; });
      if (before !== row.nextElementSibling) rows.insertBefore(row, before ?? null);
    };
    const end = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      row.classList.remove("moving");
      done(from, [...rows.children].indexOf(row));
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  };
}

// MARK: - The sheet of a player or team

/** Adds a player or team, or edits or deletes one. `save` takes the name and colour, `remove` deletes. */
export function thingSheet({ kind, thing, others, save, remove, below }) {
  const name = h("input", { value: thing?.name ?? "", maxLength: longestName, autocomplete: "off", autocapitalize: "words", enterKeyHint: "done", required: true });
  const colour = h("input", { type: "color", value: thing?.colour ?? colours.find((one) => others.every(({ colour }) => colour !== one)) ?? colours[others.length % colours.length] });
  const failed = h("p.error", { role: "alert" });
  const form = h("form", { noValidate: true }, field("thing-name", "Name", name), field("thing-colour", "Colour, to tell them apart", colour), failed,
    h("div.actions", thing ? button("Delete", () => { dialog.close(); confirmed(thing, kind, below, remove); }, "destructive") : null,
      h("button.primary", { type: "submit" }, thing ? "Save" : "Add")));
  const dialog = sheet({ title: thing ? thing.name : `New ${kind}`, content: form });
  form.onsubmit = (event) => {
    event.preventDefault();
    const text = name.value.trim();
    if (!text) {
      failed.textContent = sentence("a name is empty; give one");
      return name.focus();
    }
    dialog.close();
    save({ name: text, colour: colour.value });
  };
  name.focus();
}

function confirmed(thing, kind, below, remove) {
  const words = below.filter(([number]) => number).map(([number, word]) => amount(number, word)).join(" and ");
  ask(`Delete ${thing.name}?`, h("p", words ? `${words} will be deleted with this ${kind}.` : `This ${kind} has no games.`), [
    ["Cancel"], ["Delete", remove, "destructive"]]);
}

/** What goes with a player or team: how many of what. */
export function belongings(season, kind, { id }) {
  const teams = kind === "player" ? teamsOf(season, id) : [];
  const games = kind === "player" ? teams.flatMap((team) => gamesOf(season, team.id)) : gamesOf(season, id);
  return [[teams.length, "team"], [games.length, "game"]];
}

style(`
.section-head { display: flex; flex-wrap: wrap; align-items: center; gap: var(--space-2); padding-top: var(--space-2); }
.section-head h2 { flex: 1 1 6rem; min-width: 0; }
.order { padding-inline: var(--space-3); }
.section-head .icon { margin-right: calc(-1 * var(--space-2)); color: var(--accent); }
.things { border-radius: 20px; background: var(--raised); overflow: hidden; }
.thing-row { display: flex; flex-wrap: wrap; justify-content: end; align-items: center; background: var(--raised); }
.thing-row + .thing-row { border-top: var(--line) solid var(--rule); }
.thing-row .icon { flex: none; }
.thing { display: flex; flex: 1 1 7rem; align-items: center; gap: var(--space-3); min-width: 0; min-height: var(--scoring); border: 0; border-radius: 0; background: none; text-align: start; }
.thing span:last-child { min-width: 0; overflow: hidden; text-overflow: ellipsis; }
.thing:focus-visible { outline-offset: calc(-1 * var(--space-1)); border-radius: 20px; }
.thing[aria-current] { box-shadow: inset var(--space-1) 0 0 var(--accent); font-weight: 700; }
.grip { display: grid; place-items: center; flex: none; width: var(--target); height: var(--scoring); color: var(--secondary); touch-action: none; cursor: grab; }
.moving { position: relative; z-index: 1; background: var(--tertiary); }
input[type=color] { padding: var(--space-1); cursor: pointer; }
`);
