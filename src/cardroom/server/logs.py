"""Logs as JSON, one object a line. What an exception says is left out: it could hold a secret."""

import logging
import traceback
from typing import Any

import msgspec

FIELDS = ("request", "method", "path", "status", "took_ms", "address", "player", "reason")
"""What may be added to a log line; nothing else gets in."""


class JsonFormatter(logging.Formatter):
    """Writes a record as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "ts": round(record.created * 1000),
            "level": record.levelname.lower(),
            "logger": record.name,
            "said": record.getMessage(),
        }
        line |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if record.exc_info and record.exc_info[0] is not None:
            line["exception"] = record.exc_info[0].__name__
            frames = traceback.extract_tb(record.exc_info[2])
            line["at"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
        return msgspec.json.encode(line).decode()


def log_as_json(level: str = "INFO") -> None:
    """Send all logs of this process to standard error, as JSON."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=level, handlers=[handler], force=True)
