"""What more hosts and gateways cost in messages: placement simulated, messages counted.

Units go to hosts by the room's own choice (`cluster/placement.py`). Players sit at random tables
and come through random gateways. An action is one request and one answer, and one message for
every gateway through which somebody listens to the table. What is repeated with every heartbeat
is counted by the code's own constants.
"""

from random import Random

import msgspec

from cardroom.cluster.leases import HEARTBEAT_MS
from cardroom.cluster.membership import PING_S
from cardroom.cluster.placement import choice_of
from cardroom.commands.load.bare import GROUP
from cardroom.rulebook.loading import edition
from cardroom.server.clustering.unit_names import HOUSE, units_of

HOSTS = (1, 2, 4)


class Growth(msgspec.Struct, frozen=True, kw_only=True):
    """A room of this many hosts and as many gateways."""

    hosts: int
    gateways: int
    busiest: float
    """The share of all tables that the busiest host runs."""
    per_action: float
    """Messages over the bus for each action."""
    beside_per_s: float
    """Messages each second that no action causes."""


def simulate(
    players: int, seed: int, host_counts: tuple[int, ...] = HOSTS, *, pools: int = 0
) -> list[Growth]:
    """Rooms of the same players on more and more hosts, with as many gateways as hosts."""
    return [_room(players, count, Random(seed), pools) for count in host_counts]


def _room(players: int, hosts: int, random: Random, pools: int) -> Growth:
    cash = edition("en-2.7").cash
    assert cash is not None
    units = [unit for unit in units_of(cash) if unit != HOUSE]
    if pools:
        units = [f"pool:{number}" for number in range(pools)]
    names = [f"host-{number}-{random.randrange(16**6):06x}" for number in range(hosts)]
    tables = max(1, players // GROUP)
    load = dict.fromkeys(names, 0)
    events = 0
    for _ in range(tables):
        unit = random.choice(units)
        host = choice_of(unit, names)
        assert host is not None
        load[host] += 1
        events += len({random.randrange(hosts) for _ in range(GROUP)})
    return Growth(
        hosts=hosts,
        gateways=hosts,
        busiest=round(max(load.values()) / tables, 3),
        per_action=round(2 + events / tables, 2),
        beside_per_s=round(_beside_per_s(hosts, hosts), 1),
    )


def _beside_per_s(hosts: int, gateways: int) -> float:
    """Heartbeats: each host tells each gateway what it runs, how far its channels and the news of
    players are; each gateway tells each host who is here; every process asks every other."""
    beats = hosts * gateways * (3 + 1) * 1000 / HEARTBEAT_MS
    processes = hosts + gateways
    pings = 2 * processes * (processes - 1) / PING_S
    leases = processes * 1000 / HEARTBEAT_MS
    return beats + pings + leases
