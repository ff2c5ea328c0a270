"""Retired names do not come back, no folder grows into a heap, and the map names what there is."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
BELOW = (ROOT, ROOT / "src" / "cardroom", ROOT / "web" / "src")
"""Where the paths of the page begin."""

RETIRED = {
    "BadWeather", "Below", "Clerk", "Company", "Course", "Errand", "Felt", "Hall", "Heads", "House",
    "Listed", "Live", "Memory", "Near", "Reader", "Reception", "Told", "Upkeep", "Vault", "_doom",
    "absorb", "again", "malfunction", "misfits", "until_answered",
}  # fmt: skip
"""The words of decision 0084 that were names of ours."""
FILES_MAX = 30


DEFINED = re.compile(
    r"\b(?:class|def|interface|type) (\w+)"
    r"|^(?:export )?(?:const |let )?(\w+)(?:: [^=\n]+)? = "
    r"|^ *import (\w+) from",
    re.MULTILINE,
)
"""Classes, functions and types, names at the top of a file, and what a client's file calls one."""


def names(file: Path) -> Iterator[str]:
    """What a file is called and what it defines."""
    yield file.stem.partition(".")[0]
    for found in DEFINED.findall(file.read_text(encoding="utf-8")):
        yield from (name for name in found if name)


def test_a_retired_name_names_nothing_any_more() -> None:
    folders = ("src", "tests", "tools", "bench", "examples", "web/src")
    files = [
        file
        for folder in folders
        for file in (ROOT / folder).rglob("*")
        if file.suffix in {".py", ".ts", ".svelte"}
    ]
    assert len(files) > 1000
    found = {
        f"{file.relative_to(ROOT)}: {name}"
        for file in files
        for name in names(file)
        if name in RETIRED
    }
    assert not found


def test_no_folder_has_more_than_thirty_files_without_subfolders() -> None:
    folders = [
        folder
        for top in ("src/cardroom", "web/src", "web/tests")
        for folder in (ROOT / top, *(ROOT / top).rglob("*"))
        if folder.is_dir() and not {"__pycache__", "client"} & set(folder.relative_to(ROOT).parts)
    ]
    assert len(folders) > 60
    heaps = {
        f"{folder.relative_to(ROOT)}: {count} files"
        for folder in folders
        if (count := sum(one.is_file() for one in folder.iterdir())) > FILES_MAX
        and not any(one.is_dir() and one.name != "__pycache__" for one in folder.iterdir())
    }
    assert not heaps


def test_every_file_that_architecture_md_names_is_there() -> None:
    named = set(re.findall(r"`([\w/.-]+\.(?:html|json|py|svelte|toml|ts))`", PAGE))
    assert len(named) > 150
    files = {
        file.name
        for folder in ("src", "web/src", "tests", "docs", "tools")
        for file in (ROOT / folder).rglob("*.*")
    }
    lost = {
        name
        for name in named
        # A name without its folder is that of a file beside one that was named before it.
        if not any((folder / name).exists() for folder in BELOW)
        and not ("/" not in name and name in files)
    }
    assert not lost


def test_every_folder_that_architecture_md_names_is_there() -> None:
    named = set(re.findall(r"`([\w/]+)/`", PAGE))
    assert len(named) > 10
    folders = {
        str(one) for top in ("src", "tests", "web/src") for one in (ROOT / top).rglob("*/")
    } | {str(folder / name) for folder in BELOW for name in named if (folder / name).is_dir()}
    assert not {name for name in named if not any(one.endswith(f"/{name}") for one in folders)}


def test_the_map_of_architecture_md_names_folders_where_they_are() -> None:
    drawn = PAGE.partition("```\n")[2].partition("```")[0]
    rows = re.findall(r"^( *)([a-zA-Z]+)/? +(.*)$", drawn, re.MULTILINE)
    assert len(rows) > 20
    lost = set()
    for indent, row, said in rows:
        top = ROOT / "src" / "cardroom" if indent else ROOT
        places = (top / row, top / row / "src", ROOT)
        for name in re.findall(r"(?<![\w/])(\w+)/(?!\w)", said):
            if not any((place / name).is_dir() for place in places):
                lost.add(f"{row}: {name}/")
    assert not lost


def test_what_architecture_md_finds_in_a_file_is_there() -> None:
    found = re.findall(r"`(\w+)`(?: and `(\w+)`)?\s+(?:in|of)\s+`(\w+/[\w/]+\.py)`", PAGE)
    assert len(found) > 8
    lost = {
        f"{name} in {file}"
        for *names, file in found
        for name in names
        if not re.search(rf"\b{name}\b", (ROOT / "src" / "cardroom" / file).read_text("utf-8"))
    }
    assert not lost


def test_every_class_that_architecture_md_names_is_defined() -> None:
    named = set(re.findall(r"`([A-Z][a-z]\w+)(?:\.\w+)?`", PAGE))
    assert len(named) > 15
    files = (ROOT / "src" / "cardroom").rglob("*.py")
    defined = {name for file in files for name in names(file)}
    assert not named - defined
