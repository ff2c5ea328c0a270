"""A disk that loses its power: rebuilds from a record what may be left on it.

What was synced is certain. Of what was written since, every sector is there or not, each by itself,
so that writes are dropped, torn and reordered. A name is certain once its folder was synced.
"""

import random
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

SECTOR = 512
_HEAD = struct.Struct("=cIIQ")


class Operation(NamedTuple):
    """One thing that the process asked of the disk."""

    what: str
    path: str
    offset: int
    data: bytes


def recorded(file: Path) -> Iterator[Operation]:
    """The operations of a record, in their order."""
    content = file.read_bytes()
    place = 0
    while place < len(content):
        what, path_length, data_length, offset = _HEAD.unpack_from(content, place)
        place += _HEAD.size
        path = content[place : place + path_length].decode()
        place += path_length
        yield Operation(what.decode(), path, offset, content[place : place + data_length])
        place += data_length


class _File:
    """A file: what is certain of it, and what was asked since the last sync."""

    def __init__(self) -> None:
        self.certain = bytearray()
        self.since: list[Operation] = []
        self.name_is_certain = False

    def sync(self) -> None:
        for operation in self.since:
            _apply(self.certain, operation)
        self.since = []

    def after_power_loss(self, chance: random.Random, kept: float) -> bytes:
        """What may be found; every sector since the last sync is kept with a probability."""
        content = bytearray(self.certain)
        for operation in self.since:
            for part in _sectors(operation):
                if chance.random() < kept:
                    _apply(content, part)
        return bytes(content)


class Disk:
    """All files below a folder, as the operations so far have left them."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._files: dict[str, _File] = {}
        self._removed: dict[str, _File] = {}

    def take(self, operation: Operation) -> None:
        """Follow one operation."""
        path = operation.path
        if path == self._folder:
            if operation.what == "S":
                self._sync_names()
            return
        if operation.what == "U":
            if path in self._files:
                self._removed[path] = self._files.pop(path)
            return
        file = self._files.setdefault(path, _File())
        if operation.what == "S":
            file.sync()
        else:
            file.since.append(operation)

    def _sync_names(self) -> None:
        self._removed.clear()
        for file in self._files.values():
            file.name_is_certain = True

    def after_power_loss(self, chance: random.Random) -> dict[str, bytes]:
        """One of the states in which the disk may be found."""
        kept = chance.choice([0.0, 0.1, 0.5, 0.9, 1.0])
        left: dict[str, bytes] = {}
        for path, file in self._removed.items():
            if file.name_is_certain and chance.random() < 0.5:
                left[path] = file.after_power_loss(chance, kept)
        for path, file in self._files.items():
            if file.name_is_certain or chance.random() < 0.5:
                left[path] = file.after_power_loss(chance, kept)
        return {Path(path).name: content for path, content in left.items()}


def _sectors(operation: Operation) -> Iterator[Operation]:
    """A write as the sectors that it touches; a truncation as itself."""
    if operation.what == "T":
        yield operation
        return
    start, end = operation.offset, operation.offset + len(operation.data)
    while start < end:
        edge = min(end, (start // SECTOR + 1) * SECTOR)
        part = operation.data[start - operation.offset : edge - operation.offset]
        yield operation._replace(offset=start, data=part)
        start = edge


def _apply(content: bytearray, operation: Operation) -> None:
    if operation.what == "T":
        del content[operation.offset :]
        content.extend(bytes(operation.offset - len(content)))
        return
    missing = operation.offset - len(content)
    if missing > 0:
        content.extend(bytes(missing))
    content[operation.offset : operation.offset + len(operation.data)] = operation.data
