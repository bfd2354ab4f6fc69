#!/usr/bin/env python3
"""Studies on a real Slurm cluster of two nodes, which is started for the test and ended after it.

    python3 Tests/Cluster/test_slurm.py PROGRAM

Exit codes: 0 all holds, 1 something does not, 77 the cluster cannot be started here.
"""

import contextlib
import json
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Verifier"))

from packs import parts, records  # noqa: E402
from slurm_cluster import Cluster, Missing  # noqa: E402

SCENARIO = """\
{
  name: "small",
  time: { duration_s: 3600 },
  space: { kind: "plane", width_m: 6000, height_m: 6000 },
  supply: { kind: "synthetic", count: 60, od: { kind: "uniform", min_m: 2000 } },
  demand: { kind: "synthetic", count: 30, od: { kind: "uniform", min_m: 1000 } },
}
"""
TABLES = ["manifest.json", "runs.csv", "summary.csv"]


class House:
    """The program in a folder of its own, with the cluster to submit to."""

    def __init__(self, program, folder, cluster):
        self.program, self.folder, self.cluster = program, folder, cluster

    def call(self, *words, code=0):
        done = subprocess.run([self.program, *words], cwd=self.folder, env=self.cluster.environment,
                              capture_output=True, text=True, timeout=120)
        check(done.returncode == code, f"detour {' '.join(words)}: exit code {done.returncode}, not {code}\n"
              f"{done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def replications(self, sweep):
        """The number of replications for which `sweep` takes about five seconds of processor time.

        Elapsed time would give too few on a busy machine: the study would end before the test can stop its shards.
        """
        start = processor_time_of_children()
        self.call(*sweep, "--replications", "10", "--jobs", "1", "--out", f"pace-{start}", "--quiet")
        return str(max(20, min(4000, int(10 * 5 / (processor_time_of_children() - start)))))

    def status(self, study):
        return json.loads(self.call("progress", study, "--json"))

    def job(self, number):
        """What Slurm says of a job, a dictionary for each task."""
        text = self.cluster.call("scontrol", "-o", "show", "job", str(number))
        return [dict(word.split("=", 1) for word in line.split() if "=" in word) for line in text.splitlines()]

    def jobs(self, study):
        return json.loads((self.folder / study / "slurm/jobs.json").read_text(encoding="utf-8"))

    def wait_for_end(self, study, state):
        """Waits until the merge has ended, and holds its state to be `state`."""
        merge = self.jobs(study)["merge_job"]
        ends = ["COMPLETED", "FAILED", "CANCELLED", "TIMEOUT", "NODE_FAIL"]
        self.cluster.wait(f"{study} is not merged:\n{self.cluster.call('squeue', '-r', check=False)}",
                          lambda: self.job(merge)[0]["JobState"] in ends, seconds=120)
        log = self.folder / study / "slurm/logs/merge.log"
        found = self.job(merge)[0]["JobState"]
        check(found == state, f"the merge of {study} is {found}, not {state}\n{text(log)}\n{self.logs(study)}")
        return text(log)

    def logs(self, study):
        return "\n".join(text(path) for path in sorted((self.folder / study / "slurm/logs").glob("*.log")))


def processor_time_of_children():
    """The processor time of ended child processes, in seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def check(holds, sentence):
    if not holds:
        raise AssertionError(sentence)


def text(path):
    return path.read_text(encoding="utf-8") if path.exists() else f"(no {path})"


def same(house, study, whole):
    """Holds the tables and every run of `study` to be those of `whole`, byte for byte."""
    one, other = house.folder / study, house.folder / whole
    for name in TABLES:
        check((one / name).read_bytes() == (other / name).read_bytes(), f"{study}/{name} differs from {whole}/{name}")
    runs, others = records(one / "runs"), records(other / "runs")
    check(runs.keys() == others.keys(), f"{study} holds other runs")
    for name, content in runs.items():
        own, expected = parts(content), parts(others[name])
        del own["performance"], expected["performance"]
        check(own == expected, f"run {name} differs")
    # Two processes have worked in it: the merge, and the submission that gathers what an earlier one has left.
    files = [path for path in one.rglob("*") if path.is_file() and "logs" not in path.parts]
    check(len(files) <= 20, f"{study} has {len(files)} files: {files}")


def begun_shards(house, study):
    """The processes that carry out shards, by their numbers."""
    found = {}
    for process in house.cluster.steps():
        try:
            words = pathlib.Path(f"/proc/{process}/cmdline").read_bytes().decode().split("\0")
        except OSError:
            continue
        if words[0] == house.program and "--shard" in words and f"{house.folder}/{study}/" in " ".join(words):
            found[int(words[words.index("--shard") + 1].split("/")[0])] = process
    return found


def hold(house, study, shards):
    """Stops the processes of `shards` in the midst of their work, each as soon as it has finished some runs; answers them by shard."""
    held = {}

    def are_held():
        for shard, process in begun_shards(house, study).items():
            if shard in shards and shard not in held and finished(house, study, shard) > 1:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGSTOP)
                    held[shard] = process
        return len(held) == len(shards)

    house.cluster.wait(f"of the shards {shards} some finish no run, or have ended already: the study is too short", are_held)
    return held


def finished(house, study, shard):
    indexes = (house.folder / study / f"slurm/shards/{shard}/runs").glob("*.index")
    return sum(path.stat().st_size for path in indexes) // 48


def a_study_survives_kills_requeues_its_time_and_a_drained_node(house):
    sweep = ["sweep", "the scenario.json5", "--vary", "matching.radius_m=500:2000:4", "--vary",
             "matching.policy=two_circles,first", "--set", "name=small's \"own\" $name"]
    replications = house.replications(sweep)
    runs = 8 * int(replications)
    sweep += ["--replications", replications]
    house.call(*sweep, "--out", "whole", "--quiet")
    study = "a study's folder, 100%"
    submit = [*sweep, "--out", study, "--slurm", "4", "--slurm-option", "--time=10 --comment='two words'"]
    said = house.call(*submit)
    check("submitted    4 shards as job" in said, said)
    again = house.call(*submit)
    check("under way" in again and "nothing was submitted" in again, again)
    array = house.jobs(study)["array_job"]

    # All three in the midst of their work, so that none ends before its turn comes.
    at_work = hold(house, study, [1, 2, 3])
    # One is killed: its script puts it back into the queue.
    os.kill(at_work[1], signal.SIGKILL)
    # Slurm itself takes another one back, as it does when a job of more weight needs the node.
    house.cluster.call("scontrol", "requeue", f"{array}_2")
    # The time of the third is nearly up.
    house.cluster.call("scancel", "--batch", "--signal=USR1", f"{array}_3")
    # A node is to be repaired: it takes no further work until it is back.
    house.cluster.call("scontrol", "update", "nodename=n2", "state=drain", "reason=test")
    status = house.status(study)
    check(status["total"] == runs and 0 < status["finished"] < runs, f"{status}")
    check(len(status["shards"]) == 4 and sum(s["total"] for s in status["shards"]) == runs, f"{status}")
    check({s["state"] for s in status["shards"]} & {"running", "waiting"}, f"{status}")
    # It stood still until here, so that the study was surely under way.
    os.kill(at_work[3], signal.SIGCONT)
    house.cluster.wait("node n2 does not drain", lambda: "DRAIN" in house.cluster.call(
        "sinfo", "-h", "-N", "-n", "n2", "-o", "%T").upper())
    house.cluster.call("scontrol", "update", "nodename=n2", "state=resume")

    said = house.wait_for_end(study, "COMPLETED")
    check(f"{runs} runs" in said, said)
    same(house, study, "whole")
    check("shard 1 goes on later (exit code 137)" in text(house.folder / study / "slurm/logs/shard-1.log"),
          house.logs(study))
    check("shard 3 goes on later (its time is up, " in text(house.folder / study / "slurm/logs/shard-3.log"),
          house.logs(study))
    for shard in [1, 2, 3]:
        check("start 2" in text(house.folder / study / f"slurm/logs/shard-{shard}.log"), house.logs(study))
    check(not (house.folder / study / "slurm/shards").exists(), "the folders of the shards are still there")
    status = house.status(study)
    check(status["complete"] and status["merge_state"] is None, f"{status}")
    said = house.call(*submit)
    check("no run is missing" in said, said)

    # More replications: what is there is taken over, with another number of shards.
    more = [*sweep[:-1], str(int(replications) + 5)]
    house.call(*more, "--out", "more", "--quiet")
    before = records(house.folder / study / "runs")
    house.call(*more, "--out", study, "--slurm", "3")
    house.wait_for_end(study, "COMPLETED")
    same(house, study, "more")
    # Their computing times would differ.
    after = records(house.folder / study / "runs")
    check(all(after[name] == content for name, content in before.items()), "finished runs were carried out again")


def parent(process):
    """The process that started another one."""
    return int(pathlib.Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()[1])


def a_study_goes_on_without_a_node_that_is_lost(house):
    sweep = ["sweep", "the scenario.json5", "--vary", "matching.radius_m=500:2000:4"]
    sweep += ["--replications", house.replications(sweep)]
    house.call(*sweep, "--out", "undisturbed", "--quiet")
    house.call(*sweep, "--out", "lost", "--slurm", "4")
    at_work = hold(house, "lost", [1, 2, 3, 4])
    nodes = {}
    for shard, process in at_work.items():
        words = pathlib.Path(f"/proc/{process}/environ").read_bytes().split(b"\0")
        nodes[shard] = next(word.split(b"=")[1].decode() for word in words if word.startswith(b"SLURMD_NODENAME="))
    told = {shard: records(house.folder / f"lost/slurm/shards/{shard}/runs") for shard in at_work}
    # Everything on one node ends at once: its daemon, its scripts, and the programs that they have started.
    gone = nodes[1]
    house.cluster.lose(gone)
    for shard, process in at_work.items():
        if nodes[shard] == gone:
            script = parent(process)
            for one in [parent(script), script, process]:
                os.kill(one, signal.SIGKILL)
    house.cluster.wait(f"node {gone} is not missed", lambda: house.cluster.call(
        "sinfo", "-h", "-N", "-n", gone, "-o", "%T").upper().startswith("DOWN"))
    for shard, found in told.items():
        now = records(house.folder / f"lost/slurm/shards/{shard}/runs")
        check(all(now.get(run) == content for run, content in found.items()), f"shard {shard} has lost a finished run")
    for shard, process in at_work.items():
        if nodes[shard] != gone:
            os.kill(process, signal.SIGCONT)
    house.wait_for_end("lost", "COMPLETED")
    same(house, "lost", "undisturbed")
    check("start 2" in text(house.folder / "lost/slurm/logs/shard-1.log"), house.logs("lost"))
    house.cluster.find(gone)


def a_shard_that_fails_is_named(house):
    (house.folder / "town.json5").write_text(SCENARIO, encoding="utf-8")
    sweep = ["sweep", "town.json5", "--replications", "6", "--out", "failing", "--slurm", "2"]
    # The script looks into the file when the job starts, which waits until it is gone.
    for node in ["n1", "n2"]:
        house.cluster.call("scontrol", "update", f"nodename={node}", "state=drain", "reason=test")
    house.call(*sweep)
    status = house.status("failing")
    check([s["state"] for s in status["shards"]] == ["waiting"] * 2 and status["merge_state"] == "PENDING", f"{status}")
    (house.folder / "town.json5").rename(house.folder / "moved.json5")
    for node in ["n1", "n2"]:
        house.cluster.call("scontrol", "update", f"nodename={node}", "state=resume")
    said = house.wait_for_end("failing", "FAILED")
    check("6 runs are missing" in said and "shard 2 with exit code 65: see " in said, said)
    status = house.status("failing")
    check([s["exit_code"] for s in status["shards"]] == [65, 65], f"{status}")
    log = text(house.folder / status["shards"][0]["log"])
    check("town.json5" in log and "failed with exit code 65" in log, log)
    (house.folder / "moved.json5").rename(house.folder / "town.json5")
    house.call(*sweep)
    house.wait_for_end("failing", "COMPLETED")
    check(house.status("failing")["complete"], "the study is not whole")


def what_slurm_refuses_is_told(house):
    said = house.call("sweep", "the scenario.json5", "--out", "refused", "--slurm", "2", "--slurm-option",
                      "--partition=nowhere", code=1)
    check("Slurm refused the study" in said and "invalid partition" in said, said)
    check(not (house.folder / "refused/slurm/jobs.json").exists(), "jobs are noted that are not there")


TESTS = [a_study_survives_kills_requeues_its_time_and_a_drained_node, a_study_goes_on_without_a_node_that_is_lost,
         a_shard_that_fails_is_named, what_slurm_refuses_is_told]


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    # Munge refuses a path that others may change.
    with tempfile.TemporaryDirectory(prefix="detour-slurm-", dir="/tmp") as folder, \
            tempfile.TemporaryDirectory(prefix="detour-study-") as work:
        try:
            with Cluster(folder) as cluster:
                house = House(os.path.realpath(sys.argv[1]), pathlib.Path(work), cluster)
                (house.folder / "the scenario.json5").write_text(SCENARIO, encoding="utf-8")
                for test in TESTS:
                    start = time.monotonic()
                    test(house)
                    print(f"{test.__name__}: held, {time.monotonic() - start:.1f} s", flush=True)
        except Missing as reason:
            print(reason, file=sys.stderr)
            return 77
        except AssertionError as fault:
            print(fault, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
