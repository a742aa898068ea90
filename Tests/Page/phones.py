"""A phone or a watch: a browser with a storage of its own, on which a person joins, scores and looks."""

import time

from playwright.sync_api import Error, expect

#: Whether the host has acknowledged all that the phone has stored.
ALL_SENT = """() => !globalThis.indexedDB || new Promise((resolve, reject) => {
  const request = indexedDB.open("hyzer", 2);
  request.onerror = reject;
  request.onsuccess = () => {
    const count = request.result.transaction("events").objectStore("events").index("unsent").count();
    count.onerror = reject;
    count.onsuccess = () => {
      request.result.close();
      resolve(count.result === 0);
    };
  };
})"""


def until(condition, page=None):
    """Waits for what no page shows; what the test itself does for a page goes on meanwhile."""
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end, "it did not come in 30 s"
        page.wait_for_timeout(20) if page else time.sleep(0.02)


class Phone:
    def __init__(self, context, host, path="/"):
        self.context, self.host, self.path = context, host, path
        self.page = context.new_page()

    def join(self, player, key=None):
        """Joins by the secret of the QR code; `None` only watches."""
        self.page.goto(f"{self.host.url}/join#{key or self.host.invitation['secret']}")
        self.page.get_by_role("button", name=player or "Watch only", exact=True).click()
        expect(self.page.locator(".hole-card, .watch, .page table")).to_be_visible()
        return self

    def enter(self, name):
        """Comes into the group as one of its people."""
        self.page.goto(f"{self.host.url}/join#{self.host.group_invitation}")
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_role("button", name="Go").click()
        expect(self.page.get_by_role("heading", name="Scoring")).to_be_visible()
        return self

    @property
    def hole(self):
        """The hole card that is shown."""
        return self.page.locator(".hole:not([inert])")

    def row(self, player, hole=None):
        where = f".hole:nth-child({hole})" if hole else ".hole:not([inert])"
        return self.page.locator(f'{where} [data-key="{player}"] .row')

    @property
    def sheet(self):
        return self.page.locator("dialog[open]").last

    @property
    def cloud(self):
        return self.page.locator(".cloud")

    def press(self, name):
        self.page.get_by_role("button", name=name, exact=True).click()

    @property
    def keys(self):
        """The keys for a score, in place of the bar or in a sheet."""
        return self.page.locator(".score-keys")

    def choose(self, strokes):
        key = self.keys.locator(".key").nth(strokes - 1)
        if not key.is_visible():
            self.keys.get_by_role("button", name="7 to 10" if strokes > 6 else "1 to 6").click()
        key.click()

    def score(self, player, strokes):
        """Scores for one player; keys that wait for the next one are taken away."""
        self.row(player).click()
        self.choose(strokes)
        done = self.keys.get_by_role("button", name="Done")
        if done.count():
            done.click()

    def shows(self, player, hole, strokes):
        """Waits until a score is shown; an open one is a dash."""
        expect(self.row(player, hole).locator(".score b")).to_have_text(str(strokes or "–"))

    def at(self, hole):
        """Waits until a hole is shown, and stands still."""
        expect(self.page.locator(f".hole:nth-child({hole}):not([inert])")).to_have_count(1)
        self.page.wait_for_function(
            "() => { const pages = document.querySelector('.pages'); return !pages.matches('.sliding')"
            " && pages.scrollLeft == document.querySelector('.hole:not([inert])').offsetLeft; }")

    def over(self, how="Finished"):
        """Waits for the end that slides up, and looks at what is under it."""
        expect(self.page.locator("dialog.ends")).to_contain_text(how)
        self.press("Close")
        expect(self.page.locator(".page table").first).to_be_visible()

    def sent(self):
        """Waits until all scores have gone to the host."""
        expect(self.cloud).to_be_hidden()
        # Not wait_for_function, which takes a promise for true.
        until(self.holds_nothing_unsent, self.page)

    def holds_nothing_unsent(self):
        try:
            return self.page.evaluate(ALL_SENT)
        except Error:
            # A page that loads anew says so once it is there.
            return False
