"""Passwords are kept as argon2id hashes, made in a bounded pool beside the event loop."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from cardroom.errors import AccessRefused
from cardroom.room.net import Net
from cardroom.server.limits import HASHING_WAITING_MAX, HASHING_WORKERS

MEMORY_KIB = 19 * 1024
ROUNDS = 2
LANES = 1
NOBODY = (
    "$argon2id$v=19$m=19456,t=2,p=1$"
    "Rp0ISJen//C3PkqoMFjVCg$dXSjwzhQIUrrxHxC+gDhyUs1AZVGc9tkTY8rxdQgNi4"
)
"""The hash of a forgotten password, verified where there is no account: it takes as long."""

T = TypeVar("T")


class Passwords:
    """Makes and verifies hashes; when too many wait, the next is asked to come again."""

    def __init__(
        self, workers: int = HASHING_WORKERS, waiting_max: int = HASHING_WAITING_MAX
    ) -> None:
        self._hasher = PasswordHasher(time_cost=ROUNDS, memory_cost=MEMORY_KIB, parallelism=LANES)
        # argon2 lets go of the interpreter's lock while it works, so threads are enough.
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="passwords")
        self._busy_max = workers + waiting_max
        self._busy = 0

    @property
    def busy(self) -> int:
        """How many hashes are made or waited for."""
        return self._busy

    async def hash(self, password: str) -> str:
        """The hash to be kept for a password."""
        return await self._run(lambda: self._hasher.hash(password))

    async def verify(self, password: str, kept: str | None) -> bool:
        """Whether a password is the right one; for nobody's hash it takes as long to say no."""
        return await self._run(lambda: self._is_right(password, kept or NOBODY)) and (
            kept is not None
        )

    def is_outdated(self, kept: str) -> bool:
        """Whether a hash was made with weaker parameters than today's."""
        return self._hasher.check_needs_rehash(kept)

    def close(self) -> None:
        """Let the threads go, without waiting for what nobody waits for any more."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _is_right(self, password: str, kept: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except (VerificationError, InvalidHashError):
            return False

    async def _run(self, work: Callable[[], T]) -> T:
        if self._busy >= self._busy_max:
            raise AccessRefused(Net.BUSY, "try_again_later")
        self._busy += 1
        future = asyncio.get_running_loop().run_in_executor(self._pool, work)
        # Counted down when the work ends, and not when somebody stops waiting for it.
        future.add_done_callback(self._done)
        return await asyncio.shield(future)

    def _done(self, future: asyncio.Future[T]) -> None:
        self._busy -= 1
        if not future.cancelled():
            future.exception()
