"""The models that can take a seat: one hub for the whole app, opened when the first of them is needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from textual import work
from textual.screen import Screen

from woozle.arena.play.start import Resume, Start
from woozle.tui import routes
from woozle.tui.messages import Navigate
from woozle.tui.parts.bare import BareApp

if TYPE_CHECKING:
    from woozle.arena.views.models import EndpointCard
    from woozle.core.match import Player
    from woozle.core.request import Seat
    from woozle.players.models.hub import Hub
    from woozle.players.models.progress import Listen
    from woozle.players.models.spec import ModelSpec
    from woozle.players.registry import Sights
    from woozle.players.seats import ModelSeat
    from woozle.tui.messages import models


class ModelHub(BareApp):
    """The part of the app that asks models."""

    _hub: Hub | None = None
    _old_hubs: tuple[Hub, ...] = ()
    _dial = ""

    @property
    def hub(self) -> Hub:
        """Where models are asked."""
        if self._hub is None:
            from woozle.arena.play import models

            self._hub = models.hub(tell=self.say)
        return self._hub

    async def on_unmount(self) -> None:
        """Let go of connections."""
        for hub in filter(None, (self._hub, *self._old_hubs)):
            await hub.close()

    def models_for(self, start: Start | Resume) -> Callable[[Listen], ModelSeat]:
        """Makes the players of a match that models take. A budget is that of the match."""

        def seats(listen: Listen) -> ModelSeat:
            made: list[ModelSeat] = []

            def player(game: str, seat: Seat, spec: ModelSpec, seed: str) -> Player:
                if not made:
                    from woozle.arena.play import models

                    made.append(models.seats_of_a_match(self.hub, start.path if isinstance(start, Resume) else None, listen))
                return made[0](game, seat, spec, seed)

            return player

        return seats

    def completed(self, start: Start | Resume) -> Start | Resume:
        """The same match, with models asked as models.toml says where nothing else was said. Raises ValueError, with a sentence."""
        if isinstance(start, Resume):
            return start
        from woozle.arena.views.models import is_model

        if not any(map(is_model, start.seats)):
            return start
        from woozle.arena.play import models, recent

        recent.remember(seat for seat in start.seats if is_model(seat))
        return replace(start, seats=(models.completed(",".join(start.seats), start.game),))

    # What the screens ask for

    def on_want_model(self, message: models.WantModel) -> None:
        """Let the person choose one."""
        self._dial = message.dial
        self.push_screen(routes.models())

    def on_model_chosen(self, message: models.ModelChosen) -> None:
        """Back to the seat that it takes."""
        from woozle.tui.messages import models

        self.post_message(Navigate("back"))
        self.to_screen(self.screen_stack[-2], models.ModelTaken(self._dial, message.spec))

    def on_want_endpoints(self) -> None:
        """Ask them all."""
        self._list_endpoints(self.screen)

    @work(exclusive=True, group="endpoints")
    async def _list_endpoints(self, screen: Screen[Any]) -> None:
        from woozle.arena.play.endpoints import list_endpoints
        from woozle.tui.messages import models

        refused = tuple(self.hub.config.refused.values())

        def tell(cards: tuple[EndpointCard, ...]) -> None:
            self.to_screen(screen, models.EndpointsListed(cards, refused))

        await list_endpoints(self.hub, tell)

    def on_want_checked(self, message: models.WantChecked) -> None:
        """Find it out."""
        self._check_models(self.screen, message.specs, message.sights)

    @work(group="preflight")
    async def _check_models(self, screen: Screen[Any], specs: tuple[str, ...], sights: Sights) -> None:
        from woozle.arena.play.endpoints import checked
        from woozle.tui.messages import models

        self.to_screen(screen, models.ModelsChecked(await checked(self.hub, specs, sights)))

    def on_test_model(self, message: models.TestModel) -> None:
        """Ask it something."""
        self._test_model(self.screen, message.spec)

    @work(exclusive=True, group="test")
    async def _test_model(self, screen: Screen[Any], spec: str) -> None:
        from woozle.arena.play.endpoints import tested
        from woozle.tui.messages import models

        self.to_screen(screen, models.ModelTested(*await tested(self.hub, spec)))

    def on_edit_models(self) -> None:
        """Let the person's editor have the terminal for a while; what it leaves holds from now on."""
        from textual.app import SuspendNotSupported

        from woozle.tui.editor import edit_models

        try:
            with self.suspend():
                edit_models()
        except SuspendNotSupported:
            self.say("No editor can be opened in this terminal; `woozle config edit` opens it elsewhere.")
        except (ValueError, OSError) as error:
            self.say(str(error))
        if self._hub:  # a match that is being played goes on with what it began with
            self._old_hubs, self._hub = (*self._old_hubs, self._hub), None
        self._list_endpoints(self.screen)
