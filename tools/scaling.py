#!/usr/bin/env python3
"""How fast ranks of this machine are together: measured, and drawn.

Strong scaling is the same work by more ranks of one thread, weak scaling work that grows with the ranks. Beside them, one
rank of two threads. Training counts positions a second in its rounds, as its log tells; a match games a second, from the start
of mpirun to its end.

What makes such figures wrong is other work on the machine, so each row says how much there was: the processor time that
other programs took, as a share of all cores. Of --repeat runs the fastest counts.

  tools/scaling.py --program build/release/losange --figures scaling.json [--kinds strong]
  tools/scaling.py --plot scaling.json --output docs/pictures/scaling.svg
  tools/scaling.py --self-test
"""

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RANKS = (1, 2, 4)
TRAIN_GAMES, STEPS, ROUNDS = 64, 8, 8
MATCH_GAMES = 96
SHARDS = 4

# Which runs: name, ranks, threads a rank, how many times the work of one.
STRONG = [("strong", ranks, 1, 1) for ranks in RANKS]
WEAK = [("weak", ranks, 1, ranks) for ranks in RANKS]
THREADS = [("threads", 1, 2, 1)]
KINDS = ["strong", "weak", "threads"]


def mpirun(ranks):
    environment = dict(os.environ, OMPI_MCA_btl_vader_single_copy_mechanism="none")
    return ["mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-n", str(ranks)], environment


def train(times, threads, folder):
    games, positions = TRAIN_GAMES * times, TRAIN_GAMES * times * STEPS * ROUNDS
    line = f"train --folder {folder}/run --device cpu --threads {threads} --shards {SHARDS} --sizes 7:1 --blocks 4 --channels 32 "
    line += f"--games {games} --group-games 8 --steps {STEPS} --batch {128 * times} --check-rounds 1000000 "
    return line + f"--visits 16 --fast-visits 4 --positions {positions} --seed 1", positions


def match(times, threads, _):
    games = MATCH_GAMES * times
    player = "mcts:descents=2000"
    return f"match {player} {player} --size 9 --games {games} --seed 1 --concurrency {threads}", games


WORK = {"train": (train, "positions/s"), "match": (match, "games/s")}


def busy_seconds():
    """Of all cores, since the machine was started."""
    fields = [int(word) for word in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:8]]
    return (sum(fields) - fields[3] - fields[4]) / os.sysconf("SC_CLK_TCK")  # neither idle nor waiting for disks


def rounds_seconds(log):
    """Of all rounds that a log of training tells of."""
    before, seconds = 0, 0.0
    for line in map(json.loads, log.splitlines()):
        seconds += (line["positions"] - before) / line["positions_per_s"]
        before = line["positions"]
    return seconds


def measure(program, work, ranks, threads, times):
    with tempfile.TemporaryDirectory() as folder:
        line, count = WORK[work][0](times, threads, folder)
        start, environment = mpirun(ranks)
        usage, busy, begin = resource.getrusage(resource.RUSAGE_CHILDREN), busy_seconds(), time.monotonic()
        ran = subprocess.run(start + [program] + line.split(), env=environment, capture_output=True, text=True, check=False)
        seconds = time.monotonic() - begin
        if ran.returncode != 0:
            sys.exit(f"losange {line}\n{ran.stderr}")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        log = Path(folder, "run", "log.jsonl")
        counted = rounds_seconds(log.read_text()) if log.exists() else seconds
        own = after.ru_utime + after.ru_stime - usage.ru_utime - usage.ru_stime
        others = max(0.0, busy_seconds() - busy - own) / (seconds * os.cpu_count())
        return {"rate": count / counted, "of_cpu": count / own, "others": others, "line": line.replace(folder + "/", "")}


def measure_all(program, repeat, kinds):
    program = shutil.which(program) or sys.exit(f"there is no program {program}: build it, or name another with --program")
    rows = []
    for work in WORK:
        for kind, ranks, threads, times in STRONG + WEAK + THREADS:
            if kind not in kinds or (kind == "weak" and ranks == 1):
                continue  # the last is the same as strong
            tries = [measure(program, work, ranks, threads, times) for _ in range(repeat)]
            best = max(tries, key=lambda row: row["rate"])
            rows.append({"work": work, "kind": kind, "ranks": ranks, "threads": threads, **best})
            print(row_text(rows[-1]), flush=True)
    return {"cores": os.cpu_count(), "rows": rows}


def row_text(row):
    unit = WORK[row["work"]][1]
    return (
        f"| {row['work']} | {row['kind']} | {row['ranks']} | {row['threads']} | {row['rate']:.4g} {unit} "
        f"| {row['of_cpu']:.4g} | {100 * row['others']:.0f} % |"
    )


def find(figures, work, kind, ranks):
    if kind == "weak" and ranks == 1:
        kind = "strong"
    return next((row for row in figures["rows"] if (row["work"], row["kind"], row["ranks"]) == (work, kind, ranks)), None)


COLOURS = {"train": "#c33", "match": "#36c"}
WIDE, HIGH, LEFT, TOP = 250, 190, 60, 50


