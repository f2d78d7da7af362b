"""An app as small as can be that comes and goes as a visit does: it agrees with one key, finishes with another."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from textual.app import App, ComposeResult
from textual.widgets import Static

from woozle.arena.studies import links
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.web.visit_process import TICKET


class Tiny(App[None]):
    BINDINGS = [("a", "agree"), ("f", "finish"), ("c", "crash"), ("e", "environment"), ("y", "copy"), ("ctrl+q", "quit")]  # noqa: RUF012

    def __init__(self, study: StudyFolder, ticket: str) -> None:
        super().__init__()
        self.study, self.ticket = study, ticket

    def compose(self) -> ComposeResult:
        self.facts = {"READY": links.participant_code(self.study, self.ticket) or "nobody"}
        yield Static(id="said")

    def on_mount(self) -> None:
        self.say()

    def say(self, **facts: object) -> None:
        self.facts |= facts
        self.query_one("#said", Static).update("\n".join(f"{name}:{fact}:" for name, fact in self.facts.items()))

    def on_resize(self, event) -> None:
        self.say(SIZE=f"{event.size.width}x{event.size.height}")

    def on_app_focus(self) -> None:
        self.say(AT="focus")

    def on_app_blur(self) -> None:
        self.say(AT="blur")

    def on_paste(self, event) -> None:
        self.say(PASTED=event.text)

    def action_agree(self) -> None:
        code = self.study.free_code()
        links.join_study(self.study, self.ticket, code)
        self.study.enrol(code, boxes=1, release=False).close()
        self.say(AGREED=code)

    def action_finish(self) -> None:
        links.finish_link(self.study, self.ticket)
        self.exit()

    def action_copy(self) -> None:
        self.copy_to_clipboard("some words of the app")
        self.say(COPIED="yes")

    def action_crash(self) -> None:
        (Path(os.environ["WOOZLE_HOME"]) / "crash.txt").write_text("where it was")
        os._exit(70)

    def action_environment(self) -> None:
        self.say(**{f"HAS-{name}": "yes" for name in os.environ}, ENV="told")


if __name__ == "__main__":
    Tiny(StudyFolder(Path(sys.argv[1])), os.environ[TICKET]).run()
