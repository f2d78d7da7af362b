"""The all-seeing view of self-play: the society, control, each step, who knew better; marks, times and the end."""

from __future__ import annotations

from woozle.arena.views.end import End
from woozle.arena.views.panels import Document
from woozle.arena.views.registry import reading
from woozle.core.game import PUBLIC
from woozle.core.request import Forfeit
from woozle.core.state import EVERYTHING
from woozle.games.self_play import events as self_play
from woozle.games.self_play.events import Acted
from woozle.games.self_play.views.end_card import results
from woozle.testing import play_rules

from tests.games.self_play.play import society
from tests.games.self_play.tui.scenes import STEPS, WHO, WRONG, over
from tests.games.self_play.views.seen import cells, texts, told
from tests.tables import panel

RIGHT = "The right answer is Agathe Wend, found in the book of medicine."


def after(step, referee, viewer=EVERYTHING):
    """Return the view state after all Events of a step."""
    record = referee.record if viewer == EVERYTHING else [(event, ()) for event in referee.view(viewer)]
    at = next(at for at, (event, _) in enumerate(record) if isinstance(event, self_play.Stacked) and event.step == step)
    return told([event for event, _ in record[: at + 1]], viewer)


def read(referee, viewer=EVERYTHING) -> list[str]:
    events = [event for event, _ in referee.record] if viewer == EVERYTHING else referee.view(viewer)
    return texts(told(events, viewer)[1])


def test_a_circle_of_seats_that_all_wait_is_shown():
    asking = dict.fromkeys(("Ada", "Ben", "Cleo"), ("ASK",))
    known, _ = after(2, over(asking, society="fixed", graph=((1,), (2,), (0,)), calculators=(2,)))
    assert cells(known.look())["Cleo"][:3] == ("▸ turn", "medicine, sums", "Ada")
    assert "Ben and Ada wait for replies." in texts(panel(known.look(), Document).lines)
    chain, _ = after(1, over(asking, society="chain"))
    assert cells(chain.look())["Ben"][2] == "Cleo"


def test_steps_that_are_alike_are_counted_and_of_many_the_last_are_shown():
    known, _ = told([event for event, _ in over({"Ada": ("SEARCH",) * 3}, seats=1, searches=5, asks=0).record], EVERYTHING)
    assert cells(known.look())["Ada"][2] == "SEARCH ×3, HEDGE ✗"
    known, _ = after(1, over())
    for step in range(2, 40):
        known.see(Acted("Ada", ("ASK", "SEARCH")[step % 2], WHO.question, False))
    assert cells(known.look())["Ada"][-1].endswith("ASK, SEARCH") and len(cells(known.look())["Ada"][-1]) == 40


def test_what_is_right_is_told_before_anybody_acts_to_who_sees_everything_alone():
    assert read(over()).index(RIGHT) < read(over()).index("Ada is asked")
    public = read(over(), PUBLIC)
    assert public.index(RIGHT) > public.index("6. Ada: ANSWER: Agathe Wend")
    assert not any("✓" in line or "✗" in line for line in public)


def test_who_was_sure_and_wrong_and_who_was_not_sure_and_right_is_told():
    for viewer in (EVERYTHING, PUBLIC):
        assert read(over(), viewer)[-2:] == ["Ben was sure (ANSWER), and wrong.", "Cleo was not sure (HEDGE), and right."]
    heard = {"Ada": ("ASK", "HEDGE nobody"), "Ben": ("ANSWER Agathe Wend",)}
    assert "Ben was sure and right, but the final answer is another." in read(over(heard))


def test_those_who_look_on_have_time_to_read_and_who_plays_is_not_made_to_wait():
    events = [event for event, _ in over().record]
    found = next(event for event in events if isinstance(event, self_play.Evidence) and event.tag == "RETRIEVAL")
    acted = next(event for event in events if isinstance(event, Acted))
    assert 3 < reading("self_play", [found], None) < 12 and reading("self_play", [acted], None) > 0
    assert reading("self_play", [found], "Ben") == reading("self_play", [acted], "Ada") == 0


def test_the_results_of_a_group_that_is_wrong_or_has_no_answer():
    lost = over(WRONG)
    assert results(End(lost.record, lost.outcome, {}, None)).headline == "The answer is wrong, and scores -0.02."
    assert results(End(lost.record, lost.outcome, {}, "Ben")).is_won is False
    half = over({**STEPS, "Ada": ("ASK", "ANSWER Agathe of the old inn")})
    assert results(End(half.record, half.outcome, {}, None)).headline.startswith("The answer is partly right")
    none = over({"Ada": ("ASK",)}, steps=1)
    shown = results(End(none.record, none.outcome, {}, None))
    assert shown.headline == "There is no final answer."
    assert shown.ranks.rows[1].cells[2:5] == ("not asked", "–", "–")


def test_a_player_who_failed_is_named_in_the_results():
    def fail(request, _):
        return Forfeit("error", "RuntimeError: no")

    referee = play_rules(society(pool=(WHO,)), fail)
    assert any("failed" in sentence for sentence in results(End(referee.record, referee.outcome, {}, None)).failures)
