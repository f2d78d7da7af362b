"""The game as an environment of TextArena, played as its README plays one: its wrapper for models makes the view of each turn."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import textarena as ta

sys.path.insert(0, str(Path(__file__).parent))
import talk
import worker


class Village(ta.Env):
    """Eight seats that talk."""

    def reset(self, num_players: int, seed: int | None = None) -> None:
        self.state = ta.FFAMultiPlayerState(num_players=num_players, seed=seed)
        self.state.reset(game_state={}, player_prompt_function=lambda player_id, game_state: talk.prompt(player_id))
        self._turns = list(talk.turns())
        self._at = 0
        self._votes: dict[int, int] = {}

    @property
    def kind(self) -> talk.Kind:
        return self._turns[self._at][1]

    def step(self, action: str) -> tuple[bool, Any]:
        seat, kind = self._turns[self._at]
        if kind == "speak":
            self.state.add_observation(action, ta.ObservationType.PLAYER_ACTION, from_id=seat)
        else:
            self._votes[seat] = talk.voted(action)
            if len(self._votes) == talk.SEATS:
                self.state.add_observation(talk.counted(self._votes), ta.ObservationType.GAME_MESSAGE)
                self._votes = {}
        self._at += 1
        if self._at == len(self._turns):
            self.state.set_winners(player_ids=[0], reason="The days are over.")
        else:
            self.state.manually_set_current_player_id(self._turns[self._at][0])
        return self.state.step(rotate_player=False)


def unrecorded(matches: int) -> talk.Done:
    """Play; TextArena keeps no record."""
    everybody = []
    for seed in range(matches):
        village = Village()
        env = ta.wrappers.LLMObservationWrapper(env=village)
        env.reset(num_players=talk.SEATS, seed=seed)
        players = [talk.Reader(seed, seat) for seat in range(talk.SEATS)]
        done = False
        while not done:
            seat, view = env.get_observation()
            done, _ = env.step(action=players[seat].answer(view, village.kind))
        env.close()
        everybody += players
    return talk.total(everybody)


def own_game(matches: int) -> talk.Done:
    """Play its SecretMafia with its usual wrappers, by chance: about 72 answers a match."""
    answers = characters = 0
    for seed in range(matches):
        env = ta.make("SecretMafia-v0")
        env.reset(num_players=talk.SEATS, seed=seed)
        game = env
        while isinstance(game, ta.Wrapper):
            game = game.env
        chance = random.Random(seed)
        done = False
        while not done:
            seat, view = env.get_observation()
            others = [other for other in game.state.game_state["alive_players"] if other != seat]
            is_talk = game.phase.name == "DAY_DISCUSSION"
            done, _ = env.step(action=talk.SPEECH if is_talk else f"[{chance.choice(others)}]")
            answers += 1
            characters += len(view)
        env.close()
    return talk.Done(answers, characters)


if __name__ == "__main__":
    worker.serve({"unrecorded": unrecorded, "own_game": own_game})
