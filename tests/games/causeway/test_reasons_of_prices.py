"""Why a move that costs too much, or leads nowhere, is refused: the one cause that applies. §4.4"""

from __future__ import annotations

import pytest

from games.causeway.diagram import diagram

pytestmark = pytest.mark.plain


def test_who_can_just_pay_but_not_go_on_is_told_of_the_chain() -> None:
    """§4.4: white stands on flag2, which costs nothing, and blue has nothing left to play."""
    position = diagram("path ring1 flag2\nblue A:1 B:home C:home hand flag\nwhite A:2")
    reason = position.why_not("A flag")
    assert reason is not None
    assert (reason.code, reason.rule) == ("chain-unfinished", "§4.4")


@pytest.mark.parametrize(
    ("path", "start", "code"),
    [
        ("ring3 ~ crown3 flag5 ~ olive6", 1, "cannot-pay-bridge"),  # dearer beyond the landing
        ("olive7 ~ statue7 ring3 ~ crown3", 4, "cannot-pay-bridge"),  # and behind the figure
        ("ring6 ~ flag1 statue5 ~ crown5", 1, "cannot-pay-bridge"),  # the dearer one of two
        ("ring3 ~ flag3 ~ crown3", 1, "cannot-pay"),
    ],
)
def test_the_bridge_that_helps_lies_on_the_way(path: str, start: int, code: str) -> None:
    """§3.6, §6.1: it is said of a gap that the figure crosses, and only if that is enough."""
    position = diagram(f"path {path}\nblue A:{start} B:home C:home hand crown olive")
    reason = position.why_not("A crown")
    assert reason is not None
    assert reason.code == code
