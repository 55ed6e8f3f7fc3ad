"""A tuning drawn: the weights by iteration, and below them what they are worth against the first ones."""

from typing import Any

from boxwood.arena.report import svg_of

MOST = 400  # iterations drawn


def weights_chart(steps: list[dict[str, Any]]) -> Any:
    """Weights and strength by iteration, as an Altair chart."""
    import altair as alt

    every = max(1, len(steps) // MOST)
    rows = [
        {"iteration": step["iteration"], "weight": name, "units": value}
        for step in steps[::every] + steps[-1:]
        for name, value in step["units"].items()
    ]
    lines = (
        alt.Chart({"values": rows})
        .mark_line()
        .encode(
            x=alt.X("iteration:Q"),
            y=alt.Y("units:Q", title="weights, in units"),
            color=alt.Color("weight:N", sort=None),
        )
        .properties(width=620, height=260, title="Weights by iteration")
    )
    gauged = [
        {
            "iteration": step["iteration"],
            "elo": step["elo"]["value"],
            "low": step["elo"]["value"] - step["elo"]["error"],
            "high": step["elo"]["value"] + step["elo"]["error"],
            "after": step["method"],
        }
        for step in steps
        if "elo" in step
    ]
    if not gauged:
        return lines
    base = alt.Chart({"values": gauged}).encode(x=alt.X("iteration:Q"))
    bars = base.mark_rule().encode(y=alt.Y("low:Q", title="Elo against the first weights"), y2="high:Q")
    points = base.mark_point(filled=True, size=70).encode(y="elo:Q", shape=alt.Shape("after:N"))
    strength = (bars + points).properties(width=620, height=160, title="Strength")
    return alt.vconcat(lines, strength).resolve_scale(color="independent")


def chart_svg(steps: list[dict[str, Any]]) -> str:
    return svg_of(weights_chart(steps))
