"""Players and staff from the terminal."""

from tests.commands.house.conftest import Ask, Say


def test_accounts_are_found_by_the_beginning_of_their_names(say: Say) -> None:
    assert "Camille" in say("find", "cam")
    assert "No name begins like this." in say("find", "zz")


def test_a_player_is_muted_for_days_and_gets_the_chat_back(ask: Ask) -> None:
    assert ask("mute", "Daan", "--days", "3", "--reason", "insults") == {"done": True}
    assert 0 < ask("player", "Daan")["muted_until_ms"] < 2**53
    assert ask("unmute", "Daan", "--reason", "he is sorry") == {"done": True}
    assert ask("player", "Daan")["muted_until_ms"] == 0


def test_a_ban_without_days_closes_the_account(ask: Ask) -> None:
    ask("ban", "Finn", "--reason", "wants to be gone")
    assert ask("player", "Finn")["barred_until_ms"] == 2**53
    ask("unban", "Finn", "--reason", "came back")
    ask("ban", "Finn", "--days", "1", "--reason", "cooling off")
    assert 0 < ask("player", "Finn")["barred_until_ms"] < 2**53
    ask("unban", "Finn", "--reason", "cooled off")


def test_somebody_is_hired_and_the_log_says_who_did_it(ask: Ask, say: Say) -> None:
    ask("role", "Elise", "floor", "--reason", "hired")
    assert ask("player", "Elise")["role"] == "floor"
    (newest, *_) = ask("log", "--player", "Elise")["entries"]
    assert (newest["deed"], newest["actor_name"], newest["reason"]) == (
        "made_floor",
        "Boss",
        "hired",
    )
    assert "made floor" in say("log", "--player", "Elise")
    ask("role", "Elise", "player", "--reason", "left")


def test_a_statement_says_what_somebody_has_and_looking_is_recorded(ask: Ask, say: Say) -> None:
    found = ask("statement", "Ana")
    assert (
        found["lines"][0]["balance"]
        == found["holdings"]["balance"]
        == ask("player", "Ana")["balance"]
    )
    assert "cashed out" in say("statement", "Ana")
    assert ask("log", "--player", "Ana", "--limit", "1")["entries"][0]["deed"] == "saw_money"
    assert "hand:" in say("hands", "Ana", "--reason", "a complaint")
