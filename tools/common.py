"""What the tools share: options with ranges, errors of one line, files that are written whole or not at all."""

import argparse
import os
import stat


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message):
        self.exit(2, f"{self.prog}: {message}\n")


def number(kind, least, most):
    """The type of an option for numbers of a kind from `least` to `most`."""

    def parse(text):
        try:
            value = kind(text)
        except ValueError:
            value = None
        if value is None or not least <= value <= most:
            name = "whole number" if kind is int else "number"
            raise argparse.ArgumentTypeError(f"'{text}' is no {name} from {least:g} to {most:g}")
        return value

    return parse


def fail_to_write(path, error):
    raise SystemExit(f"cannot write {path}: {error.strerror or error}") from None


def is_stream(path):
    """A device or a pipe, which must not be replaced by a file."""
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def check_writable(path):
    """Before long work: ends the program if write_safely() would end it for a reason that is there already."""
    named, path = path, os.path.realpath(path)
    try:
        if is_stream(path):
            return
        if os.path.isdir(path):
            raise IsADirectoryError(21, "that is a folder")
        part = f"{path}.{os.getpid()}.part"
        with open(part, "wb"):
            pass
        os.unlink(part)
    except OSError as error:
        fail_to_write(named, error)


def write_safely(path, content):
    """Bytes or text, written beside and renamed: a cut or a full disk never leaves half a file."""
    named, path = path, os.path.realpath(path)
    data = content if isinstance(content, bytes) else content.encode()
    part = path if is_stream(path) else f"{path}.{os.getpid()}.part"
    try:
        with open(part, "wb") as file:
            file.write(data)
            file.flush()
            if part != path:
                os.fsync(file.fileno())
        if part != path:
            os.replace(part, path)
    except OSError as error:
        if part != path and os.path.exists(part):
            os.unlink(part)
        fail_to_write(named, error)
