// Parts that several views have: signs, the title with the gear, the choice of a player, fields, and words.

import { button, drawing, h, icon, iconButton, style } from "./dom.js";
import { city, letter } from "./season.js";

const paths = {
  ball: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3v18M5.600 5.600a9 9 0 0 1 0 12.800M18.400 5.600a9 9 0 0 0 0 12.800",
  camera: "M4 8h3l2-3h6l2 3h3a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1M12 9.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7",
  photos: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 8.500h1",
  pencil: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
  chevron: "M6 15l6-6 6 6",
  down: "M6 9l6 6 6-6",
  info: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 11v6M12 7.500v.1",
  bin: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.500 11v5M13.500 11v5",
  handle: "M5 9h14M5 15h14",
  house: "M4 11l8-7 8 7M6 9.500V20h12V9.500",
  list: "M8 6h12M8 12h12M8 18h12M4 6h.1M4 12h.1M4 18h.1",
  people: "M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7M2.500 20a6.500 6.500 0 0 1 13 0M16 4.500a3.500 3.500 0 0 1 0 6.500M18 14.500a6.500 6.500 0 0 1 3.500 5.500",
  gear: "M10.2 4.6L10.5 2.3L13.5 2.3L13.8 4.6L15.9 5.5L17.8 4.1L19.9 6.2L18.5 8.1L19.4 10.2L21.7 10.5L21.7 13.5L19.4 13.8L18.5 15.9L19.9 17.8L17.8 19.9L15.9 18.5L13.8 19.4L13.5 21.7L10.5 21.7L10.2 19.4L8.1 18.5L6.2 19.9L4.1 17.8L5.5 15.9L4.6 13.8L2.3 13.5L2.3 10.5L4.6 10.2L5.5 8.1L4.1 6.2L6.2 4.1L8.1 5.5zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6",
  place: "M12 21s7-6 7-11a7 7 0 0 0-14 0c0 5 7 11 7 11M12 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4",
  swap: "M7 4L3 8l4 4M3 8h14M17 12l4 4-4 4M21 16H7",
};

export const sign = (name) => drawing(paths[name]);

export const signButton = (name, label, properties) => h("button.icon", { ariaLabel: label, title: label, ...properties }, sign(name));

/** The title of a tab: what has not been sent, what was not kept, and the gear. */
export const heading = (app, title) => [
  h("header.heading", h("h1", { id: "title", tabIndex: -1 }, title),
    app.unsent && app.isAway ? h("span.pending", { role: "status" }, icon("offline"), `${amount(app.unsent, "change")} not sent`) : null,
    signButton("gear", "Settings", { id: "gear", onclick: () => app.open({ page: "settings" }) })),
  ...app.refused.map(({ change, reason }) => h("div.refused", { role: "alert" },
    h("span", `Not kept: ${reason}`), button("Dismiss", () => app.dismiss(change.id), "small"))),
];

/** The title of a page, and the way back from it. */
export const titled = (app, title) => h("div.titled", iconButton("back", "Back", app.back), h("h1", { id: "title", tabIndex: -1 }, title));

/** How wide a text of the page is, in px. */
function widthOf(text) {
  const { fontSize, fontFamily } = getComputedStyle(document.body);
  const paper = document.createElement("canvas").getContext("2d");
  paper.font = `600 ${fontSize} ${fontFamily}`;
  return paper.measureText(text).width;
}

/** How many players have a segment each, by what their names need; others are behind “More”. */
function segmentsThatFit(players) {
  const room = Math.min(innerWidth, 704) - 40;
  const needs = players.map(({ name }) => 72 + Math.min(widthOf(name), 144));
  const fitting = (most) => {
    let used = 0;
    const count = needs.findIndex((need) => (used += need) > most);
    return count < 0 ? players.length : count;
  };
  return fitting(room) < players.length ? Math.max(1, fitting(room - 112)) : players.length;
}

/** The players, of whom one is chosen. */
export function playerChoice(app, choose) {
  const { players } = app.season;
  if (players.length < 2) return null;
  const count = segmentsThatFit(players);
  const rest = players.slice(count);
  const isThere = (id) => id === app.shown.player.id;
  const segment = ({ id, name, colour }) => h("button.segment",
    { id: `choose-${id}`, ariaPressed: String(isThere(id)), onclick: () => choose(id) }, dot(colour), h("span", name));
  const more = h("select.segment", { id: "more-players", ariaLabel: "More players", onchange: () => choose(more.value) },
    h("option", { value: "", disabled: true }, "More"), rest.map(({ id, name }) => h("option", { value: id }, name)));
  more.value = rest.some(({ id }) => isThere(id)) ? app.shown.player.id : "";
  more.classList.toggle("chosen", more.value !== "");
  return h("div.segments", { role: "group", ariaLabel: "Player" }, players.slice(0, count).map(segment), rest.length ? more : null);
}

/** What a player without a team leads on to. */
export const noTeam = (app, player) => h("div.setup", h("p", `${player.name} has no team.`),
  button("Add team", () => app.editTeam(null), "primary"));

/** A spot of the colour by which players and teams are told apart. */
export function dot(colour) {
  const element = h("span.spot", { ariaHidden: "true" });
  element.style.backgroundColor = colour;
  return element;
}

export const field = (id, label, input) => h("div.field", h("label", { htmlFor: id }, label), Object.assign(input, { id }));

