"""The documents are true: their files load, their programs run, their commands print what is shown."""

from __future__ import annotations

import pytest

from .blocks import Block, Command, Desktop, agrees, blocks, commands, documents, refreshed

DOCUMENTS = documents()
SAMPLE = """
`omens/pack.toml`

```toml
[pack]
```

It prints:

```text
one
```

```console
$ tercio packs
a
$ tercio fmt x
```
"""


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_every_block_of_a_document_does_what_the_document_says(path, tmp_path):
    desktop = Desktop(tmp_path)
    for block in blocks(path.read_text(encoding="utf-8")):
        desktop.run(block)


def test_blocks_know_their_file_their_language_and_their_place():
    toml, text, console = blocks(SAMPLE)
    assert (toml.file, toml.language, toml.line) == ("omens/pack.toml", "toml", 4)
    assert (text.file, text.above) == ("", "It prints:")
    assert list(commands(console)) == [Command("tercio packs", "a\n"), Command("tercio fmt x", "")]


def test_dots_stand_for_anything_and_all_else_for_itself():
    assert agrees("a\n...\nz\n", "a  \nb\nc\nz\n")
    assert agrees("seed ..., state ...", "seed 1, state ab")
    assert not agrees("a\nb\n", "a\nc\n")
    assert not agrees("a\n", "a\nb\n")


@pytest.mark.parametrize(
    "block",
    [
        Block("sh", "tercio check nowhere\n", "", 1, 0),
        Block("console", "$ tercio explain Fearless\nnothing\n", "", 1, 0),
        Block("rules", 'rule "A"\n  modify x by\n   y {\n', "", 1, 0),
        Block("rules", "constant turns 700\n", "From `rulepacks/sovl/core.rules`:", 1, 0),
        Block("rules", "# nothing\n", "`rulepacks/sovl/core.rules`:", 1, 0),
        Block("text", "other\n", "It prints:", 1, 0),
    ],
    ids=["sh", "console", "rules", "quoted", "overwriting", "text"],
)
def test_a_block_that_is_not_true_is_found(block, tmp_path):
    with pytest.raises(AssertionError):
        Desktop(tmp_path).run(block)


def test_what_is_shown_anew_keeps_as_many_lines_as_before():
    printed = "a\nb\nc\nd\ne\n"
    assert refreshed("x\n...\ny\nz\n", printed) == "a\n...\nd\ne\n"
    assert refreshed("x\n", printed) == printed
    assert refreshed("x ...\n", printed) == "x ...\n"
