"""Editors of real pictures: a server, and pipelines on this machine."""

from __future__ import annotations

from importlib.util import find_spec
from io import BytesIO

import pytest
from PIL import Image

from woozle.core.match import Halt
from woozle.core.request import Forfeit, Request
from woozle.core.usage import Budget, Limits
from woozle.games.undercover.events import EDITOR, Commission, Draw
from woozle.games.undercover.pairs.counterfactuals import Making, MakingConfig
from woozle.games.undercover.players import image_editors
from woozle.games.undercover.players.image_editors import DiffusersEditor
from woozle.games.undercover.players.services import FILE_EDITOR_ROLE, making_roles
from woozle.games.undercover.scenes.graph import Edit
from woozle.players.models.client_pool import ClientPool
from woozle.players.models.config import ConfigError, Endpoint, ModelsConfig, Price
from woozle.players.models.keys import Keys
from woozle.players.models.spec import parse
from woozle.players.pictures import album
from woozle.players.pictures.image_files import is_bare, plain_png
from woozle.players.services.service import ServiceError

from tests.players.backends.editing import EditingServer, spotted
from tests.players.backends.scripts import Raw, Status
from tests.players.seated import serving
from tests.players.services.eyes import tiny_pipeline

PICTURE = plain_png(Image.new("RGB", (64, 48), "navy"))
EDIT = Edit("object_add", "", "Add a red spot.", "", "")
ASKED = Request(1, EDITOR, Draw, {})


def wanted(digest=PICTURE.digest):
    album.add(PICTURE)
    return [Commission(1, 512, None, None, digest, "", EDIT)]


async def edited(edit, *, budget=None, spec="openai@lab:gpt-image-1", prices=None, told=None):
    async with EditingServer(edit) as server:
        config = ModelsConfig(endpoints={"lab": Endpoint(url=server.url, timeout=5)}, prices=prices or {})
        hub = ClientPool(config, Keys(config, {}, lambda name: None))
        try:
            return await serving(hub, FILE_EDITOR_ROLE, spec, budget=budget).respond(ASKED, told or wanted()), server
        finally:
            await hub.close()


async def test_a_server_edits_the_picture_as_it_is_told():
    response, server = await edited(lambda edit: spotted(edit.image))
    one, other = response.pictures
    assert one == PICTURE and response.answer == Draw(picture=one.digest, counterfactual=other.digest)
    assert Image.open(BytesIO(other.data)).getpixel((32, 24)) == (255, 0, 0)
    assert album.find(other.digest) == other and is_bare(other.data)
    assert server.edits[0].prompt == "Add a red spot."
    assert (response.usage.calls, response.usage.tokens_in, response.usage.tokens_out) == (1, 300, 1000)


async def test_a_copy_of_another_size_becomes_as_large_as_the_picture():
    response, _ = await edited(lambda edit: spotted(edit.image).resize((200, 200)))
    assert Image.open(BytesIO(response.pictures[1].data)).size == (64, 48)


async def test_what_it_costs_is_counted_and_a_budget_that_is_used_up_halts():
    budget = Budget(Limits(dollars=0.01))
    prices = {"lab": {"gpt-image-1": Price(input=10.0, output=40.0)}}
    response, _ = await edited(lambda edit: edit.image, budget=budget, prices=prices)
    assert response.usage.dollars == pytest.approx(0.043) == budget.usage.dollars
    with pytest.raises(Halt, match="The budget of"):
        await edited(lambda edit: edit.image, budget=budget, prices=prices)


async def test_what_the_server_will_not_do_is_forfeited_and_a_server_that_is_lost_halts():
    response, _ = await edited(lambda edit: Status(400, "Rejected by the safety system."))
    assert isinstance(response.answer, Forfeit) and "safety system" in response.answer.why
    with pytest.raises(Halt, match="wants a key"):
        await edited(lambda edit: Status(401, "No key."))


@pytest.mark.parametrize("body", [b'{"data": [{"b64_json": "????"}]}', b'{"data": [{"b64_json": "aGVsbG8="}]}'])
async def test_what_is_no_picture_is_forfeited_in_a_sentence(body):
    response, _ = await edited(lambda edit: Raw(body))
    assert response.answer.kind == "error" and "gpt-image-1" in response.answer.why and response.answer.why.endswith(".")


async def test_a_copy_that_was_paid_for_is_kept_where_replies_are_kept(tmp_path):
    async with EditingServer(lambda edit: spotted(edit.image)) as server:
        config = ModelsConfig(endpoints={"lab": Endpoint(url=server.url)})
        made = []
        for _ in range(2):
            hub = ClientPool(config, Keys(config, {}, lambda name: None), tmp_path / "replies.sqlite")
            made.append(await serving(hub, FILE_EDITOR_ROLE, "openai@lab:gpt-image-1").respond(ASKED, wanted()))
            await hub.close()
    assert made[0].pictures == made[1].pictures and len(server.edits) == 1


async def test_a_picture_that_nobody_has_halts():
    with pytest.raises(Halt, match="The picture 000000000000 is not on this machine"):
        await edited(lambda edit: edit.image, told=wanted("0" * 64))


