"""A program on pipes, read a line at a time with a deadline, with a transcript of everything said."""

import contextlib
import glob
import os
import select
import subprocess
import time


class Fault(Exception):
    """What a soak looks for: an error, a hang, an illegal move, a loss on time."""


def seconds_kept_waiting(process="self"):
    """By thread of a process: how long it was ready to run and no core was free for it."""
    waits = {}
    for path in glob.glob(f"/proc/{process}/task/*/schedstat"):
        with contextlib.suppress(OSError, ValueError), open(path, encoding="ascii") as file:
            waits[path] = int(file.read().split()[1]) / 1e9
    return waits


class Program:
    PATIENCE = 60.0  # seconds: an answer that takes longer is a hang, on any machine
    counts_time = True  # a side that oversteps its clock has lost; off where the machine is not ours alone

    def __init__(self, command):
        self.command = command
        self.transcript = ["$ " + " ".join(command)]
        self.buffer = b""
        self.heard_at = 0.0  # when it last said something
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
        )
        os.set_blocking(self.process.stdout.fileno(), False)
        os.set_blocking(self.process.stderr.fileno(), False)

    def send(self, line):
        self.transcript.append("> " + line)
        try:
            self.process.stdin.write(line.encode("utf-8", "surrogateescape") + b"\n")
            self.process.stdin.flush()
        except (BrokenPipeError, OSError):
            raise Fault(f"cannot be written to: {self.ending()}")

    def read_line(self, deadline=None):
        deadline = deadline or time.monotonic() + self.PATIENCE
        while b"\n" not in self.buffer:
            left = deadline - time.monotonic()
            if left <= 0:
                raise Fault("gives no answer")
            self.read_some(min(left, 1.0))
        line, self.buffer = self.buffer.split(b"\n", 1)
        text = line.decode("utf-8", "replace").rstrip("\r")
        self.transcript.append("< " + text)
        return text

    def read_some(self, seconds=0.1):
        """Takes in what it says within that time, on either output."""
        for pipe in select.select([self.process.stdout, self.process.stderr], [], [], seconds)[0]:
            chunk = pipe.read(65536)
            if pipe is self.process.stderr:
                if chunk:
                    self.transcript.append("! " + chunk.decode("utf-8", "replace").rstrip())
                else:
                    time.sleep(0.01)  # closed: the end of the program shows in the other
            elif chunk == b"":
                raise Fault(f"closed its output: {self.ending()}")
            elif chunk:
                self.heard_at = time.monotonic()
                self.buffer += chunk

    def waits(self):
        return {**seconds_kept_waiting(), **seconds_kept_waiting(self.process.pid)}

    def begin_thinking(self):
        self.asked_at, self.waits_before = time.monotonic(), self.waits()

    def thinking_time(self):
        """From begin_thinking() to what it said last, less what the machine made it or us wait for a core: of all threads,
        since the one that reads, the one that thinks and the one that answers wait for each other."""
        waited = sum(wait - self.waits_before.get(thread, 0) for thread, wait in self.waits().items())
        return max(0.0, self.heard_at - self.asked_at - waited)

    def overstepped(self, seconds):
        if self.counts_time and seconds > 0:
            raise Fault(f"loses on time, {seconds:.2f} s late")

    def ending(self):
        try:
            return f"it ended with code {self.process.wait(5)}"
        except subprocess.TimeoutExpired:
            return "it still runs"

    def leave(self, farewell="quit"):
        """Ends it as a person would; any code but 0 is a fault."""
        self.send(farewell)
        try:
            code = self.process.wait(self.PATIENCE)
        except subprocess.TimeoutExpired:
            raise Fault(f"does not leave after '{farewell}'")
        if code != 0:
            raise Fault(f"left with code {code} after '{farewell}'")

    def close(self):
        if self.process.poll() is None:
            try:
                os.killpg(self.process.pid, 9)
            except ProcessLookupError:
                pass
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                pipe.close()
            except OSError:
                pass


@contextlib.contextmanager
def programs():
    """A list for the programs of a pairing: a fault takes them along, and none outlives it."""
    sides = []
    try:
        yield sides
    except Fault as fault:
        fault.programs = sides
        raise
    finally:
        for side in sides:
            side.close()
