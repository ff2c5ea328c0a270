"""How defective passages of the texts are read, and where an edition says nothing.

No code needs a choice here: the rulings are written down once, so that none is a secret.
"""

from typing import Annotated, Literal

import msgspec

from cardroom.rulebook.switch import Rules, ruling, switch

RuleId = Annotated[str, msgspec.Meta(pattern=r"^[A-Z]+-[0-9]+\Z")]


class ReadingRules(Rules, frozen=True, kw_only=True):
    """One constant for every ruling on garbled text."""

    timebank_cell_empty: Annotated[Literal["as_in_the_other_editions"], ruling("AMB-08")]
    timebank_cells_different: Annotated[Literal["as_printed"], ruling("AMB-08")]
    first_to_act: Annotated[Literal["clockwise_after_button"], ruling("AMB-09", "BET-02")]
    last_to_act: Annotated[Literal["before_last_aggressor"], ruling("AMB-09", "BET-03")]
    call_needs: Annotated[Literal["open_bet_or_raise"], ruling("AMB-10", "BET-06")]
    button_counted_from: Annotated[Literal["small_blind_place"], ruling("AMB-11", "CASH-11")]
    ten_minutes_over: Annotated[Literal["server_removes_player"], ruling("AMB-12", "SIT-03")]
    ace_low_example: Annotated[Literal["2-3-4-5-6"], ruling("AMB-13", "HAND-01")]
    card_letters: Annotated[Literal["normalised_on_input"], ruling("AMB-13")]
    omaha_examples: Annotated[Literal["as_in_catalogue"], ruling("AMB-14", "OMA-04", "OMA-05")]
    hand_table: Annotated[Literal["as_in_catalogue"], ruling("AMB-15", "HAND-03")]
    all_in_wins_at_most: Annotated[Literal["amounts_matched"], ruling("AMB-26", "BET-16")]
    minimum_raise_measures: Annotated[Literal["increment"], ruling("AMB-27", "BET-08")]
    damaged_numbering: Annotated[Literal["no_effect"], ruling("AMB-25")]

    defects: Annotated[
        tuple[RuleId, ...],
        switch(
            "AMB-25",
            *("AMB-04", "AMB-05", "AMB-06", "AMB-08", "AMB-09", "AMB-10", "AMB-11", "AMB-12"),
            *("AMB-13", "AMB-14", "AMB-15", "AMB-16", "AMB-18", "AMB-20", "AMB-26", "AMB-27"),
            "AMB-28",
        ),
    ]
    """Rulings whose defective passage is in the text of this edition."""
    silent_on: Annotated[
        tuple[RuleId, ...],
        switch("CASH-03", "CASH-16", "CRASH-03", "BANZ-06", "RAKE-01", "RAT-01", "TIME-03"),
    ]
    """Rules that apply in this edition although its text leaves out what others say."""
