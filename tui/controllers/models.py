"""Models that can take a seat: one pool of clients for the whole app, opened when the first model is needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from woozle.arena.play.start import Resume, Start
from woozle.core.errors import InputError

if TYPE_CHECKING:
    from woozle.arena.views.models import EndpointCard
    from woozle.core.match import Player
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
        return replace(start, seats=(models.fill_defaults(",".join(start.seats), start.game),))

    # Choosing

    def choose(self, select: str) -> None:
        """Ask for a model, for the seat of a select on the screen that asks."""
        from woozle.arena.play.forms import model_named
        from woozle.tui.messages import models
        from woozle.tui.screens.models import ModelsScreen

        screen = self._app.screen

        def take(spec: str | None) -> None:
            if spec:
                self._app.to_screen(screen, models.ModelTaken(select, spec))

        self._app.push_screen(ModelsScreen(model_named), take)

    def list_endpoints(self) -> None:
        """Send the screen that asks the models of all endpoints."""
        self._app.run_worker(self._list_endpoints(self._app.screen), exclusive=True, group="endpoints")

    async def _list_endpoints(self, screen: Screen[Any]) -> None:
        from woozle.arena.play.endpoints import list_endpoints
        from woozle.tui.messages import models

        refused = tuple(self.clients.config.refused.values())

        def tell(cards: tuple[EndpointCard, ...]) -> None:
            self._app.to_screen(screen, models.EndpointsListed(cards, refused))

        await list_endpoints(self.clients, tell)

    def check(self, specs: tuple[str, ...], sights: Sights) -> None:
        """Send the asking screen whether these models can play. sights: the pictures that they have to see."""
        self._app.run_worker(self._check(self._app.screen, specs, sights), group="preflight")

    async def _check(self, screen: Screen[Any], specs: tuple[str, ...], sights: Sights) -> None:
        from woozle.arena.play.endpoints import check_models
        from woozle.tui.messages import models

        self._app.to_screen(screen, models.ModelsChecked(await check_models(self.clients, specs, sights)))

    def test(self, spec: str) -> None:
        """Send a model a small test question, and the result to the asking screen."""
        self._app.run_worker(self._test(self._app.screen, spec), exclusive=True, group="test")

    async def _test(self, screen: Screen[Any], spec: str) -> None:
        from woozle.arena.play.endpoints import try_model
        from woozle.tui.messages import models

        self._app.to_screen(screen, models.ModelTested(*await try_model(self.clients, spec)))

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
        if self._clients:  # a match that is being played goes on with what it began with
            self._old_clients, self._clients = (*self._old_clients, self._clients), None
        self.list_endpoints()
