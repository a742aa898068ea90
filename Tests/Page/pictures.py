"""Pictures of every view against the built host, to look at: pictures.py FOLDER [SIZE-LOOK…], such as 390x844-dark.

Some of 390x844-dark are those of the README and of the documents.
"""

import pathlib
import shutil
import sys
import tempfile

from conftest import HYZER, PROJECT, Host, chromium, hosting, new_log
from fake_snap import FakeSnap
from phones import Phone
from playwright.sync_api import sync_playwright
from test_snap import MICROPHONE, Season, walk_snap
from views import LARGE_TEXT, hearing, play, walk, walk_app, walk_in, walk_watch

LOOKS = {
    "dark": {"color_scheme": "dark"}, "light": {"color_scheme": "light"},
    "contrast": {"color_scheme": "dark", "contrast": "more"}, "large": {"color_scheme": "dark"}}
SIZES = [(198, 242), (320, 568), (390, 844), (844, 390)]
README = "390x844-dark"
KEPT = {"name", "who-plays", "scored", "heard", "leaderboard", "end", "history"}


def draw(browser, log, group, folder, size, look):
    """Draws all views of one size, as one person sees them."""
    name = f"{size[0]}x{size[1]}-{look}"
    settings = {"viewport": {"width": size[0], "height": size[1]}, "permissions": ["microphone"], **LOOKS[look]}
    if name == README:
        settings["device_scale_factor"] = 2

    def phone(host, **settings):
        context = browser.new_context(**settings)
        if look == "large":
            context.add_init_script(f"({LARGE_TEXT})()")
        return Phone(context, host)

    def take(phone, views):
        for view in views:
            phone.page.wait_for_function("() => document.getAnimations().every((one) => one.playState != 'running')")
            path = folder / f"{name}-{view}.png"
            phone.page.screenshot(path=path)
            if name == README and view in KEPT:
                shutil.copy(path, PROJECT / "Documents" / f"page-{view}.png")

    with tempfile.TemporaryDirectory() as place, hosting(log, place) as host:
        take(stranger := phone(host, **settings), walk_in(stranger, host))
        if size[0] < 210:
            take(watch := phone(host, **settings).join("Mike"), walk_watch(watch))
        else:
            mike = phone(host, **settings).join("Mike")
            hearing(mike.page)
            mike.page.reload()
            take(mike, walk(mike, phone(host).join("Jake"), host))
        for context in browser.contexts:
            context.close()
    if size[0] < 210:
        return
    with tempfile.TemporaryDirectory() as place, hosting(group, place) as host:
        take(member := phone(host, **settings), walk_app(member, host))
        member.context.close()
    snap = FakeSnap()
    context = browser.new_context(**settings, service_workers="block", locale="en-US", reduced_motion="reduce")
    if look == "large":
        context.add_init_script(f"({LARGE_TEXT})()")
    context.add_init_script(MICROPHONE)
    snap.serve(context)
    season = Season(context.new_page())
    take(season, (f"snap-{view}" for view in walk_snap(season, snap)))
    context.close()


def main(folder, *wanted):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with (tempfile.TemporaryDirectory() as log, tempfile.TemporaryDirectory() as group,
          sync_playwright() as playwright, chromium(playwright) as browser):
        play(new_log(log))
        Host(HYZER, group).new_group()
        for size in SIZES:
            for look in LOOKS:
                if not wanted or f"{size[0]}x{size[1]}-{look}" in wanted:
                    draw(browser, log, group, folder, size, look)


main(*sys.argv[1:])
