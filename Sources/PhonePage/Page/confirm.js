// Decides when scores that were heard are saved: after a time to say no, by a person, or never. A pure state
// machine, as Confirmation is in Swift; what it goes by comes from the host with each draft. Times are in ms.

/**
 * @typedef {import("./fold.js").Result} Result
 * @typedef {{id: number, player: string|null, strokes: number|null, noScore: boolean, confidence: number,
 *   isDoubtful: boolean, candidates: string[], words: string, replaces: Result|null, input: string}} Row
 * @typedef {{window: number, longWindow: number, sureFrom: number, unusual: number[]}} Rules
 *   When scores of the hole save themselves, in seconds: in the long window those that are not sure or unusual.
 * @typedef {{result: string, hole: number, holes: number[], rows: Row[], remarks: string[], transcript: string,
 *   window: number|null, rules: Rules}} Draft As the host sends it; rows get an `id` here. `window` is null where
 *   a person must act, and `holes` are those of which it may be where that is open.
 * @typedef {{kind: "confirming"|"partial"|"failed"|"commit"|"dismissed", draft: Draft, holds: string[],
 *   length: number|null, closes: number|null}} State The last two kinds are the ends; the window closes never
 *   (null) while something holds it.
 */

/** @returns {Result|null} What a row says; null where that is open. */
export const rowResult = (row) => (row.noScore ? "none" : row.strokes);

const isKnown = (row) => row.player !== null && rowResult(row) !== null;

export function windowLength({ rows, rules }) {
  const isPlain = rows.every(({ strokes, noScore, confidence, replaces }) =>
    strokes !== null && !noScore && confidence >= rules.sureFrom && !rules.unusual.includes(strokes)
    && (replaces === null || replaces === strokes));
  return 1000 * (isPlain ? rules.window : rules.longWindow);
}

const shut = { length: null, closes: null };

/**
 * Shows a draft.
 * @param {Object<string, Result|null>} results What the players have on the hole already.
 * @returns {State}
 */
export function start(draft, at, results, holds = []) {
  const rows = draft.rows.map((row, index) => ({ id: index + 1, ...row }));
  const state = { kind: "failed", results, holds, ...shut, draft: { ...draft, rows } };
  return draft.result === "failed" ? state : show(state, at, draft.window !== null);
}

export const canAccept = ({ draft }) => draft.rows.length > 0 && draft.rows.every(isKnown);

/** Shows a draft that is new or has changed; its window starts in full. */
function show(state, at, isFree = true) {
  const rows = state.draft.rows.map((row) => ({ ...row, replaces: state.results[row.player] ?? null }));
  const draft = { ...state.draft, rows };
  const isResolved = canAccept({ draft }) && !rows.some((row) => row.isDoubtful)
    && draft.remarks.length === 0 && draft.holes.length === 0;
  return isFree && isResolved ? openWindow({ ...state, draft }, at) : { ...state, ...shut, kind: "partial", draft };
}

function openWindow(state, at) {
  const length = windowLength(state.draft);
  return { ...state, kind: "confirming", length, closes: state.holds.length === 0 ? at + length : null };
}

/** What holds a window open, and what lets it go. */
const HOLDS = { touch: "editing", focus: "reviewing", hide: "unseen", speak: "speaking" };
const RELEASES = { release: "editing", blur: "reviewing", reveal: "unseen", silence: "speaking" };

/** A person picks something of a row, which is sure from then on. */
function pick(state, row, change, at) {
  const picked = { ...row, ...change, confidence: 1, input: "typed" };
  if (isKnown(picked) && !picked.isDoubtful) picked.words = "";
  return showRows(state, state.draft.rows.map((other) => (other === row ? picked : other)), at);
}

const showRows = (state, rows, at) => show({ ...state, draft: { ...state.draft, rows } }, at);

const end = (state, kind) => ({ ...state, ...shut, kind });

function accept(state) {
  if (!canAccept(state)) return state;
  const rows = state.draft.rows.map((row) => ({ ...row, isDoubtful: false, words: "" }));
  return end({ ...state, draft: { ...state.draft, rows, remarks: [], holes: [] } }, "commit");
}

/** Takes what the host made of words that were said while a draft was shown. */
function reply(state, { draft, results = state.results }, at) {
  if (state.kind === "failed") return start(draft, at, results);
  const heard = handle(state, { kind: "silence" }, at);
  switch (draft.result) {
    case "accepted": return state.holds.includes("unseen") ? heard : accept(heard);
    case "dismissed": case "undo": return end(heard, "dismissed");
    // Noise does not touch scores that were understood.
    case "failed": return heard;
    default: return start(draft, at, results, heard.holds);
  }
}

/**
 * Takes an event: a hold by `touch`, `release`, `focus`, `blur`, `hide`, `reveal`, `speak` or `silence`;
 * `change` of a `row` to a `player` or a `result`; `remove` of a `row`; `place` on one of the draft's `holes`, with the
 * `results` that players have there; `accept`; `cancel`; `timer`, too early or too often of which does no harm;
 * `replaced`, with the `results` that players have by now; or a `draft`, with those of its hole.
 * @returns {State} The next state; the same object where nothing changed.
 */
export function handle(state, event, at) {
  const { kind, draft, holds } = state;
  if (kind === "commit" || kind === "dismissed") return state;
  if (event.kind === "cancel") return end(state, "dismissed");
  const isOn = event.kind in HOLDS;
  const name = HOLDS[event.kind] ?? RELEASES[event.kind];
  if (name) {
    if (holds.includes(name) === isOn) return state;
    const held = isOn ? [...holds, name].sort() : holds.filter((other) => other !== name);
    const next = { ...state, holds: held };
    return kind === "confirming" ? openWindow(next, at) : next;
  }
  if (event.kind === "draft") return reply(state, event, at);
  if (kind === "failed") return state;
  const row = draft.rows.find((row) => row.id === event.row);
  switch (event.kind) {
    case "accept": return accept(state);
    case "timer": return state.closes !== null && at >= state.closes ? end(state, "commit") : state;
    case "change": {
      if (!row) return state;
      const { player, result } = event;
      if (player === undefined) {
        const noScore = result === "none";
        return pick(state, row, { strokes: noScore ? null : result, noScore, isDoubtful: false }, at);
      }
      if (draft.rows.some((other) => other !== row && other.player === player)) return state;
      // That somebody has no score is to be said in so many words.
      return pick(state, row, { player, isDoubtful: row.noScore }, at);
    }
    case "place": {
      const { hole, results } = event;
      if (!draft.holes.includes(hole)) return state;
      const rows = draft.rows.map((row) => (isKnown(row) && !row.isDoubtful ? { ...row, words: "" } : row));
      return show({ ...state, results, draft: { ...draft, rows, hole, holes: [] } }, at);
    }
    case "remove": {
      if (!row) return state;
      const rows = draft.rows.filter((other) => other !== row);
      return rows.length > 0 ? showRows(state, rows, at) : end(state, "dismissed");
    }
    case "replaced": {
      const { results } = event;
      // A person has to look at what would replace what others have entered since it was shown.
      const rows = draft.rows.map((row) => {
        const other = results[row.player] ?? null;
        return [null, row.replaces, rowResult(row)].includes(other) ? row : { ...row, isDoubtful: true };
      });
      const next = show({ ...state, results, draft: { ...draft, rows } }, at);
      const isSame = next.draft.rows.every((own, index) => own.replaces === draft.rows[index].replaces);
      return isSame ? { ...state, results } : next;
    }
    default: return state;
  }
}
