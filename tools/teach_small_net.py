#!/usr/bin/env python3
"""Teaches a small net what the solver asks its net: models/hex-small.safetensors was made by it.

`lessons` lets `losange solve` work on positions with a few random stones, on all cores, and keeps every position that
the solver asked its net about, with what it found out of it in the end (--lessons). `teach` makes a net from them: it learns
what a large net says of the moves that counted, and for an equal part what was proved of them. On one GPU, or on a CPU
with much patience. docs/training-stages.md has the commands.

  tools/teach_small_net.py lessons --losange build/release/losange --seconds 60 lessons
  tools/teach_small_net.py teach --teacher models/hex-float.safetensors --seconds 170 lessons small.safetensors
  tools/teach_small_net.py teach --from models/hex-small.safetensors --teacher models/hex-float.safetensors …
  tools/teach_small_net.py --self-test
"""

import argparse
import json
import math
import os
import random
import struct
import subprocess
import sys
import tempfile
import threading
import time

import torch
import torch.nn.functional as F

from common import Parser, check_writable, number, write_safely
from round_net import NetFile, fnv

# Of the seconds of the solver and of the minibatches, by size; and how many stones lie on a board before.
SECONDS = {6: 0.05, 7: 0.37, 8: 0.38, 9: 0.20}
MINIBATCHES = {6: 0.08, 7: 0.42, 8: 0.32, 9: 0.18}
STONES = {6: (0, 2), 7: (2, 4), 8: (2, 6), 9: (4, 10)}
LONGEST = 14  # seconds a position

COUNTS, WINS, LOSES = 4, 8, 16  # bits of a cell (src/commands/compare/solve.cpp)
TRUTH = 0.5  # the part of what was proved, where something was
HELD_BACK = 8192  # lessons of a size to judge by, at most


# --- Lessons


def solve_for(options, index, spent, lock, end):
    rng = random.Random(options.seed * 1000 + index)
    game = 0
    while end - time.monotonic() > 1:
        with lock:
            size = min(SECONDS, key=lambda s: spent[s] / SECONDS[s])
            spent[size] += 3  # a guess until it is known
        cells = [chr(97 + x) + str(y + 1) for x in range(size) for y in range(size)]
        moves = rng.sample(cells, rng.randint(*STONES[size]))
        begin = time.monotonic()
        left = max(0.1, min(LONGEST, end - begin))
        file = os.path.join(options.folder, f"{size}-{options.seed}-{index}-{game}.lessons")
        game += 1
        subprocess.run([options.losange, "solve", *([" ".join(moves)] if moves else []), "--size", str(size),
                        "--time", f"{left:.2f}", "--lessons", file], check=True, stdout=subprocess.DEVNULL)
        with lock:
            spent[size] += time.monotonic() - begin - 3


def make_lessons(options):
    os.makedirs(options.folder, exist_ok=True)
    spent, lock, end = dict.fromkeys(SECONDS, 0.0), threading.Lock(), time.monotonic() + options.seconds
    failures = []

    def work(index):
        try:
            solve_for(options, index, spent, lock, end)
        except (OSError, subprocess.CalledProcessError) as error:
            failures.append(error)

    workers = [threading.Thread(target=work, args=(i,)) for i in range(options.workers)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    if failures:
        sys.exit(f"{len(failures)} of {options.workers} solvers failed: {failures[0]}")


def read_lessons(folder):
    """By size: rows of the cells and, last, what is known of the position."""
    by_size = {}
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), "rb") as file:
            content = file.read()
        if content:
            size = content[0]
            rows = torch.frombuffer(bytearray(content), dtype=torch.uint8).reshape(-1, size * size + 2)
            by_size.setdefault(size, []).append(rows[:, 1:])
    mixed = {}
    for size, parts in by_size.items():
        rows = torch.cat(parts)
        mixed[size] = rows[torch.randperm(len(rows), generator=torch.Generator().manual_seed(5))]
    return mixed


# --- The net (src/net/file/architecture.h)


