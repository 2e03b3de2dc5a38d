"""The engine of Tercio: dice, shapes, time, rules and choices; it knows no game system by name."""
