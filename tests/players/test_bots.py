"""What a bot keeps between the questions that it is asked."""

from dataclasses import dataclass

from woozle.core.event import EventView
from woozle.core.request import Answer, Request
from woozle.players.bot import Bot


@dataclass(frozen=True)
class Heard:
    number: int


FIRST, SECOND, THIRD = Heard(1), Heard(2), Heard(3)


class Notes:
    """All that one seat has seen."""

    def __init__(self, seat):
        self.seat, self.seen = seat, []

    def see(self, event):
        self.seen.append(event)


def known(bot, observation, seat="Ada"):
    notes = bot.know(Notes, Request(1, seat, Answer, {}), observation)
    assert notes.seen == list(observation) and notes.seat == seat
    return notes


def test_a_bot_sees_no_event_twice_while_its_observation_grows():
    bot, events = Bot(1), []
    notes = known(bot, EventView(events))
    events += [FIRST, SECOND]
    notes = known(bot, EventView(events))
    events.append(THIRD)
    assert known(bot, EventView(events)) is notes


def test_a_bot_begins_anew_in_another_match_and_in_another_seat():
    bot = Bot(1)
    notes = known(bot, [FIRST, SECOND])
    for other in ([FIRST], [FIRST, THIRD], [SECOND, SECOND, THIRD]):
        assert known(bot, other) is not notes
    notes = known(bot, [FIRST])
    assert known(bot, [FIRST], "Ben") is not notes
