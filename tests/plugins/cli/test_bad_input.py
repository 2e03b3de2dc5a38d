"""Whatever is handed to the command line: one clear error, exit code 2, nothing lost, never a traceback."""

from __future__ import annotations

import json
import os
import stat

import pytest

from tercio.plugins.cli import common, play

posix = pytest.mark.skipif(os.name == "nt", reason="POSIX files")


def refused(told, *words):
    """Hold a run to the promise: exit code 2, the words on standard error, nothing on standard output."""
    assert (told.exit_code, told.stdout) == (2, "")
    for word in words:
        assert word in told.stderr


def test_an_army_list_named_as_the_log_is_refused_and_stays_as_it_was(table):
    before = table.a.read_bytes()
    refused(
        table.play("--seed", 1, "--log", table.a), "a.txt: cannot be written", "something else than a log"
    )
    assert table.a.read_bytes() == before


def test_a_new_battle_may_take_the_place_of_an_old_log(table):
    log = table.folder / "x.log"
    for seed in (1, 2):
        assert table.play("--seed", seed, "--log", log, "--quiet").exit_code == 0
    assert json.loads(log.read_text().splitlines()[0])["seed"] == 2


@posix
def test_a_pipe_named_as_the_log_is_refused_and_stays_a_pipe(table):
    pipe = table.folder / "pipe"
    os.mkfifo(pipe)
    refused(table.play("--seed", 1, "--log", pipe), "pipe: cannot be written: it is no plain file")
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@posix
def test_a_link_named_as_the_log_stays_a_link(table):
    real, link = table.folder / "real.log", table.folder / "link.log"
    link.symlink_to(real)
    assert table.play("--seed", 1, "--log", link, "--quiet").exit_code == 0
    assert link.is_symlink()
    assert table.run("replay", real, "--verify").exit_code == 0


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("seed", True, "seed: Input should be a valid integer"),
        ("seed", 3.0, "seed: Input should be a valid integer"),
        ("tercio", True, "is a log of format True"),
        ("tercio", "1", "is a log of format '1'; this version reads format 1"),
        ("options", {"over": 5}, "options.over of the log is 5"),
        ("options", {"over": None}, "options.over of the log is None"),
        ("options", {"over": [{}]}, "options.over of the log is [{}]"),
    ],
)
def test_a_header_with_a_value_of_another_type_is_refused(table, field, value, message):
    log = table.folder / "x.log"
    assert table.play("--seed", 1, "--log", log, "--quiet").exit_code == 0
    first, *rest = log.read_text().split("\n")
    log.write_text("\n".join([json.dumps({**json.loads(first), field: value}), *rest]))
    refused(table.run("replay", log), message)


def test_a_list_that_never_ends_is_refused_and_not_read_to_the_end(table):
    with table.a.open("w") as file:
        file.truncate(5_000_000_000)
    refused(table.play("--seed", 1), "a.txt: cannot be read: it is too large", "4 MB are read at most")


def test_a_name_that_no_file_can_have_is_no_pack(table):
    refused(table.play("--seed", 1, "--over", "long" * 200), "no rule pack")


def test_letters_that_steer_a_terminal_are_shown_as_marks(table):
    table.a.write_text("\x1b[31mred Pikes\n")
    told = table.play("--seed", 1)
    refused(told, "is no unit")
    assert "\x1b" not in told.stderr


def raising(error):
    def command(*_, **__):
        raise error

    return command


def test_what_nobody_foresaw_is_told_as_a_defect_with_its_place(table, monkeypatch):
    monkeypatch.setattr(play, "named", raising(TypeError("no such thing")))
    told = table.play("--seed", 1)
    refused(told, "a defect of Tercio: TypeError: no such thing", "test_bad_input.py:", "please report it")
    monkeypatch.setenv("TERCIO_TRACEBACK", "1")
    with pytest.raises(TypeError):
        table.play("--seed", 1)


def test_a_full_disk_under_standard_output_is_no_defect(table, monkeypatch):
    monkeypatch.setattr(play, "named", raising(OSError(28, "No space left on device")))
    told = table.play("--seed", 1)
    refused(told, "the system refuses: [Errno 28] No space left on device")
    assert "defect" not in told.stderr


def test_a_closed_pipe_is_left_to_the_one_who_closed_it():
    with pytest.raises(BrokenPipeError):
        common.guarded(raising(BrokenPipeError()))()
