import pytest


@pytest.fixture(autouse=True)
def two_truths_is_installed(monkeypatch):
    monkeypatch.setattr("woozle.core.registry._OWN", {"two_truths": "tests.two_truths:TwoTruths"})
