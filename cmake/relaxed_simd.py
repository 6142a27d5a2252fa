#!/usr/bin/env python3
"""Puts i32x4.relaxed_dot_i8x16_i7x16_add_s in the place of every call of relaxed_dot_add.

Debian's compiler does not know the instruction. A call of a function that takes three vectors and gives one leaves the
stack exactly as the instruction does, and both are written in as many bytes: the linker writes the number of a function
in five bytes after the byte of the call. It also tells where each of them stands (--emit-relocs), so that nothing is
guessed. What is left out is only for linkers. usage: relaxed_simd.py LINKED.wasm OUT.inc
"""
import sys

NAME = b"relaxed_dot_add"
INSTRUCTION = bytes([0xFD, 0x93, 0x02])  # 0x113
NOP, CALL = 0x01, 0x10
CUSTOM, IMPORT, CODE, DATA = 0, 2, 10, 11
FUNCTION_INDEX_LEB = 0


class Reader:
    def __init__(self, data, at=0):
        self.data, self.at = data, at

    def number(self):
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def text(self):
        length = self.number()
        self.at += length
        return self.data[self.at - length:self.at]


def sections(data):
    """(kind, start, end of the content, start of the whole section)"""
    reader = Reader(data, 8)
    while reader.at < len(data):
        start = reader.at
        kind = reader.number()
        size = reader.number()
        yield kind, reader.at, reader.at + size, start
        reader.at += size


def function_to_replace(data, start):
    """Its number among the imported functions."""
    reader, function = Reader(data, start), 0
    for _ in range(reader.number()):
        reader.text()
        name, kind = reader.text(), reader.number()
        if kind == 0:
            reader.number()
            if name == NAME:
                return function
            function += 1
        elif kind == 2:  # a memory
            if reader.number() & 1:
                reader.number()
            reader.number()
        else:
            sys.exit("an import that is neither a function nor the memory")
    sys.exit("nothing calls relaxed_dot_add")


def main(source, target):
    data = bytearray(open(source, "rb").read())
    parts = list(sections(data))
    places = {kind: start for kind, start, _, _ in parts if kind != CUSTOM}
    if DATA in places:
        sys.exit("the module must hold no data: it would lie on the program's")
    function = function_to_replace(data, places[IMPORT])
    replaced = 0
    for kind, start, end, _ in parts:
        if kind != CUSTOM:
            continue
        reader = Reader(data, start)
        if reader.text() != b"reloc.CODE":
            continue
        reader.number()  # the section they are for
        for _ in range(reader.number()):
            relocation, offset = reader.number(), reader.number()
            reader.number()
            if relocation in (3, 4, 5, 8, 9, 11, 14, 15, 16, 17, 22):  # with an addend
                reader.number()
            at = places[CODE] + offset
            if relocation != FUNCTION_INDEX_LEB or Reader(data, at).number() != function:
                continue
            if data[at - 1] != CALL or Reader(data, at).number() != function:
                sys.exit("not a call")
            data[at - 1:at + 5] = INSTRUCTION + bytes([NOP] * 3)
            replaced += 1
    if replaced == 0:
        sys.exit("no call was replaced")
    out = bytes(data[:8])
    for kind, _, end, whole in parts:
        if kind != CUSTOM:
            out += data[whole:end]
    with open(target, "w", encoding="ascii") as file:
        file.write(",".join(map(str, out)) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
