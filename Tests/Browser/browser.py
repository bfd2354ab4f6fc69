"""Drives a headless Chromium through its own protocol, over a pair of pipes, with nothing but the standard library.

    with Browser() as browser:
        page = browser.open("report.html", width=360, height=800, dark=True)
        page.click("#play")
        assert page.evaluate("document.title") == "…"
        page.expect_quiet()

The profile lies in a temporary folder that goes with the browser, and so do all of its processes.
"""

import base64
import json
import os
import pathlib
import select
import shutil
import signal
import subprocess
import tempfile
import time

# The first has no windows, and starts in a third of the time.
PROGRAMS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]

# Seconds that anything may take before it counts as hung: generous, as two test runs may share the machine.
PATIENCE = 180


class Fault(Exception):
    """What does not hold, in a sentence."""


def expect(condition, sentence):
    """Raises `Fault` with `sentence` where `condition` does not hold."""
    if not condition:
        raise Fault(sentence)


def program():
    """The path of the browser; None where there is none. CHROMIUM names another one."""
    named = os.environ.get("CHROMIUM")
    return named or next((found for found in map(shutil.which, PROGRAMS) if found), None)


class Browser:
    """A headless browser that reads and writes messages through pipes; each ends with a zero byte.

    Where `Browser.kept` is a list, one browser is started for all and kept in it; its pages are closed at the end of each `with`.
    """

    kept = None

    def __init__(self, *flags, alone=False):
        self.flags = flags
        self.is_alone = alone or bool(flags) or self.kept is None
        self.last = 0
        self.buffer = bytearray()
        self.answers = {}
        self.pages = {}

    def __enter__(self):
        if self.is_alone:
            return self.start()
        if not self.kept:
            self.kept.append(Browser(alone=True).start())
        return self.kept[0]

    def __exit__(self, kind, *_):
        if self.is_alone:
            self.end()
        elif kind:
            Browser.end_kept()
        else:
            for page in list(self.kept[0].pages.values()):
                page.close()

    @classmethod
    def end_kept(cls):
        """Ends the browser that is kept; the next check starts another one."""
        while cls.kept:
            cls.kept.pop().end()

    def start(self):
        path = program()
        expect(path, "no Chromium is installed (Debian: apt-get install chromium)")
        self.profile = tempfile.mkdtemp(prefix="detour-browser-")
        ours_out, theirs_in = os.pipe()[::-1]
        ours_in, theirs_out = os.pipe()
        # Beyond the two numbers that the browser expects, so that none of the four is one of them.
        high = [os.dup2(fd, fd + 100, inheritable=False) for fd in (theirs_in, theirs_out)]

        def place():
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        try:
            self.process = subprocess.Popen(
                [path, "--headless=new", "--no-sandbox", "--remote-debugging-pipe", "--user-data-dir=" + self.profile,
                 "--no-first-run", "--no-default-browser-check", "--disable-background-networking",
                 "--disable-component-update", "--disable-sync", "--disable-extensions", "--disable-dev-shm-usage",
                 "--hide-scrollbars", "--mute-audio", "--force-color-profile=srgb", "--lang=en", *self.flags,
                 "about:blank"],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=place,
                pass_fds=(3, 4), start_new_session=True, env={**os.environ, "HOME": self.profile})
        except OSError as error:
            shutil.rmtree(self.profile, ignore_errors=True)
            raise Fault(f"{path} cannot be started: {error}") from error
        for fd in (theirs_in, theirs_out, *high):
            os.close(fd)
        self.out, self.inp = ours_out, ours_in
        try:
            self.call("Browser.getVersion")
        except BaseException:
            self.end()
            raise
        return self

    def end(self):
        try:
            self.call("Browser.close", patience=5)
            self.process.wait(5)
        except (Fault, OSError, subprocess.TimeoutExpired):
            pass
        # Whatever of it is left is in the group that was made for it.
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        os.close(self.out)
        os.close(self.inp)
        for _ in range(50):
            shutil.rmtree(self.profile, ignore_errors=True)
            if not os.path.exists(self.profile):
                break
            time.sleep(0.1)

    def open(self, path, fragment="", **how):
        """A page with the file at `path`, and perhaps a `fragment` such as `#top`; see `Page` for what else may be said."""
        return Page(self, pathlib.Path(path).resolve().as_uri() + fragment, **how)

    def call(self, method, session=None, patience=PATIENCE, **parameters):
        """Asks the browser, and waits for its answer."""
        self.last += 1
        message = {"id": self.last, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        self.send(json.dumps(message).encode() + b"\0", method)
        self.pump(lambda: message["id"] in self.answers, patience, method)
        answer = self.answers.pop(message["id"])
        expect("error" not in answer, f"{method}: {answer.get('error', {}).get('message')}")
        return answer["result"]

    def send(self, data, method):
        try:
            while data:
                data = data[os.write(self.out, data):]
        except BrokenPipeError as error:
            raise Fault(f"the browser went away at {method}") from error

    def pump(self, done, patience, what):
        """Takes in messages until `done()`, for `patience` seconds at most."""
        deadline = time.monotonic() + patience
        while not done():
            rest = deadline - time.monotonic()
            expect(rest > 0, f"{what}: nothing for {patience} s")
            if not select.select([self.inp], [], [], min(rest, 1))[0]:
                continue
            data = os.read(self.inp, 1 << 20)
            expect(data, f"the browser ended at {what}")
            self.buffer += data
            *messages, rest = self.buffer.split(b"\0")
            self.buffer = bytearray(rest)
            for message in messages:
                self.take(json.loads(message))

    def take(self, message):
        if "id" in message:
            self.answers[message["id"]] = message
        elif message.get("sessionId") in self.pages:
            self.pages[message["sessionId"]].take(message["method"], message["params"])


class Page:
    """A page, with all that it said and fetched.

    `width` and `height` are in CSS pixels, `scale` is the device's pixels for each; `dark` and `printing` are the
    reader's settings. With `scripts=False` none runs; with `ready=False` nobody waits for `data-ready`.
    """

    def __init__(self, browser, address, width=1280, height=800, scale=1, dark=False, printing=False, touch=False,
                 scripts=True, ready=True, patience=PATIENCE):
        self.browser = browser
        # Console messages, exceptions, violations of the policy: one sentence each.
        self.messages = []
        # The addresses of all that was fetched beside the page itself.
        self.requests = []
        self.loaded = False
        # Requests are told without a fragment.
        self.address = address.partition("#")[0]
        self.has_scripts = scripts
        target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self.target = target
        self.session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        browser.pages[self.session] = self
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(domain + ".enable")
        self.resize(width, height, scale)
        self.emulate(dark, printing)
        if touch:
            self.call("Emulation.setTouchEmulationEnabled", enabled=True)
        if not scripts:
            self.call("Emulation.setScriptExecutionDisabled", value=True)
        started = time.monotonic()
        answer = self.call("Page.navigate", url=address)
        expect("errorText" not in answer, f"{address}: {answer.get('errorText')}")
        browser.pump(lambda: self.loaded, patience, "loading " + address)
        # Seconds from the address to the event `load`, and to `data-ready`.
        self.load_seconds = time.monotonic() - started
        if scripts and ready:
            # A script that failed never says that it is ready.
            self.wait("document.documentElement.dataset.ready === 'true'", patience,
                      unless=lambda: any(message.startswith("exception") for message in self.messages))
        self.ready_seconds = time.monotonic() - started

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def take(self, method, parameters):
        if method == "Page.loadEventFired":
            self.loaded = True
        elif method == "Runtime.consoleAPICalled":
            words = [str(a.get("value", a.get("description", a["type"]))) for a in parameters["args"]]
            self.messages.append(f"console.{parameters['type']}: {' '.join(words)}")
        elif method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            text = details.get("exception", {}).get("description", details["text"])
            self.messages.append("exception: " + text)
        elif method == "Log.entryAdded":
            entry = parameters["entry"]
            self.messages.append(f"{entry['source']} {entry['level']}: {entry['text']}")
        elif method == "Network.requestWillBeSent":
            address = parameters["request"]["url"]
            if address.split("#")[0] != self.address and not address.startswith(("data:", "blob:", "about:")):
                self.requests.append(address)

    def close(self):
        self.browser.call("Target.closeTarget", targetId=self.target)
        self.browser.pages.pop(self.session, None)

    # What the page is shown with.

    def resize(self, width, height, scale=1):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale,
                  mobile=False)

    def emulate(self, dark=False, printing=False):
        self.call("Emulation.setEmulatedMedia", media="print" if printing else "",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    # What the page is asked.

    def evaluate(self, expression, patience=PATIENCE):
        """The value of a JavaScript expression; a promise is waited for."""
        answer = self.browser.call("Runtime.evaluate", self.session, patience, expression=expression,
                                   awaitPromise=True, returnByValue=True, userGesture=True)
        details = answer.get("exceptionDetails")
        if details:
            raise Fault(f"{expression[:200]}: " + details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def wait(self, expression, patience=PATIENCE, unless=lambda: False):
        """Waits until `expression` is true."""
        deadline = time.monotonic() + patience
        while not self.evaluate(f"!!({expression})"):
            expect(time.monotonic() < deadline and not unless(),
                   f"`{expression}` did not become true; the page said: {self.messages}")
            time.sleep(0.02)

    def settle(self):
        """Waits until what has been asked for is drawn; without scripts, no frame tells."""
        if not self.has_scripts:
            return
        self.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")

    def text(self, selector):
        """The shown text of an element; a fault where there is none."""
        text = self.evaluate(f"document.querySelector({json.dumps(selector)})?.innerText ?? null")
        expect(text is not None, f"there is no `{selector}`")
        return text

    # What a reader does.

    def point(self, selector):
        """The middle of an element, which is brought into view."""
        place = self.evaluate(f"""(() => {{
          const found = document.querySelector({json.dumps(selector)});
          if (!found) return null;
          found.scrollIntoView({{block: 'center', inline: 'center', behavior: 'instant'}});
          const box = found.getBoundingClientRect();
          return [box.x + box.width / 2, box.y + box.height / 2, box.width * box.height];
        }})()""")
        expect(place, f"there is no `{selector}`")
        expect(place[2] > 0, f"`{selector}` is not shown")
        return place[0], place[1]

    def click(self, selector):
        self.click_at(*self.point(selector))

    def click_at(self, x, y):
        self.hover_at(x, y)
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
        self.settle()

    def hover(self, selector):
        self.hover_at(*self.point(selector))
        self.settle()

    def hover_at(self, x, y):
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def drag(self, start, end, steps=8):
        """Drags the mouse from one place of the view to another."""
        self.hover_at(*start)
        self.call("Input.dispatchMouseEvent", type="mousePressed", x=start[0], y=start[1], button="left", clickCount=1)
        for step in range(1, steps + 1):
            x, y = (a + (b - a) * step / steps for a, b in zip(start, end))
            self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y, button="left", buttons=1)
        self.call("Input.dispatchMouseEvent", type="mouseReleased", x=end[0], y=end[1], button="left", clickCount=1)
        self.settle()

    def wheel(self, x, y, down):
        self.call("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=down)
        self.settle()

    def tap(self, selector):
        """Touches an element with a finger; the page is opened with `touch=True`."""
        x, y = self.point(selector)
        self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        self.settle()

    def press(self, *names, settles=True):
        """Presses keys one after the other: a letter, a digit, or as `Tab`, `Shift+Tab`, `ArrowLeft`, `Space`. What is
        focused is known at once, what is drawn once it settles."""
        for name in names:
            *held, key = name.split("+") if name != "+" else ["+"]
            modifiers = sum({"Alt": 1, "Control": 2, "Meta": 4, "Shift": 8}[word] for word in held)
            event = {"modifiers": modifiers, **key_event(key)}
            self.call("Input.dispatchKeyEvent", type="keyDown" if "text" in event else "rawKeyDown", **event)
            event.pop("text", None)
            self.call("Input.dispatchKeyEvent", type="keyUp", **event)
        if settles:
            self.settle()

    def choose(self, selector, value):
        """Chooses the option `value` of a `select` as a reader does, with its events."""
        found = self.evaluate(f"""(() => {{
          const chooser = document.querySelector({json.dumps(selector)});
          if (!chooser || ![...chooser.options].some(option => option.value === {json.dumps(value)})) return false;
          chooser.value = {json.dumps(value)};
          for (const name of ['input', 'change']) chooser.dispatchEvent(new Event(name, {{bubbles: true}}));
          return true;
        }})()""")
        expect(found, f"`{selector}` does not offer {value}")
        self.settle()

    # What is kept of it.

    def screenshot(self, path, full=False, clip=None):
        """Writes what is shown, the whole page, or the box `clip` of it, as a PNG or WebP file."""
        more = {"captureBeyondViewport": True} if full or clip else {}
        if clip:
            more["clip"] = clip
        elif full:
            size = self.call("Page.getLayoutMetrics")["cssContentSize"]
            more["clip"] = {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1}
        if str(path).endswith(".webp"):
            more |= {"format": "webp", "quality": 85}
        data = self.call("Page.captureScreenshot", **{"format": "png", **more})["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))

    def pdf(self, path):
        """Prints on A4."""
        data = self.call("Page.printToPDF", paperWidth=8.27, paperHeight=11.69, preferCSSPageSize=True)["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))

    def expect_quiet(self):
        """Nothing was said on the console, nothing was fetched."""
        self.settle()
        expect(not self.messages, "the page said: " + "; ".join(self.messages))
        expect(not self.requests, "the page fetched " + ", ".join(self.requests))


NAMED = {
    "Tab": 9, "Enter": 13, "Escape": 27, "Space": 32, "PageUp": 33, "PageDown": 34, "End": 35, "Home": 36,
    "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Backspace": 8, "Delete": 46,
}


def key_event(key):
    """What the protocol wants to know of a key."""
    if key in NAMED:
        event = {"key": " " if key == "Space" else key, "code": key, "windowsVirtualKeyCode": NAMED[key]}
        text = {"Enter": "\r", "Space": " "}.get(key)
        return {**event, "text": text} if text else event
    expect(len(key) == 1, f"there is no key `{key}`")
    kind = "Digit" if key.isdigit() else "Key"
    code = {"code": kind + key.upper()} if key.isalnum() else {}
    return {"key": key, "text": key, "windowsVirtualKeyCode": ord(key.upper()), **code}
