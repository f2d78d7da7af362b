"""The bots' perception of a scene."""

from __future__ import annotations

from woozle.core.chance import Chance, key_from_seed
from woozle.games.undercover.players.eye import Acuity, sighting
from woozle.games.undercover.scenes.facts import similarity
from woozle.games.undercover.scenes.generator import generate_scene
from woozle.games.undercover.scenes.graph import Scene
from woozle.games.undercover.scenes.vocabulary import vocabulary

SCENE = generate_scene(Chance(key_from_seed(7)), "table", 7)
KEYS = [bytes([number]) for number in range(200)]


def share_alike(rate: float) -> float:
    eyes = Acuity(rate, rate, rate, rate)
    return sum(similarity(SCENE, sighting(SCENE, eyes, key).scene) for key in KEYS) / len(KEYS)


def test_an_eye_without_errors_sees_the_scene_and_doubts_nothing():
    for key in KEYS:
        seen = sighting(SCENE, Acuity(), key)
        assert seen.scene == SCENE
        assert not seen.doubts


def test_an_eye_errs_the_same_way_each_time_and_others_err_otherwise():
    eyes = Acuity(0.2, 0.2, 0.2, 0.2)
    first = [sighting.__wrapped__(SCENE, eyes, key) for key in KEYS]
    assert first == [sighting.__wrapped__(SCENE, eyes, key) for key in KEYS]
    assert len(set(first)) > len(KEYS) / 2


def test_an_eye_errs_alike_in_what_two_copies_share():
    other = Scene(SCENE.setting, SCENE.things[1:], SCENE.look)
    eyes = Acuity(0.2, 0.2, 0.2, 0.0)
    for key in KEYS:
        both = [thing for thing in sighting(SCENE, eyes, key).scene.things if thing.id != SCENE.things[0].id]
        assert both == list(sighting(other, eyes, key).scene.things)


def test_the_more_an_eye_errs_the_less_is_as_it_is():
    shares = [share_alike(rate) for rate in (0, 0.05, 0.1, 0.2, 0.4, 0.8)]
    assert shares == sorted(shares, reverse=True)
    assert len(set(shares)) == len(shares)


def test_each_rate_is_of_its_own_error():
    all_missed = sighting(SCENE, Acuity(misses=1), b"eye").scene
    assert not all_missed.things
    recoloured = sighting(SCENE, Acuity(miscolours=1), b"eye").scene
    assert all(seen.colour != thing.colour for seen, thing in zip(recoloured.things, SCENE.things, strict=True))
    assert [seen.count for seen in recoloured.things] == [thing.count for thing in SCENE.things]
    miscounted = sighting(SCENE, Acuity(miscounts=1), b"eye").scene
    assert all(abs(seen.count - thing.count) == 1 for seen, thing in zip(miscounted.things, SCENE.things, strict=True))


def test_what_an_eye_sees_is_a_scene_that_could_be():
    words = vocabulary(SCENE.setting)
    for key in KEYS:
        things = sighting(SCENE, Acuity(0.3, 0.5, 0.5, 0.5), key).scene.things
        assert len({thing.place for thing in things}) == len(things)
        assert [thing.place for thing in things] == sorted(thing.place for thing in things)
        for thing in things:
            kind = words.kinds[thing.kind]
            assert 1 <= thing.count <= max(kind.most, 2)
            assert thing.colour in kind.colours
            assert thing.text in (kind.texts or ("",))
            assert thing.state in (kind.states or ("",))
            assert words.places[thing.place].on in kind.on


def test_an_eye_doubts_its_errors_more_often_than_what_is_so():
    eyes = Acuity(miscolours=0.2)
    wrong = right = doubted_wrong = doubted_right = 0
    for key in KEYS:
        seen = sighting(SCENE, eyes, key)
        for thing, was in zip(seen.scene.things, SCENE.things, strict=True):
            is_doubted = (thing.kind, "colour") in seen.doubts
            if thing.colour == was.colour:
                right, doubted_right = right + 1, doubted_right + is_doubted
            else:
                wrong, doubted_wrong = wrong + 1, doubted_wrong + is_doubted
    assert 0.5 < doubted_wrong / wrong < 0.7
    assert doubted_right / right < 0.2
