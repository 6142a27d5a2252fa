"""Whether what is hot is linked first: link_order.py BUILD PROGRAM...

Of a function that several objects compiled from one header the linker takes the first it meets. For each program this reads
from the build's own plan (build.ninja) in which order the objects of the rooms are linked, and how each was compiled. An
object of a room that is optimised must not stand behind one that is not: its loops would call the other's copies. Sources
that are optimised though their room is not (a painter's triangles) stay with their room; what they call is their own. So is
all that the kernels for each instruction set call (house.kernels_share_no_code).
"""

import os
import re
import sys

SKIPPED = 77
FAST = {"-O2", "-O3"}
# What the searches and their games are compiled in: where one of these is not among the fast rooms, the plan was misread.
NEEDED = {"losange_hex_board", "losange_hex_shapes", "losange_players_told", "losange_players_trees",
          "losange_players_alphabeta"}
ROOM = re.compile(r"/(losange_(?!exact_|winograd_|relaxed_)[a-z0-9_]+)\.dir/")


def read_plan(text):
    """By what is built: its rule, what it is built of in order, and its variables."""
    plan, last = {}, None
    for line in text.replace("$\n", "").split("\n"):
        if line.startswith("build "):
            outputs, _, rest = line[len("build "):].partition(": ")
            rule, *inputs = re.split(r" \|\|? ", rest)[0].split()
            last = {"rule": rule, "inputs": inputs}
            plan[outputs.split()[0]] = last
        elif line.startswith("  ") and last is not None:
            name, _, value = line.strip().partition(" = ")
            last[name] = value
        else:
            last = None
    return plan


def linked(plan, program):
    """The objects of rooms in the order in which the linker meets them, each once."""
    order, seen = [], set()
    link = plan[program]
    for part in link["inputs"] + link.get("LINK_LIBRARIES", "").split():
        archive = part.endswith(".a") and part in plan
        for one in plan[part]["inputs"] if archive else [part]:
            if one.endswith(".o") and ROOM.search("/" + one) and one not in seen:
                seen.add(one)
                order.append(one)
    return order


def is_fast(plan, one):
    levels = re.findall(r"(?<!\S)-O\w*", plan[one].get("FLAGS", ""))
    return bool(levels) and levels[-1] in FAST


def faults(plan, program):
    order = linked(plan, program)
    fast = {one: is_fast(plan, one) for one in order}
    room = {one: ROOM.search("/" + one).group(1) for one in order}
    cold_rooms = {room[one] for one in order if not fast[one]}
    hot_rooms = set(room.values()) - cold_rooms
    missing = NEEDED - hot_rooms
    if missing or not cold_rooms:
        return [f"{program}: no hot rooms {sorted(missing)}, {len(cold_rooms)} cold ones: is the plan read as it is meant?"]
    first_cold = next(i for i, one in enumerate(order) if not fast[one])
    return [f"{program}: {one} stands behind {order[first_cold]}, which is not optimised"
            for one in order[first_cold:] if room[one] in hot_rooms]


def main():
    build, programs = sys.argv[1], sys.argv[2:]
    path = os.path.join(build, "build.ninja")
    if not os.path.exists(path):
        print(f"{path} is not there: nothing to read")
        return SKIPPED
    with open(path, encoding="utf-8") as file:
        plan = read_plan(file.read())
    told = [fault for program in programs for fault in faults(plan, program)]
    print("\n".join(told) or f"what is hot comes first in {', '.join(programs)}")
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
