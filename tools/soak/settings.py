"""Odd settings for players, drawn from the ranges that `losange players --json` tells."""

import json
import math
import subprocess

# Strategies that cannot sit behind a protocol by themselves.
LEFT_OUT = {"human", "hybrid", "htp", "hub"}
# Settings that name files or devices, and those whose whole range no machine has the memory or the time for.
FILES = {"book", "book_visits", "report", "report_lines", "report_most", "model", "device", "weights", "file"}
AT_MOST = {"playouts": 100, "descents": 1000, "visits": 40, "time": 10, "memory": 64, "table": 64, "cache": 64,
           "batch": 64, "endings": 0, "depth": 4, "threats": 2}
RUNTIMES = ["auto", "int8", "winograd"]
# Settings that are refused unless another one has one of these values.
WEIGHTS = ("distance", "threat", "joints", "bridges", "liberties", "centre", "stones")
NEEDS = {"inferior": ("solver", {"true"}), "bridge_wire": ("eval", {"resistance"}),
         "template_wire": ("eval", {"resistance"}), **{name: ("eval", {"mix", "distance"}) for name in WEIGHTS}}


def strategies(program, game):
    told = json.loads(subprocess.run([program, "players", "--json"], capture_output=True, check=True).stdout)
    return [s for s in told if game in s["games"] and s["name"] not in LEFT_OUT]


def value_of(draw, setting):
    name, text = setting["name"], setting["range"]
    if name == "runtime":
        return draw.choice(RUNTIMES)
    if text == "true or false":
        return draw.choice(["true", "false"])
    bounds, _, words = text.partition(" or ")
    if words and draw.random() < 0.3:
        return draw.choice(words.split(", "))
    if " to " not in bounds:
        return draw.choice(text.split(", "))
    least, most = (float(bound) for bound in bounds.split(" to "))
    most = min(most, AT_MOST.get(name, most))
    whole = "." not in bounds and setting["default"].lstrip("-").isdigit()
    kind = draw.random()
    if kind < 0.2:
        number = least
    elif kind < 0.4:
        number = most
    elif least > 0 and most / least > 1000:
        number = math.exp(draw.uniform(math.log(least), math.log(most)))
    else:
        number = draw.uniform(least, most)
    return str(round(number)) if whole else f"{number:.4g}"


def spec(draw, strategy):
    """One strategy with about a quarter of its settings off their defaults, and small limits always."""
    chosen = {}
    for setting in strategy["parameters"]:
        name = setting["name"]
        if name in FILES:
            continue
        if draw.random() < 0.25 or name in ("playouts", "descents", "visits", "time", "endings", "memory"):
            chosen[name] = value_of(draw, setting)
    defaults = {setting["name"]: setting["default"] for setting in strategy["parameters"]}
    for name, (needed, values) in NEEDS.items():
        if needed in defaults and chosen.get(needed, defaults[needed]) not in values:
            chosen.pop(name, None)
    if chosen.get("search") == "plain" and "depth" in defaults:
        chosen["depth"] = "2"  # negamax without pruning goes through everything
    settings = ",".join(f"{name}={value}" for name, value in chosen.items())
    return strategy["name"] + (":" + settings if settings else "")
