"""Games of Hex between two of our programs over HTP, with all that a controller may say besides."""

import time

import settings
from hex_referee import HexReferee
from program import Fault, Program, programs

NONSENSE = ["", "# nothing", "play", "play b", "play b z99", "play x a1", "genmove", "genmove purple", "boardsize 0",
            "boardsize 20", "boardsize x", "undo undo undo", "time_left q", "time_settings -1 x", "loadsgf /nowhere.sgf",
            "param_game allow_swap 7", "\x00\x01 b", "é\udcff", "a" * 5000, "17", "known_command", "help fly"]


class HtpProgram(Program):
    """One side: commands get numbers, answers must bear them."""

    def __init__(self, program, arguments):
        super().__init__([program, "htp"] + arguments)
        self.number = 0

    def start(self, command):
        self.number += 1
        self.send(f"{self.number} {command}")

    def answer(self, may_fail=False):
        first = self.read_line()
        lines = [first]
        while lines[-1] != "":
            lines.append(self.read_line())
        for sign in "=?":
            head = f"{sign}{self.number}"
            if first == head or first.startswith(head + " "):
                if sign == "?" and not may_fail:
                    raise Fault(f"refuses: {first}")
                return sign, "\n".join([first[len(head):].strip()] + lines[1:-1]).strip()
        raise Fault(f"answers command {self.number} by '{first}'")

    def ask(self, command, may_fail=False):
        self.start(command)
        return self.answer(may_fail)[1]


class Clock:
    """Seconds of each side for a game, kept by the referee."""

    def __init__(self, seconds):
        self.left = {"b": seconds, "w": seconds}

    def spend(self, colour, seconds, program):
        self.left[colour] -= seconds
        program.overstepped(-self.left[colour])


def limits(draw, size):
    """Options of a program, and what the referee must know of them: (options, seconds of a clock or None)."""
    kind = draw.choice(["time", "nodes", "clock", "own"])
    if kind == "time":
        return ["--move-time", str(draw.choice([0.001, 0.003, 0.01]))], None
    if kind == "nodes":
        return ["--nodes", str(draw.choice([1, 2, 3, 7, 50, 400]))], None
    if kind == "clock":
        return [], draw.choice([1, 2]) * (1 + size // 8)
    return [], None


def check_board(side, referee):
    """What the program says of the position is what the referee sees."""
    shown = side.ask("showboard")
    stones = {}
    for line in shown.splitlines():
        row, slash, rest = line.partition("\\")
        if slash and row.strip().isdigit():
            for column, sign in enumerate(rest.split("\\")[0].split()):
                if sign in "BW":
                    stones[(column, int(row) - 1)] = sign.lower()
    if stones != referee.board:
        raise Fault(f"shows a board with other stones: {shown}")
    if not referee.winner():
        told = set(side.ask("all_legal_moves").split()) - {"resign"}
        if told != referee.legal():
            raise Fault(f"has other legal moves: {sorted(told ^ referee.legal())}")


def one_game(draw, sides, size, swap, seconds):
    referee = HexReferee(size, swap)
    clock = Clock(seconds) if seconds else None
    for side in sides.values():
        side.ask(f"boardsize {size}")
        side.ask(f"param_game allow_swap {int(swap)}")
        if seconds:
            side.ask(f"time_settings {seconds} 0 0")
    while not referee.winner():
        colour = referee.to_move
        side, other = sides[colour], sides["w" if colour == "b" else "b"]
        event = draw.random()
        if event < 0.02:
            side.ask(draw.choice([n for n in NONSENSE if n and not n.startswith("#")]), may_fail=True)
            check_board(side, referee)
        elif event < 0.04:
            check_board(side, referee)
        elif event < 0.05 and not seconds:
            side.ask(draw.choice(["losange-values", "losange-visits", "losange-pv", "reg_genmove",
                                  "compute-inferior"]) + " " + colour)
        elif event < 0.06 and len(referee.moves) > 2:
            for _ in range(draw.choice([1, 2])):
                side.ask("undo")
                other.ask("undo")
                referee.undo()
            continue
        side.begin_thinking()
        side.start(f"genmove {colour}")
        if draw.random() < 0.02:
            time.sleep(draw.choice([0, 0.001, 0.01]))
            side.send("# interrupt")
        move = side.answer()[1]
        if clock:
            clock.spend(colour, side.thinking_time(), side)
        try:
            referee.play(move)
        except ValueError as error:
            raise Fault(f"plays an illegal move: {error}")
        other.ask(f"play {colour} {move}")
    expected = referee.winner().upper() + "+"
    for side in sides.values():
        if side.ask("final_score") != expected:
            raise Fault(f"does not see that the game ended {expected}")
        check_board(side, referee)
    return 1


def play(draw, program, wanted, count):
    """Games of one pair of programs, until `wanted` are played; count(n) is told of each."""
    engines = settings.strategies(program, "hex")
    size = round(19 ** draw.random())  # small boards most often, every size now and then
    options, seconds = limits(draw, size)
    with programs() as sides:
        for _ in range(2):
            player = settings.spec(draw, draw.choice(engines))
            threads, seed = draw.choice([1, 1, 2]), draw.randrange(1000)
            sides.append(HtpProgram(program, ["--player", player, "--threads", f"{threads}", "--seed", f"{seed}"] + options))
        for side in sides:
            side.ask("name")  # it has loaded what it needs
            if draw.random() < 0.2:
                side.ask("param_game ponder 1")
        for game in range(wanted):
            black = game % 2
            count(one_game(draw, {"b": sides[black], "w": sides[1 - black]}, size, draw.random() < 0.5, seconds))
        for side in sides:
            side.leave()
