// Elements, sheets, what is said to screen readers, and motion.

const isThere = (value) => value !== null && value !== undefined;

/**
 * Makes an element: `h("button.row", { onclick, ariaLabel }, "Mike")` or `h("p", "Mike")`. Properties that
 * an element does not have become attributes; children that are null are left out.
 */
export function h(kind, ...children) {
  const properties = children[0]?.constructor === Object ? children.shift() : {};
  const [tag, ...classes] = kind.split(".");
  const element = document.createElement(tag);
  element.classList.add(...classes.filter(Boolean));
  if (tag === "button") element.type = "button";
  for (const [name, value] of Object.entries(properties)) {
    if (!isThere(value)) continue;
    if (name in element) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.flat().filter(isThere));
  return element;
}

/** Adds the style of a view, whose module calls this once. */
export function style(css) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}

const paths = {
  mic: "M12 3a3 3 0 0 0-3 3v6a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3M5 11a7 7 0 0 0 14 0M12 18v3",
  back: "M15 4l-8 8 8 8",
  next: "M9 4l8 8-8 8",
  undo: "M8 17h8a5 5 0 0 0 0-10H6M10 3L6 7l4 4",
  redo: "M16 17H8a5 5 0 0 1 0-10h10M14 3l4 4-4 4",
  menu: "M4 6h16M4 12h16M4 18h16",
  close: "M5 5l14 14M19 5L5 19",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4 21a8 8 0 0 1 16 0",
  basket: "M12 2v20M5 4h14M7 4l3 9M17 4l-3 9M5 13h14l-2 4H7zM8 22h8",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7v5l3 2",
  map: "M12 21s7-6 7-11a7 7 0 0 0-14 0c0 5 7 11 7 11M12 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4",
  offline: "M3 3l18 18M9 6a6 6 0 0 1 9 4 4 4 0 0 1 2 7M6 9a4.500 4.500 0 0 0-1 9h11",
  sending: "M7 18a4.500 4.500 0 0 1 0-9 6 6 0 0 1 11 1 4 4 0 0 1 0 8M12 20v-8M9 15l3-3 3 3",
};

export const icon = (name) => drawing(paths[name]);

/** A line drawing that screen readers pass over. */
export function drawing(d) {
  const [svg, path] = ["svg", "path"].map((tag) => document.createElementNS("http://www.w3.org/2000/svg", tag));
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.ariaHidden = "true";
  path.setAttribute("d", d);
  svg.append(path);
  return svg;
}

export const iconButton = (name, label, onclick) =>
  h("button.icon", { ariaLabel: label, title: label, onclick }, icon(name));

/** A text that is said otherwise than it is written. */
export const spoken = (text, ariaLabel, kind = "") => h(`span.${kind}`, { role: "img", ariaLabel }, text);

export const button = (text, onclick, kind = "") => h(`button.${kind}`, { onclick }, text);

/**
 * Fits the children of an element to a list: each item keeps its element, and with it focus and state.
 * `make(item)` makes an element, `update(element, item)` fills it.
 */
export function fit(parent, items, key, make, update) {
  const rest = new Set(parent.children);
  const focused = document.activeElement;
  let place = parent.firstElementChild;
  for (const item of items) {
    const element = child(parent, key(item)) ?? make(item);
    element.dataset.key = key(item);
    rest.delete(element);
    update(element, item);
    if (element === place) place = place.nextElementSibling;
    else parent.insertBefore(element, place);
  }
  for (const element of rest) element.remove();
  // What is moved loses the focus.
  if (focused !== document.activeElement && parent.contains(focused)) focused.focus({ preventScroll: true });
}

/** The child that {@link fit} made for an item. */
export const child = (parent, key) => [...parent.children].find(({ dataset }) => dataset.key === String(key));

/** Sets what an element reads, where it is other than before. */
export function read(element, text) {
  const words = String(text ?? "");
  if (element.textContent !== words) element.textContent = words;
}

