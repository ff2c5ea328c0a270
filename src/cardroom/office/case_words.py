"""What all entries of a case have in common."""

from typing import Annotated, Literal

import msgspec

Text = Annotated[str, msgspec.Meta(min_length=3, max_length=500)]
Finding = Literal["confirmed", "nothing_found"]


class CaseEntry(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type"
):
    """Something that somebody did in a case; stored for ever."""
