"""What statements of the rules language do in every game: rules for a time, marks, tokens, changes of an
attack.

The held rule that speaks is `context.held`. Whoever runs statements for something that lasts by itself (a
spell) puts its `duration` and a list `lasting` into the context, so that all that it gives ends together,
and a `label` for events.
"""

from __future__ import annotations

from typing import Any

from . import scheduler
from .actions import offer_out_of_turn
from .context import Context
from .decisions import Procedure
from .decl.clauses import Has, Modify, Op
from .decl.expr import Bundle, Literal, RuleRef
from .decl.things import Duration, Mark
from .instances import Instance
from .query import base_value, things_in
from .relations import owner_name
from .rolls import amount
from .ruleset import hold
from .scheduler import Lasting
from .state import Game, Held, Player, Thing, pool_of, touch, unit_of
from .vocabulary import Vocabulary

WORDS = Vocabulary()


def label_of(c: Context) -> str:
    """Return the name of what speaks: the label of the context, else the held rule, else what brought it."""
    if c.label:
        return str(c.label)
    held = c.held
    if held is None:
        return ""
    instance = held.instance
    return str(instance.label if instance.ref.name else held.source or instance.label.strip())


def speaker(g: Game, c: Context) -> Player | None:
    """Return the player whose rule speaks."""
    bearer = g.things.get(c.held.bearer) if c.held is not None else None
    name = owner_name(bearer) if bearer is not None else ""
    return g.players.get(name) or c.player or g.players.get(g.active)


# -- rules for a time ------------------------------------------------------------------------------


@WORDS.verb("grant", "grant {what:bundle} to {to:any} [for {duration:duration}]")
def grant_to(g: Game, c: Context, what: Bundle, to: Any, duration: str | None = None) -> None:
    """Give rules and changes for a named duration, else for that of the spell, else for good."""
    length, shared = _length(g, c, duration)
    for thing in things_in(to):
        if not isinstance(thing, Thing):
            give_to_attack(g, thing, what, c.held)
            continue
        effect = scheduler.grant(g, thing, what, length, label_of(c), shared[0] if shared else None)
        if effect is not None and not shared:
            shared.append(effect)
        given = [label_of_clause(clause) for clause in what.clauses]
        g.emit("rules-given", to=thing.id, rule=label_of(c), what=given)


@WORDS.verb("change", "change {value:word} of {to:any} by {n:amount} [for {duration:duration}]")
def change_by(g: Game, c: Context, value: str, to: Any, n: Any, duration: str | None = None) -> None:
    """Add to a number of things, as `grant` does, an amount that is worked out or rolled now."""
    number = amount(g, n, label_of(c), value)
    grant_to(g, c, Bundle((Modify(value, Op.ADD, Literal(number)),)), to, duration)


def _length(g: Game, c: Context, named: str | None) -> tuple[Duration | None, list[Lasting]]:
    """Return how long something given now lasts, and the list that holds the effect it belongs to."""
    if named is not None:
        return g.ruleset.duration(named), []
    return c.duration, c.lasting if c.lasting is not None else []


def label_of_clause(clause: Any) -> str:
    """Return a change or rule of a bundle as a short text for events."""
    if isinstance(clause, Has):
        return getattr(clause.rule, "name", str(clause.rule))
    return str(getattr(clause, "value", getattr(clause, "roll", type(clause).__name__.lower())))


def give_to_attack(g: Game, attack: Any, what: RuleRef | Bundle, h: Held | None) -> None:
    """Let one attack hold rules by itself."""
    given = Thing(0, "attack")
    if attack.given is not None:
        given.held = list(attack.given.held)
    hold(g, given, what, h.instance.label if h is not None else "", by_weapon=True)
    attack.given = given


@WORDS.verb("remove-rule", "remove {what:name} from {x:any}")
def remove_from(g: Game, _c: Context, what: str, x: Any) -> None:
    """Take a rule by name from things, however they came by it."""
    for thing in things_in(x):
        kept = [held for held in thing.held if not _is_named(held.instance, what)]
        if len(kept) != len(thing.held):
            thing.held = kept
            touch(g, thing)
            g.emit("rule-removed", thing=thing.id, rule=what)


def _is_named(instance: Instance, name: str) -> bool:
    ref = instance.ref
    if ref.name:
        return ref.name == name
    return any(mention.name == name for mention in instance.mentions)


@WORDS.verb("end-effect", "end this effect")
def end_effect(g: Game, c: Context) -> None:
    """End the lasting effect that the speaking rule is part of."""
    number = c.held.effect if c.held is not None else 0
    for effect in list(g.schedule.lasting):
        if number and effect.id == number:
            g.schedule.end(g, effect, "ended by its own rule")


# -- marks and tokens ------------------------------------------------------------------------------


def bearer_of_mark(g: Game, thing: Any, name: str) -> Thing | None:
    """Return the thing that bears a declared mark where a thing is put into it: its unit, its pool or
    itself.
    """
    declared = g.ruleset.of_kind(Mark).get(name)
    of = declared.of if declared is not None else ""
    if of == "unit":
        return unit_of(thing)
    if of in ("pool", "model"):
        return pool_of(thing)
    return thing if isinstance(thing, Thing) else None


