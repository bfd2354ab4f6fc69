#!/usr/bin/env python3
"""A study of very many runs that nobody has carried out, and what the commands take that read it: docs/scale.md has the figures.

    python3 Scripts/research/synthetic_study.py PROGRAM FOLDER RUNS [WORKERS]

A study of a tiny scenario with a hundred points is made in FOLDER/study; two runs of each point are carried out. Their records
are written anew for all replications, in the packs of WORKERS workers (1), with figures that vary by a few per cent, and ids that are
digests. Then `progress`, `merge` and `analyse` are timed.
"""

import hashlib
import pathlib
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Tests/Verifier"))

from packs import parts, records  # noqa: E402

SCENARIO = """{
  name: "tiny", seed: 1, time: { duration_s: 600 },
  space: { kind: "plane", width_m: 5000, height_m: 5000 },
  supply: { kind: "synthetic", count: 20, od: { kind: "uniform", min_m: 1000 } },
  demand: { kind: "synthetic", count: 10, od: { kind: "uniform", min_m: 1000 } },
  matching: { radius_m: 1000 },
}
"""
VARY = ["--vary", "matching.radius_m=500:2000:10", "--vary", "matching.limits.max_detour_s=120:900:10"]
MASK = (1 << 64) - 1


def mixed(*words: int) -> int:
    """The check of an entry of an index."""
    value = 0x6465746F7572
    for word in words:
        value = ((value ^ word) * 0x9E3779B97F4A7C15) & MASK
        value ^= value >> 32
    return value


class Pack:
    """A pack and its index, written as the program writes them."""

    def __init__(self, path: pathlib.Path, head: bytes):
        self.pack, self.index = open(path, "wb"), open(f"{path}.index", "wb")
        self.pack.write(head + b"\n")
        self.offset = len(head) + 1

    def append(self, run: int, point: int, replication: int, when: int, content: bytes):
        checked = b" %016x %016x %08x %08x %012x\n%s\n" % (run, point, replication, when, len(content), content)
        check = hashlib.sha256(checked).hexdigest()[:16].encode()
        self.pack.write(b"@" + check + checked)
        words = (run, point, replication << 32 | when, self.offset, len(content))
        self.index.write(struct.pack("<6Q", *words, mixed(*words)))
        self.offset += 17 + len(checked)

    def close(self):
        self.pack.close()
        self.index.close()


def content(found: dict[str, bytes], run: str, replication: int, luck: random.Random) -> bytes:
    """The content of a run like another one, with figures that vary."""
    fields = found["row"].decode().split(",")
    old, fields[1], fields[3] = fields[1], run, str(replication)
    fields[4:-1] = [f"{float(text) * luck.uniform(0.95, 1.05):.6f}" if "." in text else text for text in fields[4:-1]]
    fields[-1] = hashlib.sha256(run.encode()).hexdigest()
    whole = b""
    for name, part in {**found, "row": ",".join(fields).encode()}.items():
        # The row has the id of its point, too, which is that of the point's first run.
        if name != "row":
            part = part.replace(old.encode(), run.encode())
        whole += b"%d %s\n%s" % (len(part), name.encode(), part)
    return zlib.compress(whole, 1)


def make(program: str, folder: pathlib.Path, runs: int, workers: int):
    (folder / "tiny.json5").write_text(SCENARIO)
    sweep = [program, "sweep", str(folder / "tiny.json5"), *VARY, "--quiet", "--runs-only", "--out", str(folder / "study")]
    subprocess.run([*sweep, "--replications", "2"], check=True)
    first = next((folder / "study/runs").glob("*.runs"))
    head = first.read_bytes().split(b"\n", 1)[0]
    models: dict[str, list[dict[str, bytes]]] = {}
    for one in records(folder / "study/runs").values():
        found = parts(one)
        models.setdefault(found["row"].decode().split(",")[0], []).append(found)
    shutil.rmtree(folder / "study")
    replications = runs // len(models)
    # The manifest of the whole study; the last shard of so many has no run.
    subprocess.run([*sweep, "--replications", str(replications), "--shard", f"{1 << 40}/{1 << 40}"], check=True)
    luck = random.Random(1)
    packs = [Pack(folder / f"study/runs/{worker:012x}-1.runs", head) for worker in range(workers)]
    now, count = int(time.time()), 0
    for replication in range(replications):
        for point, found in models.items():
            run = hashlib.sha256(f"{point} {replication}".encode()).hexdigest()[:16]
            packs[count % workers].append(
                int(run, 16), int(point, 16), replication, now - (runs - count) // 1000,
                content(luck.choice(found), run, replication, luck))
            count += 1
    for pack in packs:
        pack.close()


def measure(words: list[str]):
    """The seconds of the processor and of the clock, and the most megabytes in memory."""
    with tempfile.NamedTemporaryFile() as report:
        code = subprocess.run(["/usr/bin/env", "time", "-f", "%U %S %e %M", "-o", report.name, *words],
                              stdout=subprocess.DEVNULL, check=False).returncode
        user, system, wall, memory = re.findall(r"[0-9.]+", report.read().decode())[-4:]
    print(f"{words[1]:9} exit {code}: {float(user) + float(system):8.2f} s of the processor, {wall:>8} s, {int(memory) / 1024:5.0f} MB", flush=True)


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    program, folder, runs = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    study = folder / "study"
    if not study.exists():
        make(program, folder, runs, int(sys.argv[4]) if len(sys.argv) > 4 else 1)
    print(f"{sum(path.stat().st_size for path in (study / 'runs').iterdir()) / runs:.0f} bytes a run", flush=True)
    measure([program, "progress", str(study)])
    measure([program, "progress", str(study)])
    measure([program, "merge", str(study), "--out", str(folder / "merged"), "--quiet"])
    measure([program, "merge", str(study), "--quiet"])
    measure([program, "analyse", str(study)])


if __name__ == "__main__":
    main()
