"""The words that Spearhead's packs may use."""
