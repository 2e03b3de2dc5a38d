"""Files: read within bounds, written whole, and nothing but plain files is ever replaced."""

from __future__ import annotations

import os
import stat

import pytest

from tercio.kernel.errors import RulesError
from tercio.kernel.files import hold, put, read_bytes, stands, write_atomic

posix = pytest.mark.skipif(os.name == "nt", reason="POSIX files")


def test_a_file_is_written_whole_and_leaves_nothing_beside_it(tmp_path):
    path = tmp_path / "x.rules"
    write_atomic(path, "one\n")
    write_atomic(path, "two\n")
    assert path.read_bytes() == b"two\n"
    assert list(tmp_path.iterdir()) == [path]


@posix
def test_a_file_keeps_its_permissions_and_a_new_one_has_the_usual_ones(tmp_path):
    path = tmp_path / "x.rules"
    plain = tmp_path / "plain"
    plain.touch()
    write_atomic(path, "one\n")
    assert path.stat().st_mode == plain.stat().st_mode
    path.chmod(0o640)
    write_atomic(path, "two\n")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_place_that_cannot_be_written_is_an_error_and_nothing_is_left(tmp_path):
    with pytest.raises(RulesError, match="cannot be written"):
        write_atomic(tmp_path / "nowhere" / "x", "text")
    (tmp_path / "folder").mkdir()
    with pytest.raises(RulesError, match="folder: cannot be written: it is a folder"):
        write_atomic(tmp_path / "folder", "text")
    with pytest.raises(RulesError, match="cannot be written"):
        write_atomic(tmp_path / ("long" * 100), "text")
    with pytest.raises(RulesError, match="cannot be written"):
        write_atomic(tmp_path / "no\0name", "text")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_a_full_disk_is_an_error_and_the_old_file_is_as_it_was(tmp_path, monkeypatch):
    path = tmp_path / "x.rules"
    write_atomic(path, "old\n")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(RulesError, match=r"x\.rules: cannot be written: No space left on device"):
        write_atomic(path, "new\n")
    assert path.read_text() == "old\n"
    assert list(tmp_path.iterdir()) == [path]


@posix
def test_what_is_no_plain_file_is_refused_and_stays_what_it_is(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(RulesError, match="it is no plain file"):
        write_atomic(pipe, "text")
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert list(tmp_path.iterdir()) == [pipe]


@posix
def test_a_link_stays_a_link_and_what_it_names_is_written(tmp_path):
    real, link = tmp_path / "real", tmp_path / "link"
    link.symlink_to(real)
    write_atomic(link, "through the link\n")
    assert link.is_symlink()
    assert real.read_text() == "through the link\n"


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="nothing is read-only to root")
def test_a_read_only_file_is_not_replaced(tmp_path):
    path = tmp_path / "x.rules"
    path.write_text("kept\n")
    path.chmod(0o444)
    with pytest.raises(RulesError, match="it is read-only"):
        write_atomic(path, "other\n")
    assert path.read_text() == "kept\n"


@posix
def test_a_file_that_is_open_is_held_until_it_is_closed(tmp_path):
    path = tmp_path / "x.log"
    mine = put(path, "first\n")
    with path.open() as other:
        assert not hold(other)
    mine.close()
    with path.open() as other:
        assert hold(other)


@posix
def test_a_file_that_was_replaced_or_taken_away_no_longer_stands(tmp_path):
    path = tmp_path / "x.log"
    with put(path, "first\n") as mine:
        assert stands(mine, path)
        with put(path, "second\n") as later:
            assert not stands(mine, path)
            mine.write("more\n")
            assert stands(later, path)
            path.unlink()
            assert not stands(later, path)


def test_no_more_is_read_than_the_limit(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(b"12345")
    assert read_bytes(path, 5) == b"12345"
    with pytest.raises(RulesError, match="it is too large"):
        read_bytes(path, 4)


def test_what_cannot_be_read_is_an_error_with_its_name(tmp_path):
    for path in (tmp_path, tmp_path / "gone", tmp_path / "no\0name"):
        with pytest.raises(RulesError, match="cannot be read"):
            read_bytes(path, 9)