def test_only_a_server_of_openais_protocol_edits():
    config = ModelsConfig()
    hub = ClientPool(config, Keys(config, {}, lambda name: None))
    with pytest.raises(ConfigError, match=r"edits no pictures; name a model of a backend that does \(openai\)"):
        hub.image_client(parse("ollama:llava"))
    with pytest.raises(ConfigError, match="There is no endpoint 'labb'"):
        hub.image_client(parse("openai@labb:x"))


def test_editors_are_named_as_models_are():
    spec = FILE_EDITOR_ROLE.parse("openai@lab:gpt-image-1")
    assert (spec.service.name, spec.model, str(spec)) == ("openai", parse("openai@lab:gpt-image-1"), "openai@lab:gpt-image-1")
    assert str(FILE_EDITOR_ROLE.parse("openai:gpt-image-1")) == "openai:gpt-image-1"
    assert [role.seat for role in making_roles(MakingConfig())] == ["analyst", "editor", "likeness"]
    for text, why in {
        "": r"Name a service that can edit pictures from files: --editor openai:MODEL, diffusers:FOLDER\.",
        "scenes": r"scenes cannot edit pictures from files; choose from openai:MODEL, diffusers:FOLDER\.",
        "openai": r"Say what openai is to edit pictures from files with: openai:MODEL\.",
        "ollama:llava": r"There is no editor 'ollama'; for this, choose from",
    }.items():
        with pytest.raises(ServiceError, match=why):
            FILE_EDITOR_ROLE.parse(text)


def test_what_edits_is_seated_again_from_its_header():
    config = ModelsConfig(endpoints={"lab": Endpoint(url="http://127.0.0.1:9/v1")})
    described = serving(
        ClientPool(config, Keys(config, {}, lambda name: None)), FILE_EDITOR_ROLE, "openai@lab:gpt-image-1"
    ).describe()
    assert FILE_EDITOR_ROLE.parse_description(described).model == parse("openai@lab:gpt-image-1")
    place = DiffusersEditor("/models/edit", lambda: None).describe()
    assert str(FILE_EDITOR_ROLE.parse_description(place)) == "diffusers:/models/edit"
    assert Making.services == ("analyst", "editor", "likeness")


async def test_a_pipeline_edits_in_the_same_way_for_the_same_picture_and_try():
    seeds = []

    def pipeline(image, instruction, seed):
        seeds.append((instruction, seed))
        return spotted(image)

    editor = DiffusersEditor("edit", lambda: pipeline)
    for _ in range(2):
        response = await editor.respond(ASKED, wanted())
    assert seeds[0] == seeds[1] and seeds[0][0] == "Add a red spot."
    assert Image.open(BytesIO(response.pictures[1].data)).getpixel((32, 24)) == (255, 0, 0)


async def test_a_pipeline_that_has_no_memory_forfeits_and_one_that_cannot_be_loaded_halts():
    def out_of_memory(image, instruction, seed):
        raise RuntimeError("out of memory\nat great length")

    def nothing_said(image, instruction, seed):
        raise RuntimeError

    def missing():
        raise ServiceError("It is not here.")

    response = await DiffusersEditor("edit", lambda: out_of_memory).respond(ASKED, wanted())
    assert response.answer == Forfeit("error", "The picture could not be edited: out of memory.")
    response = await DiffusersEditor("edit", lambda: nothing_said).respond(ASKED, wanted())
    assert response.answer == Forfeit("error", "The picture could not be edited: RuntimeError.")
    with pytest.raises(Halt, match="It is not here"):
        await DiffusersEditor("edit", missing).respond(ASKED, wanted())


def test_a_pipeline_that_is_not_here_is_said_in_a_sentence(tmp_path):
    why = (
        "There is no pipeline"
        if find_spec("diffusers")
        else r"cannot edit here: diffusers is needed for that; install woozle\[diffusers\]"
    )
    with pytest.raises(ServiceError, match=why):
        FILE_EDITOR_ROLE.parse(f"diffusers:{tmp_path}").check()
    with pytest.raises(ServiceError):
        image_editors.pipeline(str(tmp_path))


@pytest.mark.skipif(not find_spec("diffusers"), reason="diffusers is not installed")
@pytest.mark.filterwarnings("ignore")
async def test_a_pipeline_of_diffusers_edits_from_its_folder(tmp_path, capfd):
    place = str(tiny_pipeline(tmp_path))
    capfd.readouterr()
    player = FILE_EDITOR_ROLE.parse(f"diffusers:{place}").create_player()
    response = await player.respond(ASKED, wanted())
    assert Image.open(BytesIO(response.pictures[1].data)).size == (64, 48)
    assert response.pictures[1] != PICTURE
    assert await player.respond(ASKED, wanted()) == response
    assert capfd.readouterr() == ("", "")


def test_a_pipeline_in_the_home_of_nobody_is_refused_in_a_sentence():
    with pytest.raises(ServiceError, match=r"nobody-lives-here"):
        image_editors.check("~nobody-lives-here/model")
