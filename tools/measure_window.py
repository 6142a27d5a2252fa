#!/usr/bin/env python3
"""How the window feels while an engine thinks: what it costs, from a key to changed pixels, and until it is closed.

The real program on a display of its own (Xvfb), whose picture is read as it changes. Keys are given by the server's own
extension, without a program in between, and the window is closed as a window manager would close it.

What makes such figures wrong is other work on the machine, and that Xvfb paints by the processor: a share of every time is the
server's. So beside a time on the clock stands how long the window's thread and those that paint for it computed in it, and how
long they were ready and had to wait for a core. As root, `nice -n -10` before this gives server, window and watcher the first
say on the cores.

  tools/measure_window.py --program build/release/losange --engine zero
"""

import argparse
import json
import os
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from display import Display, comes_true

WIDTH, HEIGHT = 1280, 800
TOGGLE = b"k"  # shows and hides the names in the cells: much of the board changes
ROWS = 8  # of pixels, which are watched
PATIENCE = 20  # seconds
LOOK = 0.0005  # seconds between two looks: who looks without a pause takes a core from what is measured


def until(condition, patience=PATIENCE):
    if not comes_true(condition, patience, LOOK):
        raise SystemExit("error: the window does not do what is waited for")


def board_row(display, y):
    """The panel beside the board changes by itself while an engine thinks."""
    return display.row(y, WIDTH // 2)


def thread_times(pid):
    """Seconds that the window's thread, and each that paints for it, computed, and was ready and waited for a core."""
    times = {}
    for task in Path(f"/proc/{pid}/task").iterdir():
        if task.name == str(pid) or (task / "comm").read_text().startswith("llvmpipe"):
            ran, waited, _ = (task / "schedstat").read_text().split()
            times[task.name] = int(ran) / 1e9, int(waited) / 1e9
    return times


def since(pid, before):
    """What the window's thread and the slowest painter computed and waited since then: they work one after the other."""
    own, painters = [0.0, 0.0], [0.0, 0.0]
    for name, times in thread_times(pid).items():
        passed = [now - then for now, then in zip(times, before.get(name, times))]
        whose = own if name == str(pid) else painters
        whose[:] = [max(a, b) for a, b in zip(whose, passed)]
    return own[0] + painters[0], own[1] + painters[1]


class Window:
    def __init__(self, display, options, folder):
        config = Path(folder) / "config" / "losange"
        config.mkdir(parents=True, exist_ok=True)
        settings = {"mute": True, "animation": 0, "thinking_s": 600, "threads": options.threads, "language": "en"}
        (config / "window.json").write_text(json.dumps(settings))
        environment = {**os.environ, "DISPLAY": display.name, "XDG_CONFIG_HOME": f"{folder}/config",
                       "XDG_DATA_HOME": f"{folder}/data"}
        first = options.engine if options.engine != "none" else "human"
        self.process = subprocess.Popen(
            [options.program, "window", "--size", "11", "--no-swap", "--black", first, "--white", "human", "--width", str(WIDTH),
             "--height", str(HEIGHT)], env=environment, cwd=folder)
        self.display = display
        until(lambda: any(board_row(display, HEIGHT // 2)))
        self.handle = display.windows()[-1]
        display.focus(self.handle)
        time.sleep(3)  # the engine has begun, the first frames are over

    def cost(self, seconds):
        computed = lambda: sum(ran for ran, _ in thread_times(self.process.pid).values())
        before, begin = computed(), time.monotonic()
        time.sleep(seconds)
        return (computed() - before) / (time.monotonic() - begin)

    def rows_that_change(self):
        """The rows of pixels that a key changes most, none of which changes by itself."""
        everything = lambda: [board_row(self.display, y) for y in range(HEIGHT)]
        still = everything()
        time.sleep(2.5)
        if everything() != still:
            raise SystemExit("error: the board changes by itself, so that a key would not be seen")
        self.display.key(TOGGLE)
        time.sleep(1)
        changed = everything()
        self.display.key(TOGGLE)
        time.sleep(1)
        off = lambda y: sum(a != b for a, b in zip(still[y], changed[y]))
        return sorted(range(HEIGHT), key=off)[-ROWS:]

    def keys(self, count):
        rows = self.rows_that_change()
        seen = lambda: [board_row(self.display, y) for y in rows]
        found = []
        for i in range(count):
            time.sleep(0.2 + 0.037 * (i % 8))  # not in step with what the window does by itself
            before, times, begin = seen(), thread_times(self.process.pid), time.monotonic()
            self.display.key(TOGGLE)
            until(lambda: seen() != before)
            found.append((time.monotonic() - begin, *since(self.process.pid, times)))
        return found

    def close(self):
        """Until nothing of it is seen, and until the program has ended."""
        rows, gone = range(100, HEIGHT, 100), lambda: not any(any(board_row(self.display, y)) for y in rows)
        begin = time.monotonic()
        self.display.close(self.handle)
        until(gone)
        unseen = time.monotonic() - begin
        self.process.wait(PATIENCE)
        return unseen, time.monotonic() - begin


def told(name, values):
    ms = [1000 * value for value in values]
    print(f"{name:<34} {min(ms):6.1f} {statistics.median(ms):6.1f} {max(ms):6.1f} ms")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="build/release/losange")
    parser.add_argument("--engine", default="zero", help="who thinks meanwhile; 'none': nobody")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="of the engine")
    parser.add_argument("--keys", type=int, default=24)
    parser.add_argument("--closes", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=10, help="of looking at what it costs")
    options = parser.parse_args()
    options.program = str(Path(options.program).resolve())
    if not os.access(options.program, os.X_OK):
        parser.error(f"{options.program} is no program: ./losange builds one, or name it by --program")
    with tempfile.TemporaryDirectory() as folder:
        display = Display(folder, WIDTH, HEIGHT)
        try:
            print(f"load {os.getloadavg()[0]:.1f}, engine {options.engine}; least, middle, most")
            closes = []
            for i in range(options.closes):
                window = Window(display, options, folder)
                if i == 0:
                    print(f"{'painting, of one core':<34} {100 * window.cost(options.seconds):6.1f} %")
                    taken = window.keys(options.keys)
                    told("a key to changed pixels", [took for took, _, _ in taken])
                    told("  of that computed", [ran for _, ran, _ in taken])
                    told("  of that waited for a core", [waited for _, _, waited in taken])
                closes.append(window.close())
            told("closed, until it is not seen", [unseen for unseen, _ in closes])
            told("closed, until the program ended", [ended for _, ended in closes])
        finally:
            display.end()


if __name__ == "__main__":
    main()
