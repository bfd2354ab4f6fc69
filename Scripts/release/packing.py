"""Archives that are the same bytes whenever they are made, and the licence texts that must be in them."""

import csv
import datetime
import gzip
import hashlib
import io
import subprocess
import tarfile
import zipfile

from places import Fault

# What the program links or carries, as its folders in the wheel and its paragraphs in Debian's copyright file are called.
WHEEL_LICENCES = [
    "LICENSE", "NOTICES", "d3/copyright", "licences/Apache-2.0", "licences/GPL-3", "licences/swift/LICENSE.txt",
    *(f"licences/{name}/copyright" for name in ("bzip2", "expat", "gsl", "icu", "lemon", "libosmium", "openssl", "protozero", "zlib")),
]  # fmt: skip
DEBIAN_LICENCES = ["GPL-3.0-or-later", "libosmium", "LEMON", "protozero", "Swift", "Foundation", "Dispatch", "ICU", "UNICODE LICENSE V3"]
SOURCE_LICENCES = ["LICENSE", "Python/NOTICES", "debian/copyright"]


def source_archive(root, name, commit="HEAD"):
    """Return the bytes of the tracked files of `commit` as a `.tar.gz` whose folder is `name`.

    Names are sorted, owners are nobody's, and the only time is that of the commit.
    """
    command = ["git", "-c", "tar.umask=0022", "archive", "--format=tar", f"--prefix={name}/", commit]
    made = subprocess.run(command, cwd=root, capture_output=True)
    if made.returncode != 0:
        raise Fault(f"git archive: {made.stderr.decode(errors='replace').strip()}")
    packed = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", fileobj=packed, compresslevel=9, mtime=0) as stream:
        stream.write(made.stdout)
    return packed.getvalue()


def check_source(archive, name):
    """Fail unless the licences are in a source archive, and nothing in it leads out of its folder."""
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        names = set(tar.getnames())
    missing = [text for text in SOURCE_LICENCES if f"{name}/{text}" not in names]
    if missing:
        raise Fault(f"the source archive lacks {', '.join(missing)}")
    outside = sorted(member for member in names if member != name and not member.startswith(name + "/"))
    if outside:
        raise Fault(f"the source archive has `{outside[0]}` outside {name}/")


def normalised_wheel(wheel, epoch):
    """Return the bytes of `wheel` with sorted names, `epoch` as its only time and two kinds of permissions.

    Its `RECORD` is sorted too and stands last, as the format recommends.
    """
    # The format counts from 1980, in steps of two seconds.
    time = max(epoch, 315532800)
    date = datetime.datetime.fromtimestamp(time - time % 2, datetime.timezone.utc).timetuple()[:6]
    packed = io.BytesIO()
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new:
        records = [name for name in old.namelist() if name.endswith(".dist-info/RECORD")]
        if len(records) != 1:
            raise Fault(f"{wheel}: expected one RECORD, found {len(records)}")
        names = sorted(name for name in old.namelist() if not name.endswith("/") and name != records[0])
        for name in [*names, records[0]]:
            data = old.read(name)
            if name == records[0]:
                rows = sorted(csv.reader(io.StringIO(data.decode())))
                text = io.StringIO()
                csv.writer(text, lineterminator="\n").writerows(rows)
                data = text.getvalue().encode()
            entry = zipfile.ZipInfo(name, date)
            entry.create_system = 3
            runs = old.getinfo(name).external_attr >> 16 & 0o100
            entry.external_attr = (0o100755 if runs else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(entry, data)
    return packed.getvalue()


def check_wheel(wheel, version):
    """Fail unless the wheel has the licence of everything in it, and is of `version`."""
    with zipfile.ZipFile(io.BytesIO(wheel)) as archive:
        names = archive.namelist()
        metadata = next((name for name in names if name.endswith(".dist-info/METADATA")), None)
        lines = archive.read(metadata).decode().splitlines() if metadata else []
    missing = [text for text in WHEEL_LICENCES if f"detour/_program/{text}" not in names]
    if missing:
        raise Fault(f"the wheel lacks {', '.join(missing)}: install the packages of Debian that Scripts/setup.sh names")
    if f"Version: {version}" not in lines:
        raise Fault(f"the wheel is not of version {version}")


def check_deb(package, version):
    """Fail unless the Debian package names the licence of everything in it, and is of `version`."""
    field = subprocess.run(["dpkg-deb", "--field", package, "Version"], capture_output=True, text=True, check=True).stdout.strip()
    if field != version:
        raise Fault(f"{package}: it is of version {field}, expected {version}")
    data = subprocess.run(["dpkg-deb", "--fsys-tarfile", package], capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        text = tar.extractfile("./usr/share/doc/detour/copyright").read().decode()
    missing = [name for name in DEBIAN_LICENCES if name not in text]
    if missing:
        raise Fault(f"{package}: its copyright file does not name {', '.join(missing)}")


def checksums(folder):
    """Return the SHA-256 digests of the files of `folder`, sorted by name, as `sha256sum --check` reads them."""
    lines = []
    for path in sorted(folder.iterdir()):
        if path.name != "SHA256SUMS":
            lines.append(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n")
    return "".join(lines)
