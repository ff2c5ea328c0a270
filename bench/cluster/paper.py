"""On paper: what limits a room of 100,000 players, from what was measured."""

import msgspec

from bench.cluster.growth import simulate
from bench.cluster.load import Run

PLAYERS = 100_000
EVERY_S = 15.0
"""How often a person at a table of six acts, about."""
ACTIONS_A_HAND = 24
"""In a hand that is checked down; people fold more, and hands are shorter."""
BUSY = 0.7
"""No process is planned to be busier than so much of a core."""
HANDS_PER_S_MAX = 1_492
"""Hands a second that one PostgreSQL has settled (bench/results.md), on this kind of machine."""
POOLS = 400
"""A room of that size has several pools a stake, or many stakes; a pool is never split."""


class Limit(msgspec.Struct, frozen=True, kw_only=True):
    """One part of the room: how much of it is needed."""

    what: str
    load: str
    needs: str


def limits(four: Run) -> list[Limit]:
    """What 100,000 players need of everything."""
    actions = PLAYERS / EVERY_S
    gateway = sum(us for name, us in four.cpu_us.items() if name.startswith("gateway"))
    host = sum(us for name, us in four.cpu_us.items() if name.startswith("host"))
    nats_us, messages = four.cpu_us.get("nats", 0.0), max(four.bus_messages, 0.1)
    gateways, hosts = _cores(actions, gateway), _cores(actions, host)
    # Six players of a table come through up to six gateways, once there are many.
    large = simulate(PLAYERS // 10, 1, (max(gateways, hosts),), pools=POOLS)[0]
    bus_per_s = actions * large.per_action + large.beside_per_s
    hands = actions / ACTIONS_A_HAND
    postgres = four.cpu_us.get("postgresql", 0.0)
    return [
        Limit(
            what="gateways: sockets and frames",
            load=f"{actions:,.0f} actions/s of {gateway:,.0f} µs",
            needs=f"{gateways} processes, {PLAYERS // gateways:,} sockets each",
        ),
        Limit(
            what="hosts: tables",
            load=f"{actions:,.0f} actions/s of {host:,.0f} µs",
            needs=f"{hosts} processes; the busiest of {POOLS} equal pools' hosts has"
            f" {large.busiest * hosts:.1f} times its share",
        ),
        Limit(
            what="the bus",
            load=f"{bus_per_s:,.0f} messages/s, {large.beside_per_s / bus_per_s:.0%} of them"
            " beside the play",
            needs=f"{_cores(bus_per_s, nats_us / messages)} cores of NATS at"
            f" {nats_us / messages:.1f} µs a message",
        ),
        Limit(
            what="the ledger",
            load=f"{hands:,.0f} hands/s, one commit each; {hands / HANDS_PER_S_MAX:.0%} of"
            f" {HANDS_PER_S_MAX:,} that one chain took",
            needs=f"{_cores(actions, postgres)} cores of PostgreSQL at {postgres:.0f} µs an action",
        ),
    ]


def _cores(per_s: float, us: float) -> int:
    return max(1, -(-int(per_s * us) // int(BUSY * 1e6)))
