"""From the text of a rule pack to kernel declarations; imports the kernel only."""