// MARK: - Sheets

const sheets = () => document.querySelectorAll("dialog[open]");

export const topSheet = () => [...sheets()].at(-1);

export function uncovered(act) {
  if (topSheet()) addEventListener("sheets", () => uncovered(act), { once: true });
  else act();
}

/** Shows a sheet over everything else: Escape, a tap outside, a swipe down and its button close it. */
export function sheet({ title, content, closed }) {
  const heading = h("h2", { id: `sheet-${sheets().length}`, tabIndex: -1 }, title);
  const dialog = h(
    "dialog.sheet",
    { "aria-labelledby": heading.id },
    h("span.handle"), h("header", heading, iconButton("close", "Close", () => dialog.close())),
    content,
    h("div.unseen", { role: "status" }),
  );
  dialog.onclose = () => {
    dialog.remove();
    closed?.();
    dispatchEvent(new Event("sheets"));
  };
  // It reaches down to the end of the screen.
  dialog.onpointerdown = ({ target, clientX: x, clientY: y }) => {
    const { left, right, top } = dialog.getBoundingClientRect();
    if (target === dialog && (x < left || x > right || y < top)) dialog.close();
  };
  // It follows a finger that pulls it down, and springs back where that lets go too soon.
  let [from, down] = [null, 0];
  dialog.addEventListener("touchstart", ({ touches }) => {
    from = dialog.scrollTop <= 0 && touches.length === 1 ? touches[0] : null;
    down = 0;
  }, { passive: true });
  dialog.addEventListener("touchmove", ({ touches: [to] }) => {
    const way = from ? to.clientY - from.clientY : 0;
    down = way > 2 * Math.abs(to.clientX - from?.clientX) ? way : 0;
    dialog.style.translate = down && !isReduced() ? `0 ${down}px` : "";
  }, { passive: true });
  dialog.ontouchend = dialog.ontouchcancel = ({ type }) => {
    if (down > 80 && type === "touchend") return dialog.close();
    dialog.style.translate = "";
    if (down && !isReduced()) dialog.animate({ translate: [`0 ${down}px`, "0 0"] }, springing());
  };
  document.body.append(dialog);
  dialog.showModal();
  heading.focus();
  dispatchEvent(new Event("sheets"));
  return dialog;
}

/**
 * Asks something: each answer has its words, what it does and its kind, and closes the sheet; elements stand among
 * them. Answers of a list stand one below the other.
 */
export function ask(title, content, answers, { isList } = {}) {
  const dialog = sheet({
    title,
    content: h("div.stack", content, h(isList ? "div.stack" : "div.actions", answers.map((answer) => {
      if (answer instanceof Node) return answer;
      const [words, act, kind] = answer;
      return button(words, () => { dialog.close(); act?.(); }, isList ? `big.${kind ?? ""}` : kind);
    }))),
  });
}

/** Calls back with the step of an arrow key, of which down and up are `rows` away, and takes the key. */
export function arrows(element, act, rows = () => 1) {
  element.onkeydown = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: rows(), ArrowUp: -rows() }[event.key];
    if (!step) return;
    event.preventDefault();
    act(step, event);
  };
}

/** The score that a digit says, of which 0 is 10; null where a key is none. */
export const digit = ({ key, ctrlKey, metaKey, altKey }) =>
  /^[0-9]$/.test(key) && !ctrlKey && !metaKey && !altKey ? Number(key) || 10 : null;

// MARK: - Words

/** Says something to screen readers: in the open sheet, for what is below it is not heard. */
export function say(text, isUrgent = false) {
  const inSheet = topSheet()?.querySelector(".unseen[role=status]");
  (inSheet ?? document.getElementById(isUrgent ? "urgent" : "said")).textContent = text;
}

let shown = null;

