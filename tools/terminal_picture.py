#!/usr/bin/env python3
"""Draws docs/pictures/terminal.svg: what `losange play` really shows on a terminal.

Usage: tools/terminal_picture.py PROGRAM OUTPUT.svg

Runs the program at a pseudo-terminal, types a move in the middle of a game, and turns the last board
on the screen into SVG. Needs only the standard library.
"""
import fcntl
import html
import os
import pty
import re
import select
import struct
import sys
import tempfile
import termios
import time

ROWS, COLUMNS = 60, 80
MOVES = "a10 f6 e8 d7 h5 g7 f9 d10 c9 b11 c10 e7 i4 h4 i3 i2 h3 g5 g4 f4"
TYPED = "j2"

BACKGROUND, TEXT, BAR = "#1c1f26", "#d7dae0", "#2a2e37"
CELL_WIDTH, LINE_HEIGHT, FONT_SIZE, MARGIN = 9.6, 21, 16, 22


def colour_of(index):
    """A colour of the 256-colour table as a hexadecimal triple."""
    if index >= 232:
        level = 8 + 10 * (index - 232)
        return f"#{level:02x}{level:02x}{level:02x}"
    steps = (0, 95, 135, 175, 215, 255)
    index -= 16
    return "#%02x%02x%02x" % (steps[index // 36], steps[index // 6 % 6], steps[index % 6])


class Screen:
    """As much of a terminal as the program uses: colours, and moves within a line."""

    def __init__(self):
        self.lines = [[]]
        self.column = 0
        self.look = (None, None, False)  # foreground, background, bold

    def feed(self, text):
        for token in re.findall(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b.|[\s\S]", text):
            if token.startswith("\x1b["):
                self.control(token[2:-1], token[-1])
            elif token == "\r":
                self.column = 0
            elif token == "\n":
                self.lines.append([])
                self.column = 0
            elif token == "\b":
                self.column = max(0, self.column - 1)
            elif token >= " ":
                self.put(token)

    def put(self, character):
        line = self.lines[-1]
        line.extend([(" ", (None, None, False))] * (self.column + 1 - len(line)))
        line[self.column] = (character, self.look)
        self.column += 1

    def control(self, arguments, letter):
        numbers = [int(n) for n in re.findall(r"\d+", arguments)]
        if letter == "m":
            self.dress(numbers or [0])
        elif letter == "G":
            self.column = (numbers or [1])[0] - 1
        elif letter == "C":
            self.column += (numbers or [1])[0]
        elif letter == "D":
            self.column = max(0, self.column - (numbers or [1])[0])
        elif letter == "K":
            del self.lines[-1][self.column:]

    def dress(self, numbers):
        foreground, background, bold = self.look
        while numbers:
            code = numbers.pop(0)
            if code == 0:
                foreground, background, bold = None, None, False
            elif code == 1:
                bold = True
            elif code in (38, 48) and len(numbers) >= 2:
                colour = colour_of(numbers[1])
                del numbers[:2]
                if code == 38:
                    foreground = colour
                else:
                    background = colour
        self.look = (foreground, background, bold)


def run(program):
    """What the program writes to its terminal, and how often the prompt stands in it."""
    with tempfile.TemporaryDirectory() as data:
        arguments = [program, "play", "--black", "human", "--white", "montecarlo",
                     "--load", MOVES, "--seed", "1"]
        pid, master = pty.fork()
        if pid == 0:
            os.environ.update(XDG_DATA_HOME=data, TERM="xterm-256color", LC_ALL="C.UTF-8")
            os.environ.pop("NO_COLOR", None)
            os.execv(program, arguments)
        fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        seen = b""
        for typed in (TYPED + "\n", "\x04"):
            seen += read_until(master, b"> ", len(seen) and b"move %d" % (len(MOVES.split()) + 3))
            answered = seen
            os.write(master, typed.encode())
        read_until(master, b"--resume", b"")
        os.waitpid(pid, 0)
        return answered.decode()


def read_until(master, text, first):
    """Reads until `text` comes, after `first` when that is given."""
    seen, deadline = b"", time.monotonic() + 60
    while time.monotonic() < deadline:
        start = seen.find(first) if first else 0
        if start >= 0 and text in seen[start:]:
            return seen
        if select.select([master], [], [], 0.2)[0]:
            seen += os.read(master, 65536)
    sys.exit(f"the program did not show {text!r}; it showed:\n{seen.decode(errors='replace')}")


def last_turn(lines):
    """The lines from the engine's move to the prompt after it."""
    texts = ["".join(character for character, _ in line) for line in lines]
    start = max(i for i, text in enumerate(texts) if " plays " in text)
    return lines[start - 1:]


def svg_of(lines):
    columns = max(len(line) for line in lines)
    width = 2 * MARGIN + columns * CELL_WIDTH
    height = 2 * MARGIN + 30 + len(lines) * LINE_HEIGHT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" role="img">',
        "<title>A game of Hex in the terminal: losange play</title>",
        f'<rect width="100%" height="100%" rx="10" fill="{BACKGROUND}"/>',
        f'<path d="M0 30V10A10 10 0 0 1 10 0H{width - 10:.0f}A10 10 0 0 1 {width:.0f} 10V30Z" '
        f'fill="{BAR}"/>',
    ]
    for i, dot in enumerate(("#ff5f57", "#febc2e", "#28c840")):
        parts.append(f'<circle cx="{20 + 20 * i}" cy="15" r="6" fill="{dot}"/>')
    parts.append(f'<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" '
                 f'font-size="{FONT_SIZE}" fill="{TEXT}" xml:space="preserve">')
    for row, line in enumerate(lines):
        y = MARGIN + 30 + row * LINE_HEIGHT
        for column, (character, (foreground, background, bold)) in enumerate(line):
            x = MARGIN + column * CELL_WIDTH
            if background:
                parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{CELL_WIDTH}" '
                             f'height="{LINE_HEIGHT}" fill="{background}"/>')
        parts.extend(words(line, y + LINE_HEIGHT * 0.74))
    parts.append("</g></svg>")
    return "\n".join(parts) + "\n"


def words(line, y):
    """One element a run of characters that look the same; one a character beyond ASCII, so that the
    columns hold whatever font is there."""
    column = 0
    while column < len(line):
        character, look = line[column]
        end = column + 1
        while (character < "\x7f" and end < len(line) and line[end][1] == look
               and " " < line[end][0] < "\x7f"):
            end += 1
        text = "".join(c for c, _ in line[column:end]).strip()
        if text:
            foreground, _, bold = look
            attributes = f' fill="{foreground}"' if foreground else ""
            attributes += ' font-weight="bold"' if bold else ""
            skipped = len("".join(c for c, _ in line[column:end])) - len(text)
            x = MARGIN + (column + skipped) * CELL_WIDTH
            yield (f'<text x="{x:.1f}" y="{y:.1f}" textLength="{len(text) * CELL_WIDTH:.1f}"'
                   f'{attributes}>{html.escape(text)}</text>')
        column = end


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__.strip())
    if not os.access(sys.argv[1], os.X_OK):
        sys.exit(f"{sys.argv[1]} is no program: ./losange builds one, build/release/losange")
    screen = Screen()
    screen.feed(run(sys.argv[1]).replace("\r\n", "\n"))
    try:
        with open(sys.argv[2], "w", encoding="utf-8") as output:
            output.write(svg_of(last_turn(screen.lines)))
    except OSError as error:
        sys.exit(f"cannot write {sys.argv[2]}: {error.strerror}")


if __name__ == "__main__":
    main()
