"""What a kill run says about all its rooms together, whichever of them were killed before."""

from tests.cluster.kills.killing import together


def test_what_was_found_in_all_rooms_is_added_up() -> None:
    found = {"kills": 20, "hosts": 11, "gateways": 9}
    rooms = [
        {"seed": 2026, "found": found, "deals_s": [2.0, 4.0]},
        {"seed": 2027, "found": {"kills": 20, "hosts": 20}, "deals_s": [3.0]},
        {"seed": 2028, "found": {}, "deals_s": []},
    ]
    assert together(rooms) == {
        "seeds": [2026, 2027, 2028],
        "kills": 40,
        "hosts": 31,
        "gateways": 9,
        "next_deal_after_a_killed_host": {"measured": 3, "median_ms": 3000, "largest_ms": 4000},
    }
