#!/usr/bin/env python3
"""What a recipe of training is worth: from one net, with so many seconds of one card, then judged by games.

Teaches a net by `losange train` with the options after --, for equal seconds whatever the recipe costs: two rounds tell
its speed, which sets the length of the run, so that the learning rate falls to its end in the time. Rounds the result
with care (round_net.py) where games to do it with are given, and plays it against the net it began from, on every
opening of the two files once with each colour; a net that costs more gets fewer visits, by the measured ratio. The last
line it prints is a row of a table in docs/training-tried.md.

What is done is not done again: the same command goes on where it stopped. --train-only ends before the games, so that
the card can go on with the next recipe while the cores play.

  tools/try_recipe.py control --seconds 300 --folder tries -- --seed 21 --visits 32 ...
  tools/try_recipe.py --self-test
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time

ROUNDS_TO_MEASURE = 2  # the first is slower: kernels are chosen in it


def run(command, nice=0, **more):
    print("+ " + " ".join(command), file=sys.stderr, flush=True)
    prefix = ["nice", "-n", str(nice)] if nice else []
    return subprocess.run(prefix + command, check=True, **more)


def last_line(folder):
    with open(os.path.join(folder, "log.jsonl")) as file:
        return json.loads(file.read().splitlines()[-1])


def positions_in(seconds, line):
    """All positions of a run that has `seconds` left after this line of its log: whole rounds, at its speed."""
    a_round = line["positions"] // line["round"]
    rounds = max(1, round(seconds * line["positions_per_s"] / a_round))
    return line["positions"] + rounds * a_round


def state_of(folder):
    """Of a run that was begun; nothing where none was."""
    path = os.path.join(folder, "state.json")
    if not os.path.exists(path):
        return None
    with open(path) as file:
        return json.load(file)


def teach(options, folder):
    """Gives the seconds it took, those of sittings that were cut among them, as far as they were saved."""
    done = os.path.join(folder, "seconds")
    if os.path.exists(done):
        return float(open(done).read())
    begin = time.monotonic()
    device = options.recipe.index("--device") if "--device" in options.recipe else None
    where = options.recipe[device : device + 2] if device is not None else []
    train = [options.losange, "train", "--folder", folder]
    state = state_of(folder)
    before = state["seconds"] if state else 0
    rounds = state["round"] if state else 0
    if rounds < ROUNDS_TO_MEASURE:
        guess = str(int(options.seconds * options.guess))
        start = where if state else ["--from", options.start, "--positions", guess, *options.recipe]
        run(train + ["--rounds", str(ROUNDS_TO_MEASURE - rounds)] + start)
    if rounds <= ROUNDS_TO_MEASURE or state["positions"] < state["options"]["total_positions"]:
        left = options.seconds - before - (time.monotonic() - begin)
        run(train + ["--positions", str(positions_in(left, last_line(folder)))] + where)
    seconds = before + time.monotonic() - begin
    with open(done, "w") as file:
        file.write(f"{seconds:.1f}\n")
    return seconds


def cost(options, net):
    """Seconds of one evaluation on 11x11 and the shape of the net."""
    text = run([options.losange, "net", "bench", net, "--runtime", "auto", "--sizes", "11", "--batch", "1"],
               stdout=subprocess.PIPE, text=True).stdout
    rate = float(re.search(r"^auto\s+11x11\s+1\s+([\d.,]+)", text, re.M).group(1).replace(",", ""))
    return 1 / rate, text.split(" net,")[0]


def visits_of(options, net):
    """Against --visits of the other net. Nets of one shape cost the same, whatever a busy machine measures."""
    new, old = cost(options, net), cost(options, options.against)
    return options.visits if new[1] == old[1] else max(1, round(options.visits * old[0] / new[0]))


def result(options, net, visits, size, folder):
    openings = os.path.join(options.openings, f"hex-{size}.txt")
    first, second = f"zero:visits={visits},model={net}", f"zero:visits={options.visits},model={options.against}"
    text = run([options.losange, "match", first, second, "--size", str(size), "--openings", openings, "--seed", "1",
                "--concurrency", str(options.concurrency), "--out", folder, "--json"],
               nice=options.nice, stdout=subprocess.PIPE, text=True).stdout
    return cell_of(json.loads(text)["pairings"][0])


def cell_of(pairing):
    estimate = pairing["estimate"]
    numbers = [f"{estimate[key]:+.0f}" if estimate[key] is not None else "?" for key in ("elo", "elo_low", "elo_high")]
    return f"{pairing['won']} of {pairing['games']}, {numbers[0]} [{numbers[1]}, {numbers[2]}]"


def split_at_dashes(words):
    """What is meant for this tool, and the recipe."""
    at = words.index("--") if "--" in words else len(words)
    return words[:at], words[at + 1 :]


# Stands for the program: rounds of ten seconds and a thousand positions, refuses --from in a folder that holds a run, and is
# cut now and then after a round.
FAKE = """
import json, os, sys
words = sys.argv[2:]
given = {words[i]: words[i + 1] for i in range(0, len(words), 2)}
path = os.path.join(given["--folder"], "state.json")
state = {"round": 0, "positions": 0, "seconds": 0, "options": {}}
if os.path.exists(path):
    assert "--from" not in given, "it holds a run already"
    state = json.load(open(path))
