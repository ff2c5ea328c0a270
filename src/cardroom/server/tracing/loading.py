"""Loads traces when the operator's file wants them, and nothing of them otherwise."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from cardroom.errors import UsageError
from cardroom.server.config.options import Config

if TYPE_CHECKING:
    from cardroom.server.tracing.main import Traces

NEEDS_EXTRA = "[traces] needs the extra: install 'cardroom-poker[traces]'."


def load_traces(config: Config) -> "Traces | None":
    """What writes traces; None without an address to send them to."""
    if not config.traces.endpoint:
        return None
    try:
        from cardroom.server.tracing.main import Traces
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] != "opentelemetry":
            raise
        raise UsageError(NEEDS_EXTRA) from None
    return Traces()


@contextmanager
def traces_sent(config: Config) -> Iterator[None]:
    """Send traces while a room runs, if the operator's file wants them."""
    if load_traces(config) is None:
        yield
        return
    from cardroom.server.tracing.main import sending

    with sending(config.traces, config.cluster.name or "room"):
        yield
