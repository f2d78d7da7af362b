"""Keys of endpoints: from an environment variable, else from the system's keyring. They are kept nowhere else.

A key leaves this room only for the client that sends it. The keyring is asked through the package `keyring`, if it is there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib.util import find_spec

from woozle.core.errors import InputError
from woozle.players.backends.environment import read_variable, strip_quotes
from woozle.players.models.config import Endpoint, ModelsConfig

SERVICE = "woozle"
Ring = Callable[[str], str | None]
"""Finds the secret of an endpoint, by its name."""


class KeyringError(InputError):
    """A keyring that cannot be used. The message says why."""


class Keys:
    """The keys of the endpoints of a configuration. Each is looked up when it is needed, and held nowhere."""

    def __init__(self, config: ModelsConfig, env: Mapping[str, str], ring: Ring | None = None) -> None:
        self._endpoints = config.endpoints
        self._env = env
        self._ring = ring or from_keyring

    def __call__(self, name: str) -> str | None:
        """Return the key of an endpoint; None if unneeded or missing."""
        endpoint = self._endpoints.get(name)
        if not endpoint or not endpoint.key_env:
            return None
        return read_variable(self._env, endpoint.key_env) or strip_quotes(self._ring(name) or "") or None

    def find_in(self, texts: Iterable[str]) -> str:
        """Return the endpoint whose key one of these texts holds, among keys of the environment; empty if none does."""
        keys = {name: read_variable(self._env, each.key_env) for name, each in self._endpoints.items() if each.key_env}
        said = list(texts)
        return next((name for name, key in keys.items() if key and any(key in text for text in said)), "")

    def place(self, name: str) -> str:
        """Return the place of an endpoint's key in words; empty if it needs one that is missing."""
        endpoint: Endpoint = self._endpoints[name]
        if not endpoint.key_env:
            return "needs none"
        if read_variable(self._env, endpoint.key_env):
            return f"set in {endpoint.key_env}"
        return "set in the keyring" if self._ring(name) else ""

    def trouble(self, name: str) -> str:
        """Return why an endpoint cannot be asked with its key, as a sentence without the key; empty if it can."""
        endpoint, place = self._endpoints[name], self.place(name)
        if not place:
            return f"There is no key for {name}; set {endpoint.key_env}, or keep one with `woozle config key {name}`."
        key = self(name) or ""
        if not (key.isascii() and key.isprintable() and not set(" \"'") & set(key)):
            return f"What is {place} is no key: it holds spaces, quotes or signs that no key has; set it again."
        return ""


def from_keyring(name: str) -> str | None:
    """Return the key that the system's keyring keeps for an endpoint; None without one, or without a keyring."""
    if not find_spec("keyring"):
        return None
    import keyring
    from keyring.errors import KeyringError as Trouble

    try:
        return keyring.get_password(SERVICE, name)
    except Trouble:  # locked, or none there
        return None


def keep(name: str, key: str) -> None:
    """Put the key of an endpoint into the system's keyring; an empty one removes it. Raises KeyringError."""
    if not find_spec("keyring"):
        raise KeyringError("The package keyring is not installed; install it with `pip install 'woozle[keyring]'`.")
    import keyring
    from keyring.errors import KeyringError as Trouble
    from keyring.errors import NoKeyringError, PasswordDeleteError

    try:
        if key:
            keyring.set_password(SERVICE, name, key)
        else:
            keyring.delete_password(SERVICE, name)
    except PasswordDeleteError:
        raise KeyringError(f"The keyring keeps no key for {name}.") from None
    except NoKeyringError:
        raise KeyringError("This system has no keyring; set the environment variable instead.") from None
    except Trouble:
        raise KeyringError("The keyring is locked or broken; unlock it and try again.") from None