if "--positions" in given:
    state["options"]["total_positions"] = int(given["--positions"])
rounds = 0
while state["positions"] < state["options"]["total_positions"] and rounds < int(given.get("--rounds", 99)):
    rounds += 1
    state = {**state, "round": state["round"] + 1, "positions": state["positions"] + 1000, "seconds": state["seconds"] + 10}
    json.dump(state, open(path, "w"))
    with open(os.path.join(given["--folder"], "log.jsonl"), "a") as log:
        log.write(json.dumps({"round": state["round"], "positions": state["positions"], "positions_per_s": 100}) + chr(10))
    cut = os.path.join(given["--folder"], f"cut {state['round']}")
    if state["round"] in (1, 3, 5) and not os.path.exists(cut):
        open(cut, "w")
        sys.exit(1)
"""


def self_test():
    assert split_at_dashes(["a", "--seconds", "3", "--", "--seed", "1"]) == (["a", "--seconds", "3"], ["--seed", "1"])
    line = {"round": 2, "positions": 2_000, "positions_per_s": 100.0}
    assert positions_in(50, line) == 7_000, "whole rounds in the time that is left"
    assert positions_in(0, line) == 3_000, "at least one more"
    pairing = {"won": 210, "games": 400, "estimate": {"elo": 17.4, "elo_low": -9.0, "elo_high": 43.6}}
    assert cell_of(pairing) == "210 of 400, +17 [-9, +44]"
    with tempfile.TemporaryDirectory() as folder:
        losange, trained = os.path.join(folder, "losange"), os.path.join(folder, "run")
        with open(losange, "w") as file:
            file.write(f"#!{sys.executable}\n{FAKE}")
        os.chmod(losange, 0o755)
        os.mkdir(trained)
        options = argparse.Namespace(losange=losange, start="net", seconds=50.0, guess=1000.0, recipe=["--device", "cpu"])
        cuts = 0
        while not os.path.exists(os.path.join(trained, "seconds")) and cuts < 9:
            try:
                teach(options, trained)
            except subprocess.CalledProcessError:
                cuts += 1
        assert cuts == 3, cuts
        state = state_of(trained)
        assert 40 <= state["seconds"] <= 60 and state["positions"] == state["options"]["total_positions"], state
    print("try_recipe: right")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", nargs="?", help="of the recipe: its folder and its row")
    parser.add_argument("--losange", default="losange", help="the program [losange]")
    parser.add_argument("--start", default="models/hex.safetensors", help="the net to begin from")
    parser.add_argument("--against", help="the net to play against [the one it began from]")
    parser.add_argument("--seconds", type=float, default=300, help="of the card [300]")
    parser.add_argument("--guess", type=float, default=20_000, help="positions/s until it is measured [20000]")
    parser.add_argument("--folder", default="recipes", help="where all is kept [recipes]")
    parser.add_argument("--visits", type=int, default=64, help="of the net it plays against [64]")
    parser.add_argument("--openings", default="docs/openings", help="folder of hex-11.txt and hex-13.txt")
    parser.add_argument("--sizes", type=int, nargs="+", default=[11, 13])
    parser.add_argument("--round-with", nargs="+", default=[], metavar="FILE", help="games.jsonl of matches")
    parser.add_argument("--concurrency", type=int, default=os.cpu_count(), help="games at once [the cores]")
    parser.add_argument("--nice", type=int, default=0, help="of the games, where a card is being fed beside them")
    parser.add_argument("--train-only", action="store_true", help="end before the games")
    parser.add_argument("--self-test", action="store_true")
    own, recipe = split_at_dashes(sys.argv[1:])
    options = parser.parse_args(own, argparse.Namespace(recipe=recipe))
    if options.self_test:
        return self_test()
    if not options.name:
        parser.error("give the recipe a name")
    options.against = options.against or options.start
    folder = os.path.join(options.folder, options.name)
    trained, net = os.path.join(folder, "run"), os.path.join(folder, "net.safetensors")
    os.makedirs(trained, exist_ok=True)
    seconds = teach(options, trained)
    if options.train_only:
        return None
    source = os.path.join(trained, "net.safetensors")
    if not os.path.exists(net):
        if options.round_with:
            tool = os.path.join(os.path.dirname(os.path.abspath(__file__)), "round_net.py")
            # Threads that wait for each other on busy cores would take ten times as long as one alone.
            one_thread = dict(os.environ, OMP_NUM_THREADS="1")
            run([sys.executable, tool, source, net, "--games", *options.round_with], env=one_thread)
        else:
            os.link(source, net)
    visits = visits_of(options, net)
    cells = [result(options, net, visits, size, os.path.join(folder, f"games-{size}")) for size in options.sizes]
    line = last_line(trained)
    print(f"| {options.name} | {seconds:.0f} s, {line['positions'] / 1e6:.1f} M | {visits} | " + " | ".join(cells) + " |")
    return None


if __name__ == "__main__":
    main()
