"""Pictures of counts, by matplotlib."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from swerefactor import extras
from swerefactor.errors import InputError

_COLUMNS = 2
_BAR, _HEAD = 0.28, 0.9
"""Inches for a bar, and for a chart's title and room."""


def bars(counts: Mapping[str, Mapping[str, int]], title: str, out: Path) -> None:
    """A chart of horizontal bars for each aspect, in one file; its ending says the format (svg, png, pdf).

    Raises `InputError` for an ending that is none, or without matplotlib.
    """
    extras.require("matplotlib", "stats", "A picture")
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    known = sorted(FigureCanvasAgg(Figure()).get_supported_filetypes())
    if out.suffix.lstrip(".").lower() not in known:
        raise InputError(f"{out} has no ending of a picture.", f"One of: {', '.join(known)}.")
    shown = [(name, values) for name, values in counts.items() if values]
    rows = -(-len(shown) // _COLUMNS)
    heights = [
        max(len(values) for _, values in shown[row * _COLUMNS : (row + 1) * _COLUMNS]) * _BAR + _HEAD
        for row in range(rows)
    ]
    figure = Figure(figsize=(11, sum(heights) + 0.5), layout="constrained")
    figure.suptitle(title)
    charts = figure.subplots(rows, _COLUMNS, squeeze=False, height_ratios=heights).flat
    for chart, (name, values) in zip(charts, shown, strict=False):
        drawn = chart.barh(list(values), list(values.values()), color="#4878a8")
        chart.bar_label(drawn, padding=2)
        chart.invert_yaxis()
        chart.set_title(name, fontsize="medium", loc="left")
        chart.spines[["top", "right", "bottom"]].set_visible(False)
        chart.xaxis.set_visible(False)
        chart.margins(x=0.12)
    for chart in figure.axes[len(shown) :]:
        chart.remove()
    figure.savefig(out, metadata={"Date": None} if out.suffix == ".svg" else None)
