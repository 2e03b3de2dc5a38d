"""Packs on disk: manifests, what they stand on, and the cache."""

from __future__ import annotations

import pickle

import pytest

from tercio.dsl import cache, loader
from tercio.dsl.loader import Loader, load_text
from tercio.kernel.decl import Constant, Rule
from tercio.kernel.errors import RulesError
from tercio.kernel.host import Host

from .words import CORPUS, signatures

WORDS = signatures()
RULE = 'rule "{name}"\n  cite "Fen 1"\n  modify to-hit by 1\n'


@pytest.fixture(autouse=True)
def private_cache(tmp_path_factory, monkeypatch):
    """Keep the cache of these tests to themselves."""
    folder = tmp_path_factory.mktemp("cache")
    folder.chmod(0o700)
    monkeypatch.setenv("TERCIO_CACHE", str(folder))
    return folder


def make(folder, name, manifest="", **files):
    """Write a pack and return its folder."""
    path = folder / name
    path.mkdir()
    (path / "pack.toml").write_text(f'[pack]\nname = "{name}"\n{manifest}\n')
    for file, text in (files or {"core": RULE.format(name=name.title())}).items():
        (path / f"{file}.rules").write_text(text)
    return path


def load(*wanted, folders=(), **options):
    """Return packs read with the made-up game's words."""
    return Loader(signatures=WORDS, folders=folders, **options).load(wanted)


def names(pack):
    """Return the names of a pack's declarations."""
    return [one.name for one in pack.declarations]


def test_a_pack_is_found_by_path_and_by_name(tmp_path):
    path = make(tmp_path, "fen")
    assert names(load(path)[0]) == ["Fen"]
    assert names(load("fen", folders=[tmp_path])[0]) == ["Fen"]
    assert names(load(path / "pack.toml")[0]) == ["Fen"]


def test_an_unknown_pack_is_told_with_the_nearest_name(tmp_path):
    make(tmp_path, "fenland")
    with pytest.raises(RulesError, match=r'no rule pack "fenlnd" is found\n.*did you mean "fenland"'):
        load("fenlnd", folders=[tmp_path])


def test_files_come_in_the_order_of_the_manifest_then_by_path(tmp_path):
    files = {file: RULE.format(name=file) for file in ("a", "b", "c")}
    path = make(tmp_path, "fen", 'files = ["c.rules"]', **files)
    assert names(load(path)[0]) == ["c", "a", "b"]


def test_a_file_that_the_manifest_names_has_to_be_there(tmp_path):
    with pytest.raises(RulesError, match=r"names a file that is not there: core\.rules"):
        load(make(tmp_path, "fen", 'files = ["core.rules"]', other=RULE.format(name="x")))


def test_packs_stand_on_the_packs_they_use(tmp_path):
    make(tmp_path, "fen")
    path = make(tmp_path, "moor", 'uses = ["fen"]', core='rule "M"\n  cite "Fen 1"\n  has "Fen"\n')
    assert [pack.name for pack in load(path)] == ["fen", "moor"]


def test_names_of_a_pack_that_is_not_used_are_unknown(tmp_path):
    make(tmp_path, "fen")
    path = make(tmp_path, "moor", "", core='rule "M"\n  cite "Fen 1"\n  has "Fen"\n')
    with pytest.raises(RulesError, match='no model rule "Fen"'):
        load(tmp_path / "fen", path)


def test_packs_that_stand_on_each_other_are_refused(tmp_path):
    make(tmp_path, "fen", 'uses = ["moor"]')
    make(tmp_path, "moor", 'uses = ["fen"]')
    with pytest.raises(RulesError, match="in a circle: fen -> moor -> fen"):
        load(tmp_path / "fen")


def test_all_faults_of_all_files_are_reported_in_one_run(tmp_path):
    broken = 'rule "A" {\n'
    unknown = 'rule "B"\n  cite "Fen 1"\n  has "Nothing"\n'
    with pytest.raises(RulesError) as caught:
        load(make(tmp_path, "fen", "", one=broken, two=unknown))
    places = [str(fault.span) for fault in caught.value.diagnostics]
    assert places == [
        "fen/one.rules:1:10",
        "fen/two.rules:3:7",
    ]


@pytest.mark.parametrize(
    ("manifest", "message"),
    [
        ('titel = "x"', '"titel" is not known in a manifest\n.*\n.*did you mean "title"'),
        ('uses = "fen"', "pack.uses"),
        ("= 3", "is not TOML"),
    ],
)
def test_a_faulty_manifest_is_told(tmp_path, manifest, message):
    with pytest.raises(RulesError, match=message):
        load(make(tmp_path, "fen", manifest))


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("/etc/*", "leads out of the pack"),
        ("../other/*.rules", "leads out of the pack"),
        ("spells/../../x.rules", "leads out of the pack"),
        ("C:/x.rules", "leads out of the pack"),
        ("", "a file's name is needed"),
        (".", "a file's name is needed"),
        ("a**b", "stands for whole folders"),
    ],
)
def test_a_manifest_names_files_of_its_own_pack_only(tmp_path, pattern, message):
    with pytest.raises(RulesError, match=message) as caught:
        load(make(tmp_path, "fen", f'files = ["core.rules", "{pattern}"]'))
    (fault,) = caught.value.diagnostics
    assert str(fault.span) == "fen/pack.toml:3:1"


