"""HHEM and NLI: the wiring, shown with tiny models of their shapes; the scores of HHEM's model card, where the real one is here."""

from __future__ import annotations

import asyncio
import shutil
import threading
from pathlib import Path

import pytest

from woozle.core.match import Halt
from woozle.core.request import Forfeit, Request
from woozle.games.quest.events import Score, Submitted
from woozle.games.quest.players import hhem, nli, readers
from woozle.games.quest.players.services import OpinionJudge
from woozle.players.services import torch_models
from woozle.players.services.service import ServiceError

from tests.players.services.tiny import tiny_hhem, tiny_nli

CARD = [
    ("The capital of France is Berlin.", "The capital of France is Paris.", 0.0111),
    ("I am in California", "I am in United States.", 0.6474),
    ("I am in United States", "I am in California.", 0.1290),
    ("A person on a horse jumps over a broken down airplane.", "A person is outdoors, on a horse.", 0.8969),
    ("A boy is jumping on skateboard in the middle of a red bridge.", "The boy skates down the sidewalk on a red bridge", 0.1846),
    (
        "A man with blond-hair, and a brown shirt drinking out of a public water fountain.",
        "A blond man wearing a brown shirt is reading a book.",
        0.0050,
    ),
    ("Mark Wahlberg was a fan of Manny.", "Manny was a fan of Mark Wahlberg.", 0.0543),
]
"""The examples of the model card of HHEM-2.1-Open (Vectara, Apache-2.0), and what it scores them."""

PAIRS = [("the bear tells " * (1 + 7 * at % 40), "a river " * (1 + at % 5)) for at in range(12)]


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    import torch

    torch.set_num_threads(1)  # more of them wait for each other longer than so small a model takes
    folder = tmp_path_factory.mktemp("hhem") / "tiny"
    model = tiny_hhem(folder)
    return folder, model


@pytest.fixture
def reader(tiny):
    return hhem.load(hhem.find_files(str(tiny[0])))


def by_hand(model, tokenizer, source, text):
    import torch

    prompt = f"<pad> Determine if the hypothesis is true given the premise?\n\nPremise: {source}\n\nHypothesis: {text}"
    with torch.inference_mode():
        logits = model(**tokenizer(prompt, return_tensors="pt")).logits
    return float(torch.softmax(logits[0, 0], -1)[1])


def test_a_score_is_the_second_chance_at_the_first_place_of_the_published_layout(tiny, reader):
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(tiny[0] / "flan-t5-base")
    expected = [by_hand(tiny[1], tokenizer, *pair) for pair in PAIRS]
    assert reader.scores(PAIRS) == pytest.approx(expected, abs=1e-5)
    assert max(expected) - min(expected) > 0.05
    swapped = [(text, source) for source, text in PAIRS]
    assert reader.scores(swapped) != pytest.approx(expected, abs=1e-3)


def test_padding_changes_nothing(reader):
    alone = [reader.scores([pair])[0] for pair in PAIRS]
    assert reader.scores(PAIRS) == pytest.approx(alone, abs=1e-5)


def test_it_is_here_once_all_files_are_that_it_reads(tmp_path):
    source = hhem.read_source()
    wanted = [("weights", "model.safetensors"), ("base", "config.json"), ("base", "tokenizer.json")]
    for part, name in wanted:
        assert "is not here" in hhem.diagnose({"HF_HUB_CACHE": str(tmp_path)})[1]
        folder = tmp_path / f"models--{source[part]['repository'].replace('/', '--')}" / "snapshots" / source[part]["revision"]
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"1" * 1_500_000)
    assert hhem.diagnose({"HF_HUB_CACHE": str(tmp_path)}) == ("HHEM", "this judge is here, 4.5 MB", "")


@pytest.mark.parametrize(
    ("lengths", "which", "tokens", "padded", "batches"),
    [
        # like lengths together within the limit
        ([5000, 10, 4000, 12, 3000, 9], range(6), 7999, 5000, [[5, 1, 3], [4], [2], [0]]),
        ([5000, 10, 4000, 12, 3000, 9], [0, 2, 4], 8000, 5000, [[4, 2], [0]]),
        ([5000], [0], 100, 5000, [[0]]),
        # and long ones with their own length only
        ([300, 10, 301, 12, 300, 300], range(6), 8000, 100, [[1, 3], [0, 4, 5], [2]]),
        ([300, 10, 301, 12, 300, 300], range(6), 600, 100, [[1, 3], [0, 4], [5], [2]]),
    ],
)
def test_rows_are_read_in_batches(monkeypatch, lengths, which, tokens, padded, batches):
    monkeypatch.setattr(torch_models, "LIMITS", {"some": torch_models.Limits(tokens, padded)})
    assert list(torch_models.batches(which, lengths, "some")) == batches


