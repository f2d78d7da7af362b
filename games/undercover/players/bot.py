"""Bots for the undercover game. They look at the graph of their scene through a noisy eye, and know nothing else of the pictures.

They answer what they see, and say what it rests on and something more each round. They vote for the seat whose claims
fit worst to what they see and to what others say (MUG, equation 7). At first no bot knows whether it is the
undercover, so a bot that stands
alone against most others comes to doubt itself. Then either its eye erred or its picture is the other one, and for both cases the
same is best: it joins the others, and says nothing more of what they see otherwise. It still votes as if it was none, since a vote
for anybody else cannot hurt it if it is. One that knows its role bluffs from the start, by halves: what is asked about is likely
what was changed, so its own picture is as bad an adviser as a guess.

`neighbour`, the default, `dreamer` and `fox` are opponents of three levels. `sharp`, `keen`, `hazy` and `dim` are for experiments:
they differ in nothing but their eyes.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, cast

from woozle.core.chance import Chance
from woozle.core.game import Event
from woozle.core.request import Answer, Request, Seat
from woozle.core.words import names
from woozle.games.undercover.claims.formulas import EQUAL, Phi, Weights, weigh_factors
from woozle.games.undercover.claims.grammar import Claim, is_true
from woozle.games.undercover.claims.suspicion import Account, Charge, Evidence, charge, supporters, weigh_evidence
from woozle.games.undercover.events import Conclude, Factors, Reason, Summarise, Vote
from woozle.games.undercover.players.beliefs import Beliefs
from woozle.games.undercover.players.eye import Acuity, sighting
from woozle.games.undercover.players.speech import Stance, analysis, vote_reason
from woozle.games.undercover.scenes.questions import answer_question
from woozle.games.undercover.state import State
from woozle.players.bot import Bot, happens, variant

_BLUFFS = 50  # of a hundred matches in which it knows that it is the undercover and must speak first
_REGRETS = 50  # of a hundred wrong votes that threw somebody out, those that it is sorry for
_OWN = 1.5  # what the own eye counts, where another's word counts 1: less than two others who agree
_GUESS, _SUSPECT, _CERTAIN = 0.5, 0.5, 100.0  # the same of a guess, of the word of whom it suspects most, of an eye that cannot err
_NOTHING = Account((), 0.0)
_UNKNOWN = "i cannot tell"
_LONGEST = 4000
_WORDS = re.compile(r"[^\W_]+")
_ASKING = frozenset({"does", "there", "picture", "image", "this", "that", "have", "show", "what", "which"})


class UndercoverBot(Bot):
    """Looks, answers, suspects, votes, and in the end listens. Subclasses only have other traits.

    Args:
        acuity: of its eye.
        details: how many things it mentions unasked in a round.
        notices: of a hundred things that others say wrongly, those that it notices.
        span: how many of each seat's last statements it remembers, 0 for all.
        is_cautious: it hedges its first answer.
        nerve: how much must speak against a seat before it votes for the first time, in the units of the weighed factors.
        is_stubborn: it never doubts itself.
        blends_in: once it doubts itself, it mentions nothing that another sees otherwise, or that no one else has mentioned.
        asks: in how many of a hundred rounds it asks a seat about a thing.
    """

    acuity: ClassVar[Acuity] = Acuity()
    details: ClassVar[int] = 2
    notices: ClassVar[int] = 100
    span: ClassVar[int] = 0
    is_cautious: ClassVar[bool] = False
    nerve: ClassVar[float] = 0.0
    is_stubborn: ClassVar[bool] = False
    blends_in: ClassVar[bool] = False
    asks: ClassVar[int] = 0

    def answer(self, request: Request, observation: Sequence[Event]) -> Answer:
        state = self.know(State, request, observation)
        scene = state.sight.scene if state.sight else None
        sees = sighting(scene, self.acuity, self._key) if scene else None
        beliefs = Beliefs(state, sees, self.span)
        options = tuple(request.choices.get("answer", ()))
        if issubclass(request.answer, Vote):
            return self._vote(beliefs, request)
        if request.answer is Conclude:
            return Conclude(answer=self._reconsider(beliefs, options))
        if request.answer is Summarise:
            return self._summary(beliefs, options, self.chance(request))
        answer, stance = self._stance(beliefs, options)
        return Reason(answer=answer, analysis=analysis(beliefs, stance, self.chance(request), self.details)[:_LONGEST])

    # Reasoning

    def _stance(self, beliefs: Beliefs, options: Sequence[str]) -> tuple[str, Stance]:
        own, is_seen = self._own_answer(beliefs, options)
        answer = self._public_answer(beliefs, own, options)
        allies = [seat for seat, said in beliefs.latest().items() if said == answer and seat in beliefs.others]
        suspect, wrong, weight = self._suspect(beliefs)
        if suspect and set(allies) == {suspect.seat}:
            suspect = None  # nobody agrees with a seat and suspects it in one breath
        allies = [seat for seat in allies if suspect is None or seat != suspect.seat]
        ally = _witness(allies, beliefs)
        mine, other = beliefs.mine(), ally or "".join(allies[:1])
        if mine not in ("", answer):
            opening, other = self._change(beliefs, answer, other, is_seen=is_seen, returns=is_seen and answer == own)
        elif answer != own:
            opening = "agreed" if ally else "again" if mine else "bluffs"
        elif not is_seen:
            opening = "guesses_again" if mine else "follows_blindly" if ally else "guesses"
        elif mine:
            opening = "again"
        else:
            is_doubtful = self.is_cautious or self._is_in_doubt(beliefs)
            opening = "openings_in_doubt" if is_doubtful else "agreed" if allies else "openings"
        stance = Stance(answer, opening, other, silent=self._better_left(beliefs, own), temper=self.name)
        stance.suspect, stance.wrong = suspect, wrong
        stance.regrets = self._regrets(beliefs)
        stance.would_vote = weight >= self._nerve(beliefs)
        stance.shows = answer == own and is_seen
        stance.is_cautious = self.is_cautious and not beliefs.latest()
        reply = self._reply(beliefs) if stance.shows else None
        stance.reply = reply if reply and reply[1] != stance.other else None
        stance.question = self._question(beliefs)
        return answer, stance

    @staticmethod
    def _change(beliefs: Beliefs, answer: str, other: Seat, *, is_seen: bool, returns: bool) -> tuple[str, Seat]:
        """Return how it owns up to another answer than its last one, and whom it names: `other`, or one who is out and said so."""
        out = beliefs.out_for(answer)
        if returns:
            return "returns", other
        if not other:
            return ("turned_to_out", out) if out else ("turned_alone" if is_seen else "guesses_anew", "")
        if not is_seen:
            return "turned_blindly", other
        if beliefs.is_of_most(answer) and not beliefs.agreeing(beliefs.mine()):
            return "turned_to_most", other
        return "turned", other

    def _better_left(self, beliefs: Beliefs, own: str) -> set[str]:
        """Return kinds that several others see otherwise: to mention them would only set it apart."""
        if self.blends_in and beliefs.sees and self._doubts_itself(beliefs, own):
            mentioned = {claim.kind for seat in beliefs.others for claim in beliefs.accounts.get(seat, _NOTHING).claims}
            unmentioned = {thing.kind for thing in beliefs.sees.scene.things} - mentioned
            return unmentioned | {claim.kind for claim in beliefs.disputed_claims}
        return {claim.kind for claim, seats in beliefs.disputed_claims.items() if len(seats) > 1}

    def _question(self, beliefs: Beliefs) -> tuple[Seat, str] | None:
        """Return a seat and a kind that it has said nothing of, to ask it about in this round; None if it asks nothing."""
        chance = Chance(b"asks %d " % beliefs.state.number + self._key)
        if beliefs.sees is None or beliefs.state.part != "reasoning" or not happens(chance, "asks", self.asks):
            return None
        told = {seat: {claim.kind for claim in beliefs.accounts.get(seat, _NOTHING).claims} for seat in beliefs.others}
        fewest = min(map(len, told.values()), default=0)
        unsaid = [
            (seat, thing.kind)
            for seat, kinds in told.items()
            for thing in beliefs.sees.scene.things
            if thing.kind not in kinds and len(kinds) == fewest
        ]
        return chance.choice("whom", unsaid) if unsaid else None

    def _is_in_doubt(self, beliefs: Beliefs) -> bool:
        query = beliefs.query()
        if query is None or beliefs.sees is None:
            return False
        looked_at = (query.kind,) if query.about == "side" else query.kinds
        return any((kind, query.field) in beliefs.sees.doubts for kind in looked_at)

    def _public_answer(self, beliefs: Beliefs, own: str, options: Sequence[str]) -> str:
        """Return its public answer, which need not be what it sees."""
        if beliefs.state.is_undercover and beliefs.is_hunting:
            heard = beliefs.leading()
            return heard if _is_legal(heard, options) else own if beliefs.latest() else self._bluff(own, options)
        if beliefs.state.briefing.mode.startswith("mad") or not beliefs.state.briefing.has_undercover:
            return self._reconsider(beliefs, options)
        return beliefs.consensus() if self._doubts_itself(beliefs, own) and _is_legal(beliefs.consensus(), options) else own

    def _bluff(self, own: str, options: Sequence[str]) -> str:
        """Return another answer than its picture's, in some matches."""
        chance, others = Chance(b"bluff " + self._key), [option for option in options if option != own]
        return chance.choice("instead", others) if others and happens(chance, "bluffs", _BLUFFS) else own

    def _doubts_itself(self, beliefs: Beliefs, own: str) -> bool:
        """Return whether its own eye or picture must be wrong, since most others answer otherwise."""
        return not (self.is_stubborn or self._is_certain(beliefs)) and beliefs.consensus() not in ("", own)

    def _is_certain(self, beliefs: Beliefs) -> bool:
        """Return whether what it sees is the picture, for sure."""
        return self.acuity == Acuity() and (beliefs.state.is_undercover is False or not beliefs.is_hunting)

    def _reply(self, beliefs: Beliefs) -> tuple[Claim, Seat] | None:
        """Return a claim of one other seat alone that it sees otherwise, beyond doubt; preferably about what is asked."""
        doubts = beliefs.sees.doubts if beliefs.sees else ()
        found: list[tuple[Claim, Seat]] = []
        for claim, seats in beliefs.disputed_claims.items():
            is_sure = claim.about != "answer" and (claim.kind, claim.about) not in doubts
            if is_sure and len(seats) == 1 and seats[0] in beliefs.others:
                found.append((claim, seats[0]))
        query = beliefs.query()
        return min(
            found, key=lambda each: query is None or (each[0].kind, each[0].about) != (query.kind, query.about), default=None
        )

    # What it sees

    def _own_answer(self, beliefs: Beliefs, options: Sequence[str]) -> tuple[str, bool]:
        """Return the answer that its picture gives, and whether it does give one; else a guess, the same for the whole match."""
        question = beliefs.question
        if beliefs.sees:
            found = answer_question(question, beliefs.sees.scene)
        else:
            found = _read_description(beliefs.state.sight.described if beliefs.state.sight else "", question, options)
        if found and _is_legal(found, options):
            return beliefs.comparable_answer(found), True
        heard = beliefs.leading()
        if _is_legal(mine := beliefs.mine(), options) and not beliefs.outnumbers(heard, mine):
            return mine, False
        if heard and _is_legal(heard, options):
            return heard, False
        return Chance(b"guess " + self._key).choice("guess", options) if options else _UNKNOWN, False

    # Votes

    def _vote(self, beliefs: Beliefs, request: Request) -> Vote:
        """Return the legal target that the four factors and its answers weigh most against; draw among equals."""
        vote = cast("type[Vote]", request.answer)
        evidence = self._evidence(beliefs)
        targets = [seat for seat in request.choices.get("target", ()) if seat in evidence]
        if not targets:
            return vote(target=None)
        scores = _scores(evidence)
        most = max(scores[seat] for seat in targets)
        if most < self._nerve(beliefs) and None in request.choices["target"]:
            return vote(target=None)
        chance = self.chance(request)
        target = chance.choice("vote", [seat for seat in targets if scores[seat] == most])
        why = "" if self._has_voted_for(target, beliefs) else vote_reason(beliefs, self._charges(target, evidence, beliefs), chance)
        return vote(target=target, why=why, factors=tuple(_factors(seat, each.phi) for seat, each in evidence.items()))

    def _nerve(self, beliefs: Beliefs) -> float:
        """Return how much must speak against a seat: less with each vote, since to abstain leaves it to one or two others.

        In the last vote, which is the undercover's win, and after a tie, which is broken by lot, it votes in any case.
        """
        counted = beliefs.state.counted
        is_last = beliefs.state.part == "revote" or counted + 1 == beliefs.state.briefing.rounds
        return 0.0 if is_last else self.nerve / (1 + counted)

    def _charges(self, target: Seat, evidence: Mapping[Seat, Evidence], beliefs: Beliefs) -> Stance:
        """Return what it says against a seat that it votes for."""
        own, is_seen = self._own_answer(beliefs, beliefs.state.briefing.options)
        shows = is_seen and beliefs.comparable_answer(beliefs.state.lasts.get(beliefs.me, own)) == own
        silent = self._better_left(beliefs, own) if self._doubts_itself(beliefs, own) else ()
        wrong = evidence[target].wrong
        return Stance(
            beliefs.mine() or own, "", shows=shows, silent=silent, suspect=charge(target, evidence), wrong=wrong, temper=self.name
        )

    @staticmethod
    def _has_voted_for(target: Seat, beliefs: Beliefs) -> bool:
        """Return whether it voted for this seat before a tie, and so has said why."""
        return beliefs.state.tied_ballots.get(beliefs.state.counted + 1, {}).get(beliefs.me) == target

    def _suspect(self, beliefs: Beliefs) -> tuple[Charge | None, Sequence[Claim], float]:
        """Return its suspect with the ground that it names, what that seat says wrongly, and how much speaks against it.

        The first round has none.
        """
        if not (beliefs.is_hunting and beliefs.state.said.get(beliefs.me)):
            return None, (), 0.0
        evidence = self._evidence(beliefs)
        scores = _scores(evidence)
        suspect = max(scores, key=scores.__getitem__, default="")
        if not (suspect and evidence[suspect].wrong):
            return None, (), 0.0
        return charge(suspect, evidence), evidence[suspect].wrong, scores[suspect]

    def _regrets(self, beliefs: Beliefs) -> Seat:
        """Return the seat that it helped to vote out in the last vote, if that was a mistake and it says so; else empty."""
        state = beliefs.state
        target = state.ballots.get(state.counted, {}).get(beliefs.me)
        out = state.out.get(target) if target else None
        is_mistake = out is not None and out.vote == state.counted and not out.was_undercover
        says = happens(Chance(b"regrets %d " % state.number + self._key), "says", _REGRETS)
        return target if target and is_mistake and says else ""

    def _evidence(self, beliefs: Beliefs) -> dict[Seat, Evidence]:
        """Return what speaks against each of the others."""
        accounts = dict.fromkeys(beliefs.others, _NOTHING) | beliefs.accounts
        believes = self._beliefs(beliefs, accounts)
        return {seat: weigh_evidence(seat, accounts, believes) for seat in beliefs.others}

    def _beliefs(self, beliefs: Beliefs, accounts: Mapping[Seat, Account]) -> Callable[[Claim], bool]:
        """Return the claims that it takes for true: what it sees; if it doubts itself, also what half of the others say."""
        if beliefs.sees is None:
            mine = set(accounts[beliefs.me].claims) if beliefs.me in accounts else set()
            return lambda claim: claim in mine
        scene, chance = beliefs.sees.scene, Chance(b"notices " + self._key)

        def sees(claim: Claim) -> bool:
            if is_true(claim, scene):
                return True
            return self.notices < 100 and not happens(chance, f"{claim.about} {claim.kind} {claim.value}", self.notices)

        own = beliefs.comparable_answer(answer_question(beliefs.question, beliefs.sees.scene))
        if not (beliefs.state.is_undercover or self._doubts_itself(beliefs, own)):
            return sees
        heard = {seat: told for seat, told in accounts.items() if seat != beliefs.me}
        return lambda claim: sees(claim) or 2 * len(supporters(claim, heard)) >= len(heard)

    # Summarisation

    def _summary(self, beliefs: Beliefs, options: Sequence[str], chance: Chance) -> Summarise:
        answer = self._reconsider(beliefs, options)
        own, is_seen = self._own_answer(beliefs, options)
        agreeing = beliefs.agreeing(answer)
        other = _witness(agreeing, beliefs) or "".join(agreeing[:1])
        shows = answer == own and is_seen
        if (beliefs.mine() or own) != answer:
            opening, other = self._change(beliefs, answer, other, is_seen=is_seen, returns=shows)
        elif agreeing and agreeing == beliefs.others:
            opening, other, shows = "settled", names(agreeing), False
        else:
            opening = "stays" if shows else "keeps"
        stance = Stance(answer, opening, other, shows=shows, talks=False, temper=self.name)
        return Summarise(answer=answer, summary=analysis(beliefs, stance, chance, details=0)[:_LONGEST])

    def _reconsider(self, beliefs: Beliefs, options: Sequence[str]) -> str:
        """Return the answer that it now prefers: a vote of the seats that it believes, with more weight for its own eye."""
        own, is_seen = self._own_answer(beliefs, options)
        votes: defaultdict[str, float] = defaultdict(
            float, {own: _CERTAIN if self._is_certain(beliefs) and is_seen else _OWN if is_seen else _GUESS}
        )
        scores = _scores(self._evidence(beliefs)) if beliefs.is_hunting else {}
        suspect = max(scores, key=scores.__getitem__, default="")
        for seat, answer in beliefs.latest().items():
            if _is_legal(answer, options):
                votes[answer] += _SUSPECT if seat == suspect else 1.0
        legal = [answer for answer in votes if _is_legal(answer, options)]
        return max(legal, key=votes.__getitem__) if legal else self._own_answer(beliefs, options)[0]


