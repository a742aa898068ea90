"""Scores that were heard save themselves, or wait for a person, as the Swift type Confirmation has it."""

import pytest


def test_windows_are_as_long(page):
    count, wrong = page.evaluate("""async () => {
      const { windowLength } = await import("./confirm.js");
      const vectors = await (await fetch("/vectors/windows.json")).json();
      return [vectors.length, vectors.filter(({ rows, par, length }) => windowLength(rows, par) !== length)];
    }""")
    assert count > 800
    assert wrong == []


def test_what_befalls_drafts_ends_the_same(page):
    count, wrong = page.evaluate("""async () => {
      const { start, handle } = await import("./confirm.js");
      const vectors = await (await fetch("/vectors/drafts.json")).json();
      const wrong = [];
      const describe = ({ kind, draft: { rows, remarks }, holds, length, closes }) => {
        if (kind === "dismissed") return { kind };
        if (kind !== "confirming") return { kind, rows, remarks };
        return { kind, rows, remarks, holds, length, closes };
      };
      const canonical = (value) => JSON.stringify(value, (_, part) =>
        part && typeof part === "object" && !Array.isArray(part)
          ? Object.fromEntries(Object.entries(part).sort()) : part);
      for (const [at, { par, results, draft, state, steps }] of vectors.entries()) {
        const untouched = canonical(draft);
        let now = start(draft, 0, { par, results });
        const check = (expected, where) => {
          if (canonical(describe(now)) !== canonical(expected)) {
            wrong.push(`${where} of ${at}: ${canonical(describe(now))}, not ${canonical(expected)}`);
          }
        };
        check(state, "start");
        for (const [index, step] of steps.entries()) {
          now = handle(now, step.event, step.at);
          check(step.state, `step ${index} (${canonical(step.event)})`);
        }
        if (canonical(draft) !== untouched) wrong.push(`draft ${at} itself was changed`);
      }
      return [vectors.length, wrong];
    }""")
    assert count == 600
    assert (len(wrong), wrong[:3]) == (0, [])


SAID = """
const { start, handle, canAccept } = await import("./confirm.js");
const row = (player, strokes) => ({ player, strokes, noScore: false, confidence: 0.9, isDoubtful: false,
  candidates: [], words: "", replaces: null, input: "voice" });
const draft = (result, ...rows) => ({ result, hole: 7, rows, remarks: [], transcript: "words", window: 1.5 });
const shown = start(draft("success", row("Mike", 3)), 0, { par: 3 });
"""


@pytest.mark.parametrize(
    "reply, expected",
    [
        ('draft("accepted")', "commit"),
        ('draft("dismissed")', "dismissed"),
        ('draft("undo")', "dismissed"),
        ('draft("failed")', "confirming 3, closes at 2500"),
        ('draft("success", row("Mike", 5))', "confirming 5, closes at 2500"),
        ('draft("partial", row("Mike", 5), row("Jake", null))', "partial 5"),
    ],
)
def test_a_reply_changes_what_is_shown(page, reply, expected):
    found = page.evaluate("async () => {" + SAID + """
      let state = handle(shown, { kind: "speak" }, 500);
      if (state.closes !== null) return "runs while somebody speaks";
      state = handle(state, { kind: "draft", draft: """ + reply + """ }, 1000);
      if (state.holds.length > 0) return "is held";
      const at = state.closes === null ? "" : `, closes at ${state.closes}`;
      const end = state.kind === "confirming" || state.kind === "partial";
      return state.kind + (end ? ` ${state.draft.rows[0].strokes}${at}` : "");
    }""")
    assert found == expected


def test_nothing_is_accepted_by_voice_that_was_not_to_be_seen(page):
    found = page.evaluate("async () => {" + SAID + """
      const hidden = handle(shown, { kind: "hide" }, 100);
      const state = handle(handle(hidden, { kind: "speak" }, 200), { kind: "draft", draft: draft("accepted") }, 300);
      return [state.kind, state.closes, state.holds];
    }""")
    assert found == ["confirming", None, ["unseen"]]


def test_what_was_not_understood_waits_for_another_try(page):
    found = page.evaluate("async () => {" + SAID + """
      const failed = start(draft("failed"), 0, { par: 3 });
      const kinds = ["timer", "accept", "touch"].map((kind) => handle(failed, { kind }, 9000).kind);
      const heard = handle(failed, { kind: "draft", draft: draft("success", row("Mike", 3)) }, 9000);
      return [failed.kind, canAccept(failed), kinds, heard.closes, handle(failed, { kind: "cancel" }, 1).kind];
    }""")
    assert found == ["failed", False, ["failed"] * 3, 10500, "dismissed"]


def test_what_the_host_leaves_to_a_person_does_not_save_itself(page):
    found = page.evaluate("async () => {" + SAID + """
      const state = start({ ...draft("success", row("Mike", 3)), window: null }, 0, { par: 3 });
      const changed = handle(state, { kind: "change", row: 1, result: 4 }, 100);
      return [state.kind, changed.kind];
    }""")
    assert found == ["partial", "confirming"]
