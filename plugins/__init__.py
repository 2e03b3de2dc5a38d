"""Optional code: game systems, command line, agents, odds and importers, each a pluggy plugin."""
