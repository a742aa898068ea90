"""What the page's tests share: Chromium, the page's files for tests of single modules, and the host."""

import collections
import contextlib
import os
import shutil
import sys
import time

import pytest
from hyzer_host import PARS, Host
from phones import Phone
from playwright.sync_api import expect, sync_playwright
from views import PROJECT, play

sys.dont_write_bytecode = True
PAGE = PROJECT / "Sources" / "PhonePage" / "Page"
MODULES = "https://page.test"
HYZER = PROJECT / ".build" / "debug" / "hyzer"
#: A name of this machine that browsers do not trust as they do the loopback's.
INSECURE = "phone.test"
# What is waited for comes at once on an idle machine; a busy one may need this long.
expect.set_options(timeout=30_000)


def serve(context):
    """Serves the page's files at an address that browsers trust, and /blank, on which modules are loaded."""
    def answer(route):
        name = route.request.url.removeprefix(MODULES + "/")
        if name == "blank":
            route.fulfill(body="<!doctype html><title>Modules</title>", content_type="text/html")
        else:
            route.fulfill(path=PAGE / name, content_type="text/javascript")
    context.route(MODULES + "/*", answer)


def chromium(playwright, microphone=None, has_microphone=True):
    """Starts a browser whose microphone plays a file, or beeps."""
    arguments = [f"--host-resolver-rules=MAP {INSECURE} 127.0.0.1"]
    if has_microphone:
        arguments.append("--use-fake-device-for-media-stream")
    if microphone:
        arguments.append(f"--use-file-for-fake-audio-capture={microphone}%noloop")
    # Chromium refuses its sandbox to root, as which containers run tests.
    if os.geteuid() == 0:
        arguments.append("--no-sandbox")
    return playwright.chromium.launch(executable_path=shutil.which("chromium"), args=arguments)


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright):
    with chromium(playwright) as browser:
        yield browser


#: What the sockets of a test's pages carried last but for sound, and when, which a failure shows.
carried = collections.deque(maxlen=60)


def listen(socket):
    start = time.monotonic()

    def note(way, what):
        if isinstance(what, str):
            carried.append(f"{time.monotonic() - start:7.2f} {way} {what[:300]}")

    socket.on("framesent", lambda frame: note(">", frame))
    socket.on("framereceived", lambda frame: note("<", frame))
    socket.on("close", lambda _: note("-", "closed"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.when == "setup":
        carried.clear()
    if report.failed and carried:
        report.sections.append(("Sockets", "\n".join(carried)))
    return report


@contextlib.contextmanager
def watched(browser, **settings):
    """A browser with a storage of its own; an error that no code catches fails the test."""
    errors = []
    with browser.new_context(**settings) as context:
        context.on("weberror", lambda error: errors.append(error.error))
        context.on("page", lambda page: page.on("websocket", listen))
        yield context
    assert not errors


@pytest.fixture
def phone(browser):
    with watched(browser) as context:
        yield context


@pytest.fixture
def page(phone):
    """A blank page at which modules can be imported."""
    serve(phone)
    page = phone.new_page()
    page.goto(MODULES + "/blank")
    return page


def new_log(folder):
    """Makes the log of a round of three over nine holes, organised by Mike."""
    host = Host(HYZER, folder)
    host.new_round("Mill Pond", "--new-course", "--pars", ",".join(map(str, PARS)))
    return host


@pytest.fixture(scope="session")
def log(tmp_path_factory):
    """A folder with such a log, to copy."""
    assert HYZER.exists(), "the host is not built: swift build --product hyzer"
    return new_log(tmp_path_factory.mktemp("log")).folder


@pytest.fixture(scope="session")
def played(log, tmp_path_factory):
    """The same log, at hole 7."""
    folder = shutil.copytree(log, tmp_path_factory.mktemp("played"), dirs_exist_ok=True)
    play(Host(HYZER, folder))
    return folder


@contextlib.contextmanager
def started(host):
    """A host that serves as long as the context is open."""
    try:
        host.start()
        yield host
    finally:
        host.kill()


def hosting(log, folder, *place):
    """The host of a copy of a log, at an address and by a command, as long as the context is open."""
    shutil.copytree(log, folder, dirs_exist_ok=True)
    return started(Host(HYZER, folder, *place))


@pytest.fixture
def host(log, tmp_path):
    with hosting(log, tmp_path) as host:
        yield host


@pytest.fixture
def midway(played, tmp_path):
    """The host of a round at hole 7."""
    with hosting(played, tmp_path) as host:
        yield host


@pytest.fixture(scope="session")
def group_log(tmp_path_factory):
    """The log of a group without rounds."""
    host = Host(HYZER, tmp_path_factory.mktemp("group"))
    host.new_group()
    return host.folder


@pytest.fixture
def group(group_log, tmp_path):
    """The host of a group."""
    with hosting(group_log, tmp_path) as host:
        yield host


@pytest.fixture
def members(browser, group):
    """Makes phones of the group's people, who are in where a name is given."""
    with contextlib.ExitStack() as contexts:
        def member(name=None, **settings):
            phone = Phone(contexts.enter_context(
                watched(browser, **{"viewport": {"width": 390, "height": 844}, **settings})), group)
            return phone.enter(name) if name else phone
        yield member


@pytest.fixture
def phones(browser, request):
    """Makes phones of the test's host."""
    host = request.getfixturevalue("midway" if "midway" in request.fixturenames else "host")
    with contextlib.ExitStack() as contexts:
        yield lambda **settings: Phone(contexts.enter_context(
            watched(browser, **{"viewport": {"width": 390, "height": 844}, **settings})), host)