/** A dropdown of things with a name. */
export function dropdown(things, chosen, properties) {
  const element = h("select", properties, things.map(({ id, name }) => h("option", { value: id }, name)));
  element.value = chosen ?? "";
  return element;
}

// MARK: - Words

export const amount = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

/** A sentence of a reason. */
export const sentence = (reason) => `${reason[0].toUpperCase()}${reason.slice(1)}${/[.!?]$/.test(reason) ? "" : "."}`;

export const outcomes = { win: "Win", loss: "Loss", tie: "Tie" };
const past = { win: "Won", loss: "Lost", tie: "Tied" };
const connects = { win: "to", loss: "to", tie: "at" };

/** A day as people write it where the phone is; the year only where it is another. */
export function day(date) {
  const year = Number(date.slice(0, 4)) === new Date().getFullYear() ? undefined : "numeric";
  return new Date(`${date}T12:00`).toLocaleDateString(undefined, { month: "short", day: "numeric", year });
}

/** A game in a line: “Won 72 to 65 against Hawks, Nov 26”. */
export function spokenGame({ result: { outcome, team, opponent }, opponent: other, date }) {
  const score = outcome === "tie" ? `${connects.tie} ${team}` : `${team} ${connects[outcome]} ${opponent}`;
  return [`${past[outcome]} ${score}${other ? ` against ${other}` : ""}`, day(date)].join(", ");
}

export const streak = ({ outcome, streak: count }) => `${past[outcome]} ${count}`;

/** Both scores, of which the team's stands out but at a tie. */
export function score({ result: { outcome, team, opponent } }) {
  return h("span.points", h(outcome === "tie" ? "span" : "b", String(team)), h("span.dash", " - "), h("span", String(opponent)));
}

/** W, L or T. */
export const badge = ({ result }) => h(`span.letter.${result.outcome}`, { role: "img", ariaLabel: outcomes[result.outcome] }, letter(result));

export const facts = (game) => [day(game.date), city(game)].filter(Boolean).join(" · ");

style(`
.snap .page { max-width: 44rem; padding-top: var(--space-2); padding-bottom: calc(9 * var(--space-3) + env(safe-area-inset-bottom)); }
.heading { display: flex; align-items: center; gap: var(--space-2); min-height: var(--scoring); }
.heading h1 { flex: 1; min-width: 0; }
.heading .icon, .titled .icon { margin-inline: calc(-1 * var(--space-2)); }
.pending { display: flex; align-items: center; gap: var(--space-1); color: var(--secondary); font-size: var(--caption); line-height: 1.1; }
.pending svg { width: 20px; height: 20px; }
.titled { display: flex; align-items: center; gap: var(--space-2); min-height: var(--scoring); }
.refused { display: flex; align-items: center; gap: var(--space-2); padding: var(--space-2) var(--space-3); border-radius: var(--space-3); background: var(--raised); box-shadow: inset var(--space-1) 0 0 var(--over); }
.refused span { flex: 1; min-width: 0; }
.segments { display: flex; gap: var(--space-1); padding: var(--space-1); border-radius: 20px; background: var(--raised); }
.segment { display: flex; flex: 1 1 auto; align-items: center; justify-content: center; gap: var(--space-2); min-width: var(--target); border: 0; background: none; color: var(--text); overflow: hidden; }
.segment span:last-child { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.segment:is([aria-pressed=true], .chosen) { background: var(--tertiary); }
.spot { flex: none; display: inline-block; width: 12px; height: 12px; border-radius: 50%; box-shadow: 0 0 0 var(--line) var(--border); }
select, textarea {
  width: 100%; min-height: var(--scoring); padding: var(--space-2) var(--space-3); border: var(--line) solid var(--border); border-radius: var(--space-3);
  background: var(--raised); color: inherit; font: inherit; font-weight: 600;
}
select { appearance: none; padding-right: var(--space-5); text-overflow: ellipsis;
  background-image: linear-gradient(45deg, transparent 50%, currentColor 50%), linear-gradient(-45deg, transparent 50%, currentColor 50%);
  background-position: calc(100% - 20px) 50%, calc(100% - 14px) 50%; background-size: 6px 6px; background-repeat: no-repeat; }
select.segment { flex: 0 1 auto; width: auto; min-width: 108px; max-width: 50%; padding-left: var(--space-2); min-height: var(--target); padding-block: 0; }
textarea { min-height: calc(2 * var(--space-6)); resize: vertical; font-weight: 400; }
.field { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--space-1); align-content: start; }
.field label, .label { color: var(--secondary); font-size: var(--caption); font-weight: 600; }
.points { white-space: nowrap; }
.points .dash { color: var(--secondary); }
.points b { font-weight: 800; }
.letter { display: inline-grid; place-items: center; flex: none; width: min(1.9rem, 14vw); height: min(1.9rem, 14vw); border: var(--stroke) solid transparent; border-radius: var(--space-2); font-size: var(--body); font-weight: 700; line-height: 1; }
.letter.win { background: var(--accent); color: var(--on-accent); }
.letter.loss { background: var(--tertiary); }
.letter.tie { border-color: var(--border); }
@media (forced-colors: active) { .letter { border-color: CanvasText; } .segment[aria-pressed=true] { outline: var(--stroke) solid Highlight; } .spot { forced-color-adjust: none; } }
`);
