"""The officials of the undercover game: who draws or finds its pictures, and who compares them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from woozle.core.games.undercover.events import ANALYST, EDITOR, LIKENESS
from woozle.core.games.undercover.making import MakingConfig
from woozle.core.match import Player
from woozle.players.games.undercover import features, image_editors
from woozle.players.games.undercover.analyst import RuleAnalyst
from woozle.players.games.undercover.editor import SceneEditor
from woozle.players.games.undercover.features import FeaturesError, Sort
from woozle.players.games.undercover.likeness import FeatureLikeness, PixelLikeness
from woozle.players.paths import without_home
from woozle.players.services.office import Kind, Office, OfficialError, checking


def offices(config: Any) -> tuple[Office, ...]:
    """An editor, who makes the two pictures, and whoever says how much alike they are."""
    return EDITS, COMPARES


def making_offices(config: MakingConfig) -> tuple[Office, ...]:
    """The same where a pair is made, and an analyst. A scene is edited as it is drawn; a picture is edited by whoever can."""
    return ANALYSES, EDITS if config.case is None else EDITS_FILES, COMPARES


def _places(name: str, place: str) -> dict[Sort, str]:
    """The folder of each model. Raises OfficialError."""
    sorts, folders = name.split("+"), [each.strip() for each in place.split(",")]
    if len(sorts) != len(folders) or not all(folders):
        raise OfficialError(f"{name} needs {len(sorts)} {'folder' if len(sorts) == 1 else 'folders, with a comma between them'}.")
    return {cast("Sort", sort): folder for sort, folder in zip(sorts, folders, strict=True)}


def _kind(name: str, line: str) -> Kind:
    def check(place: str) -> None:
        for sort, folder in _places(name, place).items():
            features.check(sort, folder)

    def seat(place: str) -> Player:
        places = _places(name, place)
        where = ",".join(map(without_home, places.values()))
        eyes = {sort: features.eye(sort, folder) for sort, folder in places.items()}
        return FeatureLikeness(features.opinion(eyes), {"name": name, "place": where})

    return Kind(name, line, seat, ",".join(["FOLDER"] * len(name.split("+"))), check=checking(check, FeaturesError))


def _diffusers(place: str) -> Player:
    return image_editors.DiffusersEditor(place, lambda: image_editors.pipeline(place))


def _rule(kind: Callable[[], Player], name: str, version: int, line: str) -> Kind:
    return Kind(name, line, lambda _: kind(), version=version)


EDITS = Office(
    EDITOR,
    "draw",
    "pictures",
    (_rule(SceneEditor, SceneEditor.name, SceneEditor.version, "draws scenes, and finds the files of ready pairs; needs nothing"),),
)

EDITS_FILES = Office(
    EDITOR,
    "edit",
    "pictures from files",
    (
        Kind(
            "openai", "a server that edits pictures, openai:MODEL or openai@ENDPOINT:MODEL, as in openai:gpt-image-1", None, "MODEL"
        ),
        Kind(
            "diffusers",
            "a pipeline of diffusers of yours, diffusers:FOLDER",
            _diffusers,
            "FOLDER",
            check=checking(image_editors.check, image_editors.DiffusersError),
        ),
    ),
    (SceneEditor.name,),
)

ANALYSES = Office(
    ANALYST,
    "analyse",
    "pictures",
    (
        _rule(RuleAnalyst, RuleAnalyst.name, RuleAnalyst.version, "by the words of the question; sees nothing, needs nothing"),
        Kind("vision", "a model that can see, vision:MODEL, as in vision:openai:gpt-5-mini", None, "MODEL"),
    ),
)

COMPARES = Office(
    LIKENESS,
    "compare",
    "pictures",
    (
        _rule(PixelLikeness, PixelLikeness.name, PixelLikeness.version, "by pixels and by the scenes; made here, needs nothing"),
        _kind("vit", "how they look by a ViT of yours, vit:FOLDER; the rest by pixels"),
        _kind("clip", "what they mean by a CLIP of yours, clip:FOLDER; how they look by pixels"),
        _kind("vit+clip", "both, vit+clip:FOLDER,FOLDER, as in MUG"),
    ),
)
