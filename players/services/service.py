"""Services (judges, retrievers, estimators, image editors): how they are named, chosen and found again from a header."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeAlias

from woozle.core.errors import InputError
from woozle.core.game import Event
from woozle.core.match import Player
from woozle.core.request import Answer, Forfeit, Request, Response, Seat
from woozle.core.suggestions import closest_name
from woozle.core.text import visible_line
from woozle.core.value import value
from woozle.players.backends import registry as backends
from woozle.players.models.spec import ModelSpec, SpecError, parse, parse_description

if TYPE_CHECKING:
    from woozle.players.models.client_pool import MakePlayer

Rule: TypeAlias = Callable[[Request, Sequence[Event]], Answer | Forfeit]
"""Answers a request, from the service's observation."""


class ServiceError(InputError):
    """An unknown service, or one that cannot do this here. The message is a sentence."""


@value
class Service:
    """One implementation of a service, such as the judge `nli:FOLDER`.

    Args:
        name: Its name on the command line and in headers.
        description: A line for lists.
        create: Makes the player from the argument; None for a language model.
        argument: The placeholder for what follows the name, as FOLDER in `nli:FOLDER`, or MODEL; empty if nothing does.
        is_optional: Whether the argument can be left out.
        version: Of a rule, raised with every change; 0 for anything else, whose answers have to be awaited.
        check: Raises ServiceError if it cannot work here with this argument.
        model: Makes the player of a language model; None for all others.
    """

    name: str
    description: str
    create: Callable[[str], Player] | None
    argument: str = ""
    is_optional: bool = False
    version: int = 0
    check: Callable[[str], object] = lambda argument: None
    model: MakePlayer | None = None

    @property
    def is_named_alone(self) -> bool:
        return not self.argument or self.is_optional

    @property
    def usage(self) -> str:
        """Its name, with the placeholder of an argument that it needs."""
        return self.name if self.is_named_alone else f"{self.name}:{self.argument}"

    @property
    def is_backend(self) -> bool:
        """True if it is named like a model at a seat: `openai@lab:tiny`."""
        return self.model is not None and self.name in backends.names()

    @property
    def problem(self) -> str:
        """The reason why it cannot work now without an argument; empty if it can, or if it needs an argument."""
        if not self.is_named_alone:
            return ""
        try:
            self.check("")
        except ServiceError as error:
            return str(error)
        return ""


class ServicePlayer:
    """The base of services, which are players without a stake. Subclasses write `respond`."""

    is_human = False
    keeps_time = False
    answers_at_once = False

    def __init__(self, description: Mapping[str, Any]) -> None:
        """description: for the header, enough to seat the same again."""
        self._description = description

    def describe(self) -> dict[str, Any]:
        return dict(self._description)

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        raise NotImplementedError


class RuleService(ServicePlayer):
    """A service that answers by a rule, at once and at no cost."""

    answers_at_once = True

    def __init__(self, role: Seat, name: str, version: int, rule: Rule) -> None:
        super().__init__({"kind": role, "name": name, "version": version})
        self._rule = rule

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        return Response(request.id, self._rule(request, observation), seconds=0.0)


def rule_service(role: Seat, name: str, version: int, rule: Rule, description: str) -> Service:
    """Return a service that answers by a rule. `version` is raised with every change to its answers."""
    return Service(name, description, lambda _: RuleService(role, name, version, rule), version=version)


@value
class ServiceSpec:
    """A service with its argument; a language model has a model instead of an argument."""

    service: Service
    argument: str = ""
    model: ModelSpec | None = None

    def __str__(self) -> str:
        if self.model and self.service.is_backend:
            return str(self.model)
        argument = str(self.model) if self.model else self.argument
        return f"{self.service.name}:{argument}" if argument else self.service.name

    @property
    def answers_at_once(self) -> bool:
        return self.service.version > 0

    def check(self) -> None:
        """Raise ServiceError if it cannot work now. This does not try to reach a model."""
        self.service.check(self.argument)

    def create_player(self) -> Player:
        """Return the player, unless this is a language model. Raise ServiceError."""
        self.check()
        assert self.service.create is not None
        return self.service.create(self.argument)


@value
class ServiceRole:
    """A service that a game needs, and all that can provide it.

    Args:
        seat: Its name in the game, and the name of its option on the command line.
        task: What it does, as in `judge summaries`.
        services: Services that can fill the role, the default first.
        unsuitable: Names of services of this kind that cannot fill it.
    """

    seat: Seat
    task: str
    services: tuple[Service, ...]
    unsuitable: tuple[str, ...] = ()

    def parse(self, text: str) -> ServiceSpec:
        """Return the service named in a text, or the default for an empty text. Raise ServiceError."""
        name, colon, argument = (piece.strip() for piece in text.strip().partition(":"))
        usages = ", ".join(each.usage for each in self.services)
        if not text.strip():
            if not self.services[0].is_named_alone:
                raise ServiceError(f"Name a service that can {self.task}: --{self.seat} {usages}.")
            return ServiceSpec(self.services[0])
        service = self._find(name) or self._find(name.partition("@")[0], is_backend=True)
        if service is None:
            if name in self.unsuitable:
                raise ServiceError(f"{name} cannot {self.task}; choose from {usages}.")
            meant = closest_name(name, (each.name for each in self.services))
            then = f"did you mean {meant}?" if meant else f"for this, choose from {usages}."
            raise ServiceError(f"There is no {self.seat} {visible_line(name)!r}; {then}")
        if not service.argument and colon:
            raise ServiceError(f"{name} is named alone, without {visible_line(f':{argument}')!r}.")
        if not service.is_named_alone and not argument:
            raise ServiceError(f"Say what {name} is to {self.task} with: {service.usage}.")
        if service.model is None:
            return ServiceSpec(service, argument)
        try:
            model = parse(text if service.is_backend else argument)
        except SpecError as error:
            raise ServiceError(f"No {name} can be asked: {error}") from None
        if unread := next((option for option in ("memory", "prompts", "prompt", "guide") if getattr(model, option)), ""):
            raise ServiceError(f"A {self.seat} reads its own instructions and nothing else; leave out {unread}.")
        return ServiceSpec(service, model=model)

    def parse_description(self, description: Mapping[str, Any]) -> ServiceSpec:
        """Return the service that a header describes. Raise ServiceError if it cannot run here, or its rule has changed since."""
        name, argument = str(description.get("name", "")), str(description.get("place", ""))
        unknown = ServiceError(f"No service here can {self.task} again as {visible_line(str(dict(description)))}.")
        if description.get("kind") != self.seat or not name:
            raise unknown
        service = self._find(name)
        if service and service.model:
            with suppress(SpecError):
                return ServiceSpec(service, model=parse_description(description))
            raise unknown
        spec = self.parse(f"{name}:{argument}" if argument else name)
        if spec.service.version and description.get("version") != spec.service.version:
            version = visible_line(str(description.get("version")))
            raise ServiceError(f"The {self.seat} of this match is version {version} of {name}, and here it is another.")
        return spec

    def _find(self, name: str, *, is_backend: bool = False) -> Service | None:
        return next((each for each in self.services if each.name == name and (each.is_backend or not is_backend)), None)
