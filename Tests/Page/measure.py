"""How soon the page of the built host shows something: measure.py HYZER [LOADS]. Fails where that is too late."""

import statistics
import sys
import tempfile

import conftest
from playwright.sync_api import sync_playwright
from views import play

#: In milliseconds, from loopback, for the median of loads by browsers that have nothing of the page yet.
GOAL = 300
#: In milliseconds, from the tap to the score on the card.
TAP_GOAL = 100
#: Taps a score, and gives how long it takes until another stands in the row.
TAP = """() => new Promise((resolve) => {
  document.querySelector(".hole:not([inert]) .row").click();
  const score = document.querySelector(".hole:not([inert]) .score b");
  const keys = [...document.querySelectorAll(".score-keys .key")];
  const start = performance.now();
  new MutationObserver((_, observer) => {
    observer.disconnect();
    requestAnimationFrame(() => resolve(performance.now() - start));
  }).observe(score, { childList: true, characterData: true, subtree: true });
  keys[score.textContent === "3" ? 3 : 2].click();
})"""
SHOWN = """() => {
  const { startTime } = performance.getEntriesByName("first-contentful-paint")[0] ?? {};
  return startTime && globalThis.shownAt ? [startTime, shownAt] : null;
}"""
#: Notes when the hole card stands on the page; painted it is with the next frame.
WATCH = """
new MutationObserver((_, observer) => {
  if (!document.querySelector(".hole:not([inert]) .row")) return;
  observer.disconnect();
  requestAnimationFrame(() => requestAnimationFrame(() => { globalThis.shownAt = performance.now(); }));
}).observe(document, { childList: true, subtree: true, attributes: true });
"""


def loads(count):
    """The times of first paint, of the hole card and of a tap for a phone that has joined, over an empty cache."""
    with tempfile.TemporaryDirectory() as log, tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        play(conftest.new_log(log))
        with conftest.hosting(log, folder) as host, conftest.chromium(playwright) as browser:
            joined = browser.new_context()
            conftest.Phone(joined, host).join("Mike")
            cookies = joined.cookies()
            for _ in range(count):
                context = browser.new_context()
                context.add_cookies(cookies)
                page = context.new_page()
                page.add_init_script(WATCH)
                page.goto(host.url)
                shown = page.wait_for_function(SHOWN).json_value()
                yield *shown, page.evaluate(TAP)
                context.close()


def main(hyzer, count="20"):
    conftest.HYZER = hyzer
    paint, card, tap = zip(*loads(int(count)))
    for what, times in (("first paint", paint), ("hole card shown", card), ("score shown after a tap", tap)):
        print(f"page, {what}: median {statistics.median(times):.0f} ms, worst {max(times):.0f} ms of {len(times)}")
    if statistics.median(paint) > GOAL:
        sys.exit(f"the first paint is to come within {GOAL} ms")
    if statistics.median(tap) > TAP_GOAL:
        sys.exit(f"a score is to be shown within {TAP_GOAL} ms of the tap")


main(*sys.argv[1:])
