// The ways to add a game: the large button, its menu, and the photo that is looked at before it is read.

import { ask, button, h, style } from "./dom.js";
import { titled, sentence, sign } from "./parts.js";
import { open } from "./photo.js";

/** How long a press is that opens the menu, in ms. */
const longPress = 500;
/** How long after a finger's press the click that belongs to it may come, in ms. */
const afterPress = 100;

/** The inputs by which a browser gives a photo; each calls `take` with the file and the way it came. */
function inputs(take) {
  const make = (source, properties) => {
    const input = h("input", { type: "file", accept: "image/jpeg,image/png", hidden: true, id: `file-${source}`, ...properties });
    input.onchange = () => {
      const [file] = input.files;
      input.value = "";
      if (file) take(file, source);
    };
    return input;
  };
  return { camera: make("camera", { capture: "environment" }), library: make("library") };
}

/** The large button: a tap takes a photo, a long press, the menu key or the sign beside it shows all ways. */
export function adder(app) {
  const sources = inputs(app.showPhoto);
  const pickFrom = (source) => sources[source].click();
  const menu = () => ask("Add a game", null, [
    ["Camera", () => pickFrom("camera")], ["Photo library", () => pickFrom("library")], ["By voice", app.sayGame], ["By hand", app.addByHand]], { isList: true });
  let [timer, isLong] = [null, false];
  /** Keeps the click that ends a long press from what has come under the finger. */
  function untilReleased() {
    const stop = (event) => { event.preventDefault(); event.stopPropagation(); };
    addEventListener("click", stop, true);
    for (const kind of ["pointerup", "pointercancel"])
      addEventListener(kind, ({ pointerType }) => setTimeout(() => removeEventListener("click", stop, true), pointerType === "touch" ? afterPress : 0),
        { capture: true, once: true });
  }

  const camera = h("button.snap-camera", { id: "add-camera", ariaLabel: "Add a game by camera", title: "Add a game", "aria-keyshortcuts": "Shift+Enter" }, sign("camera"));
  camera.onpointerdown = () => {
    isLong = false;
    timer = setTimeout(() => { isLong = true; untilReleased(); menu(); }, longPress);
  };
  camera.onpointerup = camera.onpointerleave = camera.onpointercancel = () => clearTimeout(timer);
  camera.onclick = () => pickFrom("camera");
  camera.oncontextmenu = (event) => {
    event.preventDefault();
    clearTimeout(timer);
    if (!isLong) menu();
  };
  camera.onkeydown = (event) => {
    if (event.key !== "Enter" || !event.shiftKey) return;
    event.preventDefault();
    menu();
  };
  const more = h("button.snap-more", { id: "add-more", ariaLabel: "Other ways to add a game", ariaHasPopup: "dialog", onclick: menu }, sign("chevron"));
  return { element: h("div.adder", more, camera, sources.camera, sources.library), pickFrom };
}

/** The photo before it is read: what is wrong with it, or the question whether it is the right one. */
export function previewView(app, { file, source }) {
  const place = h("div.preview", h("p.quiet-words", { role: "status" }, "Opening the photo…"));
  const retake = () => app.retake(source);
  const accept = button("Accept", null, "primary");
  accept.disabled = true;
  const actions = h("div.actions", button("Cancel", retake), accept);
  const element = h("div.page.preview-page", titled(app, "Photo"), place, actions);
  open(file).then((photo) => {
    Object.assign(photo.canvas, { role: "img", ariaLabel: "The photo of the scoreboard" });
    place.replaceChildren(photo.canvas);
    accept.disabled = false;
    accept.onclick = () => app.acceptPhoto(photo);
    accept.focus();
  }, ({ message }) => {
    place.replaceChildren(h("p.error", { role: "alert" }, sentence(message)));
    actions.replaceChildren(button("Choose another", retake), button("Enter by hand", app.byHandInstead, "primary"));
  });
  return element;
}

style(`
.adder { position: fixed; z-index: 3; right: max(var(--space-3), 50% - 21rem); bottom: calc(var(--scoring) + var(--space-3) + env(safe-area-inset-bottom)); display: flex; border-radius: 96px; box-shadow: 0 var(--space-1) var(--space-4) rgb(0 0 0 / 35%); }
.adder button { border: 0; background: var(--accent); color: var(--on-accent); }
.snap-camera { display: grid; place-items: center; width: 76px; height: 68px; padding: 0 var(--space-1) 0 0; border-radius: 0 96px 96px 0; touch-action: none; -webkit-touch-callout: none; }
.snap-camera svg { width: 32px; height: 32px; }
.snap-more { display: grid; place-items: center; width: var(--key); height: 68px; padding: 0 0 0 var(--space-1); border-radius: 96px 0 0 96px; }
.adder .snap-more { border-right: var(--line) solid color-mix(in srgb, var(--on-accent) 40%, transparent); }
.preview { display: grid; place-items: center; min-height: 12rem; }
.preview canvas { max-width: 100%; max-height: 62dvh; border-radius: 20px; }
`);
