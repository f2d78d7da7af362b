"""Backends by name: those of Woozle and of other packages, through the entry point group `woozle.backends`.

A backend is added with one module that declares a `Backend`, and one entry point named like it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from woozle.core import plugins
from woozle.core.errors import InputError
from woozle.core.text import visible_line
from woozle.players.backends.model_client import NO_EXTRA, Extra, ModelClient


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """The options of a server in models.toml, apart from its address. A client ignores those that its protocol does not have.

    Args:
        extra: Headers and query parameters of requests other than chats, such as lists of models; a Chat brings its own.
        cache_control: Whether the server accepts marks for the parts of a prompt that it may cache.
        patience: Seconds for requests that need no model, such as lists of models.
    """

    extra: Extra = NO_EXTRA
    cache_control: bool = False
    patience: float = 30.0


NO_OPTIONS = ServerOptions()


class ClientFactory(Protocol):
    """A function that opens a client for one server."""

    def __call__(
        self, url: str, key: str | None, *, timeout: float, endpoint: str, options: ServerOptions = NO_OPTIONS
    ) -> ModelClient:
        """Return a client; nothing is sent yet.

        Args:
            url: Address of the server; empty for a backend that runs in this process.
            timeout: Seconds for one reply, from sending to its last token.
            endpoint: Name of the server in models.toml, for errors.
            options: Its other options in models.toml.
        """


class Diagnosis(NamedTuple):
    """The state of a backend that runs in this process, for `woozle doctor`. remedy: how to repair it; empty if it works."""

    sentence: str
    remedy: str = ""


@dataclass(frozen=True)
class Backend:
    """A way to reach language models: servers that speak one protocol, or models that run in this process.

    Args:
        name: As in `openai:gpt-5-mini`, the `kind` of its endpoints in models.toml, and the name of its entry point.
        example: A model of the backend, for help and errors.
        client: Opens a client for chats.
        image_client: Opens a client that edits pictures; None if unsupported.
        scoring_client: Opens a client for log-probabilities of given texts; None if unsupported.
        endpoints: Given the environment variables, servers that need no models.toml: the fields of each `Endpoint` by name.
        is_in_process: Whether models run in this process, so that there is no endpoint.
        lists_all_models: Whether a model that is not listed is missing.
        fetching: How to get a missing model, as a sentence with `{model}`.
        starting: How to start a server on this machine, as part of a sentence.
        count_models: Asks a server on this machine, by url and seconds, for the number of its models; None if it does not answer.
        diagnose: Checks whether the packages for models in this process are installed.
        own_fields: Fields of a request's JSON that a client sets itself, so that neither seat nor endpoint may.
    """

    name: str
    example: str
    client: ClientFactory
    image_client: ClientFactory | None = None
    scoring_client: ClientFactory | None = None
    endpoints: Callable[[Mapping[str, str]], Mapping[str, Mapping[str, Any]]] = lambda environ: {}
    is_in_process: bool = False
    lists_all_models: bool = False
    fetching: str = "`woozle models` lists what there is."
    starting: str = ""
    count_models: Callable[[str, float], int | None] | None = None
    diagnose: Callable[[], Diagnosis] | None = None
    own_fields: frozenset[str] = frozenset()


class UnknownBackendError(InputError):
    """A name that no installed backend has."""


def names() -> list[str]:
    """Return the names of all installed backends, Woozle's own first; nothing is loaded. Raises UnknownBackendError without any."""
    if found := plugins.names(plugins.BACKENDS):
        return found
    raise UnknownBackendError(
        "Woozle's own backends are not installed; `make dev` installs Woozle, and its folders alone will not do."
    )


def backend(name: str) -> Backend:
    """Return a backend. Raises UnknownBackendError, or PluginError if it cannot be loaded."""
    for found in plugins.load(plugins.BACKENDS, name, Backend):
        return found
    raise UnknownBackendError(f"There is no backend {visible_line(name)!r}; there are {', '.join(names())}.")


def backends() -> list[Backend]:
    """Return all installed backends that can be loaded, Woozle's own first. Raises UnknownBackendError without any."""
    found = []
    for name in names():
        with suppress(plugins.PluginError):
            found.append(backend(name))
    return found


def in_process() -> list[str]:
    """Return the names of the backends whose models run in this process."""
    return [each.name for each in backends() if each.is_in_process]
