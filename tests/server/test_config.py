"""The operator's file: every option is documented, and mistakes are found before the room opens."""

import re
from pathlib import Path

import msgspec
import pytest

from cardroom.errors import InvalidFile, UsageError
from cardroom.server.config.options import Config
from cardroom.server.config.reading import load_config, read_config, rules_of
from cardroom.server.people.addresses import address_of

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "operator.md"


def example() -> str:
    """The room.toml of the operator's guide."""
    found = re.search(r"```toml\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


def complaint(text: str, **environment: str) -> str:
    with pytest.raises(InvalidFile) as refused:
        read_config(text, "room.toml", environment)
    return str(refused.value)


def test_the_example_of_the_guide_can_be_used() -> None:
    config = read_config(example(), "room.toml", {})
    assert config.practice.stakes == {"nl-holdem:ordinary:5:10": 4}
    assert config.programs.stakes == ("nl-holdem:ordinary:2:4",)


def test_the_example_with_all_its_comments_taken_out_can_be_used() -> None:
    text = re.sub(r"^# (?=\w+ = )", "", example(), flags=re.MULTILINE)
    assert "play_money is 0 where a cashier pays money out" in complaint(text)
    text = text.replace("play_money = 1_000_000", "play_money = 0")
    assert "practice players play for play money only" in complaint(text)
    text = text.replace('"nl-holdem:ordinary:5:10" = 4', "")
    assert "[house] logo: /etc/cardroom/logo.svg cannot be read" in complaint(text)
    text = text.replace("/etc/cardroom/logo.svg", "")
    config = read_config(text, "room.toml", {})
    assert config.webhooks.url == "https://operator.example/cardroom"
    assert config.room.house_rules == "house.toml"


def test_every_option_is_documented_with_its_default() -> None:
    text = example()
    for section in Config.__struct_fields__:
        start = text.index(f"[{section}")
        part = text[start : (text.find("\n[", start) + 1) or None]
        for key in getattr(Config(), section).__struct_fields__:
            if section != "practice":
                assert re.search(rf"^#? ?{key} = ", part, re.MULTILINE), f"[{section}] {key}"
    written = msgspec.structs.asdict(read_config(text, "room.toml", {}))
    differing = [name for name, found in written.items() if found != getattr(Config(), name)]
    assert differing == ["practice", "programs"]


def test_without_a_file_the_room_stays_on_this_machine_and_deals_play_money() -> None:
    config = load_config(None, {})
    assert config == Config()
    assert (config.server.host, config.room.currency, config.is_secure) == (
        "127.0.0.1", "XPM", False,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[server]\nprot = 80\n", "room.toml, line 2: [server] prot: no such option"),
        ("[sever]\n", "room.toml, line 1: sever: no such option"),
        (
            '[server]\nport = "80"\n',
            "room.toml, line 2: [server] port: must be a whole number, not '80'",
        ),
        (
            "[server]\nport = 70000\n",
            "room.toml, line 2: [server] port: must be at most 65535, not 70000",
        ),
        ("server = 3\n", "room.toml, line 1: server: must be a table, not 3"),
        ('[practice.stakes]\n"poker" = 3\n', "'poker' is not a stake"),
        ("[limits]\nsockets_per_address = 0\n", "must be at least 1, not 0"),
        (
            '[logs]\nlevel = "LOUD"\n',
            "room.toml, line 2: [logs] level: 'LOUD' is not one of DEBUG, INFO, WARNING, ERROR",
        ),
        ('[room]\ncurrency = "gold"\n', "must be three capital letters, such as EUR, not 'gold'"),
    ],
)
def test_what_does_not_fit_is_told_with_its_place(text: str, said: str) -> None:
    assert said in complaint(text)


