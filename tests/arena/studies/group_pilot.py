"""Groups of a study that are played through without a server, for tests of what is kept and exported of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.participants import LOBBY, Step, new_code, steps_of
from woozle.core.event import Event
from woozle.core.request import Answer, Request, Response

from tests.arena.studies.pilot import Participant, Pilot, match, written

CONDITION = """
[[conditions]]
name = "words"
"""
DEBATE = """
[[conditions.matches]]
game = "debate"
seats = ["human*2", "bot", "human", "bot"]
options = { rounds = 2 }
"""


def group_study(folder: Path, more: str = "", matches: int = 1) -> StudyFolder:
    return written(folder, CONDITION + matches * DEBATE, more=f"group = 3{more}")


class Member(Participant):
    """A participant of a group. quotes: whose first words they repeat; leaves_after: so many answers, after which a bot answers."""

    def __init__(self, name: str, quotes: Member | None = None, leaves_after: int | None = None) -> None:
        super().__init__(name)
        self._quotes, self._leaves_after = quotes, leaves_after

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        if self._leaves_after is not None and len(self.answered) >= self._leaves_after:
            return Response(request.id, self.answer(request, observation), 0.0, stand_in="random")
        response = await super().respond(request, observation)
        answer = response.answer
        if self._quotes and self._quotes.said and isinstance(answer, Answer):
            free = [name for name, value in answer if isinstance(value, str) and value and name not in request.choices]
            said = dict.fromkeys(free, f"It was said: “{self._quotes.said[0].upper()}”!")
            self.said += said.values()
            response = replace(response, answer=answer.model_copy(update=said))
        return response


class GroupPilot(Pilot):
    """A study in groups of three."""

    def group(
        self, *, release: Sequence[bool], quotes: int | None = None, leaves: int | None = None, ends: bool = True
    ) -> list[str]:
        """A group plays its match, and finishes the study; its codes by place.

        Args:
            release: Whether each agrees to the publication of what they type.
            quotes: The one who quotes the first.
            leaves: The one for whom a bot answers after a while.
            ends: Whether the others finish the study.
        """
        codes = [self.comes(release=each) for each in release]
        own, row = new_code(), self.study.draw_row(self.study.participants(), self.now, len(codes))
        grouped = {"group": own, "row": row, "people": len(codes), "members": codes, "deal": 1}
        members = [Member(f"member {place} of {own}") for place in range(1, len(codes) + 1)]
        for place, code in enumerate(codes, 1):
            self.notes(code, "waits", step=LOBBY)
            self.notes(code, "grouped", place=place, **grouped)
        if quotes is not None:
            members[quotes] = Member(members[quotes].name, quotes=members[0])
        if leaves is not None:
            members[leaves] = Member(members[leaves].name, leaves_after=1)
        steps = steps_of(self.study.plan, self.study.participants()[-1])
        for code in codes:
            self.said.setdefault(code, [])
        for step in (each for each in steps if each.kind == "match"):
            self._play(step, own, codes, members, leaves)
        for code, member in zip(codes, members, strict=True):
            self.said[code] += member.said
        for place, code in enumerate(codes):
            if ends and place != leaves:
                self.goes_on(code)
        return codes

    def _play(self, step: Step, own: str, codes: Sequence[str], members: Sequence[Member], leaves: int | None) -> None:
        folder = self.study.match_folder(own, step)
        for place, member in enumerate(members, 1):
            member.name = f"{place}-{own}-{step.number}"  # no two sentences have 24 characters in common
        assert step.match
        for code in codes:
            self.notes(code, "began", step=step.id, match=folder.name)
        match(folder, step.match, members, len(codes), with_model=True)
        for place, code in enumerate(codes):
            if place == leaves:
                self.notes(code, "dropped", step=step.id, match=folder.name, how="gone")
                self.notes(code, "left", 9, step=step.id, how="closed")
                self.notes(code, "expired", how="group")
            else:
                self.notes(code, "done", 2, step=step.id, seconds=120.0)
