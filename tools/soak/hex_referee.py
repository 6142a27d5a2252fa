"""The rules of Hex, written apart from the program: slow, simple, for the referee of a soak."""


class HexReferee:
    def __init__(self, size, swap):
        self.size, self.swap_rule = size, swap
        self.moves = []

    @property
    def board(self):
        cells = {}
        for colour, move in self.moves:
            if move == "swap-pieces":
                (stone, _), = cells.items()
                cells = {(stone[1], stone[0]): "w"}
            else:
                cells[self.cell(move)] = colour
        return cells

    @property
    def to_move(self):
        return "bw"[len(self.moves) % 2]

    def cell(self, text):
        column, row = ord(text[0]) - ord("a"), int(text[1:]) - 1
        if not (0 <= column < self.size and 0 <= row < self.size) or text[1:] != str(row + 1):
            raise ValueError(f"'{text}' is no cell of this board")
        return column, row

    def legal(self):
        board = self.board
        moves = {
            f"{chr(ord('a') + c)}{r + 1}" for c in range(self.size) for r in range(self.size) if (c, r) not in board
        }
        if self.swap_rule and len(self.moves) == 1:
            moves.add("swap-pieces")
        return moves

    def play(self, move):
        if self.winner():
            raise ValueError(f"{move} after the end of the game")
        if move != "swap-pieces":
            self.cell(move)
        if move not in self.legal():
            raise ValueError(f"{move} is not legal here")
        self.moves.append((self.to_move, move))

    def undo(self):
        self.moves.pop()

    def winner(self):
        board = self.board
        for colour, along in (("b", 1), ("w", 0)):  # Black joins rows, White columns
            stack = [cell for cell, owner in board.items() if owner == colour and cell[along] == 0]
            seen = set(stack)
            while stack:
                column, row = stack.pop()
                if (column, row)[along] == self.size - 1:
                    return colour
                for dc, dr in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)):
                    near = (column + dc, row + dr)
                    if near not in seen and board.get(near) == colour:
                        seen.add(near)
                        stack.append(near)
        return None
