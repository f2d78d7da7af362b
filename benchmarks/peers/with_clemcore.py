"""The game as a dialogue game of clemcore, with its own recorder, written as its file saver writes it, or without."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any

from clemcore.backends import CustomResponseModel
from clemcore.clemgame import DialogueGameMaster, GameSpec, Player
from clemcore.clemgame.recorder import GameInteractionsRecorder
from clemcore.clemgame.resources import store_json

sys.path.insert(0, str(Path(__file__).parent))
import talk
import worker

SPEC = GameSpec(game_name="village", game_path=".", players=talk.SEATS)


class Seat(Player):
    """A player that reads all that it remembers, as a model would be sent it."""

    def __init__(self, seed: int, seat: int) -> None:
        super().__init__(CustomResponseModel())
        self.reader = talk.Reader(seed, seat)
        self.seat = seat
        self.kind: talk.Kind = "speak"

    def _custom_response(self, context: dict[str, Any]) -> str:
        return self.reader.answer("\n".join(message["content"] for message in self.get_perspective()), self.kind)


class Village(DialogueGameMaster):
    """Eight seats that talk."""

    def _on_setup(self, seed: int, **kwargs: Any) -> None:
        self._turns = list(talk.turns())
        self._at = 0
        self._votes: dict[int, int] = {}
        self._news: defaultdict[int, list[str]] = defaultdict(list)
        self.seats = [Seat(seed, seat) for seat in range(talk.SEATS)]
        for player in self.seats:
            self.add_player(player, initial_prompt=talk.prompt(player.seat))

    def _on_before_game(self) -> None:
        self._ask()

    def _ask(self) -> None:
        seat, kind = self._turns[self._at]
        player = self.seats[seat]
        player.kind = kind
        self.set_context_for(player, "\n".join([*self._news.pop(seat, ()), f"Now {kind}."]))

    def _tell(self, text: str) -> None:
        for seat in range(talk.SEATS):
            self._news[seat].append(text)

    def _parse_response(self, player: Seat, response: str) -> str:
        return response

    def _advance_game(self, player: Seat, parsed_response: str) -> None:
        if player.kind == "speak":
            self._tell(f"[Player {player.seat}] {parsed_response}")
        else:
            self._votes[player.seat] = talk.voted(parsed_response)
            if len(self._votes) == talk.SEATS:
                self._tell(talk.counted(self._votes))
                self._votes = {}
        self._at += 1
        if self._at == len(self._turns):
            self.state.succeed()
        else:
            self._ask()

    def _next_player(self) -> Player:
        self._current_player_idx = self._turns[min(self._at, len(self._turns) - 1)][0]
        return self.seats[self._current_player_idx]


def play(seed: int, folder: Path | None) -> list[talk.Reader]:
    """Play one match, with a record or none; return its players."""
    master = Village(SPEC, {"name": "talk"}, [CustomResponseModel()])
    master.setup(seed=seed, game_id=seed)
    recorder = GameInteractionsRecorder("village", "talk", seed, str(folder), {}) if folder else None
    if recorder:
        for player in master.get_players():
            recorder.log_player(player.name, player.game_role, player.model.name)
        master.register(recorder)
    master.before_game()
    done = False
    while not done:
        player = master.current_player
        done, _ = master.step(player(master.get_context_for(player)))
    if recorder:
        store_json(recorder.interactions, "interactions.json", str(folder / f"instance_{seed:05d}"))
    return [player.reader for player in master.seats]


def unrecorded(matches: int) -> talk.Done:
    return talk.total(player for seed in range(matches) for player in play(seed, None))


def recorded(matches: int) -> talk.Done:
    folder = Path(tempfile.mkdtemp())
    done = talk.total(player for seed in range(matches) for player in play(seed, folder))
    shutil.rmtree(folder)
    return done


if __name__ == "__main__":
    worker.serve({"unrecorded": unrecorded, "recorded": recorded})
