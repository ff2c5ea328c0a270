"""Certificates for rooms of the tests."""

import subprocess
from pathlib import Path


def self_signed(folder: Path) -> tuple[str, str]:
    """A certificate for this machine, signed by itself, and its key."""
    paths = str(folder / "room.pem"), str(folder / "room.key")
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    command += ["-nodes", "-days", "1", "-subj", "/CN=127.0.0.1"]
    command += ["-addext", "subjectAltName=IP:127.0.0.1", "-out", paths[0], "-keyout", paths[1]]
    subprocess.run(command, check=True, capture_output=True)
    return paths
