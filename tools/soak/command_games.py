"""Whole commands that play by themselves: `losange match` with one of our programs as an outsider, and DXP."""

import json
import re
import subprocess
import tempfile
import time
from pathlib import Path

import settings
from draughts_referee import VARIANTS
from program import Fault, Program

RULES = {"normal": "international"}


class Command:
    """A command that was run to its end, as the transcript of a fault shows it."""

    def __init__(self, command, seconds):
        self.transcript = ["$ " + " ".join(command)]
        try:
            self.done = subprocess.run(command, capture_output=True, timeout=seconds, stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            self.fail(f"does not end within {seconds} s")
        self.transcript += ["! " + line for line in self.done.stderr.decode("utf-8", "replace").splitlines()]
        self.output = self.done.stdout.decode("utf-8", "replace")
        self.transcript += ["< " + line for line in self.output.splitlines()]
        if self.done.returncode != 0:
            self.fail(f"ends with code {self.done.returncode}")

    def fail(self, what):
        fault = Fault(what)
        fault.programs = [self]
        raise fault


def matches(draw, program, wanted, count):
    """Two players, one of them behind a protocol of its own, judged by `losange match`."""
    games = 2 * max(1, wanted // 4)
    limits = draw.choice([["--nodes", str(draw.randrange(1, 500))], ["--move-time", "0.01"], ["--clock", "5+0.1"]])
    if draw.random() < 0.5:
        size = draw.randrange(3, 10)
        engines = settings.strategies(program, "hex")
        outside = f"htp:{program} htp --seed {draw.randrange(99)} --player {settings.spec(draw, draw.choice(engines))}"
        where = ["--size", str(size), "--openings", "all"]
    else:
        engines = settings.strategies(program, "draughts")
        variant = draw.choice(list(VARIANTS))
        outside = f"hub:{program} hub --endings 0"
        where = ["--game", "draughts", "--variant", RULES.get(variant, variant), "--openings", "balanced"]
    inside = settings.spec(draw, draw.choice(engines))
    with tempfile.TemporaryDirectory() as folder:
        command = Command(
            [program, "match", inside, outside + "@name=outside", "--games", str(games), "--concurrency", "1",
             "--seed", str(draw.randrange(1000)), "--out", folder, "--json"] + where + limits, 60 + 60 * games)
        json.loads(command.output)
        played = [json.loads(line) for line in (Path(folder) / "games.jsonl").read_text().splitlines()]
    if len(played) != games:
        command.fail(f"played {len(played)} of {games} games")
    for game in played:
        if game["ending"] != "board" and (game["ending"] != "time" or Program.counts_time):
            command.fail(f"ended a game by {game['ending']}: {json.dumps(game)}")
    count(games)


def dxp(draw, program, wanted, count):
    """A leader and a follower over TCP on this machine."""
    nodes = ["--nodes", str(draw.randrange(1, 500))]
    player = ["--player", f"draughts:endings=0,eval={draw.choice(['patterns', 'material', 'centre'])}"]
    follower = Program([program, "dxp", "--port", "0"] + player + nodes)
    try:
        port, begin = None, time.monotonic()
        while port is None:
            follower.read_some()
            port = re.search(r"(?:port |:)(\d{2,5})\b", "\n".join(follower.transcript[1:]))
            if time.monotonic() - begin > Program.PATIENCE:
                raise Fault("does not say on which port it waits")
        games = max(1, wanted // 2)
        leader = Command([program, "dxp", "--connect", f"127.0.0.1:{port.group(1)}", "--games", str(games),
                          "--moves", str(draw.choice([0, 5, 75]))] + player + nodes, 60 + 30 * games)
        results = re.findall(r"^game \d+:.*$", leader.output, re.M)
        if len(results) != games:
            leader.fail(f"told {len(results)} of {games} results")
        count(games)
    except Fault as fault:
        fault.programs = getattr(fault, "programs", []) + [follower]
        raise
    finally:
        follower.close()
