"""The 9th Age: its procedures, phase by phase, over the shared mechanics of regiments."""
