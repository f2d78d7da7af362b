"""Pictures compared by models, made here so small that they can be."""

from __future__ import annotations

import asyncio

import pytest
from PIL import Image, ImageDraw

from woozle.core.match import Halt
from woozle.core.request import Request
from woozle.games.undercover.claims.formulas import cosine01
from woozle.games.undercover.config import Config
from woozle.games.undercover.events import LIKENESS, Compare
from woozle.games.undercover.players import features
from woozle.games.undercover.players.features import ImageEncoder
from woozle.games.undercover.players.services import EDITOR_ROLE, LIKENESS_ROLE
from woozle.games.undercover.rules import Undercover
from woozle.players.services.registry import chosen_services, seat_services, services_from_header
from woozle.players.services.service import ServiceError

from tests.games.undercover.players.drawings import of_files
from tests.players.services.eyes import tiny_clip, tiny_vit

ASKED = Request(1, LIKENESS, Compare, {})


def nobody(game, seat, spec, seed, make=None):
    raise AssertionError


def pair():
    one = Image.new("RGB", (90, 60), "navy")
    ImageDraw.Draw(one).rectangle((10, 10, 40, 40), "white")
    other = one.copy()
    ImageDraw.Draw(other).rectangle((10, 10, 40, 40), "red")
    return one, other


async def compared(text, images):
    player = seat_services(Undercover(3), {"likeness": text}, b"key", nobody)["likeness"]
    return (await player.respond(ASKED, [of_files(*images)])).answer


@pytest.fixture(scope="module")
def models(tmp_path_factory):
    """The home of two models."""
    return tmp_path_factory.mktemp("models")


@pytest.fixture(scope="module")
def vit(models):
    return tiny_vit(models / "vit")


@pytest.fixture(scope="module")
def clip(models):
    return tiny_clip(models / "clip")


def pixels():
    """The first picture of the pair as both models take it, but for the colours that they expect."""
    import torch

    small = pair()[0].resize((32, 32), Image.Resampling.BICUBIC)
    return torch.tensor(list(small.get_flattened_data()), dtype=torch.float32).reshape(1, 32, 32, 3).permute(0, 3, 1, 2) / 255


def test_the_features_of_a_vit_are_those_of_its_first_token(vit):
    import torch
    from transformers import ViTModel

    (found,) = ImageEncoder("vit", str(vit)).features(pair()[:1])
    model = ViTModel.from_pretrained(vit).eval()
    with torch.inference_mode():
        expected = model(pixel_values=(pixels() - 0.5) / 0.5).last_hidden_state[0, 0]
    assert found == pytest.approx((expected / expected.norm()).tolist(), abs=1e-5)


def test_the_features_of_clip_are_projected_and_its_own_colours_are_used(clip):
    import torch
    from transformers import CLIPModel

    (found,) = ImageEncoder("clip", str(clip)).features(pair()[:1])
    model = CLIPModel.from_pretrained(clip).eval()
    with torch.inference_mode():
        seen = model.vision_model(pixel_values=(pixels() - 0.5) / 0.25).pooler_output
        expected = model.visual_projection(seen)[0]
    assert len(found) == 8
    assert found == pytest.approx((expected / expected.norm()).tolist(), abs=1e-5)


async def test_a_vit_says_how_pictures_look_and_clip_what_they_mean(vit, clip):
    one, other = pair()
    by_pixels = await compared("pixels", (one, other))
    by_vit, by_clip = await compared(f"vit:{vit}", (one, other)), await compared(f"clip:{clip}", (one, other))
    both = await compared(f"vit+clip:{vit},{clip}", (one, other))
    assert by_vit.semantic == by_pixels.semantic and by_vit.visual != by_pixels.visual
    assert by_clip.visual == by_pixels.visual and by_clip.semantic != by_pixels.semantic
    assert (both.visual, both.semantic, both.natural) == (by_vit.visual, by_clip.semantic, by_clip.natural)
    assert both.visual == pytest.approx(cosine01(*ImageEncoder("vit", str(vit)).features((one, other))))
    assert 0 < both.natural < 1 and both.is_changed


