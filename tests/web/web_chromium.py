"""A real browser without a window: Chromium, spoken to over the pipe of its DevTools protocol."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from select import select
from time import monotonic, sleep

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PATIENCE = 30.0


def browser_path():
    """Return where the browser is, or skip with what the test needs."""
    named = os.environ.get("TABLESIDE_CHROMIUM")
    found = named or next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.skip(f"needs Chromium on the path ({', '.join(NAMES)}) or in TABLESIDE_CHROMIUM")
    return found


class ScriptError(AssertionError):
    """The page could not answer; while it is loading anew, that is no wonder."""


class Page:
    """One tab."""

    def __init__(self, browser, target):
        self._browser = browser
        self._session = browser.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.ask(f"{domain}.enable")

    def ask(self, method, **params):
        return self._browser.ask(method, self._session, **params)

    def resize(self, across, down, *, mobile):
        size = {"width": across, "height": down, "deviceScaleFactor": 1, "mobile": mobile}
        self.ask("Emulation.setDeviceMetricsOverride", **size)

    def without_scripts(self):
        self.ask("Emulation.setScriptExecutionDisabled", value=True)

    def colours(self, scheme):
        wish = {"name": "prefers-color-scheme", "value": scheme}
        self.ask("Emulation.setEmulatedMedia", features=[wish])

    def open(self, address):
        self.ask("Page.navigate", url=address)

    def says(self, script):
        """Return the value of an expression in the page."""
        found = self.ask("Runtime.evaluate", expression=script, returnByValue=True)
        if "exceptionDetails" in found:
            raise ScriptError(found["exceptionDetails"])
        return found["result"].get("value")

    def html(self):
        root = self.ask("DOM.getDocument")["root"]["nodeId"]
        return self.ask("DOM.getOuterHTML", nodeId=root)["outerHTML"]

    def until(self, predicate, what):
        end = monotonic() + PATIENCE
        while not self._holds(predicate):
            assert monotonic() < end, f"waited in vain for {what}:\n{self.html()[:4000]}"
            sleep(0.02)

    @staticmethod
    def _holds(predicate):
        try:
            return predicate()
        except ScriptError:
            return False

    def requested(self):
        """Return the addresses of all requests that the tab has made so far."""
        return [event["request"]["url"] for event in self._events("Network.requestWillBeSent")]

    def complaints(self):
        """Return what the browser's console was told, such as broken policies."""
        return [*self._events("Runtime.exceptionThrown"), *self._events("Log.entryAdded")]

    def _events(self, method):
        self.ask("Runtime.evaluate", expression="0")  # whatever came before has come by now
        return [
            event["params"]
            for event in self._browser.events
            if (event["method"], event.get("sessionId")) == (method, self._session)
        ]


class Browser:
    """Chromium, its answers by number and its events in order."""

    def __init__(self, process, reader, writer):
        self._process = process
        self._reader = reader
        self._writer = writer
        self._left = b""
        self._number = 0
        self.events = []

    def page(self):
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        return Page(self, target)

    def ask(self, method, session=None, **params):
        self._number += 1
        message = {"id": self._number, "method": method, "params": params}
        if session is not None:
            message["sessionId"] = session
        os.write(self._writer, json.dumps(message).encode() + b"\0")
        end = monotonic() + PATIENCE
        while True:
            answer = self._read(end, method)
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise ScriptError(method, answer["error"])
                return answer["result"]
            if "method" in answer:
                self.events.append(answer)

    def _read(self, end, what):
        while b"\0" not in self._left:
            ready, _, _ = select([self._reader], [], [], max(0.0, end - monotonic()))
            assert ready, f"Chromium does not answer {what}"
            got = os.read(self._reader, 1 << 20)
            assert got, f"Chromium ended ({self._process.poll()}) before it answered {what}"
            self._left += got
        message, _, self._left = self._left.partition(b"\0")
        return json.loads(message)


@contextmanager
def chromium(*words):
    """Start a browser with a profile of its own and more options; end it whatever happens."""
    path = browser_path()
    to_read, to_write = os.pipe(), os.pipe()
    folder = tempfile.mkdtemp(prefix="chromium-")

    # Chromium reads its commands from descriptor 3 and answers on 4, which may be in use here.
    ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (to_write[0], to_read[1])]
    wired = f"os.dup2({ends[0]}, 3); os.dup2({ends[1]}, 4)"
    process = subprocess.Popen(
        [
            sys.executable,
            "-c",
            f"import os, sys; {wired}; os.execv(sys.argv[1], sys.argv[1:])",
            path,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
            "--no-first-run",
            "--disable-background-networking",
            f"--user-data-dir={folder}",
            "--remote-debugging-pipe",
            *words,
        ],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=ends,
    )
    for end in (to_write[0], to_read[1], *ends):
        os.close(end)
    try:
        yield Browser(process, to_read[0], to_write[1])
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        os.close(to_read[0])
        os.close(to_write[1])
        shutil.rmtree(folder, ignore_errors=True)
