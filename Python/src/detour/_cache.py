"""Files that runs go by and that nobody named: they stand in the user's cache, by their content."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path


def kept(kind: str, name: str, suffix: str, text: str) -> Path:
    """Return the file that holds `text`, which is written where it is not there yet.

    Its name has a digest of the content, so that one that a run goes by is never changed under it, and the same
    content is the same file.
    """
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(base) / "detour" / kind
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{name}-{hashlib.sha256(text.encode()).hexdigest()[:16]}{suffix}"
    if not file.exists():
        half = file.with_suffix(f".{os.getpid()}")
        half.write_bytes(text.encode())
        half.replace(file)
    return file
