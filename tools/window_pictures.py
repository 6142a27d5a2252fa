#!/usr/bin/env python3
"""Takes the window's pictures in docs/pictures anew, so that they show it as it is.

The real program on a display of its own, with folders of its own, is given games that are written here, keys and clicks; what
it shows becomes docs/pictures/window-NAME.png. Without names all of them are taken, which takes some six minutes where the
machine has nothing else to do. It needs Xvfb, ImageMagick's convert and the library of xdotool; ./test installs them.

Who thinks counts by the clock, so that numbers of an analysis differ a little from time to time; all else is the same pixel for
pixel.

  tools/window_pictures.py                     # after ./losange has built the program
  tools/window_pictures.py menu study --out /tmp
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from functools import partial
from pathlib import Path

from common import Parser, check_writable, write_safely
from display import Display, comes_true

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 1800  # seconds, for faults alone
LOOK = 0.2  # seconds between two looks at the picture
STILL = 1.0  # seconds without a change: nothing moves any more
NOTICE = 5  # seconds: what is said at the foot of the board has gone

# A person against mcts at level 8, the session of docs/window.md; zero against itself; a game in the middle; one that is close;
# and what connections and ladders are seen in.
SESSION = "f6 g4 e7 e5 d8 i3 g5 c6 h4 h3 g7 f4 e8 d5 f8 b7 d9 a7 c9 j2 b10 k2"
STUDY = "g1 g5 d6 f6 d8 d7 f4 e6 c4 c7 a9 b7 c3 a8 h6 i3 h4 h5 e9 i5"
MIDDLE = "a10 f6 e7 d8 h4 g5 i3 j2 h5"
CLOSE = "a10 swap-pieces f6 e7 g5 h4 f7 d8 e8 d9 i3"
TIES = "i3 f6 d7 e8 c3 d5 h4 g8 f10"
LADDERS = "j1 d9 e9 d10 e10 d11 i10 e11"
PIECES = "W:W27,31,32,33,37,38,42,43:B8,9,13,14,18,19,23,24"


def first(moves, count):
    return " ".join(moves.split()[:count])


def sgf(text, black="human", white="human", size=11, **properties):
    """A game in a file, with the properties of its root and, as `last`, what is written at its last move."""
    last = properties.pop("last", "")
    root = "".join(f"{name}[{value}]" for name, value in properties.items())
    stones = "".join(f";{'BW'[i % 2]}[{move}]" for i, move in enumerate(text.split()))
    return f"(;FF[4]CA[UTF-8]GM[11]SZ[{size}]PB[{black}]PW[{white}]{root}{stones}{last})\n"


# --- What a person does. Each is called with the stage.


def key(name):
    """`ctrl+n`, or a key as X calls it."""
    names = [{"ctrl": "Control_L"}.get(part, part).encode() for part in name.split("+")]
    return lambda stage: stage.display.key(*names)


def click(x, y):
    return lambda stage: stage.display.click(x, y)


def point(x, y):
    return lambda stage: stage.display.point(x, y)


def on(cell, act=Display.click, size=11):
    """Clicks, or points, on a cell of an unturned board of Hex in a window of 1280x800, where layout.cpp puts it."""
    column, row = ord(cell[0]) - ord("a"), int(cell[1:]) - 1
    width, height = 891, 715  # of the board's place, and below its middle
    scale = min(width / (1.5 * (size - 1) + 3.12), height / (0.866 * (size - 1) + 2.79))
    x = 459.5 + scale * (column + row / 2 - 0.75 * (size - 1))
    y = 428.5 + scale * 0.866 * (row - (size - 1) / 2)
    return lambda stage: act(stage.display, x, y)


def pause(_, seconds):
    time.sleep(seconds)


def wait(seconds):
    """As the last step: the picture is taken while something goes on."""
    return partial(pause, seconds=seconds)


def computing(process):
    """The threads that compute, or wait for a core to."""
    found = set()
    for task in Path(f"/proc/{process.pid}/task").iterdir():
        with suppress(OSError):  # it has ended meanwhile
            if (task / "stat").read_text().rpartition(")")[2].split()[0] == "R":
                found.add(task.name)
    return found


def still(stage):
    """Until the picture has not changed for a while, in which no thread computed whenever one looked: who thinks may show
    nothing for long where the machine has other work."""
    seen, since, thinking = None, 0, set()

    def rests():
        nonlocal seen, since, thinking
        picture, now = stage.display.pixels(), time.monotonic()
        thinking &= computing(stage.process)
        if picture == seen and (now - since < STILL or not thinking):
            return now - since >= STILL
        seen, since, thinking = picture, now, computing(stage.process)
        return False

    if not comes_true(rests, PATIENCE, LOOK):
        raise SystemExit(f"{stage.name}: the picture does not come to rest")


class Scene:
    """What the window is opened with, and what is done until the picture is taken."""

    def __init__(self, *steps, arguments=(), settings=None, files=None, size=(1280, 800)):
        self.steps, self.arguments, self.size = steps, arguments, size
        self.settings, self.files = settings or {}, files or {}


def game(text, *more, black="human", white="human", swap=True):
    """A game that goes on, or waits for who is to move."""
    return [text, "--black", black, "--white", white, *more, *([] if swap else ["--no-swap"])]


STUDIED = {"home/anna/hex/with-marie.sgf": sgf(STUDY, "zero:level=5", "zero:level=6", size=9)}
FOLDER = {f"home/anna/hex/{name}.sgf": sgf(MIDDLE) for name in ("club-evening", "tournament")} | STUDIED
LIBRARY = {f"data/losange/games/{name}": text for name, text in {
    "2026-03-08 20.15.00.sgf": sgf("a2 f6 d8 e4 h3 i5 f8 d6", DT="2026-03-08"),
    "2026-03-14 18.02.11.sgf": sgf("c2 d4 b6 c5 d5 e3", size=7, DT="2026-03-14"),
    "2026-03-20 21.40.09.sgf": sgf("c2 g7 j4 d10 g9", size=13, DT="2026-03-20"),
    "2026-04-02 19.30.45.pdn": '[White "Anna"]\n[Black "draughts:level=4"]\n[Result "*"]\n[GameType "20"]\n[Date "2026.04.02"]\n'
                               "1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 4. 32-28 *\n",
    "2026-04-11 17.25.30.sgf": sgf(SESSION, "human", "mcts:level=8", DT="2026-04-11"),
    "2026-04-19 22.10.02.sgf": sgf(MIDDLE, "human", "zero:level=5", DT="2026-04-19")}.items()}
BESIDE = ["home/anna/hex/with-marie.sgf"]
MARKS = "LB[h4:A][f4:B]TR[g4]AR[f6:h4]C[A and B go round the triangle; d8 is too slow.]"
FAILING = """#!/bin/sh
# An engine over HTP that ends when it is asked for a move.
while read -r command rest; do
  case $command in
    name) echo "= Mini"; echo ;;
    genmove) exit 3 ;;
    *) echo "="; echo ;;
  esac
