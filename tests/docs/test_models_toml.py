"""The blocks of models.toml in docs/models.md are read without a sentence, each by itself and all together."""

import re
from pathlib import Path

import pytest

from woozle.players.models.config_file import read

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "models.md").read_text("utf-8")
BLOCKS = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("block", [*BLOCKS, "\n".join(BLOCKS)])
def test_a_block_can_be_pasted_as_it_stands(block, tmp_path):
    (tmp_path / "models.toml").write_text(block, "utf-8")
    config = read(tmp_path / "models.toml", {})
    assert not config.refused
    assert len(BLOCKS) >= 8
