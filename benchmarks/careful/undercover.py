"""A careful human at the undercover: sees its picture as it is, tells the truth in a few plain sentences, and compares.

It gives the grounds of its answer and two more facts a round, answers questions addressed to it by name, and says who contradicts
its picture, and how. It votes for the seat that contradicts it most often; a wrong answer to the question counts twice. Without any
such seat it abstains, except in the last vote. If all others who answered agree on something else, it takes its own picture for the
changed one: from then on it goes along, and judges by what most say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from woozle.core.chance import Chance
from woozle.core.event import first, last
from woozle.core.game import Event
from woozle.core.request import Answer, Request, Seat
from woozle.games.undercover.claims.grammar import Claim, is_true
from woozle.games.undercover.claims.lexicon import tokens
from woozle.games.undercover.claims.suspicion import account, supporters
from woozle.games.undercover.events import (
    Briefing,
    Conclude,
    Counted,
    Reason,
    Reasoned,
    RoundBegan,
    Sight,
    Summarise,
    Summarised,
    Vote,
)
from woozle.games.undercover.scenes.graph import Scene, Thing
from woozle.games.undercover.scenes.queries import find
from woozle.games.undercover.scenes.questions import answer_question
from woozle.games.undercover.scenes.vocabulary import vocabulary
from woozle.games.undercover.scenes.wordings import parse_query
from woozle.games.undercover.scenes.words import NUMBERS
from woozle.players.bot import Bot

MORE = 2  # further things a round, besides those asked about
ASKED = 2  # weight of a wrong answer; a wrong word about anything else weighs 1
_PLENTY = 2  # others that must agree before it doubts its own picture


class Careful(Bot):
    """An attentive person with a pencil who does no sums."""

    name = "careful"

    def answer(self, request: Request, observation: Sequence[Event]) -> Answer:
        notes = _Notes(request.to, observation)
        if issubclass(request.answer, Vote):
            return request.answer(target=_suspect(notes, request.choices["target"], self.chance(request)))
        options = request.choices.get("answer", ())
        answer = notes.own if not notes.doubts_itself else notes.theirs
        if options and answer not in options:
            answer = options[0]
        if request.answer is Conclude:
            return Conclude(answer=answer)
        if request.answer is Summarise:
            return Summarise(answer=answer, summary="That's what I take it to be.")
        return Reason(answer=answer, analysis=" ".join(_sentences(notes, self.chance(request))))


class _Notes:
    """Notes of a seat. said: answers and words of each seat in order; own: its picture's answer; theirs: the others'."""

    def __init__(self, me: Seat, observation: Sequence[Event]) -> None:
        briefing, sight = first(observation, Briefing), first(observation, Sight)
        assert briefing is not None and sight is not None and sight.scene is not None
        self.me, self.briefing, self.scene = me, briefing, sight.scene
        self.said: dict[Seat, list[tuple[str, str]]] = {}
        out = set[Seat]()
        self.votes = 0
        for event in observation:
            match event:
                case Reasoned(seat, _, answer, text) | Summarised(seat, _, answer, text):
                    self.said.setdefault(seat, []).append((answer, text))
                case Counted(eliminated=seat):
                    self.votes += 1
                    out |= {seat} if seat else set()
        began = last(observation, RoundBegan)
        self.is_last_vote = began is not None and self.votes + 1 == briefing.rounds
        self.others = [seat for seat in briefing.seats if seat != me and seat not in out]
        self.own = answer_question(briefing.question, self.scene)
        given = Counter(said[-1][0] for seat, said in self.said.items() if seat != me and said[-1][0])
        self.theirs = next(iter(given), "") if len(given) == 1 and given.total() >= _PLENTY else ""
        was_found = any(isinstance(event, Counted) and event.was_undercover for event in observation)
        self.doubts_itself = self.theirs not in ("", self.own) and not was_found

    def claims(self) -> Mapping[Seat, Sequence[Claim]]:
        """Return the claims of each other seat so far."""
        question, setting = self.briefing.question, self.scene.setting
        return {seat: account(question, tuple(said), setting).claims for seat, said in self.said.items() if seat != self.me}

    def contradictions(self) -> Mapping[Seat, Sequence[Claim]]:
        """Return the claims of each other seat that its picture contradicts, or, if it doubts that, most of the others."""
        found = self.claims()
        is_believed: Callable[[Claim], bool] = lambda claim: is_true(claim, self.scene)  # noqa: E731
        if self.doubts_itself:
            accounts = {seat: account(self.briefing.question, tuple(self.said[seat]), self.scene.setting) for seat in found}

            def is_believed(claim: Claim) -> bool:
                return is_true(claim, self.scene) or len(supporters(claim, accounts)) > 1

        return {seat: [claim for claim in told if not is_believed(claim)] for seat, told in found.items() if seat in self.others}


def _suspect(notes: _Notes, targets: Sequence[Seat | None], chance: Chance) -> Seat | None:
    """Return the seat that contradicted most; None for none."""
    wrong = notes.contradictions()
    weights = {seat: _weight(wrong.get(seat, ())) for seat in targets if seat}
    most = max(weights.values(), default=0)
    if not most and not notes.is_last_vote:
        return None
    return chance.choice("suspect", [seat for seat, weight in weights.items() if weight == most])


def _weight(claims: Sequence[Claim]) -> int:
    return ASKED * any(claim.about == "answer" for claim in claims) + len({c.kind for c in claims if c.about != "answer"})


# Speech


def _sentences(notes: _Notes, chance: Chance) -> Iterator[str]:
    scene, told = notes.scene, notes.said.get(notes.me, ())
    query = parse_query(notes.briefing.question, scene.setting)
    asked = [thing for kind in query.kinds if (thing := find(scene, kind))] if query else []
    asked += [thing for thing in scene.things if query and (thing.place == query.place or thing.text == query.value != "")]
    if told:
        yield "I still see it like that." if not notes.doubts_itself else "I looked again, and I had it wrong."
    elif not asked and query and query.kind:
        yield f"I can't see any {vocabulary(scene.setting).kinds[query.kind].word}."
    wanted = list(_asked_by_others(notes))
    fresh = [thing for thing in chance.shuffle("more", scene.things) if not _was_told(thing, told)]
    spoken = [*(() if told else asked), *wanted, *[thing for thing in fresh if thing not in asked][:MORE]]
    yield from (_sentence(thing, scene) for thing in dict.fromkeys(spoken))
    if told and not notes.doubts_itself:
        yield from _complaint(notes)


def _was_told(thing: Thing, told: Sequence[tuple[str, str]]) -> bool:
    return any(thing.kind in text for _, text in told)


def _asked_by_others(notes: _Notes) -> Iterator[Thing]:
    """Yield the things that others asked this seat about by name in the last round."""
    for seat in notes.others:
        _, text = notes.said.get(seat, [("", "")])[-1]
        for sentence in text.replace("!", ".").replace("?", "?.").split("."):
            if notes.me in sentence and sentence.endswith("?"):
                named = [token.meant for token in tokens(sentence, notes.scene.setting) if token.type == "thing"]
                yield from (thing for kind in named if (thing := find(notes.scene, kind)))


def _sentence(thing: Thing, scene: Scene) -> str:
    words = vocabulary(scene.setting)
    kind = words.kinds[thing.kind]
    adjectives = [thing.colour, *([thing.pattern] if thing.pattern != "plain" else []), kind.words(thing.count)]
    what = " ".join(adjectives)
    counted = f"{NUMBERS[thing.count]} {what}" if thing.count > 1 else f"{'an' if what[0] in 'aeiou' else 'a'} {what}"
    more = f', marked "{thing.text}"' if thing.text else ""
    more += f"; {'it is' if thing.count == 1 else 'they are'} {thing.state}" if thing.state else ""
    return f"I see {counted} {words.places[thing.place].name}{more}."


def _complaint(notes: _Notes) -> Iterator[str]:
    """Yield a sentence on who contradicts its picture most, and how."""
    wrong = notes.contradictions()
    seat = max(wrong, key=lambda seat: _weight(wrong[seat]), default="")
    if not seat or not _weight(wrong[seat]):
        return
    claim = wrong[seat][0]
    about = "the question" if claim.about == "answer" else f"the {vocabulary(notes.scene.setting).kinds[claim.kind].word}"
    yield f"What {seat} says about {about} doesn't match my picture, so I'd vote for {seat}."
