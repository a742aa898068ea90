// Elements, sheets, what is said to screen readers, and motion.

/**
 * Makes an element: `h("button.row", { onclick, ariaLabel }, "Mike")`. Properties that an element does
 * not have become attributes; null children are left out.
 */
export function h(kind, properties = {}, ...children) {
  const [tag, ...classes] = kind.split(".");
  const element = document.createElement(tag);
  element.classList.add(...classes);
  for (const [name, value] of Object.entries(properties)) {
    if (value == null) continue;
    if (name in element) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child != null));
  return element;
}

const paths = {
  mic: "M12 3a3 3 0 0 0-3 3v6a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3M5 11a7 7 0 0 0 14 0M12 18v3",
  back: "M15 4l-8 8 8 8",
  next: "M9 4l8 8-8 8",
  undo: "M9 7H15a5 5 0 0 1 0 10H8M9 7l4-4M9 7l4 4",
  menu: "M4 6h16M4 12h16M4 18h16",
  close: "M5 5l14 14M19 5L5 19",
  offline: "M3 3l18 18M9 6a6 6 0 0 1 9 4 4 4 0 0 1 2 7M6 9a6 6 0 0 0-1 0 4.500 4.500 0 0 0 1 9h11",
  table: "M4 5h16v14H4zM4 10h16M10 5v14",
  flag: "M6 21V4h12l-3 4 3 4H6",
};

/** A line drawing that screen readers pass over. */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", paths[name]);
  svg.append(path);
  return svg;
}

/** A button of an icon alone. */
export const iconButton = (name, label, onclick, kind = "") =>
  h(`button.icon${kind}`, { type: "button", ariaLabel: label, title: label, onclick }, icon(name));

export const button = (text, onclick, kind = "") =>
  h(`button${kind}`, { type: "button", onclick }, text);

/**
 * Fits the children of an element to a list: each item keeps its element, and with it focus and state.
 * `make(item)` makes an element, `update(element, item)` fills it.
 */
export function fit(parent, items, key, make, update) {
  const known = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  let place = parent.firstElementChild;
  for (const item of items) {
    const name = String(key(item));
    let element = known.get(name);
    if (!element) {
      element = make(item);
      element.dataset.key = name;
    }
    known.delete(name);
    update(element, item);
    if (element == place) place = place.nextElementSibling;
    else parent.insertBefore(element, place);
  }
  for (const element of known.values()) element.remove();
}

/** Sets what an element reads, where it is other than before. */
export function read(element, text) {
  if (element.textContent != text) element.textContent = text;
}

// MARK: - Sheets

const open = () => [...document.querySelectorAll("dialog[open]")];

export const topSheet = () => open().at(-1) ?? null;

/**
 * Shows a sheet over everything else. Escape, a tap outside, a swipe down and its button close it.
 * @returns the dialog; `closed` is called with its return value.
 */
export function sheet({ title, kind = "", content, closed, closeLabel = "Close" }) {
  const heading = h("h2", { id: `sheet-${open().length}` }, title);
  const dialog = h(
    `dialog.sheet${kind}`,
    {},
    h("header", {}, heading, iconButton("close", closeLabel, () => dialog.close())),
    h("div.content", {}, content),
    h("div.unseen", { role: "status" }),
  );
  dialog.setAttribute("aria-labelledby", heading.id);
  dialog.addEventListener("close", () => {
    dialog.remove();
    closed?.(dialog.returnValue);
  });
  dialog.addEventListener("pointerdown", (event) => {
    if (event.target == dialog && !inside(dialog, event)) dialog.close();
  });
  swipeDown(dialog);
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

function inside(element, { clientX, clientY }) {
  const box = element.getBoundingClientRect();
  return clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
}

/** Closes a sheet that a finger draws down from its top. */
function swipeDown(dialog) {
  let from = null;
  dialog.addEventListener("touchstart", ({ touches }) => {
    from = dialog.scrollTop <= 0 && touches.length == 1 ? touches[0] : null;
  }, { passive: true });
  dialog.addEventListener("touchend", ({ changedTouches }) => {
    if (!from) return;
    const [down, across] = [changedTouches[0].clientY - from.clientY, changedTouches[0].clientX - from.clientX];
    if (down > 80 && down > 2 * Math.abs(across)) dialog.close();
  });
}

// MARK: - Words

/** Says something to screen readers: in the open sheet, for what is below it is not heard. */
export function say(text, isUrgent = false) {
  const place = topSheet()?.querySelector("[role=status]");
  (place ?? document.getElementById(isUrgent ? "urgent" : "said")).textContent = text;
}

let fading;

/** Shows a sentence for a while, and says it. */
export function notice(text) {
  document.querySelector(".notice")?.remove();
  clearTimeout(fading);
  const element = h("p.notice", { popover: "manual" }, text);
  document.body.append(element);
  element.showPopover?.();
  say(text, true);
  fading = setTimeout(() => element.remove(), 5000);
}

/** A short tick for the hand, where the device has one. */
export const tick = (milliseconds = 10) => navigator.vibrate?.(milliseconds);

// MARK: - Motion

export const isReduced = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A duration of the token table in milliseconds. */
export const ms = (name) =>
  parseFloat(getComputedStyle(document.documentElement).getPropertyValue(`--${name}`)) || 0;

const spring = () =>
  getComputedStyle(document.documentElement).getPropertyValue("--spring").trim() || "ease-out";

/** Plays an animation; a browser that does not know springs eases out. */
function play(element, frames, options) {
  try {
    return element.animate(frames, options);
  } catch {
    return element.animate(frames, { ...options, easing: "ease-out" });
  }
}

/** Where nothing may move: a short dip of the opacity. */
export const dip = (element) =>
  play(element, { opacity: [1, 0.7, 1] }, { duration: ms("reduced") });

/** Draws the eye to an element that has changed. */
export function pulse(element) {
  if (isReduced()) return dip(element);
  play(
    element,
    { transform: ["scale(1)", "scale(1.03)", "scale(1)"] },
    { duration: ms("pulse"), delay: ms("pulse-delay"), easing: "ease-in-out" },
  );
}

/** Lets rows slide to the places that `change` gives them; all have ended within half a second. */
export function rearrange(rows, change) {
  const before = new Map(rows().map((row) => [row, row.getBoundingClientRect().top]));
  change();
  const last = ms("rows-end") - ms("rows");
  rows().forEach((row, index) => {
    const way = (before.get(row) ?? NaN) - row.getBoundingClientRect().top;
    if (!way) return;
    if (isReduced()) return dip(row);
    play(
      row,
      { transform: [`translateY(${way}px)`, "none"] },
      {
        duration: ms("rows"),
        delay: Math.min(index * ms("row-step"), last),
        easing: spring(),
        fill: "backwards",
      },
    );
  });
}

/** Shows an arrow, holds it, and lets it go. */
export function flash(element) {
  const [enter, hold, leave] = [ms("arrow-in"), ms("arrow-hold"), ms("arrow-out")];
  const all = enter + hold + leave;
  play(
    element,
    [
      { opacity: 0 },
      { opacity: 1, offset: enter / all },
      { opacity: 1, offset: (enter + hold) / all },
      { opacity: 0 },
    ],
    { duration: all },
  );
}
