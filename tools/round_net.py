#!/usr/bin/env python3
"""Moves the weights of a policy-value net to the steps that the 8-bit runtime will round them to, with care.

Plain rounding moves every weight to its nearest step. Here, after Frantar and others (GPTQ, 2022), each rounding error
is made up for by the weights that are rounded after it, so that what a convolution gives on real positions changes
least. The result is an ordinary net: rounding it again changes nothing, so every runtime gets the same weights.

Positions come from matches (games.jsonl of `losange match --out`), any board sizes. Works with Debian's python3-torch.
docs/net.md has the commands and what it gains.

  tools/round_net.py models/hex.safetensors rounded.safetensors --games m11/games.jsonl m13/games.jsonl
  tools/round_net.py --self-test
"""

import argparse
import json
import os
import random
import struct
import sys

import torch
import torch.nn.functional as F

from common import Parser, check_writable, write_safely

STEPS = 127  # of a weight and of an activation; src/net/cpu/byte_products.h


class NetFile:
    """A safetensors file with losange's fields."""

    def __init__(self, path):
        with open(path, "rb") as file:
            content = file.read()
        length = struct.unpack("<Q", content[:8])[0]
        self.header = json.loads(content[8 : 8 + length])
        self.data = bytearray(content[8 + length :])
        self.tensors = {}
        for name, entry in self.header.items():
            if name == "__metadata__":
                continue
            begin, end = entry["data_offsets"]
            values = torch.frombuffer(self.data[begin:end], dtype=torch.float32)
            self.tensors[name] = values.reshape(entry["shape"]).clone()

    def write(self, path):
        for name, tensor in self.tensors.items():
            begin, end = self.header[name]["data_offsets"]
            self.data[begin:end] = tensor.contiguous().numpy().tobytes()
        fields = self.header["__metadata__"]
        fields["parent"], fields["hash"] = fields["hash"], fnv(self.data)
        text = json.dumps(self.header, separators=(",", ":")).encode()
        text += b" " * (-len(text) % 8)
        write_safely(path, struct.pack("<Q", len(text)) + text + bytes(self.data))


