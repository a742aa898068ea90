// A new round: on which course, who plays, and the start. What was chosen so far outlives errors, and the page.

import { nameKey } from "./fold.js";
import { button, h, icon, read, style } from "./dom.js";
import { get, kept, post } from "./host.js";
import { choice, field, picker, titled } from "./people.js";
import { uuid } from "./sync.js";
import { list } from "./words.js";

/** From this many courses on they are searched. */
const many = 7;

export const holesAndPar = (pars) => `${pars.length} ${pars.length === 1 ? "hole" : "holes"} · par ${pars.reduce((sum, par) => sum + par, 0)}`;

/**
 * The round that is being made: `{id, course, players: [{name, isGuest}]}`; null where none is. Another choice gets
 * another `id`; by the same one the host makes a round once, however often it is asked.
 */
export const draft = {
  read: () => JSON.parse(sessionStorage.getItem("draft")),
  write: (round) => sessionStorage.setItem("draft", JSON.stringify({ ...round, id: uuid() })),
  end: () => sessionStorage.removeItem("draft"),
};

/** What is known of a round before anything was chosen: who makes it plays, as a rule. */
export const emptyDraft = ({ player }) => ({ players: player ? [{ name: player, isGuest: false }] : [] });

/** A step of a new round: "course" or "players". */
export const beginView = (app, step) => (step === "course" ? courseStep(app) : playersStep(app));

/** Asks the host, shows at once what it answered last, and says where it does not answer. */
async function ask(path, failed, show) {
  if (kept(path)) show(kept(path));
  try {
    show(await get(path));
  } catch ({ message }) {
    failed.textContent = `${message} A round begins where the host is reached.`;
  }
}

function courseStep(app) {
  const failed = h("p.error", { role: "alert" });
  const rows = h("div.stack");
  const [label, input] = field("course", "Search", { type: "search", oninput: update });
  const search = h("div.stack", { hidden: true }, label, input);
  let courses = [];
  const element = h("div.page", titled(app, "Which course?"), h("p.caption", "New round, 1 of 2"), failed, search, rows,
    button("New course", () => app.open({ course: "", isForRound: true })));

  function update() {
    const key = nameKey(input.value);
    const found = courses.filter(({ name }) => nameKey(name).includes(key));
    search.hidden = courses.length < many;
    rows.replaceChildren(...found.map(({ name, pars }) => choice(name, holesAndPar(pars), () => {
      draft.write({ ...draft.read(), course: name });
      app.open({ begin: "players" });
    })));
    if (!found.length && courses.length) rows.append(h("p", `No course is called “${input.value}”.`));
  }
  ask("/api/courses", failed, (told) => { ({ courses } = told); update(); });
  return { element, update() {} };
}

function playersStep(app) {
  const failed = h("p.error", { role: "alert" });
  const chips = h("ul.chips", { ariaLabel: "Who plays" });
  const [what, start] = [h("p.summary"), button("Start", begin, "primary")];
  const isIn = (name) => draft.read().players.some((player) => nameKey(player.name) === nameKey(name));
  const search = picker({ players: kept("/api/players")?.players ?? [], isIn, add });
  const element = h("div.page", titled(app, "Who plays?"), h("p.caption", "New round, 2 of 2"), failed, chips, search.element,
    h("div.start", what, start));

  function change(players) {
    draft.write({ ...draft.read(), players });
    failed.textContent = "";
    show();
  }
  function add(name, isGuest) {
    if (!isIn(name)) change([...draft.read().players, { name, isGuest }]);
  }
  function remove(name) {
    change(draft.read().players.filter((player) => player.name !== name));
    search.element.querySelector("input").focus();
  }
  function show() {
    const { course, players } = draft.read();
    chips.replaceChildren(...players.map(({ name, isGuest }) => h("li", h("button.chip",
      { ariaLabel: `${name}${isGuest ? ", guest" : ""}: leave out`, onclick: () => remove(name) },
      name, isGuest ? h("small", "guest") : null, icon("close")))));
    read(what, `${course} · ${players.length ? list(players.map(({ name }) => name)) : "nobody yet"}`);
    start.disabled = !players.length;
    search.update();
  }

  async function begin() {
    const { id, course, players } = draft.read();
    const names = (isGuest) => players.filter((player) => player.isGuest === isGuest).map(({ name }) => name);
    failed.textContent = "";
    element.inert = true;
    try {
      const { round } = await post("/api/rounds", { id, course, players: names(false), guests: names(true) });
      draft.end();
      app.enter(round);
    } catch ({ message }) {
      failed.textContent = message;
      failed.scrollIntoView({ block: "center" });
    } finally {
      element.inert = false;
    }
  }
  show();
  ask("/api/players", failed, ({ players }) => search.know(players));
  return { element, update() {} };
}

style(`
.chips { display: flex; flex-wrap: wrap; gap: var(--space-2); }
.chips:empty { display: none; }
.chip { display: flex; align-items: center; gap: var(--space-2); border-radius: var(--target); }
.chip svg { width: 1rem; height: 1rem; color: var(--secondary); }
.start {
  position: sticky; bottom: 0; display: grid; gap: var(--space-2); margin: auto calc(-1 * var(--space-3)) 0; padding: var(--space-3);
  border-top: 1px solid var(--rule); background: var(--ground);
}
@media (max-height: 600px) { .start { position: static; } }
.start .primary { min-height: var(--scoring); }
.page:has(.start) { display: flex; flex-direction: column; min-height: 100dvh; padding-bottom: env(safe-area-inset-bottom); }
`);