class Neighbour(UndercoverBot):
    """Sees most things, hedges its first answer, and votes when enough speaks against a seat."""

    name = "neighbour"
    level = "normal"
    character = "Sees most things, allows for mistakes, and joins in once it stands alone."
    acuity = Acuity(0.14, 0.14, 0.14, 0.14)
    notices = 25
    is_cautious = True
    blends_in = True
    nerve = 0.15
    asks = 40


class Dreamer(UndercoverBot):
    """Lets two of three slips pass, and never doubts itself."""

    name = "dreamer"
    level = "easy"
    character = "Sees in a blur, lets slips pass, and never doubts itself."
    acuity = Acuity(0.27, 0.27, 0.27, 0.27)
    notices = 34
    span = 1
    is_stubborn = True
    nerve = 0.27
    asks = 30


class Fox(UndercoverBot):
    """Sees well, never puts its own first answer plainly, and pounces on those who did."""

    name = "fox"
    level = "hard"
    character = "Never commits itself first, pounces on those who did, and blends in."
    acuity = Acuity(0.08, 0.08, 0.08, 0.08)
    details = 3
    notices = 26
    is_cautious = True
    blends_in = True
    nerve = 0.13
    asks = 50


# For experiments
Sharp = variant(UndercoverBot, "sharp", "Errs now and then.", acuity=Acuity(0.02, 0.05, 0.04, 0.04))
Keen = variant(UndercoverBot, "keen", "Sees everything as it is.")
Hazy = variant(UndercoverBot, "hazy", "Gets about every sixth fact wrong.", acuity=Acuity(0.08, 0.2, 0.15, 0.15))
Dim = variant(
    UndercoverBot,
    "dim",
    "Misses a fifth of all things, and gets about every third fact wrong of what it sees.",
    acuity=Acuity(0.2, 0.4, 0.3, 0.35),
)