def panel(figures, kind, title, left):
    """Rates as multiples of one rank's; the grey line is what the cores allow."""
    most = max(RANKS)

    def x(ranks):
        return left + WIDE * (ranks - 1) / (most - 1)

    top = max([min(most, figures["cores"])] + [curve[-1] for curve in curves(figures, kind).values()]) * 1.1

    def y(times):
        return TOP + HIGH * (1 - times / top)

    parts = [f'<text x="{left + WIDE / 2}" y="{TOP - 18}" text-anchor="middle" font-size="14">{title}</text>']
    parts.append(f'<path d="M{left},{TOP} V{TOP + HIGH} H{left + WIDE}" fill="none" stroke="#444"/>')
    for ranks in RANKS:
        parts.append(f'<text x="{x(ranks):.1f}" y="{TOP + HIGH + 18}" text-anchor="middle">{ranks}</text>')
    for times in range(1, int(top) + 1):
        parts.append(f'<text x="{left - 8}" y="{y(times) + 4:.1f}" text-anchor="end">{times}</text>')
        parts.append(f'<path d="M{left},{y(times):.1f} h{WIDE}" stroke="#ddd"/>')
    ideal = " ".join(f"{x(ranks):.1f},{y(min(ranks, figures['cores'])):.1f}" for ranks in range(1, most + 1))
    parts.append(f'<polyline points="{ideal}" fill="none" stroke="#999" stroke-dasharray="5 4"/>')
    for work, curve in curves(figures, kind).items():
        points = " ".join(f"{x(ranks):.1f},{y(times):.1f}" for ranks, times in zip(RANKS, curve))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{COLOURS[work]}" stroke-width="2"/>')
        for ranks, times in zip(RANKS, curve):
            parts.append(f'<circle cx="{x(ranks):.1f}" cy="{y(times):.1f}" r="3.5" fill="{COLOURS[work]}"/>')
    parts.append(f'<text x="{left + WIDE / 2}" y="{TOP + HIGH + 38}" text-anchor="middle">ranks of one thread</text>')
    return parts


def curves(figures, kind):
    """By work: the rate of each number of ranks, as a multiple of one rank's."""
    result = {}
    for work in WORK:
        rows = [find(figures, work, kind, ranks) for ranks in RANKS]
        if all(rows):
            result[work] = [row["rate"] / rows[0]["rate"] for row in rows]
    return result


def draw(figures):
    width, height = LEFT + 2 * WIDE + 90, TOP + HIGH + 80
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">']
    parts.append('<rect width="100%" height="100%" fill="#fff"/>')
    parts += panel(figures, "strong", "Strong: the same work", LEFT)
    parts += panel(figures, "weak", "Weak: work grows with the ranks", LEFT + WIDE + 60)
    names = {"train": "training, positions/s", "match": "match, games/s"}
    for i, (work, name) in enumerate(names.items()):
        parts.append(f'<circle cx="{LEFT + 200 * i}" cy="{height - 14}" r="4" fill="{COLOURS[work]}"/>')
        parts.append(f'<text x="{LEFT + 200 * i + 10}" y="{height - 10}">{name}</text>')
    parts.append(f'<text x="{LEFT + 400}" y="{height - 10}" fill="#777">dashed: {figures["cores"]} cores</text>')
    return "\n".join(parts) + "\n</svg>\n"


def self_test():
    rows = []
    for work in WORK:
        for kind, ranks, threads, _ in STRONG + WEAK[1:] + THREADS:
            rate = 100 * min(ranks * threads, 2)
            rows.append({"work": work, "kind": kind, "ranks": ranks, "threads": threads, "rate": rate, "of_cpu": 90, "others": 0})
    figures = {"cores": 2, "rows": rows}
    assert curves(figures, "strong") == {"train": [1, 2, 2], "match": [1, 2, 2]}
    assert curves(figures, "weak") == curves(figures, "strong"), "one rank is the same in both"
    picture = draw(json.loads(json.dumps(figures)))
    assert picture.count("<circle") == 2 * 2 * len(RANKS) + 2 and picture.endswith("</svg>\n")
    assert row_text(rows[0]) == "| train | strong | 1 | 1 | 100 positions/s | 90 | 0 % |", row_text(rows[0])
    log = '{"positions": 100, "positions_per_s": 50}\n{"positions": 400, "positions_per_s": 100}\n'
    assert rounds_seconds(log) == 5
    before = busy_seconds()
    sum(range(3_000_000))
    assert busy_seconds() >= before
    print("figures are drawn as they should be")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="build/release/losange")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS, help="which runs [all]")
    parser.add_argument("--figures", default="scaling.json", help="where the measured figures are written")
    parser.add_argument("--plot", help="draw these figures instead")
    parser.add_argument("--output", default="scaling.svg", help="where the drawing is written")
    parser.add_argument("--self-test", action="store_true")
    options = parser.parse_args()
    if options.self_test:
        self_test()
    elif options.plot:
        Path(options.output).write_text(draw(json.loads(Path(options.plot).read_text())))
    else:
        print("| work | scaling | ranks | threads | rate | a CPU second | others |\n" + "|---" * 7 + "|")
        Path(options.figures).write_text(json.dumps(measure_all(options.program, options.repeat, options.kinds), indent=1) + "\n")


if __name__ == "__main__":
    main()
