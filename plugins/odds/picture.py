"""Odds as pictures: SVG for files, HTML around it for notebooks. Every bar has its numbers as a tooltip."""

from __future__ import annotations

from html import escape
from typing import Final

from .report import Group, Quantity, Report
from .text import percent

WIDTH: Final = 640
_ROW, _HEAD, _CHART, _FOOT, _MARGIN = 20, 34, 110, 24, 24
_STYLE = (
    "text{font-family:system-ui,sans-serif;font-size:12px;fill:#222}"
    ".title{font-size:16px;font-weight:600}.unit{font-size:14px;font-weight:600}.name{font-weight:600}.small{font-size:10px;fill:#555}"
    ".bar{fill:#3b6ea5}.line{stroke:#999;stroke-width:1}"
)


def svg(report: Report) -> str:
    """Return a report as an SVG document: chances as lines of text, distributions as bars."""
    parts = [_text(_MARGIN, _HEAD, report.title, "title")]
    y = _HEAD + _ROW
    for note in report.notes:
        parts.append(_text(_MARGIN, y, note, "small"))
        y += _ROW
    for group in report.groups:
        drawn, y = _group(group, y)
        parts += drawn
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y}" width="{WIDTH}" height="{y}">'
    body = "".join(parts)
    return f'{head}<style>{_STYLE}</style><rect width="{WIDTH}" height="{y}" fill="#fff"/>{body}</svg>\n'


def _group(group: Group, y: int) -> tuple[list[str], int]:
    """Return what is told of one unit from a height on, and the height below it."""
    parts = []
    if group.name:
        y += _ROW
        parts.append(_text(_MARGIN, y, group.name, "unit"))
        y += _ROW
    told = ", ".join(f"{one.name} {percent(float(one.chance))}" for one in group.chances())
    if told:
        parts.append(_text(_MARGIN, y, told))
        y += _ROW
    for name, one in group.alike():
        parts.append(_chart(y, name, one))
        y += _CHART + _FOOT
    return parts, y


def html(report: Report) -> str:
    """Return a report as a piece of HTML: the picture, and the rules that took part."""
    rules = "".join(f"<li>{escape(str(source))}</li>" for source in report.sources)
    return f"<div>{svg(report)}" + (f"<ul>{rules}</ul>" if rules else "") + "</div>"


def _text(x: float, y: float, text: str, kind: str = "", anchor: str = "") -> str:
    kinds = f' class="{kind}"' if kind else ""
    anchored = f' text-anchor="{anchor}"' if anchor else ""
    return f'<text x="{x:.1f}" y="{y:.1f}"{kinds}{anchored}>{escape(text)}</text>'


def _chart(top: float, name: str, one: Quantity) -> str:
    rows = one.chances()
    most = max(chance for _, chance, _ in rows)
    step = (WIDTH - 2 * _MARGIN) / max(len(rows), 10)
    base = top + _CHART - _ROW
    parts = [_text(_MARGIN, top, f"{name}, mean {float(one.distribution.mean):.2f}", "name")]
    labelled = max(1, round(24 / step))
    for place, (number, chance, reached) in enumerate(rows):
        x, height = _MARGIN + place * step, chance / most * (_CHART - 2 * _ROW)
        tip = f"exactly {number}: {percent(chance)}; at least {number}: {percent(reached)}"
        parts.append(
            f'<rect class="bar" x="{x + step * 0.1:.1f}" y="{base - height:.1f}" width="{step * 0.8:.1f}"'
            f' height="{height:.1f}"><title>{escape(tip)}</title></rect>'
        )
        if place % labelled == 0:
            parts.append(_text(x + step / 2, base + 14, str(number), "small", "middle"))
    parts.append(f'<line class="line" x1="{_MARGIN}" x2="{WIDTH - _MARGIN}" y1="{base}" y2="{base}"/>')
    return "".join(parts)
