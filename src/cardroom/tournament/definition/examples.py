"""The packaged examples: one definition per format, to be played or copied."""

from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from cardroom.tournament.definition import Definition
from cardroom.tournament.definition.file import Editions, published, read_definition

FORMATS = (
    "freezeout",
    "hand-for-hand",
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
    "vip-ticket",
    "phased",
    "hexapro",
    "highroller",
    "extreme",
)
"""The names of the packaged examples."""


def definition_of(
    name: str, changes: Mapping[str, Any], editions: Editions = published
) -> Definition:
    """The packaged example of a format, with some keys of its file changed."""
    return read_definition(text_of(name), f"{name}.toml", changes=changes, editions=editions)


def text_of(name: str) -> str:
    """The file of a packaged example."""
    file = files("cardroom.tournament") / "formats" / f"{name}.toml"
    return file.read_text(encoding="utf-8")


def target_of(definition: Definition, editions: Editions = published) -> Definition | None:
    """A freezeout for the winners of a satellite, at the price of their seats (TYP-04)."""
    satellite = definition.satellite
    if satellite is None:
        return None
    changes = {
        "edition": definition.edition,
        "currency": definition.currency,
        "price_cents": satellite.seat_price_cents,
        "ticket_word": satellite.target,
    }
    return definition_of("freezeout", changes, editions)
