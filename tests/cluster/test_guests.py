"""Who is in reach, through whichever process (TIME-01)."""

from cardroom.cluster.host import GuestList
from cardroom.cluster.messages import AllHere, PlayerHere, PlayerLost
from cardroom.ledger import PlayerId
from tests.rule import rule
from tests.server.fakes import ANA, BEN


class Here:
    """Who is connected to this process itself."""

    def __init__(self) -> None:
        self.players: set[PlayerId] = set()

    def is_here(self, player: PlayerId) -> bool:
        return player in self.players

    def lag_ms(self, player: PlayerId) -> int:
        return 70

    def doubt_ms(self, player: PlayerId) -> int:
        return 900 if player in self.players else 0


class Door:
    """What the room hears."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, PlayerId]] = []

    def arrived(self, player: PlayerId) -> None:
        self.heard.append(("arrived", player))

    def gone(self, player: PlayerId, *, on_purpose: bool) -> None:
        self.heard.append(("gone", player))


def guests() -> tuple[GuestList, Here, Door]:
    here, door = Here(), Door()
    made = GuestList(here)
    made.door = door
    return made, here, door


@rule("TIME-01")
def test_a_player_is_here_until_the_last_gateway_has_lost_them() -> None:
    made, _, door = guests()
    made.note_here(PlayerHere("east", ANA, 40))
    made.note_here(PlayerHere("west", ANA, 20))
    assert made.gateways_of(ANA) == ["east", "west"]
    assert made.lag_ms(ANA) == 20
    made.note_lost(PlayerLost("west", ANA))
    assert made.is_here(ANA)
    made.note_lost(PlayerLost("east", ANA))
    assert not made.is_here(ANA)
    assert door.heard == [("arrived", ANA), ("gone", ANA)]


@rule("TIME-01")
def test_a_dead_gateway_has_lost_all_its_players_but_those_who_are_elsewhere_too() -> None:
    made, here, door = guests()
    here.players = {BEN}
    made.note_all(AllHere("east", {ANA: 10, BEN: 10}))
    assert door.heard == [("arrived", ANA)]
    made.forget("east")
    assert door.heard == [("arrived", ANA), ("gone", ANA)]
    assert made.is_here(BEN)
    assert made.gateways_of(BEN) == []


def test_a_gateway_says_now_and_then_who_is_there_and_whatever_was_lost_is_put_right() -> None:
    made, _, door = guests()
    made.note_here(PlayerHere("east", ANA))
    assert made.note_all(AllHere("east", {BEN: 30})) == [BEN]
    assert made.note_all(AllHere("east", {BEN: 35})) == []
    assert made.lag_ms(BEN) == 35
    assert sorted(door.heard) == [("arrived", ANA), ("arrived", BEN), ("gone", ANA)]


def test_who_connects_here_and_is_elsewhere_too_arrives_once() -> None:
    made, here, door = guests()
    made.note_here(PlayerHere("east", ANA, 90))
    here.players.add(ANA)
    made.arrived(ANA)
    assert made.lag_ms(ANA) == 70
    assert made.doubt_ms(ANA) == 0
    here.players.clear()
    made.gone(ANA, on_purpose=True)
    made.note_lost(PlayerLost("east", ANA))
    assert door.heard == [("arrived", ANA), ("gone", ANA)]
