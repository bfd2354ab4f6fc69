"""A Slurm cluster of two nodes on this machine, for a test: its daemons, ports, keys and logs live in one folder.

    with Cluster(folder) as cluster:
        cluster.call("sbatch", "--wrap", "hostname")

Nothing of the machine's own set-up is used or changed: no systemd, no cgroups, no name service, no accounting.
"""

import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import time

PROGRAMS = ["munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol", "scancel", "sinfo"]

SETTINGS = """\
ClusterName=detour-test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={socket},cred_expire=5
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool.%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
MpiDefault=none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/backfill
SchedulerParameters=bf_interval=1,bf_resolution=1,sched_interval=1,batch_sched_delay=0,sched_min_interval=0
JobRequeue=1
ReturnToService=2
KillWait=2
MinJobAge=300
SlurmctldTimeout=10
SlurmdTimeout=20
InactiveLimit=0
CompleteWait=0
MailProg=/bin/true
SlurmdParameters=config_overrides
NodeName=n[1-2] NodeHostname={host} NodeAddr=127.0.0.1 Port=[{first}-{last}] CPUs=2 RealMemory=1000 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


class Missing(Exception):
    """Something that the cluster needs is not there."""


class Cluster:
    """Starts the daemons on entering and ends every one of them on leaving."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.daemons = []
        self.environment = dict(os.environ, SLURM_CONF=str(self.folder / "slurm.conf"))
        for name in list(self.environment):
            if name.startswith(("SBATCH_", "SQUEUE_", "SLURM_")) and name != "SLURM_CONF":
                del self.environment[name]
        self.environment["PATH"] = self.environment.get("PATH", "") + ":/usr/sbin:/usr/bin"

    def __enter__(self):
        for name in PROGRAMS:
            if shutil.which(name, path=self.environment["PATH"]) is None:
                raise Missing(f"{name} is not installed (Debian: apt-get install slurmctld slurmd slurm-client munge)")
        if os.geteuid() != 0:
            raise Missing("the daemons of Slurm are started as root")
        try:
            self.start()
        except AssertionError as error:
            self.stop()
            raise Missing(f"the daemons of Slurm do not start: {error}") from error
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    def start(self):
        # Munge refuses a socket in a folder that others may write to.
        self.folder.chmod(0o755)
        (self.folder / "state").mkdir()
        key = self.folder / "munge.key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o400)
        socket_path = self.folder / "munge.socket"
        self.daemon("munged", "--foreground", "--force", f"--socket={socket_path}", f"--key-file={key}",
                    f"--pid-file={self.folder}/munged.pid", f"--log-file={self.folder}/munged.log",
                    f"--seed-file={self.folder}/munged.seed", "--num-threads=2")
        self.wait("munged does not listen", socket_path.exists)
        control, first, last = free_ports()
        (self.folder / "slurm.conf").write_text(SETTINGS.format(
            folder=self.folder, host=socket.gethostname().split(".")[0], port=control, socket=socket_path,
            first=first, last=last), encoding="utf-8")
        self.daemon("slurmctld", "-D", "-c")
        for node in ["n1", "n2"]:
            self.daemon("slurmd", "-D", "-N", node)
        self.wait("the nodes do not become idle",
                  lambda: self.call("sinfo", "-h", "-N", "-o", "%T", check=False).split() == ["idle", "idle"])

    def lose(self, node):
        """Kills the daemon of a node; what runs there is left to the caller."""
        daemon = next(one for one in self.daemons if one.args[-1] == node)
        self.daemons.remove(daemon)
        daemon.kill()
        daemon.wait()

    def find(self, node):
        """Starts the daemon of a lost node again."""
        self.daemon("slurmd", "-D", "-N", node)
        self.wait(f"node {node} does not come back",
                  lambda: self.call("sinfo", "-h", "-N", "-n", node, "-o", "%T", check=False).strip() == "idle")

    def daemon(self, *words):
        log = open(self.folder / f"{words[0]}.{len(self.daemons)}.out", "wb")
        self.daemons.append(subprocess.Popen(
            words, env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True))
        log.close()

    def stop(self):
        """Ends the jobs, then the daemons, the last one started first."""
        if (self.folder / "slurm.conf").exists() and len(self.daemons) > 1:
            self.call("scancel", "--user=root", check=False)
            try:
                self.wait("jobs do not end", lambda: self.call("squeue", "-h", check=False) == "", seconds=10)
            except AssertionError as error:
                print(error)
        for daemon in reversed(self.daemons):
            for number, seconds in [(signal.SIGTERM, 5), (signal.SIGKILL, 5)]:
                if daemon.poll() is None:
                    daemon.send_signal(number)
                    try:
                        daemon.wait(seconds)
                    except subprocess.TimeoutExpired:
                        pass
        self.daemons = []
        # Each job has a process of Slurm's own that outlives the node's daemon.
        for process in self.steps():
            os.kill(process, signal.SIGKILL)

    def steps(self):
        """The processes of the folder's jobs, by the settings that they were started with."""
        found = []
        wanted = f"SLURM_CONF={self.folder}/slurm.conf".encode()
        for entry in pathlib.Path("/proc").iterdir():
            if not entry.name.isdigit() or int(entry.name) == os.getpid():
                continue
            try:
                if wanted in (entry / "environ").read_bytes().split(b"\0"):
                    found.append(int(entry.name))
            except OSError:
                pass
        return found

    def call(self, *words, check=True, **options):
        """What the command printed."""
        done = subprocess.run(words, env=self.environment, capture_output=True, text=True, timeout=30, **options)
        if check and done.returncode != 0:
            raise AssertionError(f"{' '.join(words)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout

    def wait(self, complaint, condition, seconds=60):
        """Asks until `condition` holds; fails with `complaint`, and what the daemons said, where it does not."""
        deadline = time.monotonic() + seconds
        while not condition():
            ended = [d.args[0] for d in self.daemons if d.poll() is not None]
            if ended or time.monotonic() > deadline:
                raise AssertionError(f"{complaint} ({', '.join(ended) or 'nothing'} ended)\n{self.logs()}")
            time.sleep(0.05)

    def logs(self):
        """The last lines of every log."""
        parts = []
        for path in sorted([*self.folder.glob("*.log"), *self.folder.glob("*.out")]):
            lines = path.read_text(encoding="utf-8", errors="replace").splitlines()[-12:]
            parts += [f"-- {path.name}", *lines]
        return "\n".join(parts)


def free_ports():
    """A port, and the two ends of a row of two, that nobody listens on."""
    for _ in range(100):
        base = random.randrange(20000, 30000)
        held = []
        try:
            for port in range(base, base + 3):
                held.append(socket.create_server(("127.0.0.1", port)))
            return base, base + 1, base + 2
        except OSError:
            continue
        finally:
            for one in held:
                one.close()
    raise AssertionError("no free ports")