def test_reading_without_a_mask_changes_nothing(reader, monkeypatch):
    pairs = [(source + " bear" * more, text) for source, text in PAIRS for more in (0, 3)]
    alone = [reader.scores([pair])[0] for pair in pairs]
    monkeypatch.setattr(torch_models, "LIMITS", {name: limits._replace(padded=0) for name, limits in torch_models.LIMITS.items()})
    assert reader.scores(pairs) == pytest.approx(alone, abs=1e-5)


def test_what_is_too_long_is_never_cut_but_said_and_the_others_are_scored(reader):
    long = ("bear " * 50_000, "a river")
    found = reader.scores([PAIRS[0], long, PAIRS[1]])
    assert found[1].startswith("HHEM reads 4,096 tokens at most, and this text with its source has 50,0")
    assert [found[0], found[2]] == pytest.approx(reader.scores(PAIRS[:2]), abs=1e-5)


@pytest.mark.parametrize("spoil", ["prefix", "more", "fewer", "size", "cut"])
def test_weights_that_are_not_its_own_are_refused(tiny, tmp_path, spoil):
    from safetensors.torch import load_file, save_file

    file = Path(shutil.copytree(tiny[0], tmp_path / "x")) / "model.safetensors"
    weights = load_file(file)
    if spoil == "prefix":
        weights = {name.replace("t5.", "foo.", 1): each for name, each in weights.items()}
    if spoil == "more":
        weights["t5.decoder.weight"] = weights["t5.classifier.weight"].clone()
    if spoil == "fewer":
        del weights["t5.classifier.bias"]
    if spoil == "size":
        weights["t5.classifier.weight"] = weights["t5.classifier.weight"][:, :3].contiguous()
    save_file(weights, file)
    if spoil == "cut":
        file.write_bytes(file.read_bytes()[:-100])
    with pytest.raises(ServiceError, match=r"^(The weights in .* are not|HHEM cannot be read)"):
        hhem.load(hhem.find_files(str(tmp_path / "x")))


def test_where_it_is_not_here_is_said_with_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setattr(hhem, "_fetch", lambda name, only_here: None)
    with pytest.raises(ServiceError, match=r"`woozle judge download hhem` fetches it \(439 MB, and 3 MB for its tokenizer\)"):
        hhem.find_files()
    with pytest.raises(ServiceError, match=r"model\.safetensors is missing there"):
        hhem.find_files(str(tmp_path))
    monkeypatch.setattr("woozle.players.services.torch_models.missing_torch", lambda: "torch is needed.")
    with pytest.raises(ServiceError, match="torch is needed"):
        hhem.find_files()


def judging(together):
    judge = OpinionJudge(together.opinion, {"name": "hhem"})

    async def score(of, source, text):
        request = Request(of, "judge", Score, {"of": (of,), "grade": ("",)})
        return (await judge.respond(request, [Submitted(of, source, text)])).answer

    return score


async def test_what_is_asked_while_it_reads_is_read_together(reader):
    calls, may_go = [], threading.Event()

    class Slow:
        def scores(self, pairs):
            calls.append(len(pairs))
            assert may_go.wait(10)
            return reader.scores(pairs)

    score = judging(readers.ReaderQueue(Slow))
    asked = [asyncio.ensure_future(score(at, *pair)) for at, pair in enumerate(PAIRS)]
    while not calls:
        await asyncio.sleep(0)
    asked += [asyncio.ensure_future(score(at, *PAIRS[0])) for at in range(3)]
    await asyncio.sleep(0)
    may_go.set()
    found = await asyncio.gather(*asked)
    assert calls == [12, 3]
    assert [each.h for each in found] == pytest.approx(reader.scores([*PAIRS, *[PAIRS[0]] * 3]), abs=1e-5)


