"""Keys come from the environment or the keyring, and go nowhere else."""

from __future__ import annotations

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.errors import NoKeyringError, PasswordDeleteError

from woozle.players.models import keys
from woozle.players.models.config import Endpoint, ModelsConfig
from woozle.players.models.keys import KeyringError, Keys, from_keyring, keep

CONFIG = ModelsConfig()


def test_the_environment_comes_first_then_the_keyring():
    env = {"OPENAI_API_KEY": " sk-1\n"}
    assert Keys(CONFIG, env, lambda name: "sk-2")("openai") == "sk-1"
    assert Keys(CONFIG, {"OPENAI_API_KEY": ""}, lambda name: f"of {name}")("openai") == "of openai"
    assert Keys(CONFIG, {}, lambda name: None)("openai") is None


@pytest.mark.parametrize("key", ['"sk-1"', "'sk-1'", ' "sk-1" \n', "\"'sk-1'\"", '"sk-1\n"'])
def test_quotes_around_a_key_are_not_part_of_it(key: str):
    of_environment, of_ring = Keys(CONFIG, {"OPENAI_API_KEY": key}), Keys(CONFIG, {}, lambda name: key)
    for there in (of_environment, of_ring):
        assert there("openai") == "sk-1" and not there.trouble("openai")
    assert of_environment.find_in(["Bearer sk-1"]) == "openai"
    assert not Keys(CONFIG, {"OPENAI_API_KEY": '""'}, lambda name: None).place("openai")


def test_an_endpoint_without_a_key_is_never_looked_up():
    def asked(name: str) -> str:
        raise AssertionError(name)

    there = Keys(CONFIG, {}, asked)
    assert there("vllm") is None and there("nowhere") is None
    assert there.place("vllm") == "needs none" and not there.trouble("vllm")


def test_it_can_be_said_where_a_key_is_without_saying_it():
    there = Keys(CONFIG, {"OPENAI_API_KEY": "sk-1"}, lambda name: "sk-2")
    assert (there.place("openai"), there.place("openrouter")) == ("set in OPENAI_API_KEY", "set in the keyring")
    assert "sk-" not in repr(there) + str(vars(there).keys())
    assert Keys(CONFIG, {}, lambda name: None).trouble("openai") == (
        "There is no key for openai; set OPENAI_API_KEY, or keep one with `woozle config key openai`."
    )


@pytest.mark.parametrize("bad", ["two words", "a\nb", "schlüssel", '"sk-1', "“sk-1”"])
def test_what_cannot_be_a_key_is_said_before_it_is_sent(bad):
    there = Keys(ModelsConfig(endpoints={"lab": Endpoint(url="http://x", key_env="LAB")}), {"LAB": bad}, lambda name: None)
    assert there.trouble("lab") == "What is set in LAB is no key: it holds spaces, quotes or signs that no key has; set it again."


class Ring(KeyringBackend):
    """A keyring in memory."""

    priority = 1

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service, username):
        return self.kept.get((service, username))

    def set_password(self, service, username, password):
        self.kept[service, username] = password

    def delete_password(self, service, username):
        if self.kept.pop((service, username), None) is None:
            raise PasswordDeleteError


class NoRing(Ring):
    def get_password(self, service, username):
        raise NoKeyringError("no backend, and here is a secret")

    def set_password(self, service, username, password):
        raise NoKeyringError("no backend, and here is a secret")


@pytest.fixture
def ring():
    before, ring = keyring.get_keyring(), Ring()
    keyring.set_keyring(ring)
    yield ring
    keyring.set_keyring(before)


def test_the_keyring_keeps_a_key_and_lets_it_go(ring):
    keep("lab", "sk-1")
    assert ring.kept == {("woozle", "lab"): "sk-1"} and from_keyring("lab") == "sk-1"
    keep("lab", "")
    assert from_keyring("lab") is None
    with pytest.raises(KeyringError, match=r"^The keyring keeps no key for lab\.$"):
        keep("lab", "")


def test_a_system_without_a_keyring_has_no_keys_and_says_so_where_one_is_kept(ring):
    keyring.set_keyring(NoRing())
    assert from_keyring("lab") is None
    with pytest.raises(KeyringError, match=r"^This system has no keyring; set the environment variable instead\.$"):
        keep("lab", "sk-1")


def test_without_the_package_there_is_no_keyring(monkeypatch):
    monkeypatch.setattr(keys, "find_spec", lambda name: None)
    assert from_keyring("lab") is None
    with pytest.raises(KeyringError, match="pip install 'woozle\\[keyring\\]'"):
        keep("lab", "sk-1")
