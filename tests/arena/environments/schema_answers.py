"""The answers of docs/agents/agent.py, made of a JSON schema and nothing else."""

import io
import runpy
from contextlib import redirect_stdout
from pathlib import Path
from unittest.mock import patch

_AGENT = Path(__file__).resolve().parents[3] / "docs" / "agents" / "agent.py"

with patch("sys.stdin", io.StringIO()), redirect_stdout(io.StringIO()):
    _least = runpy.run_path(str(_AGENT))["least"]


def least_answer(schema):
    """Return what docs/agents/agent.py answers."""
    return _least(schema, schema.get("$defs", {}))


class Least:
    """The same as an agent in Python."""

    def answer(self, request, observation):
        return request.answer.model_validate(least_answer(request.schema()))
