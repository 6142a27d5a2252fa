"""Games of draughts between two of our programs over Hub, with pondering, analysis and odd levels."""

import re
import time

from draughts_referee import VARIANTS, DraughtsReferee
from program import Fault, Program, programs

NONSENSE = ["", "fly", "level", "pos pos=X", "pos", "set-param name=table value=-1", "set-param name=fly value=1",
            "level depth=x nodes=", "ping ping=ping", 'pos pos="', "\x00\x7f", "é\udcff", "x" * 5000, "stop", "ponder-hit"]
MOST_PLIES = 240


def arguments_of(line):
    return {key: quoted or plain for key, quoted, plain in re.findall(r'([\w-]+)=(?:"([^"]*)"|(\S*))', line)}


class HubProgram(Program):
    def __init__(self, program, arguments):
        super().__init__([program, "hub"] + arguments)

    def expect(self, word):
        """Reads up to a line of this kind; errors that nobody provoked are faults."""
        while True:
            line = self.read_line()
            kind = line.split(" ", 1)[0]
            if kind == word:
                return line
            if kind == "error":
                raise Fault(f"complains: {line}")

    def quiet(self):
        """Answers nothing more: what it still says stands before the pong."""
        self.send("ping")
        while self.read_line() != "pong":
            pass


def search(draw, side, referee):
    """One answer of the engine: the move it played, checked with everything it said on the way."""
    lines = [side.read_line()]
    while lines[-1].split(" ", 1)[0] not in ("done", "error"):
        lines.append(side.read_line())
    # Only now, so that what the checks take is not on its clock.
    line = lines[-1]
    if line.startswith("error"):
        if referee.may_be_drawn() and "over" in line:
            return None
        raise Fault(f"complains instead of moving: {line}")
    for said in lines:
        told = arguments_of(said)
        if said.startswith("info") and told.get("pv"):
            check_line(referee, told["pv"].split(), said)
    legal = referee.legal()
    try:
        move = referee.parse(told.get("move", ""))
    except ValueError:
        raise Fault(f"gives no move: {line}")
    if move not in legal:
        raise Fault(f"plays an illegal move: {line}")
    if told.get("ponder"):
        check_line(referee, [told["move"], told["ponder"]], line)
    return move


def check_line(referee, words, line):
    """A line holds legal moves only."""
    later = referee.copy()
    for word in words:
        try:
            later.play(later.parse(word))
        except ValueError as error:
            raise Fault(f"has an illegal move in a line ({error}): {line}")


def level(draw):
    kind = draw.choice(["nodes", "nodes", "depth", "move-time", "clock"])
    if kind == "nodes":
        return f"level nodes={draw.choice([1, 2, 3, 10, 100, draw.randrange(1, 700)])}", None
    if kind == "depth":
        return f"level depth={draw.randrange(1, 6)}", None
    if kind == "move-time":
        return f"level move-time={draw.choice([0.001, 0.01, 0.03])}", None
    return None, draw.choice([2.0, 4.0])


def one_game(draw, sides, variant, level_line, seconds):
    referee = DraughtsReferee(variant)
    left = {"W": seconds, "B": seconds}
    for side in sides.values():
        side.send("new-game")
    while referee.legal() and len(referee.moves) < MOST_PLIES:
        if referee.seen[referee.key()] >= 3 or referee.quiet >= 2 * referee.rules.quiet:
            break
        side = sides[referee.side]
        moves = " ".join(referee.text(move) for move in referee.moves)
        event = draw.random()
        if event < 0.02:
            side.send(draw.choice(NONSENSE))
            side.quiet()
        side.send(f"pos pos={referee.start}" + (f' moves="{moves}"' if moves else ""))
        if event > 0.97:
            side.send(draw.choice(["go ponder", "go analyze", "level infinite\ngo think"]))
            time.sleep(draw.choice([0, 0.001, 0.02]))
            side.send("stop")
            if search(draw, side, referee) is None:
                break
            side.send(f"pos pos={referee.start}" + (f' moves="{moves}"' if moves else ""))
        side.send(level_line or f"level time={max(left[referee.side], 0):.3f} inc=0.01")
        side.begin_thinking()
        if event > 0.94 and event < 0.97:
            side.send("go ponder")
            side.send("ponder-hit")
        else:
            side.send("go think")
        move = search(draw, side, referee)
        if move is None:
            break
        if seconds:
            left[referee.side] += 0.01 - side.thinking_time()
            side.overstepped(-left[referee.side])
        referee.play(move)
    return 1


def play(draw, program, wanted, count):
    variant = draw.choice(list(VARIANTS))
    level_line, seconds = level(draw)
    with programs() as sides:
        for _ in range(2):
            side = HubProgram(program, ["--endings", "0", "--threads", str(draw.choice([1, 1, 2]))])
            sides.append(side)
            side.send("hub")
            side.expect("wait")
            side.send(f"set-param name=variant value={variant}")
            evaluation = draw.choice(["patterns", "material", "centre", "random", "constant"])
            side.send(f"set-param name=eval value={evaluation}")
            side.send(f"set-param name=table value={draw.choice([1, 2, 64])}")
            side.send("init")
            side.expect("ready")
        for game in range(wanted):
            white = game % 2
            count(one_game(draw, {"W": sides[white], "B": sides[1 - white]}, variant, level_line, seconds))
        for side in sides:
            side.leave()
