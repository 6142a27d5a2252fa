#!/usr/bin/env python3
"""Teaches the graph value net (S2) from the positions that `losange selfplay` writes.

Works with Debian's python3-torch (1.13) and torch 2.x. Writes OUTPUT.pt, TorchScript that LibTorch 1.13 loads,
OUTPUT.safetensors, the same net for losange without LibTorch, OUTPUT.jsonl, a line an epoch, and OUTPUT.svg, the
curves. docs/nets.md has the commands.

  tools/train_gnn.py --data data_N7.jsonl --epochs 20 --lr 1e-3 --aux-weight 0.1 --output hex-gnn
  tools/train_gnn.py --self-test
"""

import argparse
import functools
import io
import json
import math
import os
import random
import struct
import sys
import tempfile
import time
from typing import Tuple

try:
    import torch
    from torch import Tensor, nn
except ImportError:
    raise SystemExit("this needs torch: install the package python3-torch") from None

import hex_graph
from common import Parser, check_writable, number, write_safely


class Block(nn.Module):
    """norm(x + relu(own(x) + near(mean of the neighbours' x)))"""

    def __init__(self, hidden: int):
        super().__init__()
        self.own = nn.Linear(hidden, hidden)
        self.near = nn.Linear(hidden, hidden, bias=False)
        self.norm = nn.LayerNorm(hidden)

    def forward(self, x: Tensor, mean_of_neighbours: Tensor) -> Tensor:
        near = torch.matmul(mean_of_neighbours, x)
        return self.norm(x + torch.relu(self.own(x) + self.near(near)))


class GraphValueNet(nn.Module):
    """As src/net/value_file/value_weights.h describes it; `moves` serves training alone."""

    def __init__(self, hidden: int, blocks: int):
        super().__init__()
        self.input = nn.Linear(len(hex_graph.FEATURES), hidden)
        self.blocks = nn.ModuleList([Block(hidden) for _ in range(blocks)])
        self.first = nn.Linear(2 * hidden, hidden)
        self.second = nn.Linear(hidden, 1)
        self.moves = nn.Linear(hidden, 1)

    def both(self, x: Tensor, edge_index: Tensor) -> Tuple[Tensor, Tensor]:
        if x.dim() == 2:
            x = x.unsqueeze(0)
        nodes = x.size(1)
        near = torch.zeros([nodes, nodes], dtype=x.dtype, device=x.device)
        near[edge_index[1], edge_index[0]] = 1.0
        near = near / near.sum(1, keepdim=True).clamp(min=1.0)
        x = torch.relu(self.input(x))
        for block in self.blocks:
            x = block(x, near)
        pooled = torch.cat([x.mean(1), torch.max(x, dim=1)[0]], dim=1)
        seen = torch.relu(self.first(pooled))
        return torch.tanh(self.second(seen)).squeeze(1), torch.sigmoid(self.moves(seen)).squeeze(1)

    def forward(self, x: Tensor, edge_index: Tensor) -> Tensor:
        """x: [nodes, 10] or [positions, nodes, 10]; edge_index: [2, edges]. One value a position."""
        return self.both(x, edge_index)[0]


class Positions:
    """All positions of one board size as tensors; features are made for a batch when it is wanted."""

    def __init__(self, size, samples, device):
        self.size = size
        self.boards = torch.tensor([s["board"] for s in samples], dtype=torch.int8, device=device).view(-1, size, size)
        self.to_move = torch.tensor([s["to_move"] for s in samples], dtype=torch.int8, device=device)
        result = torch.tensor([max(-1.0, min(1.0, float(s["result"]))) for s in samples], device=device)
        self.result = result
        taught = [float(s["value"]) if "value" in s else float("nan") for s in samples]
        self.taught = torch.tensor(taught, device=device)
        moves = [min(1.0, s["moves_to_end"] / (size * size)) for s in samples]
        self.moves = torch.tensor(moves, device=device)
        self.fixed = torch.tensor(hex_graph.fixed_features(size), device=device)
        self.edges = torch.tensor(hex_graph.edge_index(size), dtype=torch.long, device=device).view(2, -1)

    def __len__(self):
        return len(self.to_move)

    def targets(self, teacher_weight):
        taught = torch.where(torch.isnan(self.taught), self.result, self.taught)
        return (1 - teacher_weight) * self.result + teacher_weight * taught

    def features(self, rows, turns=None):
        """[rows, cells, 10]. `turns`, 0 to 3 a row: +1 a half turn, +2 the colours exchanged on the long diagonal."""
        boards, to_move = self.boards[rows], self.to_move[rows]
        if turns is not None:
            half, swap = (turns % 2 == 1).view(-1, 1, 1), (turns >= 2).view(-1, 1, 1)
            boards = torch.where(half, boards.flip(1, 2), boards)
            exchanged = boards.transpose(1, 2)
            exchanged = torch.where(exchanged == 0, exchanged, 3 - exchanged)
            boards = torch.where(swap, exchanged, boards)
            to_move = torch.where(turns >= 2, 3 - to_move, to_move)
        cells = boards.reshape(len(boards), -1)
        stones = torch.stack([cells == 1, cells == 2, cells == 0], dim=2).float()
        fixed = self.fixed.unsqueeze(0).expand(len(cells), -1, -1)
        turn = torch.stack([to_move == 1, to_move == 2], dim=1).float()
        turn = turn.unsqueeze(1).expand(-1, cells.size(1), -1)
        return torch.cat([stones, fixed, turn], dim=2)


