"""What a player accepts: an edition's name, and a version of what it says."""

from cardroom.rulebook import EDITIONS, edition, house_rules
from cardroom.rulebook.content import content_version
from tests.rule import rule

PLAIN = 'inherits = "en-2.7"\nname = "club"\n'
OTHER = PLAIN + "[TRN-09]\nlate_levels = 7\n"


@rule("CASH-18")
def test_a_published_edition_has_its_printed_version() -> None:
    for name in EDITIONS:
        assert content_version(edition(name)) == edition(name).version


@rule("CASH-18", "TRN-01")
def test_house_rules_have_another_version_as_soon_as_they_say_something_else() -> None:
    plain = house_rules(PLAIN, "club.toml")
    renamed = house_rules(PLAIN + 'title = "Our club"\n', "club.toml")
    other = house_rules(OTHER, "club.toml")
    assert content_version(plain) == content_version(renamed)
    assert content_version(other) != content_version(plain)
    assert content_version(other) == content_version(house_rules(OTHER, "club.toml"))
