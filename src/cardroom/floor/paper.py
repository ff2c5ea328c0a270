"""What a live tournament is played by, as it is stored: rules with every switch, and its terms.

A later release reads it too: a switch that the paper does not know is as the published rules say.
"""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from cardroom.errors import FloorRefused
from cardroom.floor.floor import Floor
from cardroom.floor.log import LogEntry
from cardroom.floor.terms import FloorTerms, Level
from cardroom.floor.verifying_terms import verify_terms
from cardroom.rulebook import EDITIONS, Edition, edition, house_rules
from cardroom.rulebook.source import Source
from cardroom.rulebook.tournament import TournamentRules
from cardroom.struct_errors import struct_error
from cardroom.tournament.definition.file import ONLINE
from cardroom.tournament.stored_terms import renewed

LIVE = next(name for name in EDITIONS if name not in ONLINE)
NAME_MAX = 100
Currency = Annotated[str, msgspec.Meta(pattern=r"^([A-Z]{3})?\Z")]
"""Three letters; empty: the currency of the room."""


class FloorPaper(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of the table, those of prizes and settlements, and what management fixed."""

    edition: Edition
    online: TournamentRules
    terms: FloorTerms


def make_paper(terms: FloorTerms, online: TournamentRules, house: str = "") -> FloorPaper:
    """The paper of a new tournament; `house` are house rules on the live edition, as TOML.

    Terms that cannot be played are refused, and so are house rules without a live part.
    """
    rules = house_rules(house, "house rules") if house.strip() else edition(LIVE)
    if rules.live is None:
        raise FloorRefused("LIVE-1", "house_rules_are_not_live", {"inherits": rules.inherits})
    verify_terms(rules.live, terms)
    return FloorPaper(edition=rules, online=online, terms=terms)


def encode_paper(paper: FloorPaper) -> bytes:
    """Write a paper as JSON."""
    return msgspec.json.encode(paper)


def decode_paper(stored: bytes) -> FloorPaper:
    """Read what `encode_paper` wrote, in this release or before."""
    data = msgspec.json.decode(stored, type=dict[str, Any])
    today = {"edition": edition(LIVE), "online": edition(ONLINE[-1]).tournament}
    for part, rules in today.items():
        data[part] = renewed(data[part], msgspec.to_builtins(rules))
    return msgspec.convert(data, FloorPaper, str_keys=True)


def open_floor(paper: FloorPaper, log: Sequence[LogEntry] = ()) -> Floor:
    """The floor of a paper, with what its log says."""
    return Floor(paper.edition, paper.terms, log, paper.online)


class FloorFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A live tournament as a TOML file."""

    name: str
    tournament: FloorTerms
    currency: Currency = ""


def floor_file(name: str, terms: FloorTerms) -> str:
    """A live tournament as a TOML file that `read_floor_file` reads; what is usual is left out."""
    plain = msgspec.to_builtins(terms)
    usual = msgspec.to_builtins(FloorTerms(starting_stack=1, levels=(Level(minutes=1),)))
    lines = [f"name = {_toml(name)}", "[tournament]"]
    for key, value in plain.items():
        if key in {"starting_stack", "levels"} or value != usual[key]:
            lines.append(f"{key} = {_toml(value)}")
    return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    """A value in TOML; a list of tables has one table on each line."""
    match value:
        case bool():
            return "true" if value else "false"
        case dict():
            kept = {key: one for key, one in value.items() if one or key == "minutes"}
            inside = ", ".join(f"{key} = {_toml(one)}" for key, one in kept.items())
            return f"{{ {inside} }}" if inside else "{}"
        case list() | tuple() if any(isinstance(one, dict) for one in value):
            return "[\n" + "".join(f"  {_toml(one)},\n" for one in value) + "]"
        case list() | tuple():
            return f"[{', '.join(_toml(one) for one in value)}]"
        case _:
            # What TOML writes in a text, JSON writes the same way.
            return msgspec.json.encode(value).decode()


def read_floor_file(text: str, file: str) -> FloorFile:
    """Read a file; what does not fit is refused with its line and key."""
    source = Source(file, text)
    try:
        found = msgspec.convert(source.data, FloorFile, str_keys=True)
    except msgspec.ValidationError as error:
        wrong = struct_error(source.data, FloorFile, error)
        path = [*wrong.path, *[one for one in (wrong.unknown, wrong.missing) if one]]
        raise source.error(str(wrong.reason), *path) from None
    if not 0 < len(found.name.strip()) <= NAME_MAX:
        raise source.error("a tournament has a name", "name")
    return found