def shapes(config):
    """Names, shapes and the deviation at birth."""
    c, hidden = config["channels"], config["value_hidden"]

    def he(inputs):
        return math.sqrt(2 / inputs)

    out = [("stem.weight", (c, 3, 3, 3), he(27)), ("stem.bias", (c,), 0)]
    for i in range(config["blocks"]):
        name = f"blocks.{i}."
        out += [(name + "first.weight", (c, c, 3, 3), he(9 * c)), (name + "first.bias", (c,), 0)]
        if i % config["pool_every"] == config["pool_every"] - 1:
            out.append((name + "pool.weight", (c, 2 * c), 0.5 * he(2 * c)))
        out += [(name + "second.weight", (c, c, 3, 3), he(9 * c)), (name + "gain", (1,), 0)]
    return out + [("cells.weight", (2, c), 0.1 * he(c)), ("cells.bias", (2,), 0),
                  ("board.first.weight", (hidden, 2 * c), he(2 * c)), ("board.first.bias", (hidden,), 0),
                  ("board.second.weight", (2, hidden), 0.1 * he(hidden)), ("board.second.bias", (2,), 0)]


def arithmetic(device):
    return torch.bfloat16 if device.type == "cuda" else torch.float32


def planes(codes):
    count, size, _ = codes.shape
    out = torch.zeros(count, 3, size + 2, size + 2, device=codes.device, dtype=arithmetic(codes.device))
    out = out.contiguous(memory_format=torch.channels_last)
    out[:, 0, 0, :] = out[:, 0, -1, :] = out[:, 1, :, 0] = out[:, 1, :, -1] = 1
    out[:, 0, 1:-1, 1:-1] = codes == 1
    out[:, 1, 1:-1, 1:-1] = codes == 2
    out[:, 2, 1:-1, 1:-1] = 1
    return out


def summary(x):
    return torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)


def forward(tensors, x):
    """Q and policy of each cell, value of the board."""
    t = {name: tensor.to(x.dtype) for name, tensor in tensors.items()}
    x = F.conv2d(x, t["stem.weight"], t["stem.bias"]).relu()
    for i in range(sum(name.endswith(".gain") for name in t)):
        name = f"blocks.{i}."
        inside = F.conv2d(x, t[name + "first.weight"], t[name + "first.bias"], padding=1)
        if name + "pool.weight" in t:
            inside = inside + F.linear(summary(x), t[name + "pool.weight"])[:, :, None, None]
        x = (x + t[name + "gain"] * F.conv2d(inside.relu(), t[name + "second.weight"], padding=1)).relu()
    hidden = F.linear(summary(x), t["board.first.weight"], t["board.first.bias"]).relu()
    board = F.linear(hidden, t["board.second.weight"], t["board.second.bias"]).float()
    cells = F.linear(x.permute(0, 2, 3, 1), t["cells.weight"], t["cells.bias"]).float().flatten(1, 2)
    return cells[:, :, 0] + board[:, 1:2], cells[:, :, 1], board[:, 0]


