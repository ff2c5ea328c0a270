"""A file with the draws of a tournament, as a room gives it out: one JSON object."""

import json
from collections.abc import Mapping

from cardroom.errors import InvalidFile
from cardroom.fairness.draws.draw_list import read_draw_list
from cardroom.fairness.draws.proof import DrawProof

START = '{"draws":'
"""What such a file begins with."""


def is_draw_file(first_line: str) -> bool:
    """Whether a file has draws in it and no hands."""
    return first_line.lstrip("\ufeff").replace(" ", "").startswith(START)


def read_draw_file(text: str, file: str) -> list[object]:
    """The draws of a file, each still to be read as a proof."""
    try:
        found = json.loads(text.lstrip("\ufeff"))
    except (json.JSONDecodeError, RecursionError):
        raise InvalidFile(file, "is no JSON object with draws") from None
    draws = found.get("draws") if isinstance(found, Mapping) else None
    if not isinstance(draws, list):
        raise InvalidFile(file, "is no JSON object with draws")
    return draws


def draw_name(proof: DrawProof | None) -> str:
    """What a draw is called: where it was, and its number there."""
    draw = None if proof is None else read_draw_list(proof.list)
    if draw is None:
        return ""
    context = draw.context
    return f"{context.scope} {context.id}, {draw.kind} {context.number}"
