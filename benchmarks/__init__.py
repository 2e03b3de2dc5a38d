"""Speed against peers: every row is a ratio measured in one run on one machine, so that numbers travel."""

from __future__ import annotations
