"""One room at a time on an SQLite file: a lock that ends with its process, however that ends.

It lies on a hidden file beside the database, for SQLite has locks of its own on the database: an
audit, a backup and the other commands go on beside a room.
"""

import fcntl
import os
from pathlib import Path

from cardroom.errors import UsageError


class RoomLock:
    """The right to run a room on a database file, until it is released or the process ends."""

    def __init__(self, database: Path) -> None:
        real = database.resolve()
        # The file stays when the room ends: removing it would let two rooms lock two files.
        self._handle = _opened(real.with_name(f".{real.name}.lock"))
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            owner = os.pread(self._handle, 20, 0).decode(errors="replace").strip()
            os.close(self._handle)
            who = f" (process {owner})" if owner else ""
            raise UsageError(
                f"Another room{who} has the database {database} open: an SQLite file is for one"
                " room at a time."
            ) from None
        os.ftruncate(self._handle, 0)
        os.pwrite(self._handle, str(os.getpid()).encode(), 0)

    def release(self) -> None:
        """Let another room in; a second time does nothing."""
        if self._handle >= 0:
            os.ftruncate(self._handle, 0)
            os.close(self._handle)
            self._handle = -1


def _opened(path: Path) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise UsageError(f"The lock {path} cannot be opened: {error.strerror}.") from None
