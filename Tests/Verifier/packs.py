#!/usr/bin/env python3
"""Reads the packs of a study as docs/decisions/0059-runs-in-packs.md describes them, without the program.

    python3 Tests/Verifier/packs.py FOLDER [ENDING]     # the ids of the records, and the names of their parts
"""

import hashlib
import pathlib
import re
import sys
import zlib

HEAD = re.compile(rb"@([0-9a-f]{16}) ([0-9a-f]{16}) ([0-9a-f]{16}) ([0-9a-f]{8}) ([0-9a-f]{8}) ([0-9a-f]{12})\n")


def contents(data: bytes) -> dict[str, bytes]:
    """The content of each whole record, by its id."""
    found = {}
    place = data.find(b"\n") + 1
    while head := HEAD.search(data, place):
        end = head.end() + int(head[6], 16) + 1
        # The check is over everything behind it.
        if end <= len(data) and hashlib.sha256(data[head.start() + 17:end]).hexdigest()[:16] == head[1].decode():
            found.setdefault(head[2].decode(), data[head.end():end - 1])
            place = end
        else:
            place = head.start() + 1
    return found


def parts(content: bytes) -> dict[str, bytes]:
    """The parts of a record's content, by name."""
    whole, found, place = zlib.decompress(content), {}, 0
    while place < len(whole):
        line = whole.index(b"\n", place)
        count, name = whole[place:line].split(b" ", 1)
        found[name.decode()] = whole[line + 1:line + 1 + int(count)]
        place = line + 1 + int(count)
    return found


def records(folder, ending: str = ".runs") -> dict[str, bytes]:
    """The content of each whole record in the packs of `folder`, by its id."""
    found = {}
    for path in sorted(pathlib.Path(folder).glob("*" + ending)):
        for name, content in contents(path.read_bytes()).items():
            found.setdefault(name, content)
    return found


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    for name, content in records(*sys.argv[1:3]).items():
        print(name, *parts(content))


if __name__ == "__main__":
    main()
