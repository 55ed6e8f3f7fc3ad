"""Games and analyses show themselves as pictures in a notebook."""

import xml.etree.ElementTree as ElementTree

from boxwood import Analysis, Game, Score
from boxwood.analysis import Line


def test_a_game_is_a_picture():
    assert ElementTree.fromstring(Game("pylos", "1a1")._repr_svg_()).tag.endswith("svg")


def test_an_analysis_is_a_table_with_a_bar_for_every_line():
    lines = (Line(Score.won(3), ("4", "5", "4")), Line(Score(-200), ("1",)), Line(Score.lost(2), ("7", "4")))
    table = ElementTree.fromstring(Analysis(lines, 7, 1234, 0.5)._repr_html_())
    assert [row.findtext("td[2]") for row in table.iter("tr")] == ["win in 3", "-2.00", "loss in 2"]
    assert [row.findtext("td[3]") for row in table.iter("tr")] == ["4 5 4", "1", "7 4"]
    widths = [row.findall("td/svg/rect")[1].get("width") for row in table.iter("tr")]
    assert widths == ["100", "25", "0"]
    assert "1,234 nodes" in table.findtext("caption")
