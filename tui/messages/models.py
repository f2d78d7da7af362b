"""What screens that choose models, and the app behind them, say to each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message

from woozle.tui.messages.posted import posted

if TYPE_CHECKING:
    from woozle.arena.play.start import Sights
    from woozle.arena.views.models import Checked, EndpointCard


# From screens to the app


@posted
class WantModel(Message):
    """Ask for a model. dial: of the seat that it is to take."""

    dial: str


@posted
class ModelChosen(Message):
    """A model was chosen; spec: as it is named in a seat."""

    spec: str


@posted
class WantEndpoints(Message):
    """Ask all endpoints which models they have."""


@posted
class WantChecked(Message):
    """Find out whether these models can play. sights: what they have to see."""

    specs: tuple[str, ...]
    sights: Sights = "none"


@posted
class TestModel(Message):
    """Ask this model something small."""

    spec: str


@posted
class EditModels(Message):
    """Open models.toml in the editor of the person."""


# From the app to its screens


@posted
class ModelTaken(Message):
    """The seat of that dial is taken by a model."""

    dial: str
    spec: str


@posted
class EndpointsListed(Message):
    """The endpoints, as far as they have answered. refused: what of models.toml could not be followed, in sentences."""

    cards: tuple[EndpointCard, ...]
    refused: tuple[str, ...] = ()


@posted
class ModelsChecked(Message):
    """What was found out about some models."""

    found: tuple[Checked, ...]


@posted
class ModelTested(Message):
    """What came of a small question to a model."""

    sentence: str
    is_good: bool