@pytest.mark.parametrize("name", ["long" * 200, "nul\0byte"])
def test_a_name_that_no_file_can_have_is_an_unknown_pack(tmp_path, name):
    with pytest.raises(RulesError, match="no rule pack"):
        load(name, folders=[tmp_path])


def test_a_manifest_needs_a_name(tmp_path):
    path = make(tmp_path, "fen")
    (path / "pack.toml").write_text("[pack]\n")
    with pytest.raises(RulesError, match=r"pack\.name is missing"):
        load(path)


def test_the_pack_line_of_a_file_agrees_with_the_manifest(tmp_path):
    with pytest.raises(RulesError, match=r'the manifest calls this pack "fen", not "moor"'):
        load(make(tmp_path, "fen", "", core='pack "moor"\n'))
    with pytest.raises(RulesError, match=r'the manifest does not name the pack "moor"'):
        load(make(tmp_path, "fun", "", core='pack "fun"\n\nuse "moor"\n'))


def test_a_second_load_comes_from_the_cache_and_is_equal(tmp_path, monkeypatch):
    path = make(tmp_path, "fen")
    (first,) = load(path)
    monkeypatch.setattr(loader, "lower", None)
    (second,) = load(path)
    assert second == first


def test_a_changed_text_is_read_anew(tmp_path):
    path = make(tmp_path, "fen")
    load(path)
    (path / "core.rules").write_text(RULE.format(name="Other"))
    assert names(load(path)[0]) == ["Other"]


def test_a_changed_base_is_read_anew(tmp_path):
    base = make(tmp_path, "fen")
    path = make(tmp_path, "moor", 'uses = ["fen"]', core='rule "M"\n  cite "Fen 1"\n  has "Fen"\n')
    load(path)
    (base / "core.rules").write_text(RULE.format(name="Other"))
    with pytest.raises(RulesError, match='no model rule "Fen"'):
        load(path)


@pytest.mark.parametrize("damage", [b"", b"short", b"x" * 400])
def test_a_damaged_cache_is_ignored(tmp_path, private_cache, damage):
    path = make(tmp_path, "fen")
    (first,) = load(path)
    (entry,) = private_cache.glob("*.pack")
    entry.write_bytes(damage)
    assert load(path) == (first,)


def test_one_flipped_bit_is_noticed(tmp_path, private_cache):
    path = make(tmp_path, "fen")
    load(path)
    (entry,) = private_cache.glob("*.pack")
    data = bytearray(entry.read_bytes())
    data[-9] ^= 1
    entry.write_bytes(bytes(data))
    assert cache.read(entry.stem) is None


def test_the_cache_makes_nothing_but_declarations(private_cache):
    cache.write("k", (Constant, Rule))
    assert cache.read("k") == (Constant, Rule)
    cache.write("k", pytest.raises)
    assert cache.read("k") is None
    with pytest.raises(pickle.UnpicklingError):
        cache.loads(pickle.dumps(pytest.raises))


def test_a_folder_that_others_can_write_to_is_no_cache(private_cache):
    private_cache.chmod(0o777)
    cache.write("k", ())
    assert list(private_cache.iterdir()) == []


def test_a_relative_folder_of_caches_is_none(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TERCIO_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "here")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert cache.folder() == tmp_path / "home" / ".cache" / "tercio"
    assert not (tmp_path / "here").exists()


def test_an_empty_setting_switches_the_cache_off(tmp_path, monkeypatch):
    monkeypatch.setenv("TERCIO_CACHE", "")
    assert cache.folder() is None
    assert names(load(make(tmp_path, "fen"))[0]) == ["Fen"]


def test_a_text_is_checked_against_the_words_of_all_plugins_by_default():
    pack = load_text('constant reach 6"\n  cite "Fen 1"\n')
    assert names(pack) == ["reach"]


def test_the_base_of_the_corpus_is_cached_as_it_is_parsed(tmp_path):
    path = make(tmp_path, "base", "", core=(CORPUS / "base.rules").read_text("utf-8"))
    assert load(path) == load(path) == load(path, use_cache=False)


def test_plugins_may_bring_folders_of_packs(tmp_path):
    from tercio.kernel.hooks import hookimpl

    class Plugin:
        @hookimpl
        def tercio_packs(self):
            return [tmp_path]

        @hookimpl
        def tercio_signatures(self):
            return [*WORDS.values.values()]

    make(tmp_path, "fen")
    host = Host(entry_points=False)
    host.register(Plugin(), "fen")
    assert names(Loader(host).load(["fen"])[0]) == ["Fen"]
