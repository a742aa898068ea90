// The form of a game: after a photo, by hand, or of a game that there is.

import { ask, button, h, say, style } from "./dom.js";
import { byHand, canSwap, check, choose, label, pick, steps, swap, take, type, unusual } from "./form.js";
import { dropdown, field, outcomes, sentence, sign, titled } from "./parts.js";
import { locationNear, longestName, longestNote, opponents, teamsOf } from "./season.js";
import { readScore } from "./keep.js";
import { closing } from "./saying.js";

/** The view of the form in `app.draft`, which stays what it is when the season changes below it. */
export function formView(app, { title, photo }) {
  const page = app.draft;
  const top = h("div.outcomes", { role: "radiogroup", ariaLabel: "How did the game end?" });
  const reading = h("p.caption", { role: "status" });
  const shownScores = h("div.score-part");
  const failed = h("p.error", { role: "alert", id: "form-error" });
  const mend = h("div.stack");
  const rest = h("div.stack.details");
  const picture = photo ? h("div.photo", photo.canvas) : null;
  const element = h("form.page.game-form", { noValidate: true, onsubmit }, titled(app, title),
    h("div.sides", picture, h("div.numbers", h("h2", { id: "ask" }), top, reading, shownScores, failed, mend)), rest);
  top.setAttribute("aria-labelledby", "ask");

  function set(form) {
    page.form = form;
    show();
  }

  // MARK: What the photo says

  async function read(isRemote = false) {
    Object.assign(page, { isReading: true, failure: null, canAskRemote: false });
    if (isRemote) show();
    try {
      const told = await readScore(photo.bytes, isRemote);
      // Who goes on by hand meanwhile types all of it.
      if (isRemote && !page.form.isPhoto) return;
      page.canAskRemote = told.canAskRemote && !told.scores;
      page.form = take(page.form, told);
      const known = locationNear(app.season, page.form.details);
      if (!page.form.details.location) page.form.details.location = known;
      fillDetails();
    } catch ({ message }) {
      page.failure = message;
    }
    page.isReading = false;
    if (!element.isConnected) return;
    show();
    useAllowedPlace();
    say(page.failure ?? page.form.remark ?? spokenScores());
  }

  const spokenScores = () => `Game Score: ${page.form.scores.join(" - ")}`;

  // MARK: Outcome and scores

  const radios = Object.entries(outcomes).map(([outcome, name]) => h("button.outcome", {
    role: "radio", id: `outcome-${outcome}`, onclick: () => { set(choose(page.form, outcome)); focusNext(); },
  }, name));
  top.append(...radios);
  top.onkeydown = (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    radios[(radios.indexOf(document.activeElement) + step + radios.length) % radios.length].focus();
  };

  const points = [0, 1].map((at) => h("input.point", {
    id: `score-${at}`, inputMode: "numeric", maxLength: 4, autocomplete: "off", "aria-describedby": "form-error",
    oninput: ({ target }) => { page.form = type(page.form, at, target.value); showScore(); },
  }));
  const names = points.map(({ id }) => h("label", { htmlFor: id }));
  const neutral = h("p.neutral");
  const pairs = h("div.pairs", { role: "group", ariaLabel: "Other numbers on the board" });
  const fields = h("div.point-fields", points.map((point, at) => h("div.field", names[at], point)));
  const right = button("Continue", () => { set(label(page.form)); focusNext(); }, "primary");
  const swapped = h("button", { onclick: () => set(swap(page.form)) }, sign("swap"), "Swap the scores");
  shownScores.append(neutral, pairs, fields, right);

  const isAt = (step) => steps.indexOf(page.form.step) >= steps.indexOf(step);
  const isNeutral = () => page.form.step === "scores";

  function showScore() {
    const { form } = page;
    neutral.textContent = isNeutral() && form.scores.every(Boolean) ? spokenScores() : "";
    neutral.hidden = !neutral.textContent;
    failed.textContent = form.error ? sentence(form.error) : "";
    const canMend = form.error && !isNeutral() && canSwap(form);
    mend.replaceChildren(...[canMend ? swapped : null, page.failure && form.isPhoto ? h("p.error", page.failure) : null,
      page.canAskRemote && form.isPhoto ? button("Send it to the reading service", () => read(true)) : null,
      (page.failure || form.remark) && form.isPhoto ? button("Enter by hand", () => { set(byHand(form)); focusNext(); }) : null].filter(Boolean));
    points.forEach((point, at) => { point.ariaInvalid = String(Boolean(form.error)); if (point.value !== form.scores[at]) point.value = form.scores[at]; });
  }

  function show() {
    const { form } = page;
    element.dataset.step = form.step;
    element.querySelector("#ask").textContent = "How did the game end?";
    radios.forEach((radio, at) => {
      const isChosen = Object.keys(outcomes)[at] === form.outcome;
      radio.ariaChecked = String(isChosen);
      radio.tabIndex = isChosen || (!form.outcome && at === 0) ? 0 : -1;
    });
    reading.textContent = page.isReading ? "Reading the photo…" : form.isPhoto && form.remark ? form.remark : "";
    reading.hidden = !reading.textContent;
    shownScores.hidden = !isAt("scores") || (page.isReading && isNeutral());
    names.forEach((name, at) => { name.textContent = isNeutral() ? ["One score", "Other score"][at] : ["Your Team", "Opponent"][at]; });
    const others = form.pairs.filter((pair) => pair.map(String).join() !== form.scores.join());
    pairs.hidden = !isNeutral() || !others.length;
    pairs.replaceChildren(...others.slice(0, 6).map((pair) => button(pair.join(" - "), () => set(pick(form, pair)))));
    right.hidden = !isNeutral();
    rest.hidden = !isAt("details");
    showScore();
  }

  /** What is to be done next has the focus. */
  function focusNext() {
    const { form } = page;
    if (form.error) points.find(({ value }) => !value)?.focus();
    else if (isNeutral()) (form.scores.every(Boolean) ? right : points[0]).focus();
    else if (!form.scores.every(Boolean)) points.find(({ value }) => !value).focus();
    else if (form.isPhoto) inputs.opponent.focus();
  }

  // MARK: The rest

  const isEdit = Boolean(page.form.id);
  const detail = (name) => ({ value: page.form.details[name], oninput: ({ target }) => { page.form.details[name] = target.value; } });
  const inputs = {
    opponent: h("input", { ...detail("opponent"), maxLength: longestName, autocomplete: "off", autocapitalize: "words" }),
    date: h("input", { type: "date", min: "1900-01-01", max: "2100-12-31", ...detail("date") }),
    time: h("input", { type: "time", ...detail("time") }),
    location: h("input", { ...detail("location"), maxLength: longestNote, autocomplete: "off", autocapitalize: "words" }),
    notes: h("textarea", { ...detail("notes"), maxLength: longestNote, rows: 3 }),
  };
  const fillDetails = () => { for (const [name, input] of Object.entries(inputs)) input.value = page.form.details[name]; showPlace(); };
  const known = h("datalist", { id: "opponents" });
  inputs.opponent.setAttribute("list", "opponents");
  const whose = h("div.pair");
  const placeWords = h("small");
  const placeButton = h("button", { onclick: usePlace }, sign("place"), "Use my place");
  const saveButton = h("button.primary", { type: "submit" }, "Save");
  rest.append(field("opponent", "Opponent’s name", inputs.opponent), known, whose,
    h("div.pair", field("date", "Date", inputs.date), field("time", "Time", inputs.time)),
    h("div.stack", field("location", "Location: city, place", inputs.location), placeWords, placeButton),
    field("notes", "Notes", inputs.notes),
    h("div.actions", isEdit ? button("Delete", () => app.deleteGame(app.season.games.find(({ id }) => id === page.form.id)), "destructive") : null, saveButton));

  function showWhose() {
    const team = app.season.teams.find(({ id }) => id === page.form.team);
    const player = app.season.players.find(({ id }) => id === team?.player) ?? app.shown.player;
    known.replaceChildren(...opponents(app.season, player.id).map((value) => h("option", { value })));
    if (isEdit) {
      whose.replaceChildren(...[["Player", player.name], ["Team", team?.name ?? ""]].map(([name, value]) =>
        h("p.fixed", h("small", name), h("span", value))));
      return;
    }
    const turn = (id) => { page.form.team = id; showWhose(); };
    const players = dropdown(app.season.players, player.id, {
      onchange: ({ target }) => { app.choosePlayer(target.value); turn(app.shown.team?.id ?? null); whose.querySelector("#form-player").focus(); } });
    const teams = dropdown(teamsOf(app.season, player.id), team?.id, {
      onchange: ({ target }) => { app.chooseTeam(target.value); turn(target.value); whose.querySelector("#form-team").focus(); } });
    whose.replaceChildren(field("form-player", "Player", players), field("form-team", "Team", teams));
  }

  function showPlace() {
    const { latitude } = page.form.details;
    placeWords.textContent = latitude === null ? "" : "The position is kept with the game; write what the place is called.";
    placeWords.hidden = latitude === null;
    placeButton.hidden = !navigator.geolocation || latitude !== null;
  }

  function usePlace() {
    placeButton.disabled = true;
    navigator.geolocation.getCurrentPosition(({ coords: { latitude, longitude } }) => {
      placeButton.disabled = false;
      Object.assign(page.form.details, { latitude, longitude });
      page.form.details.location ||= locationNear(app.season, { latitude, longitude });
      fillDetails();
      say(placeWords.textContent);
    }, () => {
      placeButton.disabled = false;
      placeWords.hidden = false;
      placeWords.textContent = "The browser does not tell where this is. Write the place, or leave it blank.";
      say(placeWords.textContent);
    }, { timeout: 10_000 });
  }

  /** The place here, where nothing else is known and the browser need not ask. */
  async function useAllowedPlace() {
    const { latitude, location } = page.form.details;
    const allowed = await navigator.permissions?.query({ name: "geolocation" }).catch(() => null);
    if (allowed?.state === "granted" && latitude === null && !location) usePlace();
  }

  function onsubmit(event) {
    event.preventDefault();
    if (isNeutral()) return right.click();
    if (!isAt("details")) return;
    const checked = check({ ...page.form, step: "details" });
    if (checked.error) {
      set(checked);
      failed.scrollIntoView({ block: "center" });
      return (points.find(({ value }) => !value) ?? points[0]).focus();
    }
    const high = unusual(checked);
    if (!high.length) return app.save(checked);
    ask("Is the score right?", h("p", `${high.join(" and ")} is more than scoreboards show.`), [
      ["Change it", () => points[0].focus()], ["It is right", () => app.save({ ...checked, isSure: true }), "primary"]]);
  }

  show();
  showWhose();
  showPlace();
  if (page.window) element.querySelector(".numbers").prepend(closing(page, () => element.requestSubmit()));
  if (photo && page.isReading === undefined) read();
  else if (!photo && !isEdit) useAllowedPlace();
  return element;
}

