// A round that is over: who won, the scorecard, and the card to share. It slides up where the round ends just now.

import { button, h, read, say, sheet, springing, style, isReduced } from "./dom.js";
import { disputeBadge, holesOf, scorecardTable, standings } from "./board.js";
import { liveStrip } from "./home.js";
import { titled } from "./people.js";
import { day, list, phases, spokenToPar } from "./words.js";

/** "2 h 14 min"; nothing where a time is missing. */
function duration(from, to) {
  const minutes = Math.round((Date.parse(to) - Date.parse(from)) / 60_000);
  if (!(minutes >= 0)) return null;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Where it was and how it ended, and all players, of whom the first three are marked. */
function result(app) {
  const [about, late] = [h("p.caption"), h("p.caption")];
  const rows = standings(app, (player) => holesOf(app, player));
  return {
    element: h("div.stack.result", about, rows.element, late),
    update(card) {
      const { info, finish, organiser, phase } = card;
      const facts = [phases[phase], day(finish?.at), duration(info.startedAt, finish?.at), `${card.holes} holes`,
        organiser.name && `organised by ${organiser.name}`];
      read(about, facts.filter(Boolean).join(" · "));
      late.hidden = !card.lateScores;
      read(late, `${card.lateScores} ${card.lateScores === 1 ? "score" : "scores"} came later.`);
      rows.update(card);
      card.standings.forEach(({ label, place }, index) => {
        rows.element.children[index].dataset.medal = label && place <= 3 ? place : "";
      });
    },
  };
}

/** Offers the card as a picture: to other apps where the browser can, or else to keep. */
function share(app) {
  const { id, info } = app.card;
  const path = `/api/rounds/${id}/card.png`;
  const name = `${info.course} ${day(info.startedAt)}.png`;
  const place = h("div.actions.shares");
  const link = h("a.button.primary", { href: path, download: name }, "Save picture");
  let isAsked = false;
  return {
    element: place,
    update() {
      // The host draws it once it has all.
      if (isAsked || !app.status.isOnline || app.status.unsent) return;
      isAsked = true;
      // Browsers share only at once after a tap, so that the picture is fetched before.
      fetch(path).then(async (response) => {
        if (!response.ok) {
          isAsked = false;
          return;
        }
        const files = [new File([await response.blob()], name, { type: "image/png" })];
        // Who closes the list of apps wants none.
        const act = () => navigator.share({ files, title: info.course }).catch(() => {});
        place.append(navigator.canShare?.({ files }) ? button("Share", act, "primary") : link);
      }).catch(() => { isAsked = false; });
    },
  };
}

/** Slides up over the hole, and follows it; `closed` is called once it is gone. */
export function completed(app, closed) {
  const [view, picture] = [result(app), share(app)];
  view.update(app.card);
  picture.update();
  const dialog = sheet({
    title: app.card.info.course,
    content: h("div.stack", view.element, picture.element, button("Scorecard", () => dialog.close())),
    closed,
  });
  dialog.classList.add("ends");
  if (!isReduced()) dialog.animate({ translate: ["0 100%", "0 0"] }, springing());
  const winners = app.card.standings.filter(({ label, place }) => label && place === 1);
  const won = winners.length ? ` ${list(winners.map(({ player }) => player))} won at ${spokenToPar(winners[0].relativeToPar)}.` : "";
  say(`Round complete.${won}`);
  return {
    update(card) {
      if (!card.finish) return dialog.close();
      view.update(card);
      picture.update();
    },
  };
}

export function overView(app) {
  const [view, picture, table] = [result(app), share(app), scorecardTable(app)];
  const [badge, strip] = [disputeBadge(app, " to resolve"), liveStrip(app)];
  return {
    element: h("div.page", titled(app, app.card.info.course), badge.element, view.element, picture.element, table.element,
      h("div.actions", button("All rounds", app.openHistory), button("More", app.menu)), strip.element),
    update(card) {
      badge.update(card);
      view.update(card);
      picture.update();
      table.update(card);
      strip.update();
    },
  };
}

style(`
.result .thru { display: none; }
.result [data-medal="1"], .result [data-medal="2"], .result [data-medal="3"] { --medal: var(--secondary); }
.result [data-medal="1"] { --medal: var(--text); }
.result [data-medal] .place { display: grid; place-items: center; flex: none; width: max(var(--space-5), 2em); min-width: 0; height: max(var(--space-5), 2em); border: var(--stroke) solid var(--medal, transparent); border-radius: 50%; font-size: var(--body); }
.result [data-medal="1"] .place { background: var(--text); color: var(--ground); }
.result [data-medal="2"] .place { background: var(--tertiary); }
.result .standings .row { grid-template: "place name arrow strokes to-par" / auto minmax(0, 1fr) auto auto auto; }
@container standings (max-width: 12rem) { .result .standings .row { grid-template: "place name name" "place arrow to-par" / auto minmax(0, 1fr) auto; } }
.shares:empty { display: none; }
.button { display: grid; place-items: center; border-radius: var(--space-3); font-weight: 600; text-decoration: none; }
.sheet.ends { animation: none; }
@media (prefers-reduced-motion: reduce) { .sheet.ends { animation: appear var(--reduced); } }
`);
