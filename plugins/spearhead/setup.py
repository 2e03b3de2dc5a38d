"""Before the battle: who attacks, what each army brings, where they fight, terrain, relics and decks.

Source: battlepack, Pre-battle Sequence and Preparing the Spearhead Deck.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tercio.kernel import rolls
from tercio.kernel.decisions import Decision, Procedure, ask
from tercio.kernel.decks import new_deck, shuffle
from tercio.kernel.decl import TerrainFeature
from tercio.kernel.geometry import Circle, Rect, first_overlap, inside
from tercio.kernel.ground import put_feature
from tercio.kernel.rolls import amount
from tercio.kernel.state import Area, Game

from . import campaign
from .battle import ATTACKER, DEFENDER, SET_UP
from .battlefield import (
    FORTIFIED,
    battlefields,
    deployment_maps,
    lay_battlefield,
    lay_territories,
    objectives,
    territories_of,
    territory_of,
)
from .cards import TACTICS, TWISTS
from .combats import settle
from .listing import ENHANCEMENT, REGIMENT_ABILITY, choices_of
from .muster import choose
from .relics import place_relic
from .terrain import LARGE, standing

ROLES = (ATTACKER, DEFENDER)
_SECTION = "City of Ash, Pre-battle Sequence"


def rolled_off(g: Game, what: str) -> str:
    """Return who wins a roll-off: the higher of one die each, rolled again as long as they tie."""

    def throw(_number: int) -> dict[str, int]:
        die = g.ruleset.constant("roll-off-die")
        faces = {name: amount(g, die, what, name, "roll-off") for name in g.players}
        g.emit("rolled-off", what=what, faces=faces)
        return faces

    return rolls.roll_off(throw)[0]


def roll_off(g: Game) -> Procedure[None]:
    """Step roll-off: the winner chooses who is the attacker and who the defender, unless a campaign lets
    somebody else.
    """
    winner = campaign.choosing(g, "choose-role") or rolled_off(g, "roll-off")
    role = yield Decision("set-up.role", winner, "Attack or defend?", list(ROLES), _SECTION)
    other = g.opponent(winner)
    g.memory[ATTACKER], g.memory[DEFENDER] = (winner, other) if role == ATTACKER else (other, winner)
    g.active = g.memory[ATTACKER]
    g.emit("roles-chosen", attacker=g.memory[ATTACKER], defender=g.memory[DEFENDER])


def pick_abilities(g: Game) -> Procedure[None]:
    """Step pick-abilities: regiment ability and enhancement, the attacker first; lists may name them."""
    for role in ROLES:
        player = g.players[g.memory[role]]
        for kind in (REGIMENT_ABILITY, ENHANCEMENT):
            names = [item.name for item in choices_of(g.ruleset, player.army, kind)]
            if kind not in player.memory and names:
                words = kind.replace("-", " ")
                name = yield from ask(
                    Decision(f"set-up.{kind}", player.name, f"Which {words}?", names, _SECTION)
                )
                choose(g, player, kind, name)
            g.emit("ability-picked", player=player.name, what=kind, name=player.memory.get(kind, ""))


def choose_battlefield(g: Game) -> Procedure[None]:
    """Step choose-battlefield: the defender chooses the side of the realm battlefield, unless agreed on."""
    chosen = g.memory[SET_UP]
    if "map" not in chosen:
        chosen["map"] = yield from _asked(g, "battlefield", "Which side?", battlefields(g))
    lay_battlefield(g, chosen["map"])
    g.emit("battlefield-chosen", battlefield=chosen["map"])


def choose_territories(g: Game) -> Procedure[None]:
    """Step choose-territories: the defender picks a deployment map and whose territory is whose."""
    chosen = g.memory[SET_UP]
    if "deployment" not in chosen:
        chosen["deployment"] = yield from _asked(g, "deployment", "Which deployment map?", deployment_maps(g))
    names = territories_of(g, chosen["deployment"])
    player = campaign.choosing(g, "choose-territory") or g.memory[DEFENDER]
    own = yield from _asked(g, "territory", "Which territory is yours?", names, player)
    owners = {name: player if name == own else g.opponent(player) for name in names}
    lay_territories(g, chosen["deployment"], owners)
    g.emit("territories-chosen", deployment=chosen["deployment"], owners=owners)


def _asked(g: Game, what: str, question: str, options: list[str], player: str = "") -> Procedure[str]:
    """Ask a player, or else the defender."""
    asked = player or g.memory[DEFENDER]
    answer: str = yield from ask(Decision(f"set-up.{what}", asked, question, options, _SECTION))
    return answer


# -- large terrain features ------------------------------------------------------------------------


def set_up_terrain(g: Game) -> Procedure[None]:
    """Step set-up-terrain: each player a large terrain feature, the defender first."""
    names = [one.name for one in g.ruleset.of_kind(TerrainFeature).values() if _is_large(one)]
    for role in reversed(ROLES):
        player = g.memory[role]
        options = [[name, *place] for name in names for place in places_for_terrain(g, player)]
        if options:
            facts = {"player": player}
            answer = yield from ask(
                Decision("set-up.terrain", player, "Where does the terrain stand?", options, _SECTION, facts)
            )
            _set_up(g, player, *answer)
    settle(g)


def _is_large(feature: TerrainFeature) -> bool:
    return any(word == LARGE for word, _ in feature.traits)


def places_for_terrain(g: Game, player: str) -> list[list[Any]]:
    """Return where a player may set up a large terrain feature: `[objective, x, y, degrees]`, its middle on a
    corner of a rectangular objective (ruling 51), wholly in the player's territory.
    """
    territory = territory_of(g, player)
    return [
        [area.name, round(x, 3), round(y, 3), degrees]
        for area in objectives(g)
        if isinstance(area.shape, Rect)
        for x, y in area.shape.corners
        for degrees in (0, 90)
        if territory is not None and _fits(g, large_feature_at(g, x, y, degrees), territory)
    ]


def large_feature_at(g: Game, x: float, y: float, degrees: int) -> Rect:
    """Return the ground that a large terrain feature takes."""
    width, depth = (float(g.ruleset.constant(name)) for name in ("manor-width", "manor-depth"))
    return Rect(x, y, 0.0, 1.0, *((width, depth) if degrees == 0 else (depth, width)))


def _fits(g: Game, shape: Rect, territory: Area) -> bool:
    taken = [piece.shape for piece in standing(g)]
    return inside(shape, territory.shape) and first_overlap(shape, taken) is None


def _set_up(g: Game, player: str, name: str, objective: str, x: float, y: float, degrees: int) -> None:
    piece = put_feature(g, name, large_feature_at(g, x, y, degrees))
    g.areas[objective].memory[FORTIFIED] = True
    g.emit("terrain-set-up", terrain=piece.id, player=player, target=g.areas[objective].id)


# -- relics and decks ------------------------------------------------------------------------------


def set_up_relics(g: Game) -> Procedure[None]:
    """Step set-up-relics: the defender picks a starting relic and places it, the attacker the other one."""
    names = list(starting_relics(g))
    for role in reversed(ROLES):
        player = g.memory[role]
        facts = {"player": player}
        name = yield from ask(
            Decision("set-up.relic", player, "Which relic do you place?", names, _SECTION, facts)
        )
        names.remove(name)
        territory = territory_of(g, player)
        assert territory is not None
        yield from place_relic(g, player, name, _in(territory))


def _in(territory: Area) -> Any:
    def fits(shape: Circle) -> bool:
        return inside(shape, territory.shape)

    return fits


def starting_relics(g: Game) -> Iterator[str]:
    """Yield the relics with which a battle on this side of the battlefield begins, or one of a campaign."""
    told = campaign.said(g, "relics")
    yield from told[0] if told else map(str, g.ruleset.table("starting-relics").row(g.memory[SET_UP]["map"]))


def shuffle_decks(g: Game) -> Procedure[None]:
    """Step shuffle-decks: the twists of this side of the battlefield, and each player's battle tactics."""
    new_deck(g, g.battle, TWISTS, of=g.memory[SET_UP]["map"])
    shuffle(g, g.battle, TWISTS)
    for player in g.players.values():
        new_deck(g, player, TACTICS)
        shuffle(g, player, TACTICS)
    yield from ()
