"""What the page's tests share: Chromium, a server of the page's files for tests of single modules, and the host."""

import contextlib
import functools
import http.server
import os
import shutil
import sys
import threading

import pytest
from hyzer_host import PARS, Host
from phones import Phone
from playwright.sync_api import expect, sync_playwright
from views import PROJECT, play

sys.dont_write_bytecode = True
PAGE = PROJECT / "Sources" / "PhonePage" / "Page"
HYZER = PROJECT / ".build" / "debug" / "hyzer"
#: A name of this machine that browsers do not trust as they do the loopback's.
INSECURE = "phone.test"
# What is waited for comes at once on an idle machine; a busy one may need this long.
expect.set_options(timeout=30_000)


class Files(http.server.SimpleHTTPRequestHandler):
    """The page's files, and /blank, on which modules are loaded."""

    def do_GET(self):
        if self.path != "/blank":
            return super().do_GET()
        body = b"<!doctype html><title>Modules</title>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def end_headers(self):
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, *client):
        # Browsers that are closed do not say good-bye.
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(*client)


@contextlib.contextmanager
def serving(handler):
    """Serves HTTP on a free port of the loopback and gives the address."""
    server = Server(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture(scope="session")
def modules():
    """The address under which the page's modules are served as files."""
    with serving(functools.partial(Files, directory=str(PAGE))) as address:
        yield address


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


@pytest.fixture
def phone(browser):
    """A browser with a storage of its own; an error that no code catches fails the test."""
    context = browser.new_context()
    errors = []
    context.on("weberror", lambda error: errors.append(error.error))
    yield context
    context.close()
    assert not errors


@pytest.fixture
def page(phone, modules):
    """A blank page at which modules can be imported."""
    page = phone.new_page()
    page.goto(modules + "/blank")
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
def hosting(log, folder, *place):
    """The host of a copy of a log, at an address and by a command, as long as the context is open."""
    shutil.copytree(log, folder, dirs_exist_ok=True)
    host = Host(HYZER, folder, *place)
    try:
        host.start()
        yield host
    finally:
        host.kill()


@pytest.fixture
def host(log, tmp_path):
    with hosting(log, tmp_path) as host:
        yield host


@pytest.fixture
def midway(played, tmp_path):
    """The host of a round at hole 7."""
    with hosting(played, tmp_path) as host:
        yield host


@pytest.fixture
def phones(browser, request):
    """Makes phones of the test's host; an error on one of their pages that no code catches fails the test."""
    contexts, errors = [], []

    def make(**settings):
        context = browser.new_context(**{"viewport": {"width": 390, "height": 844}, **settings})
        contexts.append(context)
        context.on("weberror", lambda error: errors.append(error.error))
        return Phone(context, host)

    host = request.getfixturevalue("midway" if "midway" in request.fixturenames else "host")
    yield make
    for context in contexts:
        context.close()
    assert not errors