def fnv(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return f"{value:016x}"


def read_positions(paths, most):
    """Boards of codes (0 empty, 1 own, 2 the opponent's) by size, as the side to move sees them."""
    by_size = {}
    for path in paths:
        size = json.load(open(os.path.join(os.path.dirname(path), "match.json")))["settings"]["size"]
        for line in open(path):
            board = torch.zeros(size, size, dtype=torch.long)
            for ply, move in enumerate(json.loads(line)["moves"].split()):
                if not move[1:].isdigit():
                    break  # a swap
                own = 1 + ply % 2
                view = board if own == 1 else torch.where(board == 0, board, 3 - board).t()
                by_size.setdefault(size, []).append(view.clone())
                board[int(move[1:]) - 1, ord(move[0]) - ord("a")] = own
    for boards in by_size.values():
        random.shuffle(boards)
    return {size: torch.stack(boards[: max(8, most * 121 // size**2)]) for size, boards in by_size.items()}


def planes(codes):
    count, size, _ = codes.shape
    out = torch.zeros(count, 3, size + 2, size + 2)
    out[:, 0, 0, :] = out[:, 0, -1, :] = out[:, 1, :, 0] = out[:, 1, :, -1] = 1
    out[:, 0, 1:-1, 1:-1] = (codes == 1).float()
    out[:, 1, 1:-1, 1:-1] = (codes == 2).float()
    out[:, 2, 1:-1, 1:-1] = 1
    return out


def in_bytes(x):
    """Activations as the runtime rounds them: one scale a position."""
    scale = x.amax((1, 2, 3), keepdim=True).clamp_min(1e-20) / STEPS
    return (x / scale + 0.5).floor() * scale


def step_of(kernel):
    return kernel.abs().amax((1, 2, 3), keepdim=True) / STEPS


def rounded(kernel):
    step = step_of(kernel)
    return (kernel / step).round() * step


def second_moments(inputs):
    """Mean products of what the taps of a convolution see."""
    total, rows = 0, 0
    for x in inputs.values():
        seen = F.unfold(x, 3, padding=1).transpose(1, 2).reshape(-1, x.shape[1] * 9)
        total = total + (seen.t() @ seen).double()
        rows += seen.shape[0]
    return total / rows


def rounded_with_care(kernel, moments):
    step = step_of(kernel).reshape(-1, 1).double()
    weights = kernel.reshape(len(kernel), -1).double()
    largest = weights.abs().argmax(1, keepdim=True)
    count = weights.shape[1]
    order = torch.argsort(moments.diag(), descending=True)
    damped = moments + torch.eye(count, dtype=torch.float64) * 0.01 * moments.diag().mean()
    factors = torch.linalg.cholesky(torch.linalg.inv(damped[order][:, order]), upper=True)
    left = weights[:, order].clone()
    steps = torch.zeros_like(left)
    for i in range(count):
        steps[:, i : i + 1] = (left[:, i : i + 1] / step).round().clamp(-STEPS, STEPS)
        error = (left[:, i : i + 1] - steps[:, i : i + 1] * step) / factors[i, i]
        left[:, i:] -= error * factors[i : i + 1, i:]
    steps = steps[:, torch.argsort(order)]
    # A row's largest weight must stay at the last step, or rounding again would find another step.
    short = steps.abs().amax(1, keepdim=True) < STEPS
    last = STEPS * torch.sign(weights.gather(1, largest))
    steps.scatter_(1, largest, torch.where(short, last, steps.gather(1, largest)))
    return (steps * step).float().reshape(kernel.shape)


def round_net(tensors, positions):
    """Layer by layer, each seeing what the rounded layers before it give. Returns the new tensors."""
    new = dict(tensors)
    x = {s: F.conv2d(planes(c), new["stem.weight"], new["stem.bias"]).relu() for s, c in positions.items()}
    blocks = sum(name.endswith(".gain") for name in tensors)
    for i in range(blocks):
        name = f"blocks.{i}."
        kernel = name + "first.weight"
        seen = {s: in_bytes(t) for s, t in x.items()}
        new[kernel] = rounded_with_care(tensors[kernel], second_moments(seen))
        between = {}
        for size, t in x.items():
            bias = new[name + "first.bias"].expand(len(t), -1)
            if name + "pool.weight" in new:
                summary = torch.cat([t.mean((2, 3)), t.amax((2, 3))], 1)
                bias = bias + F.linear(summary, new[name + "pool.weight"])
            between[size] = (F.conv2d(seen[size], new[kernel], padding=1) + bias[:, :, None, None]).relu()
        kernel = name + "second.weight"
        seen = {s: in_bytes(t) for s, t in between.items()}
        new[kernel] = rounded_with_care(tensors[kernel], second_moments(seen))
        for size in x:
            x[size] = (x[size] + new[name + "gain"] * F.conv2d(seen[size], new[kernel], padding=1)).relu()
        print(f"block {i + 1} of {blocks}", file=sys.stderr)
    return new


def self_test():
    torch.manual_seed(1)
    kernel = torch.randn(16, 16, 3, 3)
    x = {7: in_bytes((torch.randn(64, 16, 7, 7) + torch.randn(64, 1, 7, 7)).relu())}
    careful = rounded_with_care(kernel, second_moments(x))
    assert torch.allclose(careful, rounded(careful), atol=1e-6), "rounding again must change nothing"
    wanted = F.conv2d(x[7], kernel, padding=1)
    errors = [(F.conv2d(x[7], k, padding=1) - wanted).square().mean().item() for k in (careful, rounded(kernel))]
    assert errors[0] < 0.7 * errors[1], f"care must pay: {errors}"
    print(f"rounded with care: {errors[0] / errors[1]:.2f} of the error")


def main():
    parser = Parser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("net", nargs="?", help="the net to round")
    parser.add_argument("output", nargs="?", help="the new file")
    parser.add_argument("--games", nargs="+", default=[], metavar="FILE", help="games.jsonl of matches")
    parser.add_argument("--positions", type=int, default=320, help="of 11x11, as much of other sizes [320]")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--self-test", action="store_true")
    options = parser.parse_args()
    if options.self_test:
        return self_test()
    if not options.output or not options.games:
        parser.error("name the net, the new file and --games")
    check_writable(options.output)
    random.seed(options.seed)
    net = NetFile(options.net)
    positions = read_positions(options.games, options.positions)
    with torch.no_grad():
        net.tensors = round_net(net.tensors, positions)
    net.write(options.output)
    print(f"{options.output} is written: losange net check {options.output}", file=sys.stderr)


if __name__ == "__main__":
    main()
