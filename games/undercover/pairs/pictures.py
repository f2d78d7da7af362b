"""The two pictures of a match: a scene that is drawn, or a ready pair of files."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from woozle.core.game import RECORD, Script
from woozle.games.undercover.claims.formulas import accepts
from woozle.games.undercover.config import Case
from woozle.games.undercover.events import EDITOR, LIKENESS, Checked, Commission, Compare, Draw, Pair
from woozle.games.undercover.scenes.difficulty import STEPS
from woozle.games.undercover.scenes.edits import edit_scene
from woozle.games.undercover.scenes.generator import generate_scene
from woozle.games.undercover.scenes.graph import SETTINGS, Scene, drawing_name
from woozle.games.undercover.scenes.questions import make_question

if TYPE_CHECKING:
    from woozle.games.undercover.pairs.counterfactuals import Making
    from woozle.games.undercover.rules import Undercover


def make_pair(game: Undercover | Making, checks: dict[int, Checked] | None = None) -> Script[Pair | None]:
    """Return the two pictures of a match; None if the services could not make any.

    checks: collects the known faults of each pair made, by the number of the try.

    Of a scene, counterfactuals are made until one is like enough to the picture (MUG, equation 3), or the tries are used up: then
    the best is played with, as one that was not accepted. A ready pair is taken as it is, but compared as well.
    """
    scene = _scene(game)
    tries = game.config.tries if scene and game.config.is_played_with_pairs else 1
    checks = {} if checks is None else checks
    return best_of(
        game, tries, lambda number: _try_pair(game, number, _propose_case(game, scene) if scene else _draw_case(game), checks)
    )


def best_of(game: Undercover | Making, tries: int, make: Callable[[int], Script[Pair | None]]) -> Script[Pair | None]:
    """Return the first pair that is accepted, else the best of all tries, and tell the record; None without any.

    make: one try, by its number from 1.
    """
    best: Pair | None = None
    for number in range(1, tries + 1):
        pair = yield from make(number)
        if pair is not None and (best is None or _worth(pair) > _worth(best)):
            best = pair
        if pair is not None and pair.is_accepted:
            break
    if best is not None:
        game.tell(best, to=RECORD)
    return best


def _worth(pair: Pair) -> tuple[bool, float]:
    return pair.is_accepted, pair.score or 0


def _scene(game: Undercover | Making) -> Scene | None:
    """Draw a new scene, unless the match is about given pictures."""
    config = game.config
    if config.pool:
        return None
    setting = game.chance.choice("setting", SETTINGS) if config.setting == "any" else config.setting
    step = STEPS.get(config.difficulty)
    return generate_scene(game.chance, setting, step.things if step else config.things, compares_sizes=game.compares_sizes)


def _propose_case(game: Undercover | Making, scene: Scene) -> Case:
    config, chance = game.config, game.chance
    step = STEPS.get(config.difficulty)
    ask = partial(
        make_question,
        chance,
        scene,
        compares_sizes=game.compares_sizes,
        is_earlier=game.has_earlier_wordings,
        together=step.together if step else 0,
    )
    if not config.is_played_with_pairs:
        return Case(id="scene", question=ask(scene, None), scene=scene)
    wanted = chance.choice("difficulty", step.edits) if step else config.edit
    other, edit = edit_scene(chance, scene, wanted, compares_sizes=game.compares_sizes)
    question = ask(other, edit if config.asks == "changed" else None)
    return Case(id="scene", question=question, scene=scene, other=other, edit=edit)


def _draw_case(game: Undercover | Making) -> Case:
    """Draw one of the given cases; without its counterfactual if no seat is to see it."""
    wanted = game.config.case
    case = next((case for case in game.config.pool if case.id == wanted), None) or game.chance.choice("case", game.config.pool)
    if game.config.is_played_with_pairs:
        return case
    return case.model_copy(update={"other": None, "counterfactual": "", "other_described": "", "edit": None})


def _try_pair(game: Undercover | Making, number: int, case: Case, checks: dict[int, Checked]) -> Script[Pair | None]:
    """Name the pictures of a case, by their scenes or by asking for their files, and ask a service to compare them."""
    other, counterfactual = case.other or case.scene, case.counterfactual or case.picture
    commission = Commission(number, game.config.size, case.scene, other, case.picture, counterfactual, case.edit)
    game.tell(commission, to=(EDITOR, LIKENESS))
    if case.scene and other and not game.asks_for_drawings:
        size = game.config.size
        drawn = Draw(picture=drawing_name(case.scene, size), counterfactual=drawing_name(other, size))
    elif (found := (yield from game.ask(EDITOR, Draw, forfeit=None))) is not None:
        drawn = found
    else:
        return None
    likeness, score, is_accepted = None, None, True  # where no seat sees a counterfactual, none can be refused
    is_changed = None
    if game.config.is_played_with_pairs:
        compared = yield from game.ask(LIKENESS, Compare, forfeit=None)
        is_accepted = False
        if compared is not None:
            likeness = (compared.visual, compared.semantic, compared.natural)
            score, is_like = accepts(likeness, game.config.likeness_weights, game.config.likeness)
            is_changed = compared.is_changed
            is_accepted = is_like and is_changed
    checks[number] = Checked(is_changed, case.made)
    return Pair(
        case.id, case.question, case.scene, other if case.is_pair else None, drawn.picture, drawn.counterfactual, case.edit,
        likeness, score, is_accepted, number, dict(case.data),
    )  # fmt: skip
