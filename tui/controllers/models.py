"""Models that can take a seat: one pool of clients for the whole app, opened when the first model is needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from woozle.arena.play.start import Resume, Start
from woozle.core.errors import InputError

if TYPE_CHECKING:
    from woozle.arena.views.models import EndpointCard
    from woozle.core.match import Player
    from woozle.core.model_checks import ModelCheck
    from woozle.core.request import Seat
    from woozle.players.models.client_pool import ClientPool, MakePlayer
    from woozle.players.models.progress import Listen
    from woozle.players.models.spec import ModelSpec
    from woozle.players.registry import Sights
    from woozle.players.seats import ModelSeat
    from woozle.tui.base_app import BaseApp


class Models:
    """Makes the players that models are, and answers the screens that choose models."""

    def __init__(self, app: BaseApp) -> None:
        self._app = app
        self._clients: ClientPool | None = None
        self._old_clients: tuple[ClientPool, ...] = ()

    @property
    def clients(self) -> ClientPool:
        if self._clients is None:
            from woozle.arena.play import models

            self._clients = models.hub(tell=self._app.say)
        return self._clients

    async def close(self) -> None:
        for clients in filter(None, (self._clients, *self._old_clients)):
            await clients.close()

    def players_for(self, start: Start | Resume) -> Callable[[Listen], ModelSeat]:
        """Return what makes the players of a match that models take. A budget is that of the match."""

        def seats(listen: Listen) -> ModelSeat:
            made: list[ModelSeat] = []

            def player(game: str, seat: Seat, spec: ModelSpec, seed: str, make: MakePlayer | None = None, /) -> Player:
                if not made:
                    from woozle.arena.play import models

                    made.append(models.seats_of_a_match(self.clients, start.path if isinstance(start, Resume) else None, listen))
                return made[0](game, seat, spec, seed, make)

            return player

        return seats

    def complete(self, start: Start | Resume) -> Start | Resume:
        """Return the same match, with the settings of models.toml for its models. Raises ValueError, with a sentence."""
        if isinstance(start, Resume):
            return start
        from woozle.arena.views.models import is_model

        if not any(map(is_model, start.seats)):
            return start
        from woozle.arena.play import models, recent

        recent.remember(seat for seat in start.seats if is_model(seat))
        return replace(start, seats=(models.fill_defaults(",".join(start.seats), start.game, is_open_table=bool(start.terms)),))

    # Choosing

    def choose(self, take: Callable[[str], object]) -> None:
        """Have a model chosen. take: is called with it."""
        from woozle.arena.play.forms import model_named
        from woozle.tui.screens.models import ModelsScreen

        def give(spec: str | None) -> None:
            if spec:
                take(spec)

        self._app.push_screen(ModelsScreen(model_named), give)

    async def list_endpoints(self, show: Callable[[Sequence[EndpointCard], Sequence[str]], None]) -> None:
        """Show the models of all endpoints as they answer, and what of models.toml could not be followed, in sentences."""
        from woozle.arena.play.endpoints import list_endpoints

        refused = tuple(self.clients.config.refused.values())
        await list_endpoints(self.clients, lambda cards: show(cards, refused))

    async def check(self, specs: tuple[str, ...], sights: Sights) -> Sequence[ModelCheck]:
        """Return whether these models can play. sights: the pictures that they have to see."""
        from woozle.arena.play.endpoints import check_models

        return await check_models(self.clients, specs, sights)

    async def test(self, spec: str) -> tuple[str, bool]:
        """Ask a model something small; return a sentence about the result, and whether it is good."""
        from woozle.arena.play.endpoints import try_model

        return await try_model(self.clients, spec)

    def edit(self) -> None:
        """Let the person's editor have the terminal for a while; the file it leaves holds from now on."""
        from textual.app import SuspendNotSupported

        from woozle.tui.editor import edit_models

        try:
            with self._app.suspend():
                edit_models()
        except SuspendNotSupported:
            self._app.say("No editor can be opened in this terminal; `woozle config edit` opens it elsewhere.")
        except (InputError, OSError) as error:
            self._app.say(str(error))
        if self._clients:  # a match in play keeps what it began with
            self._old_clients, self._clients = (*self._old_clients, self._clients), None
