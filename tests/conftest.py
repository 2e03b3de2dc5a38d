"""Settings for the whole suite: deterministic examples, and the size of the code in the report's header."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

from tests.hygiene.house import size_report

settings.register_profile(
    "house",
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("house")


def pytest_report_header() -> str:
    """Show on each run how long modules and functions are: `tests/hygiene/test_sizes.py` holds the budget."""
    return size_report()
