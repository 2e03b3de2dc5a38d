"""What a pack says it plays, held by what it names: `tercio coverage`."""