@WORDS.verb("mark", "mark {x:any} as {mark:word} [for {duration:duration}]")
def mark_as(g: Game, c: Context, x: Any, mark: str, duration: str | None = None) -> None:
    """Put things into a declared state for a named duration, else for that of the spell, else for good."""
    length, _ = _length(g, c, duration)
    for thing in things_in(x):
        bearer = bearer_of_mark(g, thing, mark)
        if bearer is not None:
            scheduler.mark(g, bearer, mark, length.until if length is not None else None)
            g.emit("marked", thing=bearer.id, mark=mark)


@WORDS.verb("unmark", "unmark {x:any} as {mark:word}")
def unmark_as(g: Game, _c: Context, x: Any, mark: str) -> None:
    """Take things out of a state."""
    for thing in things_in(x):
        bearer = bearer_of_mark(g, thing, mark)
        if bearer is not None and mark in bearer.marks:
            scheduler.unmark(bearer, mark)
            g.emit("unmarked", thing=bearer.id, mark=mark)


@WORDS.verb("give-tokens", "give {x:any} {n:amount} {token:name} tokens")
def give_tokens(g: Game, c: Context, x: Any, n: Any, token: str) -> None:
    """Lay tokens with things."""
    number = amount(g, n, label_of(c), token)
    for thing in things_in(x):
        thing.tokens[token] = thing.tokens.get(token, 0) + number
        g.emit("tokens", thing=thing.id, token=token, change=number, total=thing.tokens[token])


@WORDS.verb("take-tokens", "take {n:amount} {token:name} tokens from {x:any}")
def take_tokens(g: Game, c: Context, n: Any, token: str, x: Any) -> None:
    """Take tokens from things, at most those they have."""
    number = amount(g, n, label_of(c), token)
    for thing in things_in(x):
        _take(g, thing, token, min(number, thing.tokens.get(token, 0)))


@WORDS.verb("take-all-tokens", "take all {token:name} tokens from {x:any}")
def take_all_tokens(g: Game, _c: Context, token: str, x: Any) -> None:
    """Take all tokens of a name from things."""
    for thing in things_in(x):
        _take(g, thing, token, thing.tokens.get(token, 0))


def _take(g: Game, thing: Thing, token: str, number: int) -> None:
    if number:
        thing.tokens[token] -= number
        g.emit("tokens", thing=thing.id, token=token, change=-number, total=thing.tokens[token])


@WORDS.verb("move-tokens", "move all {token:name} tokens from {a:any} to {b:any}")
def move_tokens(g: Game, c: Context, token: str, a: Any, b: Any) -> None:
    """Move all tokens of a name from one thing to another."""
    number = a.tokens.get(token, 0)
    if number:
        _take(g, a, token, number)
        give_tokens(g, c, b, number, token)


# -- actions ---------------------------------------------------------------------------------------


@WORDS.verb("use-out-of-turn", "let {u:unit} use a {keyword:word} action")
def use_out_of_turn(g: Game, _c: Context, u: Any, keyword: str) -> Procedure[None]:
    """A unit may use an action of a keyword now, whatever phase and turn it belongs to."""
    yield from offer_out_of_turn(g, u, keyword)


# -- time ------------------------------------------------------------------------------------------


@WORDS.verb("end-early", "end {node:word} early")
def end_early(g: Game, _c: Context, node: str) -> None:
    """A part of the sequence that is under way ends with the present step, and is not repeated."""
    if g.clock.cut_short(node):
        g.emit("cut-short", node=node)


# -- attacks: what a natural die does --------------------------------------------------------------


@WORDS.verb("add-hits", "add {n:amount} hits")
def add_hits(g: Game, c: Context, n: Any) -> None:
    """The success makes that many hits more."""
    c.attack.extra_hits += amount(g, n, label_of(c), "hits")


@WORDS.verb("end-attack", "end the attack as {outcome:word}")
def end_attack(_g: Game, c: Context, outcome: str) -> None:
    """The attack goes no further in its sequence; of several hits of one die only the first is taken out."""
    c.attack.ended = outcome


@WORDS.verb("pass-roll", "pass {roll:word} automatically")
def pass_roll(_g: Game, c: Context, roll: str) -> None:
    """The attack passes a stage without a roll."""
    c.attack.passed = c.attack.passed | {roll}


@WORDS.verb("set-value", "set {value:word} to {n:amount}")
def set_value(_g: Game, c: Context, value: str, n: Any) -> None:
    """The attack has that number itself."""
    c.attack.fixed[value] = n


@WORDS.verb("modify-value", "modify {value:word} by {n:amount}")
def modify_value(_g: Game, c: Context, value: str, n: Any) -> None:
    """The attack's number, or its attacker's, is that much more."""
    base = c.attack.number(value)
    if base is None:
        base = base_value(c.attack.attacker, value) or 0
    c.attack.fixed[value] = base + n


@WORDS.verb("ignore", "ignore {what:name}")
def ignore_rule(_g: Game, c: Context, what: str) -> None:
    """A rule by name does not apply to this attack any more."""
    c.attack.ignored = c.attack.ignored | {what}
