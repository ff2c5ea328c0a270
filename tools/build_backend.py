"""The build backend: setuptools, after the web client was built into the package.

A wheel and a source distribution always contain the built client. From a source distribution,
which has it already, nothing is built again and no Node is needed.
"""

import os
import shutil
from typing import Any

from setuptools import build_meta

from web import CLIENT, NODE_WHEEL, ROOT, machine_has_node, run_script

build_editable = build_meta.build_editable
get_requires_for_build_editable = build_meta.get_requires_for_build_editable
prepare_metadata_for_build_editable = build_meta.prepare_metadata_for_build_editable
prepare_metadata_for_build_wheel = build_meta.prepare_metadata_for_build_wheel

Settings = dict[str, Any] | None


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    return [*build_meta.get_requires_for_build_wheel(config_settings), *_node()]


def get_requires_for_build_sdist(config_settings: Settings = None) -> list[str]:
    return [*build_meta.get_requires_for_build_sdist(config_settings), *_node()]


def build_wheel(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    _build_client()
    # What an earlier build left would go into the wheel, removed modules included.
    for pattern in ("lib*", "bdist*", "temp*"):
        for folder in (ROOT / "build").glob(pattern):
            shutil.rmtree(folder)
    return build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    _build_client()
    return build_meta.build_sdist(sdist_directory, config_settings)


def _client_is_wanted() -> bool:
    """Not in a source distribution; nor where only the compiled modules are wanted."""
    is_source_distribution = (ROOT / "PKG-INFO").is_file()
    return not is_source_distribution and os.environ.get("CARDROOM_WITHOUT_CLIENT") != "1"


def _node() -> list[str]:
    return [NODE_WHEEL] if _client_is_wanted() and not machine_has_node() else []


def _build_client() -> None:
    if _client_is_wanted():
        run_script("build")
    elif os.environ.get("CARDROOM_WITHOUT_CLIENT") != "1" and not (CLIENT / "index.html").is_file():
        raise SystemExit("This source distribution lacks the web client: build it from a clone.")