def checked(sample, line_number):
    """Raises ValueError, KeyError or TypeError unless the sample is a position."""
    size, board = sample["N"], sample["board"]
    whole = [size, sample["to_move"], sample["moves_to_end"], sample.setdefault("game", line_number // 64), *board]
    if any(type(value) is not int for value in whole) or not 1 <= size <= 19 or len(board) != size * size:
        raise ValueError
    if not set(board) <= {0, 1, 2} or sample["to_move"] not in (1, 2) or sample["moves_to_end"] < 0:
        raise ValueError
    if sample["result"] not in (-1, 0, 1) or not -1 <= sample.get("value", 0) <= 1:
        raise ValueError
    return sample


def read_samples(paths, limit):
    """Lists of samples by board size, with the file in `game` so that games stay whole when split."""
    samples = []
    for number, path in enumerate(paths):
        try:
            with open(path, encoding="utf-8") as file:
                for line_number, line in enumerate(file, 1):
                    if limit and len(samples) >= limit:
                        return samples
                    if not line.strip():
                        continue
                    try:
                        sample = checked(json.loads(line), line_number)
                    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
                        raise SystemExit(f"{path}: line {line_number} is not a position of `losange selfplay`") from None
                    sample["game"] = (number, sample["game"])
                    samples.append(sample)
        except OSError as error:
            raise SystemExit(f"cannot read {path}: {error.strerror}") from None
        except UnicodeDecodeError:
            raise SystemExit(f"{path} is not text: make lines with `losange selfplay --format jsonl`") from None
    if not samples:
        raise SystemExit("there are no positions in the data: make some with `losange selfplay`")
    return samples


def print_statistics(samples):
    results = [s["result"] for s in samples]
    mean = sum(results) / len(results)
    deviation = math.sqrt(sum((r - mean) ** 2 for r in results) / len(results))
    sizes = {}
    for s in samples:
        sizes[s["N"]] = sizes.get(s["N"], 0) + 1
    print(f"{len(samples)} positions of {len({s['game'] for s in samples})} games; by size "
          + ", ".join(f"{size}: {count}" for size, count in sorted(sizes.items())))
    print(f"results: mean {mean:+.3f}, deviation {deviation:.3f}, won {sum(r > 0 for r in results)}, "
          f"lost {sum(r < 0 for r in results)}; moves to the end: mean "
          f"{sum(s['moves_to_end'] for s in samples) / len(samples):.1f}; taught {sum('value' in s for s in samples)}")
    for s in samples[:2]:
        print(f"  for example N={s['N']} board={''.join(map(str, s['board']))} to_move={s['to_move']} "
              f"result={s['result']:+d} moves_to_end={s['moves_to_end']}")


def by_size(samples, device):
    sizes = sorted({s["N"] for s in samples})
    return [Positions(size, [s for s in samples if s["N"] == size], device) for size in sizes]


def loss_of(net, group, rows, turns, options):
    value, moves = net.both(group.features(rows, turns), group.edges)
    left = group.moves[rows]
    weight = 0.2 + 0.8 * (1 - left)
    weight = weight * (1 + options.endgame_weight * (1 - left))
    target = group.targets(options.teacher_weight)[rows]
    loss = (weight * nn.functional.smooth_l1_loss(value, target, reduction="none")).mean()
    if options.aux_weight > 0:
        loss = loss + options.aux_weight * nn.functional.mse_loss(moves, left)
    return loss, value


def measure(net, groups, options):
    """Loss and the share of positions whose winner is told, over all groups."""
    net.eval()
    total, right, count = 0.0, 0.0, 0
    with torch.no_grad():
        for group in groups:
            for rows in torch.arange(len(group), device=group.boards.device).split(options.batch_size):
                loss, value = loss_of(net, group, rows, None, options)
                total += float(loss) * len(rows)
                right += float((value * group.targets(options.teacher_weight)[rows] > 0).sum())
                count += len(rows)
    return total / max(count, 1), right / max(count, 1)


def learn_epoch(net, learn, optimizer, rate_at, epoch, generator, options):
    """The mean loss of one pass over all positions, in minibatches of one size each, and how many there were."""
    net.train()
    batches = []
    for group in learn:
        order = torch.randperm(len(group), generator=generator).to(group.boards.device)
        batches += [(group, rows) for rows in order.split(options.batch_size)]
    random.Random(options.seed * 1000 + epoch).shuffle(batches)
    total, count = 0.0, 0
    for number, (group, rows) in enumerate(batches):
        for each in optimizer.param_groups:
            each["lr"] = rate_at((epoch - 1 + number / len(batches)) / options.epochs)
        turns = None
        if options.augment:
            turns = torch.randint(4, [len(rows)], generator=generator).to(group.boards.device)
        loss, _ = loss_of(net, group, rows, turns, options)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        total += float(loss.detach()) * len(rows)
        count += len(rows)
    return total / count, len(batches)


def train(net, learn, check, options):
    """Learns for some epochs, or until Ctrl-C; the net ends as it was in the epoch with the least loss on `check`."""
    optimizer = torch.optim.AdamW(net.parameters(), lr=options.lr, weight_decay=options.weight_decay)
    generator = torch.Generator().manual_seed(options.seed)
    best, best_state, since_best, curves, steps = math.inf, None, 0, [], 0
    start = time.time()

    def rate_at(progress):
        return options.lr * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * progress)))

    try:
        for epoch in range(1, options.epochs + 1):
            loss, batches = learn_epoch(net, learn, optimizer, rate_at, epoch, generator, options)
            steps += batches
            check_loss, right = measure(net, check or learn, options)
            curves.append({"epoch": epoch, "seconds": round(time.time() - start, 1), "loss": loss,
                           "check": check_loss, "right": right, "steps": steps})
            if not options.quiet:
                print(f"epoch {epoch:3d}  loss {loss:.4f}  check {check_loss:.4f}  winner told {100 * right:.1f} %  "
                      f"{time.time() - start:.0f} s", flush=True)
            since_best += 1
            if check_loss < best - 1e-6:
                best, since_best = check_loss, 0
                best_state = {name: tensor.detach().clone() for name, tensor in net.state_dict().items()}
            if options.patience and since_best >= options.patience:
                print(f"no gain in {options.patience} epochs: stopped")
                break
    except KeyboardInterrupt:
        if best_state is None:
            raise SystemExit("stopped before the first epoch was over: nothing is written") from None
        print("stopped: the best epoch so far is written")
    net.load_state_dict(best_state)
    return curves


