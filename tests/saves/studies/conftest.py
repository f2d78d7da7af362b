import pytest


@pytest.fixture(autouse=True)
def two_truths_is_installed():
    """Studies are played with the games that there are, not with that of the tests beside these."""