@pytest.mark.parametrize(
    ("server", "said"),
    [
        ('host = "192.168.1.5"', "plain HTTP beyond this machine needs certificate and key"),
        ('host = "poker.example"', "plain HTTP beyond this machine needs"),
        ('certificate = "room.pem"', "certificate and key go together"),
        ('key = "room.key"', "certificate and key go together"),
        ('host = "0.0.0.0"\nhome_network = true', "needs the addresses that browsers show"),
        ("behind_proxy = true", "trusted_proxies and origins are needed behind a proxy"),
        ('trusted_proxies = ["10.0.0.300"]', "'10.0.0.300' is not a network"),
        ('origins = ["https://poker.example/"]', "is not an address like https://poker.example"),
        ('origins = ["poker.example"]', "is not an address like https://poker.example"),
    ],
)
def test_what_contradicts_itself_is_refused(server: str, said: str) -> None:
    assert said in complaint(f"[server]\n{server}\n")


@pytest.mark.parametrize(
    "server",
    [
        'host = "::1"',
        'host = "localhost"',
        'host = "127.0.0.8"',
        'host = "192.168.1.5"\nhome_network = true',
        'host = "192.168.1.5"\ncertificate = "room.pem"\nkey = "room.key"',
        'behind_proxy = true\ntrusted_proxies = ["10.0.0.2"]\norigins = ["https://poker.example"]',
    ],
)
def test_what_the_operator_may_say_is_taken(server: str) -> None:
    read_config(f"[server]\n{server}\n", "room.toml", {})


def test_webhooks_need_a_secret_and_an_address() -> None:
    assert "go together" in complaint('[webhooks]\nurl = "https://operator.example"\n')
    assert "is not an http" in complaint('[webhooks]\nurl = "ftp://x"\nsecrets = ["s"]\n')


SECRETS = 'secrets = ["a long and random word"]'


@pytest.mark.parametrize(
    ("cashier", "said"),
    [
        ('url = "https://o.example"', "url and secrets go together"),
        (f'url = "http://o.example/c"\n{SECRETS}', "is not an https address"),
        (f'url = "ftp://o.example"\n{SECRETS}', "is not an https address"),
        ('url = "https://o.example"\nsecrets = ["short"]', "at least 16 characters"),
        ("smallest = 500\nlargest = 400", "smallest is not more than largest"),
        (f'url = "https://o.example"\n{SECRETS}', "play_money is 0 where a cashier pays"),
    ],
)
def test_a_cashier_is_out_of_everybody_elses_reach(cashier: str, said: str) -> None:
    assert said in complaint(f"[cashier]\n{cashier}\n")


@pytest.mark.parametrize("url", ["https://o.example/c", "http://127.0.0.1:9/c", "http://[::1]/c"])
def test_a_cashier_by_tls_or_on_this_machine_is_taken(url: str) -> None:
    read_config(f'[room]\nplay_money = 0\n[cashier]\nurl = "{url}"\n{SECRETS}\n', "r", {})


def test_practice_players_play_for_play_money_only() -> None:
    text = f'[room]\nplay_money = 0\n[cashier]\nurl = "https://o.example"\n{SECRETS}\n'
    said = complaint(text + '[practice.stakes]\n"nl-holdem:ordinary:5:10" = 3\n')
    assert said.endswith("[practice] stakes: practice players play for play money only")


def test_a_contradiction_is_told_with_its_line_or_its_variable() -> None:
    text = "[server]\nport = 80\nbehind_proxy = true\n"
    assert complaint(text).startswith("room.toml, line 3: [server] behind_proxy: trusted_proxies")
    said = complaint("[server]\n", CARDROOM_SERVER_HOST="192.168.1.5")
    assert said.startswith("environment: CARDROOM_SERVER_HOST: plain HTTP beyond this machine")


