"""Messages between the app and the screens that choose models."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message

from woozle.tui.messages import message_class

if TYPE_CHECKING:
    from woozle.arena.play.start import Sights
    from woozle.arena.views.models import EndpointCard
    from woozle.core.model_checks import ModelCheck


# From screens to the app


@message_class
class WantModel(Message):
    """Ask for a model. select: of the seat that it is to take."""

    select: str


@message_class
class WantChecked(Message):
    """Check whether these models can play. sights: the pictures that they have to see."""

    specs: tuple[str, ...]
    sights: Sights = "none"


@message_class
class TestModel(Message):
    """Ask this model something small."""

    spec: str


# From the app to its screens


@message_class
class ModelTaken(Message):
    """The seat of that select is taken by a model."""

    select: str
    spec: str


@message_class
class EndpointsListed(Message):
    """The endpoints, as far as they have answered. refused: what of models.toml could not be followed, in sentences."""

    cards: tuple[EndpointCard, ...]
    refused: tuple[str, ...] = ()


@message_class
class ModelsChecked(Message):
    """The results of checks of models."""

    found: tuple[ModelCheck, ...]


@message_class
class ModelTested(Message):
    """The result of a test of a model."""

    sentence: str
    is_good: bool