style(`
.game-form { padding-bottom: var(--space-5); }
.sides, .numbers, .score-part { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--space-3); align-content: start; }
.photo { display: grid; place-items: center; position: sticky; top: 0; z-index: 2; padding: var(--space-2) 0; background: var(--ground); }
.photo canvas { max-width: 100%; max-height: 28dvh; border-radius: var(--space-3); }
.outcomes { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: var(--space-2); }
.outcome { min-height: var(--row); padding: 0; font-size: var(--h2); }
.outcome[aria-checked=true] { border-color: transparent; background: var(--accent); color: var(--on-accent); }
.neutral { font-size: min(var(--h1), 7vw); white-space: nowrap; font-weight: 700; }
.pairs { display: flex; flex-wrap: wrap; gap: var(--space-2); }
.point-fields, .pair { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: var(--space-2); }
.pair { grid-template-columns: repeat(auto-fit, minmax(min(100%, 9.500rem), 1fr)); gap: var(--space-3) var(--space-2); }
.point { min-height: var(--half); padding-inline: 0; font-size: min(var(--hero), 15vw); font-weight: 700; text-align: center; line-height: 1; }
.details { gap: var(--space-3); }
.details .stack button, .numbers .stack button { display: flex; align-items: center; justify-content: center; gap: var(--space-2); }
.fixed { display: grid; }
.fixed span { font-weight: 600; }
label + input { margin-top: 0; }
@media (min-width: 700px) { .sides:has(.photo) { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); } .photo { align-self: start; } .photo canvas { max-height: 50dvh; } }
`);