async def test_a_failure_of_one_text_is_a_forfeit_of_ours_and_one_of_the_model_halts():
    class Odd:
        def scores(self, pairs):
            return [float("nan") if text == "nan" else "It is too long." if text == "long" else 0.5 for _, text in pairs]

    score = judging(readers.ReaderQueue(Odd))
    found = await asyncio.gather(*(score(at, "s", text) for at, text in enumerate(["nan", "long", "fine"])))
    assert found[0] == Forfeit("error", "The judge hhem gave nan, which is no score.")
    assert found[1] == Forfeit("error", "It is too long.")
    assert found[2].h == 0.5

    def gone():
        raise ServiceError("Its files are gone.")

    with pytest.raises(Halt, match="Its files are gone"):
        await judging(readers.ReaderQueue(gone))(1, "s", "t")


def test_a_failure_of_the_model_is_a_sentence_and_no_score(tiny):
    def fails(logits):
        raise RuntimeError

    odd = readers.Reader("HHEM", tiny[1], lambda pairs: {"input_ids": [[1, 2]]}, fails, longest=9)
    assert odd.scores([PAIRS[0]]) == ["HHEM failed on this text: RuntimeError."]
    odd = readers.Reader("HHEM", tiny[1], lambda pairs: {"input_ids": [[1, 10_000, 2]]}, lambda logits: logits[:, 0, 0], longest=9)
    assert odd.scores([PAIRS[0]])[0].startswith("HHEM failed on this text: index out of range")


async def test_a_judge_that_was_left_waiting_serves_the_next_match():
    go = threading.Event()

    class Slow:
        def scores(self, pairs):
            assert go.wait(10)
            return [0.5] * len(pairs)

    score = judging(readers.ReaderQueue(Slow))
    left = asyncio.ensure_future(score(1, "s", "t"))
    await asyncio.sleep(0)
    left.cancel()
    go.set()
    assert (await score(2, "s", "t")).h == 0.5


def test_the_scores_of_the_model_card():
    try:
        where = hhem.find_files()
    except ServiceError as why:
        pytest.skip(str(why))
    found = hhem.load(where).scores([(source, text) for source, text, _ in CARD])
    assert found == pytest.approx([score for *_, score in CARD], abs=1e-3)


@pytest.fixture(scope="module")
def entailing(tmp_path_factory):
    """The folder of a tiny NLI model, and the model."""
    folder = tmp_path_factory.mktemp("nli") / "nli"
    return folder, tiny_nli(folder)


def test_the_score_of_nli_is_the_chance_of_entailment_wherever_that_label_stands(entailing, capfd):
    import torch
    from transformers import AutoTokenizer, logging

    folder, model = entailing
    tokenizer = AutoTokenizer.from_pretrained(folder)
    pairs = [("the bear tells " * (1 + at), "a river") for at in range(6)]
    with torch.inference_mode():
        expected = [float(torch.softmax(model(**tokenizer(*pair, return_tensors="pt")).logits[0], -1)[1]) for pair in pairs]
    logging.enable_progress_bar()
    capfd.readouterr()
    reader = nli.load(str(folder))
    assert capfd.readouterr() == ("", ""), "nothing is written on the terminal while it loads"
    assert reader.scores(pairs) == pytest.approx(expected, abs=1e-5)
    long, short = reader.scores([("bear " * 100, "a river"), pairs[0]])
    assert "reads 64 tokens at most, and this text with its source has 104" in long and 0 <= short <= 1


def test_a_model_judges_by_its_label_of_entailment_and_without_it_weights_or_files_it_cannot(tmp_path):
    tiny_nli(tmp_path / "loud", ("ENTAILMENT", "NOT_ENTAILMENT"))
    assert len(nli.load(str(tmp_path / "loud")).scores(PAIRS[:2])) == 2
    (tmp_path / "loud" / "model.safetensors").write_bytes(b"no weights")
    with pytest.raises(ServiceError, match="cannot be read"):
        nli.load(str(tmp_path / "loud"))
    tiny_nli(tmp_path / "mood", ("happy", "sad"))
    with pytest.raises(ServiceError, match=r"none of its labels \(happy, sad\) is entailment"):
        nli.check(str(tmp_path / "mood"))
    with pytest.raises(ServiceError, match=r"There is no model nowhere/nobody on this machine"):
        nli.check("nowhere/nobody")
