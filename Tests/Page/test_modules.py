"""What holds for all modules of the page."""

from conftest import PAGE

MODULES = ["fold", "log", "confirm", "store", "sync"]


def test_chromium_serves_a_secure_context_with_storage(page):
    assert page.evaluate("isSecureContext && 'indexedDB' in window")