def test_the_environment_overrides_the_file() -> None:
    environment = {
        "CARDROOM_SERVER_PORT": "9000",
        "CARDROOM_SERVER_HOME_NETWORK": "true",
        "CARDROOM_SERVER_ORIGINS": "http://a.example, http://b.example:8080",
        "CARDROOM_PRACTICE_STAKES": "nl-holdem:ordinary:5:10=4,pl-omaha:ordinary:5:10=3",
        "CARDROOM_ROOM_HOUSE_RULES": "2026",
        "CARDROOM_TOKEN": "not for the room",
    }
    config = read_config("[server]\nport = 8000\n", "room.toml", environment)
    assert (config.server.port, config.server.home_network) == (9000, True)
    assert config.server.origins == ("http://a.example", "http://b.example:8080")
    assert config.practice.stakes == {"nl-holdem:ordinary:5:10": 4, "pl-omaha:ordinary:5:10": 3}
    assert config.room.house_rules == "2026"


def test_a_wrong_value_in_the_environment_is_told_by_its_name() -> None:
    said = complaint("", CARDROOM_SERVER_PORT="many")
    assert said == "environment: CARDROOM_SERVER_PORT: must be a whole number, not 'many'"
    assert complaint("", CARDROOM_SERVER_PORT="-1") == (
        "environment: CARDROOM_SERVER_PORT: must be at least 0, not -1"
    )
    assert complaint("", CARDROOM_SERVER_PROT="80") == (
        "environment: CARDROOM_SERVER_PROT: no such option"
    )
    assert complaint("", CARDROOM_FOO="x") == "environment: CARDROOM_FOO: no such option"


@pytest.mark.parametrize("word", ["nl-foo:ordinary:5:10", "nl-holdem:ordinary:5", "nonsense"])
def test_a_word_that_names_no_stake_is_told_with_its_line_and_key(word: str) -> None:
    form = "game:format:small:big, such as nl-holdem:ordinary:5:10"
    no_stake = f"'{word}' is not a stake: {form}"
    said = complaint(f'[practice.stakes]\n"nl-holdem:ordinary:5:10" = 4\n"{word}" = 2\n')
    assert said == f"room.toml, line 3: [practice] stakes, {word}: {no_stake}"
    said = complaint(f'[programs]\nstakes = ["{word}"]\n')
    assert said == f"room.toml, line 2: [programs] stakes: {no_stake}"
    said = complaint("", CARDROOM_PRACTICE_STAKES=f"{word}=2")
    assert said == f"environment: CARDROOM_PRACTICE_STAKES: {no_stake}"


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"There is no file '.*room\.toml'"):
        load_config(tmp_path / "room.toml", {})


def test_a_file_in_another_encoding_is_told_with_its_line(tmp_path: Path) -> None:
    foreign = tmp_path / "foreign.toml"
    foreign.write_bytes("# room\n# café\n".encode("latin-1"))
    with pytest.raises(InvalidFile, match=r"foreign\.toml, line 2: not UTF-8 text"):
        load_config(foreign, {})
    config = read_config("", "room.toml", {"CARDROOM_ROOM_HOUSE_RULES": str(foreign)})
    with pytest.raises(InvalidFile, match=r"foreign\.toml, line 2: not UTF-8 text"):
        rules_of(config)


def test_a_file_from_another_system_is_read(tmp_path: Path) -> None:
    file = tmp_path / "room.toml"
    file.write_bytes(b"[room]\r\ncurrency = 'EUR'\r\n")
    assert load_config(file, {}).room.currency == "EUR"


@pytest.mark.parametrize(
    ("options", "address"),
    [
        ("", "http://127.0.0.1:9000/"),
        ('host = "::1"', "http://[::1]:9000/"),
        (
            'host = "0.0.0.0"\ncertificate = "c"\nkey = "k"\norigins = ["https://poker.example"]',
            "https://poker.example/",
        ),
    ],
)
def test_the_address_that_is_printed_is_one_that_can_be_opened(options: str, address: str) -> None:
    config = read_config(f"[server]\n{options}\n", "room.toml", {})
    assert address_of(config.server, 9000) == address