/** Shows a sentence for a while, over sheets too, and says it, or more; on the hole card where nothing is tapped. */
export function notice(text, spoken = text) {
  shown?.remove();
  const place = topSheet() ? null : document.querySelector(".offers");
  const element = (shown = h("p.notice", { popover: place ? null : "manual" }, text));
  (place ?? document.body).append(element);
  if (!place) element.showPopover?.();
  say(spoken, true);
  setTimeout(() => element.remove(), 5000);
}

/** Offers an act in a place where nothing else is tapped; returns the element, which goes after a while. */
export function offer(place, words, label, act) {
  const element = h("div.toast", words && h("span", words), button(label, () => { element.remove(); act(); }));
  place.replaceChildren(element);
  if (words) say(words);
  setTimeout(() => element.remove(), ms("offer"));
  return element;
}

export const tick = (milliseconds = 10) => navigator.vibrate?.(milliseconds);

// MARK: - Motion

export const isReduced = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

const token = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

export const ms = (name) => parseFloat(token(name));

/** The spring of the token table, and its time; not every browser knows springs. */
export function springing() {
  const spring = token("spring");
  return { duration: ms("rows"), easing: CSS.supports("transition-timing-function", spring) ? spring : "ease-out" };
}

/** Where that spring is after a part of its time. */
export function sprung(part) {
  const points = token("spring").match(/[\d.]+/g).map(Number);
  const place = part * (points.length - 1);
  const [before, after] = [points[Math.floor(place)], points[Math.ceil(place)]];
  return before + (after - before) * (place % 1);
}

/** Where nothing may move: a short dip of the opacity. */
export const dip = (element) => element.animate({ opacity: [1, 0.7, 1] }, ms("reduced"));

export function pulse(element) {
  if (isReduced()) return dip(element);
  element.animate({ transform: ["scale(1)", "scale(1.03)", "scale(1)"] }, { duration: ms("pulse"), delay: ms("pulse-delay") });
}

/** Lets rows slide to the places that `change` gives them; all have ended within half a second. */
export function rearrange(rows, change) {
  const top = (row) => row.getBoundingClientRect().top;
  const before = new Map([...rows.children].map((row) => [row, top(row)]));
  change();
  const { duration, easing } = springing();
  [...rows.children].forEach((row, index) => {
    const way = before.get(row) - top(row);
    if (!way) return;
    if (isReduced()) return dip(row);
    const delay = Math.min(index * ms("row-step"), ms("rows-end") - duration);
    row.animate({ transform: [`translateY(${way}px)`, "none"] }, { duration, delay, easing, fill: "backwards" });
  });
}

export function flash(element) {
  const [enter, hold, leave] = [ms("arrow-in"), ms("arrow-hold"), ms("arrow-out")];
  const duration = enter + hold + leave;
  element.animate(
    { opacity: [0, 1, 1, 0], offset: [0, enter / duration, (enter + hold) / duration, 1] }, duration);
}

// MARK: - The device

/** Black on white and larger, for bright sun. */
export const isOutdoors = () => localStorage.getItem("outdoors") !== null;

const showOutdoors = () => document.documentElement.classList.toggle("outdoors", isOutdoors());
showOutdoors();

export function switchOutdoors() {
  if (isOutdoors()) localStorage.removeItem("outdoors");
  else localStorage.setItem("outdoors", "");
  showOutdoors();
}

let [isAwake, lock] = [false, null];

/** Keeps the screen on while the page is seen, where the browser can. */
export function stayAwake(isWanted = isAwake) {
  isAwake = isWanted;
  const isOn = isAwake && !document.hidden;
  if (isOn === Boolean(lock)) return;
  lock?.then((held) => held?.release());
  const own = (lock = isOn ? navigator.wakeLock?.request("screen").catch(() => null) : null);
  // A browser may refuse it or take it back, as where the battery is low: the next call asks again.
  own?.then((held) => {
    const lose = () => { if (lock === own) lock = null; };
    if (held) held.onrelease = lose;
    else lose();
  });
}
document.addEventListener("visibilitychange", () => stayAwake());
