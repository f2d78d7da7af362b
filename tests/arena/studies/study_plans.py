"""Plans of small studies, from the files in plans/, and folders with such studies."""

from __future__ import annotations

from pathlib import Path

from woozle.arena.studies.folder import StudyFolder


def plan(name: str, more: str = "") -> str:
    """Return the text of a plan, or of a part of one. more: further options, in place of its comment `# more`."""
    return (Path(__file__).parent / "plans" / f"{name}.toml").read_text("utf-8").replace("# more\n", f"{more}\n")


def write_study(folder: Path, text: str, **texts: str) -> StudyFolder:
    """Write a study, as `write_files` does, and read its plan."""
    write_files(folder, text, **texts)
    return StudyFolder(folder)


def write_files(folder: Path, text: str, **texts: str) -> None:
    """Write the files of a study. text: its plan; texts: what the others say, by name, where that matters."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "study.toml").write_text(text, "utf-8")
    for name in {"information", "consent", "debrief", *texts}:
        (folder / f"{name}.txt").write_text(texts.get(name, f"The {name} of a study.\n"), "utf-8")
