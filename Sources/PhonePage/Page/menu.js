// The menu of a round, and what its organiser does there: invite, add players, let them leave, pass the round on, delete it.

import { currentHole, isOrganiser, nameKey } from "./fold.js";
import { ask, button, h, isOutdoors, notice, sheet, style, switchOutdoors } from "./dom.js";
import { get, kept, post } from "./host.js";
import { field, picker } from "./people.js";
import { scorecard } from "./board.js";
import { finish } from "./sheets.js";
import { day, isOver } from "./words.js";

const scores = (count) => `${count} ${count === 1 ? "score" : "scores"}`;

export function roundMenu(app, { isLasting }) {
  const { card: { info, phase, organiser }, status: { player, unsent } } = app;
  const isDone = isOver(phase);
  const others = !app.isOrganiser && organiser.name
    ? `${organiser.name} organises the round, and alone can invite, add players, reopen and delete it.` : null;
  ask(info.course, [
    h("p.caption", `${player ? `You are ${player}` : "You watch only"}. ${day(info.startedAt)}`),
    isLasting ? unsent ? h("p", `${scores(unsent)} not sent yet. Browsers may drop them after 7 days: open the page where it reaches the host before.`) : null
      : h("p", "This browser keeps nothing. Leave the page open until all scores are sent."),
    others && h("p.caption", others),
  ], [
    ["Scorecard", () => scorecard(app)],
    ["All rounds", app.home],
    ...(app.isFree ? [["Hands-free", app.handsFree], ["Finish round", () => finish(app)]] : []),
    ...(!app.isOrganiser ? [] : [
      ...(isDone ? [["Reopen round", () => app.change("reopen")]]
        : [h("hr"), ["Invite", () => invite(app)], ["Add a player", () => addPlayer(app)], ["Someone left", () => leave(app)]]),
      ["Change organiser", () => passOn(app)]]),
    h("hr"), sun(), ["Add a watch", addWatch],
    h("hr"), ...(app.isOrganiser ? [["Delete round", () => remove(app), "destructive"]] : []),
    ["Forget this device", app.forget, "destructive"],
  ], { isList: true });
}

/** Switches between the looks for bright sun and for the shade, which can be seen at once. */
function sun() {
  const element = h("button.switch", { role: "switch", ariaChecked: String(isOutdoors()), onclick() {
    switchOutdoors();
    element.ariaChecked = String(isOutdoors());
  } }, h("span", "Bright sun"));
  return element;
}

/** Lets another player organise the round, once a person has said who. */
function passOn(app) {
  const others = app.card.players.filter(({ name, hasLeft }) => !hasLeft && !isOrganiser(app.card, name));
  ask("Who organises the round from now on?", null, [
    ...others.map(({ name }) => [name, async () => {
      if (!await app.change("organiser", { player: name })) notice(`${name} organises the round.`);
    }]), ["Keep it", null]], { isList: true });
}

/** Shows what lets others in: a QR code, the code to type, and the link. */
async function invite(app) {
  const place = h("div.stack.invites", h("p", { role: "status" }, "Asking the host…"));
  sheet({ title: "Invite", content: place });
  let told;
  try {
    told = await post(`/api/rounds/${app.card.id}/invitation`);
  } catch ({ message }) {
    return place.replaceChildren(h("p.error", { role: "alert" }, message));
  }
  const { code, link, qr } = told;
  const address = h("input", { id: "link", readOnly: true, value: link, onfocus() { address.select(); } });
  const copy = async () => {
    address.select();
    // Browsers keep the clipboard from pages that they do not call secure.
    await navigator.clipboard?.writeText(link).then(() => notice("Copied."), () => {});
  };
  place.replaceChildren(
    h("p", `Scan to join, or open ${location.host} and type the code.`),
    h("img.qr", { src: `data:image/svg+xml,${encodeURIComponent(qr)}`, alt: "QR code of the round" }),
    h("p.code", code),
    h("label", { htmlFor: "link" }, "Link"), address, button("Copy the link", copy));
}

/** Lets a watch in that shows a code, as whom this phone is. */
export function addWatch() {
  const failed = h("p.error", { id: "failed", role: "alert" });
  const [label, input] = field("watch", "Code on the watch", {
    className: "code", inputMode: "numeric", enterKeyHint: "go", maxLength: 7, "aria-describedby": failed.id });
  const add = async (event) => {
    event.preventDefault();
    failed.textContent = "";
    try {
      await post("/api/watch/allow", { code: input.value.replace(/\D/g, "") });
      dialog.close();
      notice("The watch is in.");
    } catch ({ message }) {
      failed.textContent = message;
      input.select();
    }
  };
  const dialog = sheet({ title: "Add a watch", content: h("form.stack", { noValidate: true, onsubmit: add },
    h("p", `Open ${location.host}/watch on the watch. It shows a code.`), label, input, failed,
    h("button.primary", { type: "submit" }, "Add")) });
  input.focus();
}

/** Lets somebody play who came late, or who comes back. */
function addPlayer(app) {
  const { card } = app;
  const isPlaying = (name) => card.players.some((player) => !player.hasLeft && nameKey(player.name) === nameKey(name));
  const gone = card.players.filter(({ hasLeft }) => hasLeft);
  const known = ({ players }) => [...gone, ...players.filter(({ name }) => !card.players.some((player) => nameKey(player.name) === nameKey(name)))];
  const told = kept("/api/players") ?? { players: [] };
  let all = known(told);
  const search = picker({ players: all, isIn: isPlaying, isPerson: app.isPerson, async add(name, isGuest) {
    const { aliases = [] } = all.find((player) => player.name === name) ?? {};
    const entrant = { name, isGuest, aliases, pronunciations: [] };
    dialog.close();
    if (!await app.change("join", { player: name, entrant, current: currentHole(app.card, app.told) })) notice(`${name} plays from now on.`);
  } });
  const dialog = sheet({ title: "Add a player", content: h("div.stack",
    h("p", "Holes that are over count as no score."), search.element) });
  search.element.querySelector("input").focus();
  if (app.isPerson) get("/api/players").then((answer) => search.know(all = known(answer)), () => {});
}

/** Notes who went home: an act of its own, which a later join takes back. */
function leave(app) {
  const here = app.card.players.filter(({ hasLeft }) => !hasLeft);
  ask("Who left?", h("p", "Scores stay. Holes without one count as no score."), [
    ...here.map(({ name }) => [name, async () => {
      if (!await app.change("leave", { player: name })) notice(`${name} left the round.`);
    }]), ["Nobody", null]], { isList: true });
}

function remove(app) {
  ask("Delete this round?", h("p", "It is gone for everybody, and from the season."), [
    ["Delete", () => app.change("delete"), "destructive"], ["Keep it", null, "primary"]]);
}

style(`
.invites { justify-items: center; text-align: center; }
.invites p { max-width: 100%; overflow-wrap: anywhere; }
.invites label { justify-self: start; }
.invites > button { width: 100%; }
.qr { width: min(100%, 15rem); border-radius: var(--space-3); }
`);
