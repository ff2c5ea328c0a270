"""The files that come with cardroom: what a new room offers until its operator says otherwise."""

from importlib.resources import files

STARTER = ("evening", "heads-up", "hexapro", "quick", "sit-and-go")


def starter_files() -> dict[str, str]:
    """A small timetable for play money with practice players, for every online edition."""
    folder = files("cardroom.tournament.timetable") / "starter"
    names = (f"{name}.toml" for name in STARTER)
    return {name: (folder / name).read_text(encoding="utf-8") for name in names}
