"""The keys of the decks in files: the room signs with one, and seals for an auditor with another.
Two more are what secrets and seeds of draws are made from.

A room that starts without them makes them. The auditor's secret key is written once, for the
operator to take away: the room never reads it.
"""

import hmac
import os
import secrets
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from cardroom.errors import UsageError
from cardroom.fairness.draws.derived import DrawSecrets
from cardroom.fairness.keys import SigningKey, box_keys
from cardroom.room.fair.house import FairHouse
from cardroom.room.fair.log_book import LogBook
from cardroom.room.fair.seed_source import Seeds
from cardroom.room.shuffle import Bits, SystemBits
from cardroom.server.config.options import Config

SEED_BYTES = 32
OWNER_ONLY = 0o600
SQLITE = "sqlite:///"


class FairKeys(NamedTuple):
    """What a room needs of its keys."""

    signing: SigningKey
    auditor: bytes
    """The auditor's public key."""
    draws: bytes
    """What the room's secrets for prizes, seats and buttons are made from."""
    seeds: bytes
    """What the seed source's part in them is made from."""
    taken_away: Path | None = None
    """Where the auditor's secret key was just written, for the operator to take away."""


def fair_keys(config: Config) -> FairKeys:
    """The keys of a room, made where there are none."""
    signing, auditor = _file(config, "signing.key"), _file(config, "auditor.pub")
    own = [_read(one) or _made(one) for one in (signing, *_draw_files(config))]
    key, draws, seeds = SigningKey(own[0]), own[1], own[2]
    given = config.fairness.auditor
    known = bytes.fromhex(given) if given else _read(auditor)
    if known is not None:
        return FairKeys(key, known, draws, seeds)
    public, secret = box_keys(secrets.token_bytes(SEED_BYTES))
    apart = _file(config, "auditor.key")
    _written(apart, secret)
    return FairKeys(key, _written(auditor, public), draws, seeds, apart)


def signal_key(config: Config) -> bytes:
    """What hashes of addresses, devices and payments are made with: out of a key that never is in
    the database, and that nobody learns from it."""
    path, _ = _draw_files(config)
    return hmac.new(_read(path) or _made(path), b"signals of accounts", sha256).digest()


def _draw_files(config: Config) -> tuple[Path, Path]:
    """Two keys for two parts that should not know each other's."""
    return _file(config, "draws.key"), _file(config, "seeds.key")


def _file(config: Config, name: str) -> Path:
    """Beside the database under its name, or in the folder that the operator names."""
    if config.fairness.keys:
        return Path(config.fairness.keys) / name
    address = config.database.address.removeprefix(SQLITE)
    path = Path("room.db" if "://" in address else address)
    return path.with_name(f"{path.name}.{name}")


def _read(path: Path) -> bytes | None:
    try:
        found = bytes.fromhex(path.read_text(encoding="ascii").strip())
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise UsageError(f"The key {path} cannot be read: {error}.") from None
    if len(found) != SEED_BYTES:
        raise UsageError(f"The key {path} has {len(found)} bytes, not {SEED_BYTES}.")
    return found


def _made(path: Path) -> bytes:
    return _written(path, secrets.token_bytes(SEED_BYTES))


def _written(path: Path, key: bytes) -> bytes:
    """Write a key that only its owner can read; one that is there is kept, and counts."""
    new = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    try:
        file = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
        with os.fdopen(file, "w", encoding="ascii") as text:
            text.write(key.hex() + "\n")
        try:
            # Whole or not at all, and never over another one.
            os.link(new, path)
        except FileExistsError:
            key = _read(path) or key
        finally:
            new.unlink()
    except OSError as error:
        raise UsageError(f"The key {path} cannot be written: {error.strerror}.") from None
    return key


def fair_house(keys: FairKeys, bits: Bits, log_book: LogBook) -> FairHouse:
    """Where decks are made that players can verify."""
    return FairHouse(
        key=keys.signing,
        auditor=keys.auditor,
        bits=bits,
        seeds=Seeds(SystemBits(), keys.seeds),
        draws=DrawSecrets(keys.draws),
        log_book=log_book,
    )
