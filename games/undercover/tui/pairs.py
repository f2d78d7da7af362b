"""The making of many pairs of pictures: each is a match without seats in its own folder, so that paid work is never lost."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import ValidationError

from woozle.arena.play import models
from woozle.arena.play.models import spend_past_answers
from woozle.arena.play.pictures import find_pictures
from woozle.arena.play.setup import Ready, new_match, reopened_match
from woozle.arena.runs.coordinator import Coordinator
from woozle.arena.runs.interrupts import interrupts
from woozle.arena.runs.model_runs import STOPPED
from woozle.core.errors import InputError
from woozle.core.frozen_model import FrozenModel
from woozle.core.referee import Referee
from woozle.core.regular_files import LARGE, read_file
from woozle.core.usage import Budget
from woozle.games.undercover.events import EDITOR, LIKENESS, Pair
from woozle.games.undercover.pairs.counterfactuals import Look, Making, MakingConfig, Tried
from woozle.games.undercover.pairs.files import FILE, Row, format_row
from woozle.players.models.client_pool import ClientPool
from woozle.players.pictures import album
from woozle.players.pictures.image_files import decode_image, plain_png
from woozle.players.seats import nobody
from woozle.players.services.registry import chosen_services
from woozle.saves import disk
from woozle.saves.blobs import BLOBS
from woozle.saves.recomputation import create_referee, fold_line
from woozle.saves.resume import FinishedError
from woozle.saves.transcript import CLOSED, Transcript, TranscriptError, read

MAKING = "making"
"""The subfolder with the recordings of the making."""

_PLAN = "plan.json"


class Work(FrozenModel):
    """The plan of making pairs. officials: the services, as on the command line; waits: whether any of them takes time."""

    woozle_pairs: Literal[1] = 1
    seed: int
    officials: dict[str, str]
    configs: tuple[MakingConfig, ...]
    waits: bool = False

    @property
    def parts(self) -> dict[str, Any]:
        """The parts in which two plans can differ, by name."""
        return {"seed": self.seed, "questions or options": self.configs, **self.officials}

    @property
    def numbers(self) -> Sequence[int]:
        """The numbers of the pairs, from 1."""
        return range(1, len(self.configs) + 1)


def open_work(out: Path, work: Work) -> Work:
    """Begin in a folder, or resume the same work. Raises ValueError if the folder holds other work."""
    path = out / MAKING / _PLAN
    there = _read_work(out)
    if there is None:
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            disk.replace(path, work.model_dump_json(indent=1).encode())
        except OSError as error:
            raise InputError(f"{out} cannot be written: {error.strerror}; choose another folder.") from None
        return work
    different = [name for name in {**there.parts, **work.parts} if there.parts.get(name) != work.parts.get(name)]
    if different:
        raise InputError(f"Other pairs are made in {out} (their {' and '.join(different)} differ); choose another folder.")
    return there


def choose_seed(out: Path) -> int:
    """Return the seed of the work in a folder, or a new one. Raises ValueError."""
    there = _read_work(out)
    return there.seed if there else secrets.randbits(63)


def _read_work(out: Path) -> Work | None:
    """Read the plan in a folder, or return None without one. Raises ValueError."""
    path = out / MAKING / _PLAN
    try:
        return Work.model_validate_json(read_file(path, LARGE))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}; see whose it is.") from None
    except ValidationError as error:
        raise InputError(f"{path} is damaged, no plan of pairs, or one of a newer Woozle; choose another folder.") from error


class Workshop:
    """The making of pairs. coordinator: plays its matches; spent: their cost so far."""

    def __init__(self, work: Work, out: Path, hub: ClientPool | None, budget: Budget) -> None:
        """hub: None if no model is asked."""
        self.spent = budget
        self.is_stopped = False
        self._work = work
        self._out = out
        self._hub = hub
        self.coordinator = Coordinator(self._ready, hub.halt if hub else lambda why: None, lambda number: False)

    def numbers_left(self) -> list[int]:
        """Return the numbers of the pairs that are still to be made."""
        return [number for number in self._work.numbers if not (_folder(self._out, number) / CLOSED).exists()]

    async def make(self, places: int) -> None:
        """Make the pairs that are left. Ctrl+c halts, and pressed again cancels; paid answers are kept either way."""
        making = asyncio.current_task()
        assert making

        def stop() -> None:
            if self.is_stopped:
                making.cancel()
            self.is_stopped = True
            self.coordinator.halt(STOPPED)

        for number in self._work.numbers:
            if self._hub and _folder(self._out, number).exists():
                spend_past_answers(_folder(self._out, number), self.spent, self._hub.config)
        with interrupts(stop):
            if self._work.waits:
                await self.coordinator.play(self.numbers_left(), places)
                return
            for number in self.numbers_left():  # one by one, since seats that answer at once would leave others no turn
                await self.coordinator.play((number,), 1)

    def _ready(self, number: int) -> Ready | None:
        folder = _folder(self._out, number)
        find_pictures(folder)
        model = models.seats(self._hub, budget=self.spent) if self._hub else nobody
        try:
            return reopened_match(folder, model=model, sync=self._work.waits)
        except FinishedError:
            return None
        except TranscriptError:
            return new_match(
                Making.name,
                (),
                self._work.configs[number - 1],
                self._work.seed,
                folder,
                model=model,
                services=self._work.officials,
                number=number,
                sync=self._work.waits,
            )


def write_pairs(work: Work, out: Path) -> list[Row]:
    """Write the list of finished pairs, and their pictures. Raises ValueError or OSError, with a sentence."""
    rows = [row for number in work.numbers if (row := _row(out, number))]
    disk.replace(out / FILE, "".join(f"{format_row(row)}\n" for row in rows).encode())
    return rows


def _row(out: Path, number: int) -> Row | None:
    folder = _folder(out, number)
    if not (folder / CLOSED).exists():
        return None
    transcript = read(folder)
    referee = create_referee(transcript.header, transcript.key)
    why, seen = _verdict(referee, transcript)
    pair = next((event for event, _ in reversed(referee.record) if isinstance(event, Pair)), None)
    if pair is None:
        return None
    officials = chosen_services(referee.game, {place.seat: place.player for place in transcript.header.officials})
    album.look_in(folder / BLOBS)
    names = f"{number:04d}.png", f"{number:04d}-other.png"
    digests = [_write_picture(out / name, digest) for name, digest in zip(names, (pair.picture, pair.counterfactual), strict=True)]
    return Row(
        id=pair.case if pair.scene is None else f"scene-{number:04d}",
        image=names[0],
        counterfactual=names[1],
        question=pair.question.text,
        kind=pair.question.kind,
        options=pair.question.options,
        answer=pair.question.answer,
        other_answer=pair.question.other,
        scene=pair.scene,
        other=pair.other,
        edit=pair.edit,
        likeness=pair.likeness,
        score=pair.score,
        accepted=pair.is_accepted,
        why=why.get(pair.tries, ""),
        seen=seen.get(pair.tries, ""),
        tries=pair.tries,
        editor=officials[EDITOR],
        compared_by=officials[LIKENESS],
        sha256=digests[0],
        counterfactual_sha256=digests[1],
        data=pair.data,
    )


def _verdict(referee: Referee, transcript: Transcript) -> tuple[dict[int, str], dict[int, str]]:
    """Return why each try was rejected, and what the analyst answered about its copy, by its number."""
    why: dict[int, str] = {}
    seen: dict[int, str] = {}
    answer = ""
    for line in transcript.lines:
        request, response, told = fold_line(referee, line)
        answer = response.answer.answer if request.answer is Look and isinstance(response.answer, Look) else answer
        for event, _ in told:
            if isinstance(event, Tried):
                why[event.number], seen[event.number], answer = event.why, answer, ""
    return why, seen


def _folder(out: Path, number: int) -> Path:
    return out / MAKING / f"{number:04d}"


def _write_picture(path: Path, digest: str) -> str:
    """Write a picture as plain PNG, and return the SHA-256 of its file."""
    found = album.find(digest)
    if found is None:
        raise InputError(
            f"The picture {digest[:12]} is missing from {path.parent / MAKING}; make its pair again in another folder."
        )
    picture = plain_png(decode_image(found.data, digest[:12]))
    disk.replace(path, picture.data)
    return picture.digest