BOTS: tuple[type[Bot], ...] = (Neighbour, Dreamer, Fox, Sharp, Keen, Hazy, Dim)
"""The default first."""


def _witness(allies: Sequence[Seat], beliefs: Beliefs) -> Seat:
    """Return the first ally that answers from what it sees; empty without one."""
    return next(filter(beliefs.is_witness, allies), "")


def _is_legal(answer: str, options: Sequence[str]) -> bool:
    return bool(answer) and (not options or answer in options)


def _scores(evidence: Mapping[Seat, Evidence]) -> dict[Seat, float]:
    """Return how strongly the factors that it records point to each seat."""
    return weigh_factors({seat: _rounded(each.phi) for seat, each in evidence.items()}, Weights(*EQUAL))


def _rounded(phi: Phi) -> Phi:
    inconsistency, deviation, accuracy, suspicion = phi
    return round(inconsistency, 4), round(deviation, 4), round(accuracy, 4), round(suspicion, 4)


def _factors(seat: Seat, phi: Phi) -> Factors:
    inconsistency, deviation, detail_accuracy, suspicion = _rounded(phi)
    return Factors(
        seat=seat, inconsistency=inconsistency, deviation=deviation, detail_accuracy=detail_accuracy, suspicion=suspicion
    )


def _read_description(described: str, question: str, options: Sequence[str]) -> str:
    """Return the answer that a description gives, if just one of the options is among its words; empty if it gives none.

    A question for yes or no is answered with yes if each of its longer words is there.
    """
    words = set(_WORDS.findall(described.casefold()))
    if not words:
        return ""
    if {option.casefold() for option in options} == {"yes", "no"}:
        asked = {word for word in _WORDS.findall(question.casefold()) if len(word) > 3} - _ASKING
        return next(option for option in options if option.casefold() == ("yes" if asked <= words else "no"))
    found = [option for option in options if set(_WORDS.findall(option.casefold())) <= words]
    return found[0] if len(found) == 1 else ""
