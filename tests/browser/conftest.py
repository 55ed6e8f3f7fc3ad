"""Browser tests: the system's Chromium opens the built page at a server of our own.

Every page that a test opens must stay without complaints on its console.  What a machine lacks (Chromium, a way to
build the page) leaves these tests out with a reason; with CI=true it fails them.
"""

import contextlib
import os
import runpy
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.server.site import serving

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "src" / "boxwood" / "server" / "page"
CHROMIUM = ("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
PHONE = {"viewport": {"width": 375, "height": 760}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}

expect.set_options(timeout=60_000)  # the machine may be busy, and have the engine to compile first


def need(found, what):
    """Leave a test out for what is missing; where nothing may be left out, fail it."""
    if not found:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(what)


@pytest.fixture(scope="session")
def built_page(tmp_path_factory):
    """The page, built from the sources as they are."""
    build = runpy.run_path(str(ROOT / "web" / "build.py"))
    if not build["is_fresh"]():
        need(build["npm"](), "the page is not built, and there is no npm to build it: make page")
        with one_at_a_time(tmp_path_factory.getbasetemp().parent / "page.lock"):
            build["build"]()
    return PAGE


@contextlib.contextmanager
def one_at_a_time(lock):
    """Test processes that run at once must not build the same page at once."""
    import fcntl

    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@pytest.fixture(scope="session")
def site(built_page, tmp_path_factory):
    with serving(tmp_path_factory.mktemp("browser"), page=built_page) as running:
        yield running


@pytest.fixture(scope="session")
def chromium():
    path = next((path for path in CHROMIUM if Path(path).exists()), shutil.which("chromium"))
    need(path, "there is no Chromium: apt install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


class Visitors:
    """Makes browsers' windows, each with a memory of its own, and listens to their consoles."""

    def __init__(self, browser):
        self._browser, self._contexts, self.complaints = browser, [], []

    def __call__(self, address="", *, setup=None, **context):
        settings = {"viewport": {"width": 1280, "height": 860}, "locale": "en-GB", "reduced_motion": "reduce"} | context
        opened = self._browser.new_context(**settings)
        self._contexts.append(opened)
        page = opened.new_page()
        page.set_default_timeout(90_000)
        page.on("console", lambda message: message.type in ("error", "warning") and self._complain(message.text))
        page.on("pageerror", lambda error: self._complain(str(error)))
        if setup:
            setup(page)
        if address:
            page.goto(address)
        return page

    def _complain(self, text):
        self.complaints.append(text)

    def close(self):
        for context in self._contexts:
            context.close()


@pytest.fixture
def visit(chromium):
    visitors = Visitors(chromium)
    yield visitors
    visitors.close()
    assert visitors.complaints == []