async def test_the_same_picture_is_wholly_like_itself_and_nothing_is_said_on_the_terminal(vit, clip, capfd):
    answer = await compared(f"vit+clip:{vit},{clip}", (pair()[0], pair()[0]))
    assert (answer.visual, answer.semantic, answer.natural) == pytest.approx((1.0, 1.0, 1.0), abs=1e-6)
    assert not answer.is_changed
    assert capfd.readouterr() == ("", "")


def test_whoever_compares_is_seated_again_from_the_header(vit, clip, models, monkeypatch):
    monkeypatch.setenv("HOME", str(models))
    for text, place in ((f"vit:{vit}", "~/vit"), (f"clip:{clip}", "~/clip"), (f"vit+clip:{vit},{clip}", "~/vit,~/clip")):
        seated = seat_services(Undercover(3), {"likeness": text}, b"key", nobody)
        header = {seat: player.describe() for seat, player in seated.items()}
        assert header["likeness"] == {"kind": "likeness", "name": text.partition(":")[0], "place": place}
        assert header["editor"] == {"kind": "editor", "name": "scenes", "version": 1}
        again = services_from_header(Undercover(3), header, nobody)
        assert {seat: player.describe() for seat, player in again.items()} == header
        assert chosen_services(Undercover(3), header) == {"editor": "scenes", "likeness": f"{text.partition(':')[0]}:{place}"}
        assert [player.answers_at_once for player in seated.values()] == [True, False]


def test_the_default_services_answer_at_once():
    seated = seat_services(Undercover(3, Config()), {}, b"key", nobody)
    assert [player.describe()["name"] for player in seated.values()] == ["scenes", "scenes"]
    assert all(player.answers_at_once for player in seated.values())


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "ssim",
            r"There is no likeness 'ssim'; for this, choose from scenes, pixels, vit:FOLDER, clip:FOLDER, "
            r"vit\+clip:FOLDER,FOLDER\.",
        ),
        ("vit", r"Say what vit is to compare pictures with: vit:FOLDER\."),
        ("vit+clip:one", r"vit\+clip needs 2 folders, with a comma between them\."),
        ("clip:nowhere", r"There is no model nowhere on this machine; name its folder, as in clip:~/models/clip, or fetch it with"),
        ("pixels:64", r"pixels is named alone, without ':64'\."),
    ],
)
def test_a_mistake_is_said_in_one_sentence(text, why):
    with pytest.raises(ServiceError, match=f"^{why}"):
        LIKENESS_ROLE.parse(text).check()
    with pytest.raises(ServiceError, match=r"^There is no editor 'photoshop'; for this, choose from scenes\.$"):
        EDITOR_ROLE.parse("photoshop")


def test_a_model_of_another_kind_is_refused(vit, clip):
    with pytest.raises(ServiceError, match="is a model of the kind vit, not clip; name another"):
        features.check("clip", str(vit))
    with pytest.raises(ServiceError, match="is a model of the kind clip, not vit"):
        LIKENESS_ROLE.parse(f"vit:{clip}").check()


def test_weights_that_cannot_be_read_halt_the_match(tmp_path):
    vit = tiny_vit(tmp_path / "vit")
    eye = ImageEncoder("vit", str(vit))
    (vit / "model.safetensors").write_bytes(b"no weights")
    with pytest.raises(Halt, match="cannot be read"):
        asyncio.run(features.compare_features({"vit": eye})(*pair()))


def test_nothing_is_fetched_from_anywhere_while_a_match_is_made(monkeypatch):
    def fetched(*words, **more):
        raise AssertionError("something was fetched")

    monkeypatch.setattr("huggingface_hub.snapshot_download", fetched)
    with pytest.raises(ServiceError, match="There is no model openai/clip-vit-base-patch32 on this machine"):
        features.check("clip", "openai/clip-vit-base-patch32")
