"""The evidence about several processes: what is simulated, and what is computed on paper."""

from bench.cluster.growth import simulate
from bench.cluster.load import Run, stakes_of
from bench.cluster.paper import limits
from bench.cluster.report import Found, page
from cardroom.commands.load.measured import Figures

FIGURES = Figures(
    players=120, seconds=10.0, actions=600, messages=12_000, actions_per_s=60.0,
    messages_per_s=1_200.0, p50_ms=5.0, p99_ms=20.0, cpu_us_per_message=20.0,
    cpu_us_per_action=400.0, server_busy=0.1, players_busy=0.1,
)  # fmt: skip
PARTS = {"gateway-1": 150.0, "gateway-2": 150.0, "host-1": 140.0, "host-2": 160.0}
FOUR = Run(
    name="four processes",
    figures=FIGURES,
    cpu_us={**PARTS, "nats": 40.0, "postgresql": 90.0},
    bus_messages=4.0,
    tables=20,
)
ONE = Run(name="one process", figures=FIGURES, cpu_us={"room": 400.0}, bus_messages=0.0, tables=20)


def test_one_gateway_gets_one_message_for_an_event_and_more_get_one_each_but_at_most_six() -> None:
    one, two, four = simulate(6_000, 7)
    assert one.per_action == 3.0
    assert 3.0 < two.per_action < four.per_action < 2 + 6
    assert (one.busiest, two.hosts, four.gateways) == (1.0, 2, 4)
    assert one.beside_per_s < two.beside_per_s < four.beside_per_s


def test_the_same_seed_places_the_same_tables() -> None:
    assert simulate(600, 7) == simulate(600, 7)
    assert simulate(600, 7) != simulate(600, 8)


def test_players_sit_at_as_many_stakes_of_every_host() -> None:
    pools = [f"pool:nl-holdem:ordinary:{blinds}" for blinds in ("2:4", "5:10", "10:25", "25:50")]
    units = (frozenset({*pools[:3], "house"}), frozenset({pools[3], "pool:pl-omaha:ordinary:2:4"}))
    assert stakes_of(units) == [
        "nl-holdem:ordinary:10:25", "nl-holdem:ordinary:2:4", "nl-holdem:ordinary:25:50",
    ]  # fmt: skip


def test_the_page_says_whether_the_goals_are_met_and_what_limits_a_large_room() -> None:
    found = Found(
        players=120, seconds=10.0, every_s=2.0, seed=7, load_before=1.0, load_after=2.0,
        one=ONE, four=FOUR, sqlite=ONE, bare=FIGURES, growth=tuple(simulate(600, 7)),
        limits=tuple(limits(FOUR)),
    )  # fmt: skip
    text = page(found, "2026-11-18, commit abc, seed 7. A machine.\n")
    assert "1.50 times the CPU for each action (goal: at most 1.6): met." in text
    assert "6,667 actions/s of 300 µs" in text
    assert "3 processes, 33,333 sockets each" in text
    assert "seed 7" in text
