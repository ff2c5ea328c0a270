"""The packaged examples: one definition per format, to be played or copied."""

from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from cardroom.tournament.definition import Definition
from cardroom.tournament.definition_file import read_definition

FORMATS = (
    "freezeout",
    "omaha",
    "sit-and-go-5",
    "sit-and-go-2",
    "satellite",
    "satellite-tier",
    "freeroll",
    "guaranteed",
    "multi-buy-in",
    "rebuy",
    "reentry",
    "bounty",
    "progressive",
    "vip",
    "phased",
    "hexapro",
    "highroller",
    "extreme",
)


def example(name: str, changes: Mapping[str, Any]) -> Definition:
    """The packaged example of a format, with some keys of its file changed."""
    file = files("cardroom.tournament") / "formats" / f"{name}.toml"
    return read_definition(file.read_text(encoding="utf-8"), file.name, changes=changes)
