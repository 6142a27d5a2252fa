"""The rules of draughts, written apart from the program: slow, simple, for the referee of a soak.

A move is (from, to, captured squares); squares are numbered from 1 as on every diagram, White at the high numbers.
"""

from collections import namedtuple

Rules = namedtuple("Rules", "size first flying backward takes_kings straight majority passing mirrored quiet king_run")
VARIANTS = {  # by the names Hub uses
    "normal": Rules(10, "W", True, True, True, False, "number", False, False, 25, 0),
    "english": Rules(8, "B", False, False, True, False, None, False, False, 40, 0),
    "russian": Rules(8, "W", True, True, True, False, None, True, False, 15, 0),
    "brazilian": Rules(8, "W", True, True, True, False, "number", False, False, 20, 0),
    "italian": Rules(8, "W", False, False, False, False, "italian", False, True, 40, 0),
    "frisian": Rules(10, "W", True, True, True, True, "value", False, False, 25, 3),
}
DIAGONAL = ((-1, -1), (-1, 1), (1, -1), (1, 1))
STRAIGHT = ((0, 2), (0, -2), (2, 0), (-2, 0))
Capture = namedtuple("Capture", "origin to captured kings_by_step")


class DraughtsReferee:
    def __init__(self, variant, position=None):
        self.rules = VARIANTS[variant]
        size, half = self.rules.size, self.rules.size // 2
        shift = 0 if self.rules.mirrored else 1
        self.place = {n + 1: (n // half, 2 * (n % half) + (n // half + shift) % 2) for n in range(size * half)}
        self.square = {place: n for n, place in self.place.items()}
        rows = (size - 2) // 2
        self.board = {}
        self.side = self.rules.first
        for n, (row, _) in self.place.items():
            if row < rows:
                self.board[n] = "b"
            elif row >= size - rows:
                self.board[n] = "w"
        if position:
            self.side = position[0]
            self.board = {n: c for n, c in enumerate(position[1:], 1) if c != "e"}
        self.start = self.position_text()
        self.moves = []
        self.run = {"W": (0, 0), "B": (0, 0)}  # where the king that moved last stands, its quiet moves in a row
        self.quiet = 0  # plies without a capture or a move of a man
        self.seen = {self.key(): 1}

    def copy(self):
        other = DraughtsReferee.__new__(DraughtsReferee)
        other.__dict__.update(self.__dict__)
        other.board, other.run, other.seen = dict(self.board), dict(self.run), dict(self.seen)
        other.moves = list(self.moves)
        return other

    def position_text(self):
        return self.side + "".join(self.board.get(n, "e") for n in sorted(self.place))

    def key(self):
        return self.position_text() + str(self.run if self.rules.king_run else "")

    def own(self, piece):
        return piece.upper() == self.side

    def back_row(self):
        return 0 if self.side == "W" else self.rules.size - 1

    def captures_of(self, origin):
        """All captures of one piece that are taken to their end."""
        piece = self.board.pop(origin)  # its own square is free while it captures
        found = []

        def go_on(at, king, captured, kings_by_step):
            steps = self.steps(at, king, captured)
            if not steps and captured:
                found.append(Capture(origin, at, frozenset(captured), tuple(kings_by_step)))
            for victim, landing in steps:
                crowned = king or (self.rules.passing and self.place[landing][0] == self.back_row())
                go_on(landing, crowned, captured + [victim], kings_by_step + [self.board[victim].isupper()])

        go_on(origin, piece.isupper(), [], [])
        self.board[origin] = piece
        return found

    def steps(self, at, king, captured):
        """(piece captured, square landed on) of one step. Russian kings land where they can go on, if they can."""
        result = []
        forward = -1 if self.side == "W" else 1
        for dr, dc in DIAGONAL + (STRAIGHT if self.rules.straight else ()):
            if not king and not self.rules.backward and dr != forward:
                continue
            row, column = self.place[at]
            victim, landings = None, []
            while True:
                row, column = row + dr, column + dc
                n = self.square.get((row, column))
                if n is None:
                    break
                piece = self.board.get(n)
                if victim is None:
                    if piece is None:
                        if king and self.rules.flying:
                            continue
                        break
                    if self.own(piece) or n in captured:
                        break
                    if piece.isupper() and not king and not self.rules.takes_kings:
                        break
                    victim = n
                else:
                    if piece is not None:
                        break
                    landings.append(n)
                    if not (king and self.rules.flying):
                        break
            if victim is None:
                continue
            if self.rules.majority is None and len(landings) > 1:
                going_on = [n for n in landings if self.steps(n, king, captured + [victim])]
                landings = going_on or landings
            result += [(victim, n) for n in landings]
        return result

    def obligatory(self, captures):
        """Those of the captures that the rules of majority leave."""
        def with_king(c):
            return self.board[c.origin].isupper()

        if self.rules.majority == "number":
            worth = lambda c: len(c.captured)
        elif self.rules.majority == "italian":
            worth = lambda c: (len(c.captured), with_king(c), sum(c.kings_by_step), c.kings_by_step)
        elif self.rules.majority == "value":  # two kings: less than four men, more than three
            worth = lambda c: (len(c.captured) + sum(c.kings_by_step), -sum(c.kings_by_step), with_king(c))
        else:
            worth = lambda c: 0
        most = max(map(worth, captures))
        return [c for c in captures if worth(c) == most]

    def legal(self):
        pieces = [n for n, piece in self.board.items() if self.own(piece)]
        captures = [c for n in pieces for c in self.captures_of(n)]
        if captures:
            return {(c.origin, c.to, c.captured) for c in self.obligatory(captures)}
        moves = set()
        men = any(self.board[n].islower() for n in pieces)
        forward = -1 if self.side == "W" else 1
        for n in pieces:
            king = self.board[n].isupper()
            if king and men and self.rules.king_run and self.run[self.side] == (n, self.rules.king_run):
                continue
            for dr, dc in DIAGONAL:
                if not king and dr != forward:
                    continue
                row, column = self.place[n]
                while True:
                    row, column = row + dr, column + dc
                    to = self.square.get((row, column))
                    if to is None or to in self.board:
                        break
                    moves.add((n, to, frozenset()))
                    if not (king and self.rules.flying):
                        break
        return moves

    def play(self, move):
        origin, to, captured = move
        if move not in self.legal():
            raise ValueError(f"{self.text(move)} is not legal here")
        piece = self.board.pop(origin)
        for n in captured:
            del self.board[n]
        passed = self.rules.passing and captured and piece.islower() and self.crowned_in_passing(origin, to, captured)
        crowned = piece.islower() and (self.place[to][0] == self.back_row() or passed)
        self.board[to] = piece.upper() if crowned else piece
        if piece.isupper() and not captured:
            before, count = self.run[self.side]
            self.run[self.side] = (to, count + 1 if before == origin else 1)
            self.quiet += 1
        else:
            self.run[self.side] = (0, 0)
            self.quiet = 0
        other = "B" if self.side == "W" else "W"
        if self.run[other][0] in captured:
            self.run[other] = (0, 0)
        self.side = other
        self.moves.append(move)
        if captured or piece.islower():
            self.seen = {}
        self.seen[self.key()] = self.seen.get(self.key(), 0) + 1

    def crowned_in_passing(self, origin, to, captured):
        """Whether some way to make this capture touches the back row."""
        for n in captured:  # they are gone: set them back for the look
            self.board[n] = "b" if self.side == "W" else "w"
        found = []

        def go_on(at, king, taken):
            if len(taken) == len(captured):
                found.extend([king] if at == to else [])
                return
            for victim, landing in self.steps(at, king, taken):
                if victim in captured:
                    go_on(landing, king or self.place[landing][0] == self.back_row(), taken + [victim])

        go_on(origin, False, [])
        for n in captured:
            del self.board[n]
        return any(found)

    def may_be_drawn(self):
        """Whether some rule may have drawn it: the third time, kings that only move, an ending that is counted."""
        kings = sum(piece.isupper() for piece in self.board.values())
        lone = min(sum(map(self.own, self.board.values())), sum(not self.own(p) for p in self.board.values())) == 1
        return self.seen[self.key()] >= 3 or self.quiet >= 4 or (kings > 0 and (lone or len(self.board) <= 7))

    def text(self, move):
        origin, to, captured = move
        squares = [origin, to] + sorted(captured)
        return ("x" if captured else "-").join(map(str, squares))

    def parse(self, text):
        if "x" in text:
            numbers = [int(word) for word in text.split("x")]
            return numbers[0], numbers[1], frozenset(numbers[2:])
        origin, to = text.split("-")
        return int(origin), int(to), frozenset()

    def perft(self, depth):
        moves = self.legal()
        if depth == 1:
            return len(moves)
        total = 0
        for move in moves:
            after = self.copy()
            after.play(move)
            total += after.perft(depth - 1)
        return total
