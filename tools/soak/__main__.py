"""Lets the program play itself through its own protocols, with odd settings, before an independent referee.

Used by `./test --soak MINUTES`. Any error, hang, illegal move or loss on time is a fault: its transcript is kept in
a folder, and `--only NUMBER` plays the same pairing again.
"""

import argparse
import multiprocessing
import random
import signal
import sys
import time
from pathlib import Path

import command_games
import htp_games
import hub_games
from program import Fault, Program

KINDS = {"htp": htp_games.play, "hub": hub_games.play, "match": command_games.matches, "dxp": command_games.dxp}
WEIGHTS = {"htp": 5, "hub": 5, "match": 2, "dxp": 1}
MOST_FAULTS = 20


class Soak:
    """Pairings by several processes at once: threads of one would wait for each other at the engines' expense."""

    def __init__(self, options):
        self.options = options
        self.begin = time.monotonic()
        self.end = self.begin + 60 * options.minutes
        shared = multiprocessing.get_context("fork")
        self.process = shared.Process
        self.lock = shared.RLock()
        self.games = {kind: shared.Value("q", 0, lock=False) for kind in KINDS}
        self.next_pairing = shared.Value("q", 0, lock=False)
        self.faults = shared.Value("q", 0, lock=False)

    def played(self):
        return sum(games.value for games in self.games.values())

    def over(self):
        return (time.monotonic() > self.end or self.faults.value >= MOST_FAULTS
                or (self.options.games and self.played() >= self.options.games))

    def pairing(self, number):
        draw = random.Random(f"{self.options.seed}/{number}")
        kinds = self.options.kinds
        kind = draw.choices(kinds, [WEIGHTS[k] for k in kinds])[0]

        def count(n):
            with self.lock:
                self.games[kind].value += n
            if self.over() and self.options.only is None:
                raise TimeIsUp

        try:
            KINDS[kind](draw, self.options.program, draw.choice([2, 4, 20, 100]), count)
        except TimeIsUp:
            pass
        except Fault as fault:
            self.keep(number, kind, fault)

    def keep(self, number, kind, fault):
        path = Path(self.options.found) / f"{self.options.seed}-{number}-{kind}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        again = f"./test --soak {self.options.minutes:g} --seed {self.options.seed} --only {number}"
        texts = [f"{kind}: {fault}\nagain: {again}"]
        for program in getattr(fault, "programs", []):
            texts.append("\n".join(program.transcript))
        path.write_text("\n\n".join(texts) + "\n", encoding="utf-8", errors="replace")
        with self.lock:
            self.faults.value += 1
            print(f"\nfault in pairing {number}, {kind}: {fault}\n  {path}", file=sys.stderr)

    def work(self):
        try:
            while not self.over():
                with self.lock:
                    number = self.next_pairing.value
                    self.next_pairing.value += 1
                self.pairing(number)
        except KeyboardInterrupt:
            pass

    def show(self):
        """One line that is written over on a terminal, a line a minute in a file."""
        before, after = ("\r", "\033[K") if sys.stderr.isatty() else ("", "\n")
        print(f"{before}{self.standing()}{after}", end="", file=sys.stderr, flush=True)

    def standing(self):
        minutes = (time.monotonic() - self.begin) / 60
        kinds = ", ".join(f"{games.value} {kind}" for kind, games in self.games.items() if games.value)
        return (f"{minutes:.1f} of {self.options.minutes:g} min, {self.played()} games ({kinds}), "
                f"{self.faults.value} faults")

    def run(self):
        if self.options.only is not None:
            self.pairing(self.options.only)
        else:
            workers = [self.process(target=self.work) for _ in range(self.options.concurrency)]
            for worker in workers:
                worker.start()
            try:
                self.watch(workers)
            finally:  # told to stop before the end: the programs they started end with them
                for worker in workers:
                    worker.terminate()
                    worker.join()

    def watch(self, workers):
        told = 0.0
        while any(worker.is_alive() for worker in workers):
            time.sleep(0.2)
            if time.monotonic() - told > (1 if sys.stderr.isatty() else 60):
                told = time.monotonic()
                self.show()
        for worker in workers:
            if worker.exitcode != 0:
                raise SystemExit(f"a part of the soak failed with code {worker.exitcode}")


class TimeIsUp(Exception):
    pass


def main():
    parser = argparse.ArgumentParser(prog="./test --soak", description=__doc__)
    parser.add_argument("minutes", type=float, help="how long")
    parser.add_argument("--program", required=True, help="the losange to try")
    parser.add_argument("--found", default="build/soak-found", help="folder for the transcripts of faults")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="draws the pairings (default: the time)")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="this pairing alone")
    parser.add_argument("--games", type=int, default=0, help="stop after so many games")
    parser.add_argument("--kinds", type=lambda text: text.split(","), default=list(KINDS), help=f"of {','.join(KINDS)}")
    parser.add_argument("--concurrency", type=int, default=2, help="pairings at once")
    parser.add_argument("--busy", action="store_true", help="losses on time do not count")
    options = parser.parse_args()
    Program.counts_time = not options.busy
    if not 0 < options.minutes < 1e5 or options.concurrency < 1 or not set(options.kinds) <= set(KINDS):
        parser.error("give minutes above 0, at least one pairing at once, and kinds that are there")
    for stop in (signal.SIGINT, signal.SIGTERM):  # also where it was started in the background
        signal.signal(stop, signal.default_int_handler)
    soak = Soak(options)
    try:
        soak.run()
    except KeyboardInterrupt:
        pass
    soak.show()
    games = soak.played()
    if games == 0 and soak.faults.value == 0 and options.only is None:
        print("no game was finished: give more minutes", file=sys.stderr)
        return 1
    print(f"\n{games} passed, {soak.faults.value} failed")
    return 1 if soak.faults.value else 0


if __name__ == "__main__":
    sys.exit(main())
