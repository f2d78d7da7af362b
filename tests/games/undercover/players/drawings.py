"""Commissions for the services of the undercover game."""

from __future__ import annotations

from dataclasses import replace

from PIL import Image

from woozle.core.chance import Chance
from woozle.games.undercover.events import Commission
from woozle.games.undercover.scenes.edits import edit_scene
from woozle.games.undercover.scenes.generator import generate_scene
from woozle.games.undercover.scenes.graph import SETTINGS
from woozle.players.pictures import album
from woozle.players.pictures.image_files import plain_png


def of_scene(key: str = "a", setting: str = "any", edit: str = "any", size: int = 256) -> Commission:
    """A scene with one edit."""
    chance = Chance(key.encode())
    scene = generate_scene(chance, chance.choice("setting", SETTINGS) if setting == "any" else setting, 7)
    other, made = edit_scene(chance, scene, edit)
    return Commission(1, size, scene, other, "", "", made)


def unedited(wanted: Commission) -> Commission:
    """The same without the edit."""
    return replace(wanted, other=wanted.scene, edit=None)


def of_files(image: Image.Image, other: Image.Image) -> Commission:
    """A ready pair, which is in the album."""
    digests = [album.add(plain_png(each)) for each in (image, other)]
    return Commission(1, 512, None, None, *digests, None)
