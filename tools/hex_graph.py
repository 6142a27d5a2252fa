#!/usr/bin/env python3
"""The board as a graph net sees it: edges and ten features a node, as src/net/input/board_graph.h has them in C++.

Used by train_gnn.py. `hex_graph.py --check FIXTURE` compares with a file that the C++ tests read too;
`--write FIXTURE` makes one.
"""

import argparse
import json
from collections import deque

FEATURES = ("p1", "p2", "empty", "sideA", "sideB", "degree", "distToA", "distToB", "toMoveP1", "toMoveP2")

# Rows and columns to the six neighbours: a row stands half a cell to the right of the row above.
STEPS = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))


def neighbours(size):
    """For each cell, row by row, its neighbours in ascending order."""
    lists = []
    for cell in range(size * size):
        row, column = divmod(cell, size)
        near = [
            (row + down) * size + column + right
            for down, right in STEPS
            if 0 <= row + down < size and 0 <= column + right < size
        ]
        lists.append(sorted(near))
    return lists


def edge_index(size):
    """Two lists, sources and targets, both directions of every edge, by target then by source."""
    sources, targets = [], []
    for target, near in enumerate(neighbours(size)):
        sources += near
        targets += [target] * len(near)
    return [sources, targets]


def steps_from(starts, near):
    """Steps from the nearest of some cells to every cell (breadth-first)."""
    steps = {cell: 0 for cell in starts}
    queue = deque(starts)
    while queue:
        cell = queue.popleft()
        for other in near[cell]:
            if other not in steps:
                steps[other] = steps[cell] + 1
                queue.append(other)
    return [steps[cell] for cell in range(len(near))]


def fixed_features(size):
    """For each cell what the size alone decides: sideA, sideB, degree, distToA, distToB.

    Player 1 joins top and bottom, player 2 left and right.
    """
    near = neighbours(size)
    cells = size * size
    on_a = [cell for cell in range(cells) if cell // size in (0, size - 1)]
    on_b = [cell for cell in range(cells) if cell % size in (0, size - 1)]
    to_a, to_b = steps_from(on_a, near), steps_from(on_b, near)
    return [
        [float(to_a[i] == 0), float(to_b[i] == 0), len(near[i]) / 6, to_a[i] / cells, to_b[i] / cells]
        for i in range(cells)
    ]


def node_features(size, board, to_move, fixed=None):
    """Ten numbers a cell. `board`: 0 empty, 1 and 2 the players, row by row; `to_move`: 1 or 2."""
    if len(board) != size * size:
        raise ValueError(f"a board of size {size} has {size * size} cells, not {len(board)}")
    if to_move not in (1, 2) or any(cell not in (0, 1, 2) for cell in board):
        raise ValueError("players are 1 and 2, empty cells 0")
    turn = [float(to_move == 1), float(to_move == 2)]
    return [
        [float(cell == 1), float(cell == 2), float(cell == 0)] + rest + turn
        for cell, rest in zip(board, fixed or fixed_features(size))
    ]


def example(size, board, to_move):
    return {
        "size": size,
        "board": board,
        "to_move": to_move,
        "edges": edge_index(size),
        "features": node_features(size, board, to_move),
    }


def write_fixture(path):
    examples = [
        example(1, [0], 1),
        example(3, [0, 1, 0, 2, 1, 0, 0, 0, 2], 1),
        example(4, [0, 0, 2, 0, 0, 1, 0, 0, 2, 0, 1, 0, 0, 0, 0, 0], 1),
        example(5, [1 if i in (7, 12) else 2 if i == 11 else 0 for i in range(25)], 2),
    ]
    with open(path, "w", encoding="utf-8") as file:
        lines = ",\n".join(json.dumps(one, separators=(",", ":")) for one in examples)
        file.write(f"[\n{lines}\n]\n")


def check_fixture(path):
    with open(path, encoding="utf-8") as file:
        examples = json.load(file)
    for one in examples:
        mine = example(one["size"], one["board"], one["to_move"])
        if mine["edges"] != one["edges"]:
            raise SystemExit(f"{path}: the edges of size {one['size']} differ")
        for cell, (have, want) in enumerate(zip(mine["features"], one["features"], strict=True)):
            for name, a, b in zip(FEATURES, have, want, strict=True):
                if abs(a - b) > 1e-6:
                    raise SystemExit(f"{path}: size {one['size']}, cell {cell}, {name}: {a} instead of {b}")
    print(f"{len(examples)} positions as in {path}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument("--check", metavar="FILE", help="compare with the positions of this file")
    action.add_argument("--write", metavar="FILE", help="write the positions that the tests compare")
    arguments = parser.parse_args()
    if arguments.check:
        check_fixture(arguments.check)
    else:
        write_fixture(arguments.write)
