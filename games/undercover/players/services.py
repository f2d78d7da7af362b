"""The services of the undercover game: who draws or finds its pictures, and who compares them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from woozle.core.match import Player
from woozle.games.undercover.events import ANALYST, EDITOR, LIKENESS
from woozle.games.undercover.pairs.counterfactuals import MakingConfig
from woozle.games.undercover.players import features, image_editors
from woozle.games.undercover.players.analyst import VisionAnalyst, analyse_by_words
from woozle.games.undercover.players.editor import SceneEditor
from woozle.games.undercover.players.features import Sort
from woozle.games.undercover.players.likeness import PIXELS, SCENES, FeatureLikeness, compare_commissioned, compare_scenes
from woozle.players.models.client_pool import ModelSeating
from woozle.players.paths import hide_home
from woozle.players.services.instructions import ask_plainly
from woozle.players.services.service import Service, ServiceError, ServiceRole, rule_service


def service_roles(config: Any) -> tuple[ServiceRole, ...]:
    """Return the editor, who makes the two pictures, and the service that compares them."""
    return EDITOR_ROLE, LIKENESS_ROLE


def making_roles(config: MakingConfig) -> tuple[ServiceRole, ...]:
    """Return the services that make a pair. A scene is edited as it is drawn; a picture from a file by those that can."""
    return ANALYST_ROLE, EDITOR_ROLE if config.case is None else FILE_EDITOR_ROLE, MAKING_LIKENESS_ROLE


def _places(name: str, place: str) -> dict[Sort, str]:
    sorts, folders = name.split("+"), [each.strip() for each in place.split(",")]
    if len(sorts) != len(folders) or not all(folders):
        raise ServiceError(f"{name} needs {len(sorts)} {'folder' if len(sorts) == 1 else 'folders, with a comma between them'}.")
    return {cast("Sort", sort): folder for sort, folder in zip(sorts, folders, strict=True)}


def _features(name: str, description: str) -> Service:
    def check(place: str) -> None:
        for sort, folder in _places(name, place).items():
            features.check(sort, folder)

    def create(place: str) -> Player:
        places = _places(name, place)
        where = ",".join(map(hide_home, places.values()))
        eyes = {sort: features.shared_encoder(sort, folder) for sort, folder in places.items()}
        return FeatureLikeness(features.compare_features(eyes), {"name": name, "place": where})

    return Service(name, description, create, ",".join(["FOLDER"] * len(name.split("+"))), check=check)


def _diffusers(place: str) -> Player:
    return image_editors.DiffusersEditor(place, lambda: image_editors.pipeline(place))


def _api_editor(seating: ModelSeating) -> Player:
    client, price = seating.pool.image_client(seating.spec), seating.pool.price(seating.spec)
    return image_editors.ApiEditor(seating.spec, client, seed=seating.seed, price=price, budget=seating.budget)


def _analyst(seating: ModelSeating) -> Player:
    return seating.player(VisionAnalyst, ask_plainly(seating.spec))


EDITOR_ROLE = ServiceRole(
    EDITOR,
    "draw pictures",
    (
        Service(
            SceneEditor.name,
            "draws scenes, and finds the files of ready pairs; needs nothing",
            lambda _: SceneEditor(),
            version=SceneEditor.version,
        ),
    ),
)

FILE_EDITOR_ROLE = ServiceRole(
    EDITOR,
    "edit pictures from files",
    (
        Service(
            "openai",
            "a server that edits pictures, openai:MODEL or openai@ENDPOINT:MODEL, as in openai:gpt-image-1",
            None,
            "MODEL",
            model=_api_editor,
        ),
        Service(
            "diffusers",
            "a pipeline of diffusers of yours, diffusers:FOLDER",
            _diffusers,
            "FOLDER",
            check=image_editors.check,
        ),
    ),
    (SceneEditor.name,),
)

ANALYST_ROLE = ServiceRole(
    ANALYST,
    "analyse pictures",
    (
        rule_service(ANALYST, "rules", 1, analyse_by_words, "by the words of the question; sees nothing, needs nothing"),
        Service("vision", "a model that can see, vision:MODEL, as in vision:openai:gpt-5-mini", None, "MODEL", model=_analyst),
    ),
)

_SCENES = rule_service(LIKENESS, SCENES, 1, compare_scenes, "drawn pictures by their scenes, others by pixels; needs nothing")
_PIXELS = rule_service(LIKENESS, PIXELS, 1, compare_commissioned, "by pixels and by the scenes; made here, needs nothing")

LIKENESS_ROLE = ServiceRole(
    LIKENESS,
    "compare pictures",
    (
        _SCENES,
        _PIXELS,
        _features("vit", "how they look by a ViT of yours, vit:FOLDER; the rest by pixels"),
        _features("clip", "what they mean by a CLIP of yours, clip:FOLDER; how they look by pixels"),
        _features("vit+clip", "both, vit+clip:FOLDER,FOLDER, as in MUG"),
    ),
)

MAKING_LIKENESS_ROLE = replace(LIKENESS_ROLE, services=(_PIXELS, *LIKENESS_ROLE.services[2:]))
"""Where pictures are made, they are there to be compared."""
