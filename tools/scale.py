#!/usr/bin/env python3
"""What training by many ranks would give past the machines at hand: a small simulation, fed by measured constants.

A round is played, shared and learnt, as src/train/policy/run.cpp does it:
  play    every rank plays its games; the round waits for the slowest (times vary from rank to rank, drawn by --seed);
  gather  every rank gets the positions of all others: all bytes of the round pass each rank's link;
  draw    every rank draws the same minibatches from all positions: work that does not shrink with more ranks;
  learn   of each minibatch a rank learns its part; then each rank adds one slice of all gradients and gives it to the
          others: twice the net passes each link, in two times as many messages as there are doublings of ranks.
Games grow with the ranks (weak scaling); minibatches grow with them up to --most-batch, beyond which more positions in a
minibatch teach no more.

  tools/scale.py                     a table for 1 to 1024 ranks at 10 and 100 Gb/s
  tools/scale.py --recipe trees      the same for games with a tree search
  tools/scale.py --self-test
"""

import argparse
import math
import random
import sys
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Recipe:
    """Constants of one rank with one card; docs/scale.md says where each was measured."""

    name: str
    games: int  # of each rank
    steps: int
    play_rate: float  # positions a second, of one card that plays
    learn_rate: float  # positions a second, of one card that learns
    reuse: float
    batch: int  # on one rank
    values: int  # of the net
    bytes_a_position: float
    draw_rate: float = 5e6  # positions of a round a second, by one thread: unpacked, targets, minibatches
    spread: float = 0.03  # of the time a rank plays, one standard deviation
    step_seconds: float = 0.5e-3  # of a minibatch whatever its size, learnt whole: kernels are started
    shard_seconds: float = 6.1e-3  # of a part of a minibatch: its gradient leaves the card, is summed and comes back, too


DRAWS = Recipe("draws", 16384, 32, 1.53e6, 332e3, 0.5, 4096, 699_021, 37)
TREES = Recipe("trees", 24576, 48, 32e3, 200e3, 3, 2048, 699_021, 37 + 1 + 4 * 90)
RECIPES = {recipe.name: recipe for recipe in (DRAWS, TREES)}

LATENCY = {10: 30e-6, 100: 3e-6}  # seconds a message, by the link's Gb/s: Ethernet, InfiniBand


@dataclass
class Round:
    play: float
    gather: float
    draw: float
    learn: float
    add: float  # gradients, between the parts of `learn`

    @property
    def seconds(self):
        return self.play + self.gather + self.draw + self.learn + self.add


def one_round(recipe, ranks, gigabits, most_batch, draw):
    """`draw` gives the factor by which a rank's play takes longer or shorter."""
    mine = recipe.games * recipe.steps
    everyone = mine * ranks
    a_byte = 8 / (gigabits * 1e9)
    doublings = math.ceil(math.log2(ranks)) if ranks > 1 else 0
    latency = LATENCY[gigabits]
    play = mine / recipe.play_rate * max(draw() for _ in range(ranks))
    others = (ranks - 1) / ranks
    gather = everyone * others * recipe.bytes_a_position * a_byte + doublings * latency
    batch = min(recipe.batch * ranks, max(most_batch, recipe.batch))
    steps = everyone * recipe.reuse / batch
    learn = steps * (batch / ranks / recipe.learn_rate + (recipe.shard_seconds if ranks > 1 else recipe.step_seconds))
    add = steps * (2 * others * recipe.values * 4 * a_byte + 2 * doublings * latency) if ranks > 1 else 0
    return Round(play, gather, everyone / recipe.draw_rate, learn, add)


def simulate(recipe, ranks, gigabits, seed=1, rounds=50, most_batch=65536):
    """The mean round."""
    source = random.Random(f"{seed} {recipe.name} {ranks} {gigabits}")

    def draw():
        return max(0.1, source.gauss(1, recipe.spread))

    all_rounds = [one_round(recipe, ranks, gigabits, most_batch, draw) for _ in range(rounds)]
    return Round(*(sum(getattr(r, part) for r in all_rounds) / rounds for part in ("play", "gather", "draw", "learn", "add")))


def table(recipe, counts, seed, most_batch):
    lines = ["| ranks | Gb/s | round, s | play | gather | draw | learn | add | positions/s | of ideal |", "|---" * 10 + "|"]
    alone = simulate(recipe, 1, 100, seed, most_batch=most_batch)
    for ranks, gigabits in [(1, 100), *((ranks, gigabits) for gigabits in (10, 100) for ranks in counts)]:
        mean = simulate(recipe, ranks, gigabits, seed, most_batch=most_batch)
        rate = recipe.games * recipe.steps * ranks / mean.seconds
        shares = [f"{100 * getattr(mean, part) / mean.seconds:.0f} %" for part in ("play", "gather", "draw", "learn", "add")]
        lines.append(
            f"| {ranks} | {gigabits if ranks > 1 else '-'} | {mean.seconds:.1f} | {' | '.join(shares)} "
            f"| {rate:,.0f} | {100 * alone.seconds / mean.seconds:.0f} % |"
        )
    return "\n".join(lines)


def self_test():
    for recipe in RECIPES.values():
        one = simulate(recipe, 1, 10)
        assert one.gather == 0 and one.add == 0, "alone nothing travels"
        assert simulate(recipe, 8, 10) == simulate(recipe, 8, 10), "the same seed gives the same"
        assert simulate(recipe, 8, 10, seed=2) != simulate(recipe, 8, 10), "another seed another"
        assert simulate(recipe, 64, 100).seconds < simulate(recipe, 64, 10).seconds, "a faster link helps"
        assert simulate(recipe, 64, 10).play > simulate(recipe, 8, 10).play, "more ranks have a slower slowest"
        # Without spread, links and work that all ranks do, nothing is lost.
        ideal = replace(recipe, spread=0, values=0, bytes_a_position=0, draw_rate=1e18, step_seconds=0, shard_seconds=0)
        ratio = simulate(ideal, 1, 100).seconds / simulate(ideal, 1024, 100, most_batch=1 << 30).seconds
        assert 0.99 < ratio <= 1.0001, ratio  # but for the messages themselves
        # By hand: the bytes of seven other ranks of eight over the link.
        bytes_of_others = 7 * recipe.games * recipe.steps * recipe.bytes_a_position
        assert abs(simulate(recipe, 8, 10).gather - bytes_of_others * 8 / 10e9) < 1e-3
    print("the simulation is as it should be")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--recipe", choices=RECIPES, default="draws")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most-batch", type=int, default=65536, help="positions a minibatch that still teach more")
    parser.add_argument("--self-test", action="store_true")
    options = parser.parse_args()
    if options.self_test:
        return self_test()
    print(table(RECIPES[options.recipe], (2, 8, 64, 1024), options.seed, options.most_batch))
    return None


if __name__ == "__main__":
    sys.exit(main())
