"""An X server of our own (Xvfb): its picture, its keyboard and its pointer, for tools that watch the real window.

Keys and clicks are given by the server's own extension, without a program in between, and the picture is read where the server
keeps it.
"""

import ctypes
import mmap
import os
import struct
import subprocess
import time
from pathlib import Path


class ClientMessage(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int),
                ("display", ctypes.c_void_p), ("window", ctypes.c_ulong), ("message_type", ctypes.c_ulong),
                ("format", ctypes.c_int), ("data", ctypes.c_long * 5), ("rest", ctypes.c_long * 16)]


def library(name):
    try:
        return ctypes.CDLL(name)
    except OSError:
        raise SystemExit(f"{name} is missing: ./test installs it, with xdotool") from None


class Display:
    def __init__(self, folder, width, height):
        self.width, self.height = width, height
        self.x, self.test = library("libX11.so.6"), library("libXtst.so.6")
        self.x.XOpenDisplay.restype = ctypes.c_void_p
        self.x.XInternAtom.restype = ctypes.c_ulong
        self.x.XStringToKeysym.restype = ctypes.c_ulong
        read, write = os.pipe()
        try:
            self.server = subprocess.Popen(
                ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{width}x{height}x24", "-fbdir", folder, "-noreset",
                 "-nolisten", "tcp"], pass_fds=[write], stderr=subprocess.DEVNULL)
        except FileNotFoundError:
            raise SystemExit("Xvfb is missing: ./test installs it (package xvfb)") from None
        finally:
            os.close(write)
        with os.fdopen(read) as said:
            self.name = ":" + said.readline().strip()
        self.connection = ctypes.c_void_p(self.x.XOpenDisplay(self.name.encode()))
        if not self.connection:
            self.server.kill()
            raise SystemExit("Xvfb does not start")
        self.file = Path(folder) / "Xvfb_screen0"  # in the form of xwd
        with open(self.file, "rb") as file:
            self.picture = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
        header, self.line, colors = (struct.unpack_from(">I", self.picture, at)[0] for at in (0, 48, 76))
        self.begin = header + 12 * colors

    def row(self, y, width=None):
        """The pixels of a row, or as many of its first."""
        at = self.begin + y * self.line
        return self.picture[at:at + 4 * (width or self.width)]

    def pixels(self):
        return self.picture[self.begin:self.begin + self.height * self.line]

    def key(self, *names):
        """Presses one after the other, and lets go in the other order: b"Control_L", b"n"."""
        codes = []
        for name in names:
            symbol = ctypes.c_ulong(self.x.XStringToKeysym(name))
            codes.append(self.x.XKeysymToKeycode(self.connection, symbol) & 0xFF)
        for code, down in [(code, 1) for code in codes] + [(code, 0) for code in reversed(codes)]:
            self.test.XTestFakeKeyEvent(self.connection, code, down, ctypes.c_ulong(0))
        self.x.XFlush(self.connection)

    def point(self, x, y):
        self.test.XTestFakeMotionEvent(self.connection, -1, int(x), int(y), ctypes.c_ulong(0))
        self.x.XFlush(self.connection)

    def click(self, x, y):
        self.point(x, y)
        for down in (1, 0):
            self.test.XTestFakeButtonEvent(self.connection, 1, down, ctypes.c_ulong(0))
        self.x.XFlush(self.connection)

    def windows(self):
        """Those on the screen."""
        root, parent, count = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.c_uint()
        children = ctypes.POINTER(ctypes.c_ulong)()
        self.x.XQueryTree(self.connection, ctypes.c_ulong(self.x.XDefaultRootWindow(self.connection)), ctypes.byref(root),
                          ctypes.byref(parent), ctypes.byref(children), ctypes.byref(count))
        return [children[i] for i in range(count.value)]

    def focus(self, window):
        self.x.XSetInputFocus(self.connection, ctypes.c_ulong(window), 1, ctypes.c_ulong(0))
        self.x.XFlush(self.connection)

    def close(self, window):
        atom = lambda name: self.x.XInternAtom(self.connection, name, 0)
        event = ClientMessage(type=33, window=window, message_type=atom(b"WM_PROTOCOLS"), format=32)
        event.data[0] = atom(b"WM_DELETE_WINDOW")
        self.x.XSendEvent(self.connection, ctypes.c_ulong(window), 0, ctypes.c_long(0), ctypes.byref(event))
        self.x.XFlush(self.connection)

    def end(self):
        self.x.XCloseDisplay(self.connection)
        self.server.terminate()
        self.server.wait()


def comes_true(condition, patience, look):
    """Looks every `look` seconds whether the condition is true; false where it is not within `patience` seconds."""
    end = time.monotonic() + patience
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(look)
    return True
