"""What tools/train_gnn.py cannot work with it refuses in one line, before it trains, and it leaves nothing behind.

  train_gnn_refuses.py FOLDER_OF_TOOLS
"""

import contextlib
import io
import json
import os
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
import train_gnn  # noqa: E402: found by the argument

POSITION = {"N": 3, "board": [0, 1, 0, 2, 1, 0, 0, 0, 2], "to_move": 1, "result": 1, "moves_to_end": 1, "game": 0}


def run(*arguments):
    """The exit code and what stands on stderr."""
    sys.argv = ["train_gnn.py", *arguments]
    told = io.StringIO()
    with contextlib.redirect_stderr(told), contextlib.redirect_stdout(io.StringIO()):
        try:
            train_gnn.main()
        except SystemExit as error:
            if isinstance(error.code, str):
                return 1, told.getvalue() + error.code + "\n"
            return error.code or 0, told.getvalue()
    return 0, told.getvalue()


def position(**changes):
    return json.dumps({**POSITION, **changes}) + "\n"


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        files = {
            "good": position().encode(),
            "binary": b"\xff\xfe\x00\x80",
            "seven": position(board=[0, 7, 0, 2, 1, 0, 0, 0, 2]).encode(),
            "half": position(board=[0, 0.5, 0, 2, 1, 0, 0, 0, 2]).encode(),
            "large": position(N=20, board=[0] * 400).encode(),
            "nobody": position(to_move=3).encode(),
            "result": position(result=2).encode(),
            "value": position(value=7).encode(),
            "cut": position().encode()[:40],
            "empty": b"",
        }
        for name, content in files.items():
            with open(name, "wb") as file:
                file.write(content)
        os.mkdir("folder")
        os.mkdir("taken.svg")
        os.symlink("/dev/full", "full.pt")
        there = sorted(os.listdir())

        def trains(data, *options, output="out"):
            return ("--data", data, "--output", output, *options)

        few = ("--epochs", "1", "--hidden", "4", "--blocks", "1", "--threads", "1")
        refused = [
            (trains("missing"), "cannot read missing: No such file"),
            (trains("folder"), "cannot read folder: Is a directory"),
            (trains("binary"), "binary is not text"),
            *((trains(name), f"{name}: line 1 is not a position")
              for name in ("seven", "half", "large", "nobody", "result", "value", "cut")),
            (trains("empty"), "there are no positions"),
            (trains("good", output="nowhere/out"), "cannot write"),
            (trains("good", output="taken"), "taken.svg: that is a folder"),
            (trains("good", output="folder/"), "--output folder/ is a folder"),
            (trains("good", *few, output="full"), "full.pt: No space left"),
            (trains("good", "--start", "folder"), "folder is not such a net"),
            (trains("good", "--device", "tpu"), "--device"),
            *((trains("good", f"--{option}", value), f"argument --{option}: '{value}' is no ")
              for option, value in (
                  ("epochs", "0"), ("epochs", "-1"), ("epochs", "x"), ("batch-size", "0"), ("validation", "1"),
                  ("validation", "nan"), ("lr", "0"), ("lr", "inf"), ("limit", "-1"), ("hidden", "0"),
                  ("blocks", "0"), ("blocks", "33"), ("patience", "-1"), ("threads", "-1"), ("teacher-weight", "1.5"))),
        ]
        for arguments, words in refused:
            code, told = run(*arguments)
            told_right = code in (1, 2) and told.count("\n") == 1 and words in told
            assert told_right, f"{arguments}: {code}, {told!r} instead of {words!r}"
            left = sorted(os.listdir())
            assert left == there, f"{arguments} left {set(left) ^ set(there)}"
        code, told = run(*trains("good", *few))
        assert code == 0, told
        assert os.path.islink("full.pt"), "a link to a device was replaced"
        print(f"{len(refused)} refused")


main()