def to_safetensors(net, hidden, blocks, sizes, steps, positions):
    """The file that losange reads without LibTorch (src/net/file/net_file.h)."""
    header, data = {}, b""
    for name, tensor in net.state_dict().items():
        if name.startswith("moves."):
            continue
        values = [float(v) for v in tensor.detach().cpu().flatten()]
        packed = struct.pack(f"<{len(values)}f", *values)
        header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": [len(data), len(data) + len(packed)]}
        data += packed
    digest = 0xCBF29CE484222325
    for byte in data:
        digest = ((digest ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    architecture = {"kind": "hex-value-gnn", "hidden": hidden, "blocks": blocks}
    header["__metadata__"] = {
        "losange_net": "1", "architecture": json.dumps(architecture, separators=(",", ":")),
        "sizes": ",".join(map(str, sizes)), "step": str(steps), "positions": str(positions), "parent": "none",
        "licence": "none", "hash": f"{digest:016x}"}
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + data


def to_svg(curves):
    """Losses and the share of winners told, over the epochs."""
    width, height, left = 640, 200, 60
    panels = [("loss", [("learnt", "loss"), ("check", "check")]), ("winner told", [("check", "right")])]
    svg = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {len(panels) * height + 20}" '
           'font-family="sans-serif" font-size="11"><rect width="100%" height="100%" fill="#fff"/>']
    last = max(2, curves[-1]["epoch"])
    for number, (title, lines) in enumerate(panels):
        top, bottom = number * height + 30, (number + 1) * height - 10
        values = [c[key] for c in curves for _, key in lines]
        low, high = min(values), max(values)
        high = high if high > low else low + 1e-6
        svg.append(f'<text x="{left}" y="{top - 10}" font-size="13">{title}</text>')
        for value in (low, high):
            y = bottom - (value - low) / (high - low) * (bottom - top)
            svg.append(f'<line x1="{left}" x2="{width - 90}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>'
                       f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{value:.3f}</text>')
        for colour, (label, key) in zip(("#c22", "#25c"), lines):
            points = " ".join(
                f"{left + (c['epoch'] - 1) / (last - 1) * (width - 90 - left):.1f},"
                f"{bottom - (c[key] - low) / (high - low) * (bottom - top):.1f}" for c in curves)
            end = points.split()[-1].split(",")[1]
            svg.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.5"/>'
                       f'<text x="{width - 84}" y="{end}" fill="{colour}">{label}</text>')
    svg.append(f'<text x="{width / 2}" y="{len(panels) * height + 10}" text-anchor="middle">epoch (1 to {last})</text></svg>')
    return "\n".join(svg) + "\n"


ENDINGS = (".pt", ".safetensors", ".jsonl", ".svg")


def export(net, output, options, sizes, positions, curves):
    net = net.to("cpu").eval()
    scripted = torch.jit.script(net)
    # Not by scripted.save(), which ends the whole program when the disk is full.
    in_memory = io.BytesIO()
    torch.jit.save(scripted, in_memory)
    write_safely(output + ".pt", in_memory.getvalue())
    write_safely(output + ".safetensors",
                 to_safetensors(net, options.hidden, options.blocks, sizes, curves[-1]["steps"], positions))
    write_safely(output + ".jsonl", "".join(json.dumps(c) + "\n" for c in curves))
    write_safely(output + ".svg", to_svg(curves))
    # What was written is what was learnt.
    size = sizes[0]
    features = torch.tensor([hex_graph.node_features(size, [0] * (size * size), 1)])
    edges = torch.tensor(hex_graph.edge_index(size), dtype=torch.long).view(2, -1)
    with torch.no_grad():
        again = torch.jit.load(output + ".pt")(features, edges)
        if float((again - net(features, edges)).abs().max()) > 1e-5:
            raise SystemExit(f"{output}.pt does not give what the net gives: this torch exports wrongly")


def self_test(options):
    """Two positions are learnt by heart, features and their augmentation are checked, files are written and read."""
    options.epochs, options.hidden, options.blocks, options.patience, options.quiet = 300, 16, 2, 0, True
    options.aux_weight, options.endgame_weight, options.augment, options.batch_size = 0.1, 0.0, True, 2
    options.lr, options.weight_decay, options.teacher_weight = 1e-2, 0.0, 0.0
    board = [0, 1, 0, 2, 1, 0, 0, 0, 2]
    samples = [{"N": 3, "board": board, "to_move": 1, "result": 1, "moves_to_end": 1, "game": 0},
               {"N": 3, "board": board, "to_move": 2, "result": -1, "moves_to_end": 2, "game": 0}]
    (group,) = by_size(samples, "cpu")
    rows = torch.arange(2)
    plain = torch.tensor([hex_graph.node_features(3, s["board"], s["to_move"]) for s in samples])
    assert torch.allclose(group.features(rows), plain), "features differ from hex_graph.py"
    for turn, turned in ((1, board[::-1]), (2, [(0, 2, 1)[board[3 * (i % 3) + i // 3]] for i in range(9)])):
        made = group.features(rows[:1], torch.tensor([turn]))
        wanted = torch.tensor([hex_graph.node_features(3, turned, 1 if turn == 1 else 2)])
        assert torch.allclose(made, wanted), f"augmentation {turn} is wrong"
    torch.manual_seed(options.seed)
    net = GraphValueNet(options.hidden, options.blocks)
    curves = train(net, [group], [], options)
    with tempfile.TemporaryDirectory() as folder:
        output = options.output or os.path.join(folder, "gnn")
        export(net, output, options, [3], 2, curves)
        with open(output + ".safetensors", "rb") as file:
            (length,) = struct.unpack("<Q", file.read(8))
            assert "input.weight" in json.loads(file.read(length)), "safetensors cannot be read back"
    net.eval()
    values = net(group.features(rows), group.edges).tolist()
    print(f"self-test: loss {curves[0]['loss']:.4f} to {curves[-1]['check']:.5f}, values {values[0]:+.3f} {values[1]:+.3f}")
    if values[0] < 0.9 or values[1] > -0.9:
        raise SystemExit("self-test: two positions could not be learnt by heart")


def main():
    parser = Parser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    whole, real = functools.partial(number, int), functools.partial(number, float)
    parser.add_argument("--data", nargs="+", default=[], metavar="FILE", help="files of `losange selfplay`")
    parser.add_argument("--output", default="", metavar="NAME", help="of the files that are written, without ending")
    parser.add_argument("--start", default="", metavar="FILE.pt", help="a net of this script to go on from")
    parser.add_argument("--epochs", type=whole(1, 1_000_000), default=20)
    parser.add_argument("--lr", type=real(1e-9, 10), default=1e-3, help="falls along a cosine")
    parser.add_argument("--aux-weight", type=real(0, 1000), default=0.1, help="of the loss of moves to the end")
    parser.add_argument("--endgame-weight", type=real(0, 1000), default=0.0,
                        help="how much more positions near the end count")
    parser.add_argument("--teacher-weight", type=real(0, 1), default=0.0,
                        help="of the teacher's value in the target, where the data has one; the result has the rest")
    parser.add_argument("--limit", type=whole(0, 10**12), default=0, help="positions to read at most; 0: all")
    parser.add_argument("--batch-size", type=whole(1, 1_000_000), default=256)
    parser.add_argument("--weight-decay", type=real(0, 10), default=1e-4)
    parser.add_argument("--hidden", type=whole(1, 1024), default=128)
    parser.add_argument("--blocks", type=whole(1, 32), default=3)  # losange reads no more
    parser.add_argument("--validation", type=real(0, 0.9), default=0.1,
                        help="share of the games that is left out and checked, up to 0.9")
    parser.add_argument("--patience", type=whole(0, 1_000_000), default=5,
                        help="epochs without gain before it stops; 0: never")
    parser.add_argument("--no-augment", dest="augment", action="store_false",
                        help="no half turns and exchanged colours")
    parser.add_argument("--device", choices=("auto", "cpu", "cuda"), default="auto")
    parser.add_argument("--threads", type=whole(0, 1024), default=0, help="0: as torch likes")
    parser.add_argument("--seed", type=whole(0, 2**32), default=1)
    parser.add_argument("--self-test", action="store_true", help="a small check of everything, in seconds")
    options = parser.parse_args()
    options.quiet = False
    if options.threads:
        torch.set_num_threads(options.threads)
    if options.output and os.path.basename(options.output) == "":
        parser.error(f"--output {options.output} is a folder: add the name of the files, without ending")
    for ending in ENDINGS if options.output else ():
        check_writable(options.output + ending)
    if options.self_test:
        return self_test(options)
    if not options.data or not options.output:
        parser.error("name --data and --output, or --self-test")
    there = torch.cuda.is_available()
    if options.device == "cuda" and not there:
        raise SystemExit("CUDA was asked for, but this machine or this torch has none: choose --device cpu")
    device = "cuda" if there and options.device != "cpu" else "cpu"
    samples = read_samples(options.data, options.limit)
    print_statistics(samples)
    games = sorted({s["game"] for s in samples})
    random.Random(options.seed).shuffle(games)
    left_out = set(games[: int(options.validation * len(games))])
    learn = by_size([s for s in samples if s["game"] not in left_out], device)
    check = by_size([s for s in samples if s["game"] in left_out], device)
    torch.manual_seed(options.seed)
    net = GraphValueNet(options.hidden, options.blocks)
    if options.start:
        try:
            net.load_state_dict(torch.jit.load(options.start, map_location="cpu").state_dict())
        except (OSError, RuntimeError, ValueError) as error:
            raise SystemExit(f"{options.start} is not such a net: {str(error).splitlines()[0]}") from None
    net = net.to(device)
    curves = train(net, learn, check, options)
    export(net, options.output, options, [group.size for group in learn], len(samples), curves)
    best = min(curves, key=lambda c: c["check"])
    print(f"the net of epoch {best['epoch']} is {options.output}.pt and {options.output}.safetensors")
    return None


if __name__ == "__main__":
    sys.exit(main())
