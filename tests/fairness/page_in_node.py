"""The verifier of docs/verifier in Node: the same script as in the page, for many hands."""

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from tests.fairness.vectors import PAGE

SCRIPT = Path(__file__).with_suffix(".js")
Findings = list[dict[str, Any]]


class PageInNode:
    """Takes some files, and says later what it has found in each."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._in, self._out = process.stdin, process.stdout

    def ask(self, texts: Sequence[str]) -> None:
        """Give it files; it works on them while the caller does something else."""
        self._in.write(msgspec.json.encode(texts) + b"\n")
        self._in.flush()

    def answer(self) -> list[Findings]:
        """What is found in the files that it was given."""
        line = self._out.readline()
        assert line, "the verifier has ended"
        found: list[Findings] = msgspec.json.decode(line)
        return found


@contextmanager
def page_in_node() -> Iterator[PageInNode]:
    """A process of its own."""
    words = ["node", str(SCRIPT), str(PAGE)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        yield PageInNode(process)