def write_net(path, tensors, config, fields):
    header, data = {}, b""
    for name, tensor in tensors.items():
        raw = tensor.detach().float().cpu().contiguous().numpy().tobytes()
        header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    fields = {"losange_net": "1", "licence": "none", **fields, "hash": fnv(data),
              "architecture": json.dumps(config, separators=(",", ":"))}
    text = json.dumps({"__metadata__": fields, **header}, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    write_safely(path, struct.pack("<Q", len(text)) + text + data)


# --- Learning


def what_it_says(teacher, rows, size):
    with torch.no_grad():
        parts = [forward(teacher, planes((part[:, :-1] & 3).view(-1, size, size))) for part in rows.split(8192)]
    return [torch.cat(head).half() for head in zip(*parts)]


def loss_of(tensors, rows, said, turned, size):
    """Policy and Q over the moves that count, and a little of the value and of the policy over all empty cells."""
    cells, (q_said, policy_said, value_said) = rows[:, :-1], (head.float() for head in said)
    if turned:  # a half turn of the board
        cells, q_said, policy_said = cells.flip(1), q_said.flip(1), policy_said.flip(1)
    codes, counts = cells & 3, (cells & COUNTS) > 0
    wins, loses = (cells & WINS) > 0, (cells & LOSES) > 0
    q, policy, value = forward(tensors, planes(codes.view(-1, size, size)))
    wanted = policy_said.masked_fill(~counts, -1e9).softmax(1)
    right = (wins & counts).float()
    proved = right.sum(1, keepdim=True)
    wanted = torch.where(proved > 0, (1 - TRUTH) * wanted + TRUTH * right / proved.clamp_min(1), wanted)
    own = policy.masked_fill(~counts, -1e9).log_softmax(1)
    policy_loss = (wanted * (wanted.clamp_min(1e-9).log() - own)).sum(1).mean()
    q_wanted = torch.where(wins | loses, (1 - TRUTH) * q_said.sigmoid() + TRUTH * wins.float(), q_said.sigmoid())
    q_loss = F.binary_cross_entropy_with_logits(q, q_wanted, reduction="none")[counts].mean()
    known = rows[:, -1]
    value_wanted = torch.where(known == 0, value_said.sigmoid(), (known == 1).float())
    value_loss = F.binary_cross_entropy_with_logits(value, value_wanted)
    taken = codes != 0
    everywhere = -(policy_said.masked_fill(taken, -1e9).softmax(1) * policy.masked_fill(taken, -1e9).log_softmax(1))
    return policy_loss + q_loss + 0.2 * value_loss + 0.1 * everywhere.sum(1).mean()


def started_from(path, config):
    """The tensors of a net of the same shape."""
    tensors = NetFile(path).tensors
    if {name: tuple(tensor.shape) for name, tensor in tensors.items()} != {name: shape for name, shape, _ in shapes(config)}:
        sys.exit(f"{path} has another shape: {config['blocks']} blocks of {config['channels']} channels are asked for")
    return tensors


def teach(options):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(options.seed)
    rng = random.Random(options.seed)
    file = NetFile(options.teacher)
    teacher = {name: tensor.to(device) for name, tensor in file.tensors.items()}
    lessons = {size: rows.to(device) for size, rows in read_lessons(options.folder).items() if size in MINIBATCHES}
    if not lessons:
        sys.exit(f"there are no lessons in {options.folder}: make some by 'lessons'")
    said = {size: what_it_says(teacher, rows, size) for size, rows in lessons.items()}
    config = {"kind": "hex-residual", "blocks": options.blocks, "channels": options.channels,
              "pool_every": options.pool_every, "value_hidden": 32}
    if options.start:
        born = started_from(options.start, config)
    else:
        born = {name: torch.randn(shape) * deviation for name, shape, deviation in shapes(config)}
    tensors = {name: tensor.to(device).requires_grad_() for name, tensor in born.items()}
    average = {name: tensor.detach().clone() for name, tensor in tensors.items()}
    by_kind = [{"params": [t for t in tensors.values() if (t.dim() > 1) == large], "weight_decay": 1e-4 * large}
               for large in (True, False)]
    adam = torch.optim.AdamW(by_kind, lr=options.rate, betas=(0.9, 0.99))
    sizes, begin, step, told = list(lessons), time.monotonic(), 0, 0

    def held_back(size):
        return min(HELD_BACK, len(lessons[size]) // 20)

    def judged():
        with torch.no_grad():
            losses = {s: loss_of(average, lessons[s][: held_back(s)], [h[: held_back(s)] for h in said[s]], False, s)
                      for s in sizes if held_back(s) > 0}
        return ", ".join(f"{s}x{s} {loss:.4f}" for s, loss in losses.items())

    while (done := (time.monotonic() - begin) / options.seconds) < 1:
        rate = options.rate * min(1, done / 0.02 + 1e-3) * (0.01 + 0.495 * (1 + math.cos(math.pi * done)))
        for group in adam.param_groups:
            group["lr"] = rate
        size = rng.choices(sizes, [MINIBATCHES[s] for s in sizes])[0]
        drawn = torch.randint(held_back(size), len(lessons[size]), (options.batch,), device=device)
        loss = loss_of(tensors, lessons[size][drawn], [head[drawn] for head in said[size]], rng.random() < 0.5, size)
        adam.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(tensors.values(), 1)
        adam.step()
        step += 1
        with torch.no_grad():
            for name, tensor in tensors.items():
                average[name].lerp_(tensor, 0.001 if step > 2000 else 0.01)
        if done >= told / 5:
            told += 1
            print(f"{done:.0%}, minibatch {step}: {judged()}", file=sys.stderr, flush=True)
    fields = {"sizes": ",".join(str(s) for s in sorted(sizes)), "step": str(step),
              "positions": str(sum(len(rows) for rows in lessons.values())), "parent": file.header["__metadata__"]["hash"],
              "licence": file.header["__metadata__"].get("licence", "none")}
    write_net(options.output, average, config, fields)
    print(f"{options.output} is written: losange net check {options.output}; {judged()}", file=sys.stderr)


def refusal(action):
    """What it says when it ends the program; nothing where it does not."""
    try:
        action()
    except SystemExit as refused:
        return str(refused)
    return ""


def self_test():
    """Lessons are read as they are written, and a net learns from them, which can be read again."""
    torch.set_num_threads(1)  # threads that wait for each other on busy cores take a hundred times as long
    rng = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        for number_of_file in range(2):
            with open(os.path.join(folder, f"{number_of_file}.lessons"), "wb") as file:
                for _ in range(64):  # a stone in a corner, whose neighbour along the row wins and no other move
                    cells = [COUNTS | LOSES] * 36
                    at = rng.choice([0, 5, 30, 35])
                    cells[at] = 1
                    cells[at + (1 if at % 6 == 0 else -1)] = COUNTS | WINS
                    file.write(bytes([6, *cells, 1]))
        rows = read_lessons(folder)
        assert list(rows) == [6] and rows[6].shape == (128, 37) and (rows[6][:, -1] == 1).all()
        config = {"kind": "hex-residual", "blocks": 2, "channels": 8, "pool_every": 2, "value_hidden": 8}
        torch.manual_seed(1)
        teacher = {name: torch.randn(shape) * deviation for name, shape, deviation in shapes(config)}
        said = what_it_says(teacher, rows[6], 6)
        tensors = {name: tensor.clone().requires_grad_() for name, tensor in teacher.items()}
        adam = torch.optim.AdamW(tensors.values(), lr=1e-2)
        losses = []
        for step in range(60):
            loss = loss_of(tensors, rows[6], said, step % 2 == 1, 6)
            adam.zero_grad()
            loss.backward()
            adam.step()
            losses.append(loss.item())
        assert losses[-1] < 0.6 * losses[0], losses
        best = forward(tensors, planes((rows[6][:, :-1] & 3).view(-1, 6, 6)))[1]
        best = best.masked_fill((rows[6][:, :-1] & COUNTS) == 0, -1e9).argmax(1, keepdim=True)
        assert ((rows[6][:, :-1].gather(1, best) & WINS) > 0).float().mean() > 0.9, "what wins comes first"
        path = os.path.join(folder, "net.safetensors")
        write_net(path, tensors, config, {"sizes": "6", "step": "60", "positions": "128", "parent": "none"})
        again = started_from(path, config)
        assert all(torch.equal(again[name], tensor.detach()) for name, tensor in tensors.items())
        assert "another shape" in refusal(lambda: started_from(path, {**config, "blocks": 3}))
        os.mkdir(os.path.join(folder, "none"))
        nobody = argparse.Namespace(folder=os.path.join(folder, "none"), losange=os.path.join(folder, "missing"), seconds=2,
                                    workers=2, seed=1)
        assert "2 of 2 solvers failed" in refusal(lambda: make_lessons(nobody))
        nobody.teacher, nobody.blocks, nobody.channels, nobody.pool_every, nobody.start = path, 2, 8, 2, None
        assert "there are no lessons" in refusal(lambda: teach(nobody))
    print("teach_small_net: right")


def main():
    parser = Parser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--self-test", action="store_true")
    verbs = parser.add_subparsers(dest="verb")
    lessons = verbs.add_parser("lessons", help="ask the solver")
    lessons.add_argument("folder")
    lessons.add_argument("--losange", default="losange", help="the program [losange]")
    lessons.add_argument("--workers", type=number(int, 1, 1024), default=os.cpu_count(), help="solvers at once [the cores]")
    lessons.set_defaults(run=make_lessons)
    net = verbs.add_parser("teach", help="make a net from the lessons in a folder")
    net.add_argument("folder")
    net.add_argument("output")
    net.add_argument("--teacher", required=True, help="the large net")
    net.add_argument("--from", dest="start", metavar="NET", help="a net of this shape to go on from [nothing]")
    net.add_argument("--blocks", type=number(int, 1, 64), default=6)
    net.add_argument("--channels", type=number(int, 4, 512), default=32)
    net.add_argument("--pool-every", type=number(int, 1, 64), default=3)
    net.add_argument("--batch", type=number(int, 1, 1_000_000), default=4096)
    net.add_argument("--rate", type=number(float, 1e-9, 1), default=4e-3)
    net.set_defaults(run=teach)
    for verb in (lessons, net):
        verb.add_argument("--seconds", type=number(float, 1, 1e6), default=60)
        verb.add_argument("--seed", type=number(int, 0, 2**31), default=1)
    options = parser.parse_args()
    if options.self_test:
        return self_test()
    if options.verb is None:
        parser.error("say 'lessons' or 'teach'")
    if options.verb == "teach":
        check_writable(options.output)
    return options.run(options)


if __name__ == "__main__":
    main()