done
"""

# Buttons that no key presses, in a window of 1280x800, and where there is none.
LEARN, RULES, ARROW = click(160, 433), click(847, 133), click(1240, 265)
BOARD, PLAY, ENGINES = click(556, 188), click(720, 188), click(884, 188)
AWAY = point(3, 3)

SCENES = {
    "start": Scene(files=LIBRARY),
    "new-game": Scene(key("ctrl+n")),
    "swap": Scene(arguments=game("f6")),
    "thinking": Scene(wait(10), arguments=game(first(SESSION, 5), white="zero", swap=False),
                      settings={"thinking_s": 600}),
    "victory": Scene(arguments=game(first(SESSION, 21), white="mcts:level=8", swap=False)),
    "analysis": Scene(key("a"), wait(15), arguments=[MIDDLE]),
    "variation": Scene(key("a"), wait(15), on("h4", Display.point), wait(2),
                       arguments=[first(SESSION, 4), "--no-swap"]),
    "mistakes": Scene(key("w"), arguments=[MIDDLE]),
    "study": Scene(key("w"), still, key("Home"), key("n"), key("n"), key("n"), wait(15), files=STUDIED, arguments=BESIDE),
    "inferior": Scene(key("i"), arguments=[first(SESSION, 16), "--no-swap"]),
    "set-up": Scene(key("e"), on("c3"), on("d3"), on("f9", Display.point), arguments=[CLOSE]),
    "lesson": Scene(LEARN, on("c3", size=5), key("Return"), on("c3", size=5), key("Return"), on("b5", size=5), key("Return"),
                    AWAY),
    "help": Scene(key("F1"), arguments=BESIDE, files=STUDIED),
    "rules": Scene(key("F1"), RULES, AWAY, arguments=BESIDE, files=STUDIED),
    "confirm": Scene(key("ctrl+n"), arguments=game(first(MIDDLE, 7))),
    "settings": Scene(key("comma"), arguments=BESIDE, files=STUDIED, settings={"animation": 1}),
    "settings-board": Scene(key("comma"), BOARD, AWAY, arguments=BESIDE, files=STUDIED),
    "settings-play": Scene(key("comma"), PLAY, AWAY, arguments=BESIDE, files=STUDIED),
    "settings-engines": Scene(key("comma"), ENGINES, AWAY, arguments=BESIDE, files=STUDIED,
                              settings={"engines": ["htp:mohex --quiet", "hub:scan hub", "book:file=my.book"]}),
    "files": Scene(key("ctrl+o"), arguments=BESIDE, files=FOLDER),
    "save": Scene(key("ctrl+s"), arguments=BESIDE, files=FOLDER),
    "library": Scene(key("ctrl+l"), files=LIBRARY),
    "menu": Scene(key("Escape"), arguments=[first(MIDDLE, 7)]),
    "dark": Scene(key("a"), wait(15), arguments=[CLOSE],
                  settings={"theme": "dark", "palette": "colour-blind", "orientation": 11}),
    "wood": Scene(key("a"), wait(15), arguments=[MIDDLE], size=(800, 600),
                  settings={"theme": "wood", "palette": "ink", "language": "fr"}),
    "paused": Scene(key("space"), arguments=game("d3 e6 c6 d6 c7 f6 c8 b9 c9 g4", "--size", "9", black="montecarlo:level=5",
                                                 white="mcts:level=5", swap=False),
                    settings={"pace_s": 10, "fill_cells": True, "palette": "forest"}),
    "draughts": Scene(key("a"), wait(15), arguments=[PIECES]),
    "connections": Scene(key("c"), arguments=[TIES]),
    "solve": Scene(key("y"), arguments=["d2 c3 b5", "--size", "7"]),
    "ladders": Scene(key("c"), arguments=[LADDERS]),
    "marks": Scene(key("t"), ARROW, AWAY, arguments=["marks.sgf"],
                   files={"marks.sgf": sgf(first(SESSION, 4), last=MARKS)}),
    "trouble": Scene(wait(NOTICE), files={"programs/mini": FAILING}, arguments=game("d4", white="htp:mini")),
}


class Stage:
    """A display with the window on it, as a scene begins. It goes when the display ends, and its files with the folder."""

    def __init__(self, name, scene, program, folder, display):
        self.name, self.display = name, display
        # A dialog shows of a long path the end alone: so no name of this run is in the picture.
        here = Path(folder) / ("of-no-interest-" * 7)
        files = {"config/losange/window.json": json.dumps({"animation": 0, "language": "en", "threads": 1} | scene.settings)}
        for path, text in (files | scene.files).items():
            file = here / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
            file.chmod(0o755 if text.startswith("#!") else 0o644)
        for i, file in enumerate(sorted((here / "data").rglob("*.*"))):  # the library has the newest first
            os.utime(file, (1_700_000_000 + i,) * 2)
        home = here / "home" / "anna" / "hex"
        home.mkdir(parents=True, exist_ok=True)
        width, height = scene.size
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("LOSANGE_", "LC_", "LANG"))}
        environment |= {"DISPLAY": self.display.name, "HOME": str(home.parent), "XDG_CONFIG_HOME": f"{here}/config",
                        "XDG_DATA_HOME": f"{here}/data", "XDG_CACHE_HOME": f"{here}/cache", "LC_ALL": "C.UTF-8", "TZ": "UTC",
                        "ALSOFT_DRIVERS": "null", "PATH": f"{here}/programs:{os.environ.get('PATH', os.defpath)}"}
        arguments = [str(here / word) if word in scene.files and "/" in word else word for word in scene.arguments]
        self.process = subprocess.Popen([program, "window", *arguments, "--width", str(width), "--height", str(height)],
                                        env=environment, cwd=home if "home" in "".join(scene.files) else here,
                                        stderr=subprocess.PIPE)
        comes_true(lambda: self.process.poll() is not None or any(self.display.row(height // 2)), 30, LOOK)
        if self.process.poll() is not None or not any(self.display.row(height // 2)):
            self.process.kill()
            raise SystemExit(f"{name}: no window appears: {self.process.stderr.read().decode().strip()}")
        self.display.focus(self.display.windows()[-1])
        self.display.point(3, 3)  # where nothing is under it


def taken(name, scene, program):
    """The picture of a scene as PNG."""
    with tempfile.TemporaryDirectory() as folder:
        display = Display(folder, *scene.size)
        try:
            stage = Stage(name, scene, program, folder, display)
            time.sleep(1)
            for step in scene.steps:
                step(stage)
                time.sleep(0.4)
            if not scene.steps or getattr(scene.steps[-1], "func", None) is not pause:
                still(stage)
            picture = png_of(display.file)
            stage.process.kill()
            stage.process.wait()
            return picture
        finally:
            display.end()


def png_of(file):
    """Few colours and no dithering: plain surfaces stay plain, and the file small."""
    return subprocess.run(["convert", f"xwd:{file}", "-strip", "+dither", "-colors", "256", "-define", "png:compression-level=9",
                           "-define", "png:exclude-chunks=date,time", "png8:-"], check=True, stdout=subprocess.PIPE).stdout


def self_test(program):
    """What is clicked and pressed arrives, and two pictures of a scene are the same."""
    names = {f"window-{name}.png" for name in SCENES}
    kept = {file.name for file in (ROOT / "docs/pictures").glob("window-*.png")}
    if names != kept:
        raise SystemExit(f"pictures without a scene, or scenes without a picture: {sorted(names ^ kept)}")
    start, again, lesson = (taken(name, SCENES[name], program) for name in ("start", "start", "lesson"))
    if start != again:
        raise SystemExit("two pictures of the start screen differ")
    if lesson in (start, taken("lesson", Scene(SCENES["lesson"].steps[0]), program)):
        raise SystemExit("the lesson does not go on")
    try:
        taken("start", SCENES["start"], shutil.which("false"))
    except SystemExit as error:
        if "no window" not in str(error):
            raise
    else:
        raise SystemExit("a program without a window is not told")


def main():
    parser = Parser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which pictures: {', '.join(SCENES)}")
    parser.add_argument("--program", default=str(ROOT / "build/release/losange-window"))
    parser.add_argument("--out", default=str(ROOT / "docs/pictures"), help="folder that they are written to")
    parser.add_argument("--self-test", action="store_true", help="takes two of them and writes none")
    options = parser.parse_args()
    for name in options.names:
        if name not in SCENES:
            parser.error(f"there is no picture '{name}': {', '.join(SCENES)}")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that display and window end too
    program = shutil.which(options.program)
    if program is None:
        parser.error(f"{options.program} is no program: ./losange builds one, or name it by --program")
    if shutil.which("convert") is None:
        parser.error("convert is missing: ./test installs it (package imagemagick)")
    program = str(Path(program).resolve())
    if options.self_test:
        return self_test(program)
    Path(options.out).mkdir(parents=True, exist_ok=True)
    for name in options.names or SCENES:
        file = Path(options.out) / f"window-{name}.png"
        check_writable(file)
        write_safely(file, taken(name, SCENES[name], program))
        print(file, flush=True)


if __name__ == "__main__":
    main()
