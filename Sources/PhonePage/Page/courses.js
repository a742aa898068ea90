// The courses of the group: the list, and one of them to make, change or delete.

import { range } from "./fold.js";
import { arrows, ask, button, fit, h, iconButton, read, say, style, tick } from "./dom.js";
import { get, kept, post } from "./host.js";
import { holesAndPar } from "./begin.js";
import { choice, field, titled } from "./people.js";
import { holeName } from "./words.js";

const path = "/api/courses";
const most = 36;
const pars = { least: 2, most: 6, usual: 3 };

/** The list of courses, a part of home. */
export function coursesPart(app) {
  const rows = h("div.stack");
  const none = h("div.empty", { hidden: true }, h("h2", "No course yet."), h("p", "A round needs one: its name, and the par of each hole."));
  const failed = h("p.error", { role: "alert" });
  const make = button("New course", () => app.open({ course: "" }), "primary");
  const element = h("div.page", h("h1", "Courses"), failed, none, rows, h("div.reach.stack", make));
  const show = ({ courses }) => {
    none.hidden = courses.length > 0;
    fit(rows, courses, ({ name, pars }) => `${name} ${pars}`,
      ({ name, pars }) => choice(name, holesAndPar(pars), () => app.open({ course: name })), () => {});
  };

  async function load() {
    if (kept(path)) show(kept(path));
    try {
      show(await get(path));
    } catch ({ message }) {
      failed.textContent = message;
    }
  }
  load();
  return {
    element,
    update() { make.hidden = !app.isPerson; },
  };
}

/** Makes a course, where it has no name yet, or changes one. */
export function courseView(app, { course: name, isForRound }) {
  const known = kept(path)?.courses.find((course) => course.name === name);
  // Those that are cut off come back where the course grows again.
  const all = range(most).map((hole) => known?.pars[hole - 1] ?? pars.usual);
  let size = known?.pars.length ?? 18;
  const failed = h("p.error", { role: "alert" });
  const [label, input] = field("course", "Name", { value: name, autocapitalize: "words", enterKeyHint: "done" });
  const count = h("output", { ariaLabel: "Holes" });
  const fewer = iconButton("minus", "One hole less", () => resize(size - 1));
  const more = iconButton("plus", "One hole more", () => resize(size + 1));
  const keys = h("div.pars", { role: "group", ariaLabel: "Par of each hole" });
  const total = h("p.caption");
  const element = h("form.page", { noValidate: true, onsubmit },
    titled(app, known ? "Course" : "New course"), failed, label, input,
    h("div.stepper", h("b", "Holes"), h("span", fewer, count, more)),
    h("div.actions", [9, 18].map((usual) => button(`${usual} holes`, () => resize(usual)))),
    h("p", "Tap a hole to change its par."), keys, total,
    h("button.primary", { type: "submit" }, "Save"),
    known ? button("Delete course", remove, "destructive") : null);

  const holes = () => all.slice(0, size);

  function resize(to) {
    size = to;
    show();
    say(`${size} ${size === 1 ? "hole" : "holes"}`);
  }

  function setPar(hole, par) {
    all[hole - 1] = par;
    tick();
    show();
    say(holeName(hole, par));
  }
  const next = (par) => (par < pars.most ? par + 1 : pars.least);

  function show() {
    read(count, size);
    [fewer.disabled, more.disabled] = [size === 1, size === most];
    read(total, holesAndPar(holes()));
    fit(keys, range(size), (hole) => hole,
      (hole) => h("button.key", { onclick: () => setPar(hole, next(all[hole - 1])) }, h("small"), h("b")),
      (key, hole) => {
        const par = all[hole - 1];
        read(key.firstElementChild, hole);
        read(key.lastElementChild, par);
        key.ariaLabel = holeName(hole, par);
        key.classList.toggle("other", par !== pars.usual);
      });
  }
  arrows(keys, (step, { target }) => {
    const places = [...keys.children];
    places[places.indexOf(target) + step]?.focus();
  }, () => getComputedStyle(keys).gridTemplateColumns.split(" ").length);
  keys.addEventListener("keydown", (event) => {
    const par = Number(event.key);
    const hole = [...keys.children].indexOf(event.target) + 1;
    if (hole && par >= pars.least && par <= pars.most) setPar(hole, par);
  });

  /** Does what needs the host, and leaves the view. */
  async function attempt(work) {
    failed.textContent = "";
    element.inert = true;
    try {
      await work();
    } catch ({ message }) {
      failed.textContent = message;
      failed.scrollIntoView({ block: "center" });
    } finally {
      element.inert = false;
    }
  }

  function onsubmit(event) {
    event.preventDefault();
    const named = input.value.trim();
    if (!named) {
      failed.textContent = "A course needs a name.";
      return input.focus();
    }
    attempt(async () => {
      const saved = await post(path, { name: named, pars: holes(), ...(known && { replacing: name }) });
      await get(path).catch(() => {});
      app.courseSaved(saved.name, isForRound);
    });
  }

  function remove() {
    ask(`Delete ${name}?`, h("p", "Rounds that were played there stay as they are."), [
      ["Delete", () => attempt(async () => {
        await post(`${path}/delete`, { name });
        await get(path).catch(() => {});
        history.back();
      }), "destructive"], ["Keep it", null, "primary"]]);
  }
  show();
  return { element, update() {} };
}

style(`
.stepper, .stepper span { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: var(--space-2); }
.stepper span { flex-wrap: nowrap; }
.stepper output { min-width: 2.2rem; text-align: center; font: 700 var(--score) var(--mono); }
.stepper .icon { border: 1px solid var(--border); border-radius: var(--target); background: var(--raised); }
.pars { display: grid; grid-template-columns: repeat(auto-fill, minmax(max(var(--key), 2.85rem, 14%), 1fr)); gap: var(--space-2); }
.pars .key { background: var(--raised); }
.pars .key small { color: var(--secondary); }
.pars .other { border-color: var(--text); }
`);
