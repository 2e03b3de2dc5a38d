"""Magic Dice of each player, kept as tokens: those of this phase, and the one stored for the next own phase.

Source: T9A rulebook, Magic Phase 1 and 3.
"""

from __future__ import annotations

from tercio.kernel.state import Game, Player

DICE, STORED = "magic-dice", "stored-dice"


def dice_of(player: Player) -> int:
    """Return the Magic Dice in a player's pool."""
    return player.tokens.get(DICE, 0)


def set_dice(g: Game, player: Player, number: int, why: str) -> None:
    """Make a player's pool so many dice."""
    before = dice_of(player)
    player.tokens[DICE] = max(0, number)
    if dice_of(player) != before:
        g.emit(
            "magic-dice", player=player.name, change=dice_of(player) - before, total=dice_of(player), why=why
        )


def gain(g: Game, player: Player, number: int, why: str) -> None:
    """Put dice into a player's pool."""
    if number > 0:
        set_dice(g, player, dice_of(player) + number, why)


def lose(g: Game, player: Player, number: int, why: str) -> None:
    """Take dice out of a player's pool, at most those it has."""
    if number > 0:
        set_dice(g, player, dice_of(player) - number, why)
