"""Imported once by the process that rooms are forked from: does what every room does first."""

import gc

import uvloop

import cardroom.commands.ledger
import cardroom.commands.serve
import cardroom.store
from cardroom.odds import ranking
from cardroom.rulebook import edition
from cardroom.server.config.options import Config

__all__ = ["cardroom", "uvloop"]

ranking.prepare()
edition(Config().room.edition)
gc.collect()
gc.freeze()
