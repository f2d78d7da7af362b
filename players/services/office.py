"""What an official is needed for, and who can do it: each by its name on the command line and in headers, the usual one first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from woozle.core.match import Player
from woozle.core.near import near
from woozle.core.request import Seat
from woozle.core.text import visible_line
from woozle.core.value import value
from woozle.players.models.spec import BACKENDS, ModelSpec, SpecError, described, parse


class OfficialError(ValueError):
    """An official that there is not, or that cannot do this. Says why, in a sentence."""


def _ready(place: str) -> None:
    """Nothing is needed."""


def checking(check: Callable[[str], object], *errors: type[ValueError]) -> Callable[[str], None]:
    """What looks whether a Kind can do its work, by what raises these errors of its own, with the same sentence."""

    def checked(place: str) -> None:
        try:
            check(place)
        except errors as error:
            raise OfficialError(str(error)) from None

    return checked


@value
class Kind:
    """One who can take an office. line: what it is.

    seat: makes the player, given a place; None for a model, which is asked as models are. more: what is said after its name, as in
    `nli:FOLDER`, or MODEL; is_optional: whether that can be left out. version: of a rule, raised with every change of it; 0 for
    whoever is not one, and has to be waited for. check: raises OfficialError where it cannot do its work here, given its place.
    """

    name: str
    line: str
    seat: Callable[[str], Player] | None
    more: str = ""
    is_optional: bool = False
    version: int = 0
    check: Callable[[str], None] = _ready

    @property
    def is_named_alone(self) -> bool:
        """Whether nothing has to be said after its name."""
        return not self.more or self.is_optional

    @property
    def way(self) -> str:
        """How it is named."""
        return self.name if self.is_named_alone else f"{self.name}:{self.more}"

    @property
    def is_backend(self) -> bool:
        """Whether it is named as models are that sit at a table, `openai@lab:tiny`."""
        return self.more == "MODEL" and self.name in BACKENDS

    @property
    def problem(self) -> str:
        """Why it cannot do its work now as it is named alone; empty if nobody knows of anything, or it is not named alone."""
        if not self.is_named_alone:
            return ""
        try:
            self.check("")
        except OfficialError as error:
            return str(error)
        return ""


@value
class OfficialSpec:
    """Who takes an office. place: where what it needs is, empty for the usual place; model: whom a model's kind asks."""

    kind: Kind
    place: str = ""
    model: ModelSpec | None = None

    def __str__(self) -> str:
        if self.model and self.kind.is_backend:
            return str(self.model)
        more = str(self.model) if self.model else self.place
        return f"{self.kind.name}:{more}" if more else self.kind.name

    @property
    def answers_at_once(self) -> bool:
        """Whether it never waits."""
        return self.kind.version > 0

    def check(self) -> None:
        """Raises OfficialError if it cannot do its work now. Whether a model can be asked is not looked at."""
        self.kind.check(self.place)

    def player(self) -> Player:
        """The player, of all but models. Raises OfficialError."""
        self.check()
        assert self.kind.seat is not None  # whoever is none is a model
        return self.kind.seat(self.place)


@value
class Office:
    """What one official of a game does. seat: its place, by which the command line names it too; does, of: `judge`, `summaries`.

    kinds: who can, the usual one first. elsewhere: names of those who can do the like, but not this.
    """

    seat: Seat
    does: str
    of: str
    kinds: tuple[Kind, ...]
    elsewhere: tuple[str, ...] = ()

    def named(self, text: str) -> OfficialSpec:
        """Who is named; the usual one if nobody is. Raises OfficialError."""
        name, colon, more = (piece.strip() for piece in text.strip().partition(":"))
        kind = next((each for each in self.kinds if each.name == (name.partition("@")[0] if each.is_backend else name)), None)
        ways = ", ".join(each.way for each in self.kinds)
        if not text.strip():
            if not self.kinds[0].is_named_alone:
                raise OfficialError(f"Somebody has to be named who can {self.does} {self.of}: --{self.seat} {ways}.")
            return OfficialSpec(self.kinds[0])
        if kind is None:
            if name in self.elsewhere:
                raise OfficialError(f"{name} cannot {self.does} {self.of}; choose from {ways}.")
            meant = near(name, (each.name for each in self.kinds))
            then = f"did you mean {meant}?" if meant else f"for this, choose from {ways}."
            raise OfficialError(f"There is no {self.seat} {visible_line(name)!r}; {then}")
        if not kind.more and colon:
            raise OfficialError(f"{name} is named alone, without {visible_line(f':{more}')!r}.")
        if not kind.is_named_alone and not more:
            raise OfficialError(f"{name} needs to be told what to {self.does} with: {kind.way}.")
        if kind.more != "MODEL":
            return OfficialSpec(kind, more)
        try:
            return OfficialSpec(kind, model=parse(text if kind.is_backend else more))
        except SpecError as error:
            raise OfficialError(f"No {name} can be asked: {error}") from None

    def described(self, who: Mapping[str, Any]) -> OfficialSpec:
        """Who is described in a header. Raises OfficialError for who cannot be here, or is a rule that was changed since."""
        name, place = str(who.get("name", "")), str(who.get("place", ""))
        if who.get("kind") != self.seat or not name:
            raise self._nobody(who)
        kind = next((each for each in self.kinds if each.name == name), None)
        if kind and kind.more == "MODEL":
            with suppress(SpecError):
                return OfficialSpec(kind, model=described(who))
            raise self._nobody(who)
        spec = self.named(f"{name}:{place}" if place else name)
        if spec.kind.version and who.get("version") != spec.kind.version:
            version = visible_line(str(who.get("version")))
            raise OfficialError(f"The {self.seat} of this match is version {version} of {name}, and here it is another.")
        return spec

    def _nobody(self, who: Mapping[str, Any]) -> OfficialError:
        return OfficialError(f"Nobody here can {self.does} again as {visible_line(str(dict(who)))}.")
