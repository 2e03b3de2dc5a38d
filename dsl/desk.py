"""The desk: where packs, lists and players come together. What the command line, tests and the lab use; a
good first import.

    desk = Desk()
    battle = desk.begin(SYSTEM, ["a.txt", "b.txt"], seed=1)
    result = battle.play(["captain", "captain"])

A desk keeps packs and rulesets that it has read; a `Battle` is one game with how it began (`header`), so
that it can be logged and replayed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

from tercio.kernel.agents import Agent
from tercio.kernel.context import Context
from tercio.kernel.dice import SeededDice
from tercio.kernel.errors import Diagnostic, RulesError
from tercio.kernel.files import read_bytes
from tercio.kernel.hashing import state_hash
from tercio.kernel.host import Host
from tercio.kernel.modifiers import Ledger, explain
from tercio.kernel.naming import army_named
from tercio.kernel.play import play
from tercio.kernel.query import base_in, context_for
from tercio.kernel.roster import Roster
from tercio.kernel.ruleset import Ruleset
from tercio.kernel.session import Session
from tercio.kernel.state import Thing
from tercio.kernel.store import Header, ListText, Log, LogWriter, PackStamp, differences
from tercio.kernel.system import NamesLists, System
from tercio.kernel.trial.run import Outcome

from .books import checked_rules
from .campaigns import CampaignRun, campaign_at
from .checking import faults, system_for
from .loader import Loader, Pack
from .parser.layout import MAX_BYTES
from .trials import collect

VERSION = version("tercio")


@dataclass(slots=True)
class Battle:
    """One game at a desk: its session, how it began, its rules and its system."""

    desk: Desk
    session: Session
    header: Header
    ruleset: Ruleset
    system: System

    def play(self, agents: Sequence[str | Agent], log: Path | None = None) -> dict[str, Any]:
        """Let an agent for each player (by name, or an object with `choose`) play to the end; returns the
        result.

        With `log` every answer is written as it is given, so that an interrupted game can be replayed.
        """
        players = list(self.session.game.players)
        if len(agents) != len(players):
            raise RulesError(f"{len(players)} players need {len(players)} agents, {len(agents)} are named")
        answering = {
            player: self._agent(agent, number)
            for number, (player, agent) in enumerate(zip(players, agents, strict=True))
        }
        names = tuple(agent if isinstance(agent, str) else type(agent).__name__ for agent in agents)
        self.header = self.header.model_copy(update={"agents": names})
        writer = LogWriter(log, self.header) if log is not None else None
        try:
            play(self.session, answering, writer)
            result = self.result()
            if writer is not None:
                writer.end(result["state_hash"], result)
        finally:
            if writer is not None:
                writer.close()
        return result

    def _agent(self, agent: str | Agent, number: int) -> Agent:
        if not isinstance(agent, str):
            return agent
        return self.desk.host.agent(agent, 2 * self.header.seed + number, self.header.system)

    def result(self) -> dict[str, Any]:
        """Return who won and by how much, with counts and hashes: plain data, words of keys joined by `_`."""
        game = self.session.game
        return {
            **{key.replace("-", "_"): value for key, value in self.system.result(game).items()},
            "decisions": len(self.session.answers),
            "events": game.sequence_number,
            "state_hash": state_hash(game),
            "ruleset_hash": self.ruleset.digest,
            "seed": self.header.seed,
        }

    def why(self, value: str, of: Thing | Context, base: Any = None) -> Ledger:
        """Return the ledger of a number in the present state: `str(ledger)` is `4+ -1 Long Range = 5+`.

        `of` is the thing that is asked, or a context with all that take part; without `base` it starts from
        what the profile of the thing says.
        """
        game = self.session.game
        context = context_for(of) if isinstance(of, Thing) else of
        start = base_in(game, value, context) if base is None else base
        return explain(game, value, context, start)


class Desk:
    """Reads packs and lists and begins battles. `paths` are further folders of packs, or packs themselves."""

    def __init__(self, paths: Sequence[Path | str] = (), host: Host | None = None) -> None:
        self.host = host or Host()
        self.paths = tuple(Path(path) for path in paths)
        self.loader = Loader(self.host, folders=tuple(_folders(self.paths)))
        self._rules: dict[tuple[str, ...], Ruleset] = {}

    def packs(self) -> list[Pack]:
        """Return every pack that can be found by name, read and checked. Raises RulesError with every
        fault.
        """
        return list(self.loader.load(self.loader.known()))

    def rules(
        self, system: str, lists: Iterable[tuple[str, str]] = (), over: Iterable[str | Path] = ()
    ) -> Ruleset:
        """Return the rules of a system with the packs that army lists (file, text) need and overlays laid
        on.
        """
        game = self.host.system(system)
        books = [name for file, text in lists for name in game.packs_for(text, file)]
        wanted = (game.pack, *dict.fromkeys(books), *map(str, over))
        if wanted not in self._rules:
            packs = self.loader.load(wanted)
            combined = checked_rules(self.host, packs)
            ruleset = Ruleset(
                tuple(combined.declarations.values()),
                self.host.signatures(system),
                tuple(pack.label for pack in packs),
                dict(combined.changes),
            )
            self._rules[wanted] = ruleset
        return self._rules[wanted]

    def check(self, paths: Iterable[Path], over: Sequence[str | Path] = ()) -> list[Diagnostic]:
        """Return every fault of packs, files of rules and army lists; lists are held against the rules with
        overlays laid on.
        """
        return faults(self, paths, over)

    def scenarios(self, paths: Iterable[Path | str] = (), over: Sequence[Path | str] = ()) -> list[Outcome]:
        """Run the scenarios of packs by path or name, of files of rules, or (without any) of all known packs,
        and return what became of each: `name`, `pack`, `span`, `ok`, `message`. Raises RulesError with every
        fault of the packs.
        """
        return [trial.run() for trial in collect(self, paths, over)]

    def roster(
        self, system: str, path: Path | str, over: Sequence[str | Path] = ()
    ) -> tuple[Ruleset, Roster]:
        """Return an army list, checked against its book, with the rules it was checked by. Raises
        RulesError with every fault.
        """
        text = self.list_text(system, path)
        ruleset = self.rules(system, [(str(path), text)], over)
        return ruleset, self.host.system(system).read_list(ruleset, text, str(path))

    def system_for(self, lists: Sequence[Path | str]) -> str:
        """Return the name of the system that army lists are of. Raises RulesError if it cannot be told."""
        return system_for(self, lists)

    def list_text(self, system: str, path: Path | str) -> str:
        """Return the text of an army list: of a file, or of the list that a name stands for where no file has
        it: one that the system names, or the sample that an army book brings. Raises RulesError if it is none
        of them.
        """
        game = self.host.system(system)
        if Path(path).is_file():
            return read_text(Path(path))
        if isinstance(game, NamesLists):
            return game.list_named(str(path), [book.title or book.name for book in self.loader.books(system)])
        samples = self.loader.samples(system)
        return read_text(samples[army_named(str(path), list(samples))] if samples else Path(path))

    def listed(self, system: str, path: Path | str) -> ListText:
        """Return an army list as a log keeps it. Raises RulesError as `list_text` does."""
        return ListText(file=Path(path).name, text=self.list_text(system, path))

    def begin(
        self,
        system: str,
        lists: Sequence[Path | str | ListText],
        *,
        seed: int,
        over: Sequence[str | Path] = (),
        options: Mapping[str, Any] | None = None,
        checkpoints: bool = False,
        record: bool = False,
        ledgers: bool = False,
    ) -> Battle:
        """Return a battle between army lists, each a file, a name that the system knows (`list_text`) or a
        text at hand, at its first decision; `record` keeps its events, `ledgers` also why their numbers were
        so. Raises RulesError with every fault of packs and lists.
        """
        texts = [one if isinstance(one, ListText) else self.listed(system, one) for one in lists]
        return self._begin(
            system,
            texts,
            seed,
            over,
            dict(options or {}),
            checkpoints=checkpoints,
            record=record,
            ledgers=ledgers,
        )

    def campaign(
        self,
        system: str,
        name: str,
        lists: Sequence[Path | str],
        *,
        seed: int,
        over: Sequence[str | Path] = (),
    ) -> CampaignRun:
        """Return a campaign between army lists before its first battle; its name is written as it is declared
        or in lower case with hyphens. Raises RulesError with every fault of packs and lists.
        """
        return campaign_at(self, system, name, lists, seed=seed, over=over)

    def resume(
        self, log: Log, *, checkpoints: bool = False, record: bool = True, ledgers: bool = False
    ) -> Battle:
        """Return the battle of a log at its first decision, the packs being the same. Raises RulesError
        listing the differences.
        """
        header = log.header
        foreign = [path for path in map(Path, header.pack_paths) if path not in self.paths and path.exists()]
        if foreign:
            return Desk((*self.paths, *foreign), self.host).resume(
                log, checkpoints=checkpoints, record=record, ledgers=ledgers
            )
        over = _overlays(header)
        options = {key: value for key, value in header.options.items() if key != "over"}
        battle = self._begin(
            header.system,
            list(header.lists),
            header.seed,
            over,
            options,
            checkpoints=checkpoints,
            record=record,
            ledgers=ledgers,
        )
        found = differences(header, VERSION, battle.header.packs, battle.ruleset.digest)
        if found:
            faults = [Diagnostic("the log was played with other rules: " + one) for one in found]
            faults[-1] = replace(faults[-1], hint="lay out the packs of that game (--pack), or play it anew")
            raise RulesError(faults)
        return battle

    def _begin(
        self,
        system: str,
        texts: Sequence[ListText],
        seed: int,
        over: Sequence[str | Path],
        options: dict[str, Any],
        *,
        checkpoints: bool,
        record: bool,
        ledgers: bool,
    ) -> Battle:
        game_system = self.host.system(system)
        named = [(one.file, one.text) for one in texts]
        ruleset = self.rules(system, named, over)
        rosters = [game_system.read_list(ruleset, text, file) for file, text in named]
        game = game_system.new_battle(ruleset, rosters, SeededDice(seed), options)
        game.events = (game.events or []) if record or ledgers else None
        game.ledgers = [] if ledgers else None
        session = Session(game, self.host.procedures(system), checkpoints=checkpoints)
        packs = tuple(PackStamp(name=n, version=v, digest=d) for n, v, d in ruleset.packs)
        header = Header(
            version=VERSION,
            system=system,
            seed=seed,
            packs=packs,
            ruleset=ruleset.digest,
            lists=tuple(texts),
            pack_paths=tuple(str(path) for path in self.paths),
            options={**options, **({"over": [str(one) for one in over]} if over else {})},
        )
        return Battle(self, session, header, ruleset, game_system)


def _overlays(header: Header) -> Sequence[str]:
    over = header.options.get("over", [])
    if not isinstance(over, list) or not all(isinstance(one, str) for one in over):
        raise RulesError(Diagnostic(f"options.over of the log is {over!r}", hint="names of packs are needed"))
    return over


def read_text(path: Path) -> str:
    """Return the text of a file. Raises RulesError if it cannot be read, is huge or is not UTF-8."""
    try:
        return read_bytes(path, MAX_BYTES).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RulesError(f"{path}: is not text: byte {error.start} is not UTF-8") from error


def _folders(paths: Iterable[Path]) -> Iterable[Path]:
    for path in paths:
        yield path.parent if (path / "pack.toml").is_file() else path
