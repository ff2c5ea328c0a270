"""Planted colluders are found in small pools, honest pools are silent, and names do not matter."""

import pytest

from cardroom.integrity.alerts import BENIGN, CLEARING, KINDS
from tests.integrity.pools import CHEATS, STYLES, hands, judged, report

COUNTS = {"dump": 350, "soft": 600, "isolate": 350}


@pytest.mark.parametrize("kind", COUNTS)
def test_a_pair_who_cheat_in_every_hand_are_the_only_alert(kind: str) -> None:
    found = report(kind, count=COUNTS[kind])
    assert [set(alert.players) for alert in found.alerts] == [set(CHEATS)]


def test_an_honest_pool_raises_no_alert() -> None:
    found = report(None, count=400)
    assert (found.alerts, found.superusers) == ((), ())
    assert found.pairs == 21


def test_an_alert_says_what_was_found_where_to_look_and_what_speaks_for_the_pair() -> None:
    (alert,) = report("dump", count=COUNTS["dump"]).alerts
    assert len({hand.key for hand in alert.hands}) == 5
    assert sum(hand.big_blinds for hand in alert.hands) > 20
    assert alert.evidence[0].p <= alert.evidence[-1].p
    assert alert.p <= alert.q <= 0.05
    assert alert.benign_explanation == BENIGN[alert.kind]
    assert alert.would_clear == CLEARING[alert.kind]


def test_every_kind_of_finding_has_its_words() -> None:
    assert KINDS.keys() == BENIGN.keys() == CLEARING.keys()


def test_it_does_not_matter_what_players_are_called() -> None:
    played = hands("dump", count=COUNTS["dump"])[:90]
    other = dict(zip(STYLES, reversed(STYLES), strict=True))
    before, after = judged(played), judged(played, other)
    assert [(one.players, one.p) for one in before] == [(one.players, one.p) for one in after]


def test_the_taker_of_dumped_chips_gains_from_the_giver() -> None:
    found = report("dump", count=COUNTS["dump"])
    (alert,) = found.alerts
    heaviest = max(found.losses, key=lambda loss: loss.big_blinds)
    assert heaviest.share > heaviest.expected
    assert alert.marginal_impact > 0
    assert alert.centred_impact > 0
