"""Checks the referees of a soak: draughts by published tables of perft, Hex by what every full board must have, the clock by
engines that need no time."""

import random
import sys
import time

import hub_games
from draughts_referee import VARIANTS, DraughtsReferee
from hex_referee import HexReferee
from program import Fault, Program

MOST_POSITIONS = 3000  # of a row of the table: Python is slow
NAMES = {"international": "normal"}


def from_fen(variant, fen):
    side, *parts = fen.split(":")
    referee = DraughtsReferee(variant)
    referee.side, referee.board = side, {}
    for part in parts:
        colour = part[0].lower()
        for word in part[1:].split(","):
            king = word.startswith("K")
            first, _, last = word.lstrip("K").partition("-")
            for n in range(int(first), int(last or first) + 1):
                referee.board[n] = colour.upper() if king else colour
    referee.seen = {referee.key(): 1}
    return referee


def check_draughts(table):
    rows = 0
    for line in open(table, encoding="utf-8"):
        if line.startswith("#") or not line.strip():
            continue
        name, fen, duplicates, counts, *_ = line.rstrip("\n").split("\t")
        variant = NAMES.get(name, name)
        if variant not in VARIANTS or duplicates != "drop":
            continue
        fen = fen.split(" ")[0]
        if ":WK31-50" in fen:
            continue  # written in a short form of its own
        referee = DraughtsReferee(variant) if fen == "start" else from_fen(variant, fen)
        for depth, count in enumerate(map(int, counts.split()), 1):
            if count > MOST_POSITIONS:
                break
            found = referee.perft(depth)
            assert found == count, f"{name} {fen} depth {depth}: {found} instead of {count}"
        rows += 1
    assert rows >= len(VARIANTS), f"only {rows} rows of the table were used"


def check_hex():
    draw = random.Random(1)
    for _ in range(200):
        size = draw.randrange(1, 8)
        referee = HexReferee(size, draw.random() < 0.5)
        while not referee.winner():
            move = draw.choice(sorted(referee.legal()))
            referee.play(move)
            assert move == "swap-pieces" or referee.board[referee.cell(move)] == referee.moves[-1][0]
        # The loser cannot be joined as well, and a full board always has a winner: the loop ended before it was full.
        assert len(referee.board) <= size * size
        try:
            referee.play(next(iter(referee.legal() or {"a1"})))
            raise AssertionError("a move after the end was taken")
        except ValueError:
            pass


class Instant(Program):
    """Answers over Hub at once, with the first legal move, and is never late."""

    def __init__(self, variant):
        self.variant, self.lines, self.heard_at = variant, [], 0.0

    def waits(self):
        return {}

    def send(self, line):
        if line.startswith("pos "):
            self.referee = DraughtsReferee(self.variant)
            for word in hub_games.arguments_of(line).get("moves", "").split():
                self.referee.play(self.referee.parse(word))
        elif line.startswith("go "):
            move = self.referee.text(sorted(self.referee.legal())[0])
            self.lines = [f"info depth=1 pv={move}", f"done move={move}"]

    def read_line(self):
        self.heard_at = time.monotonic()
        return self.lines.pop(0)

    def overstepped(self, seconds):
        if seconds > 0:
            raise Fault(f"was charged {seconds:.2f} s too much")


class NoEvents(random.Random):
    def random(self):
        return 0.5


def check_clock():
    """What a referee takes to check a line is not the engine's time."""
    real_check, most_plies = hub_games.check_line, hub_games.MOST_PLIES
    hub_games.check_line, hub_games.MOST_PLIES = lambda *_: time.sleep(0.1), 20
    try:
        sides = {side: Instant("normal") for side in "WB"}
        hub_games.one_game(NoEvents(1), sides, "normal", None, 0.4)
    finally:
        hub_games.check_line, hub_games.MOST_PLIES = real_check, most_plies


check_draughts(sys.argv[1])
check_hex()
check_clock()
print("the referees agree with the tables")
