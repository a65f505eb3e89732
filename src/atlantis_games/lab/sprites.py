"""Frames of games drawn quickly: what looks as in an earlier frame is not drawn again.

A picture is some hundred elements over one another, of which a move changes a few. Each element is
drawn once by resvg, cut out, kept by its text, and laid over the others in the order of the
picture. A picture of which much is new is drawn in one piece where nothing is kept, so that a
first frame does not take long either.
"""

from __future__ import annotations

import io
import math
import re
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from atlantis_games.core.pictures.drawing import NAMESPACE
from atlantis_games.core.pictures.png import png

TAG = re.compile(r"<[^>]+>")
PLAIN_GROUP = re.compile(r'<g transform="[^"]*">')  # whose children can be drawn one by one
VIEW_BOX = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
ROUGH = 4  # times as small: the copy that shows where something is
MAX_GROUP = 12  # elements of a group that is drawn as a whole
MAX_NEW = 10  # elements that are drawn and kept in a frame
MAX_BYTES = 64_000_000  # of what is kept

Key: TypeAlias = tuple[int, str, str]  # the width, the first tag of the picture, an element


@dataclass(slots=True)
class Element:
    """Where an element stands in the text of a picture, and what is in it."""

    start: int
    inside: int  # the end of its first tag
    end: int
    children: list[Element]


def elements(svg: str) -> tuple[str, list[str]]:
    """The first tag of a picture, and its elements from the lowest to the uppermost."""
    root = outermost(svg)
    return svg[: root.inside], parts(svg, root.children, "", "")


def outermost(svg: str) -> Element:
    """The element that all others are in."""
    open_ones = [Element(0, 0, len(svg), [])]
    for tag in TAG.finditer(svg):
        start, end = tag.span()
        if svg[start + 1] == "/":
            open_ones.pop().end = end
            continue
        element = Element(start, end, end, [])
        open_ones[-1].children.append(element)
        if svg[end - 2] != "/":
            open_ones.append(element)
    return open_ones[0].children[0]


def parts(svg: str, siblings: list[Element], before: str, after: str) -> list[str]:
    """Elements one after another; those of plain groups that have many each in its group."""
    found = []
    for element in siblings:
        tag = svg[element.start : element.inside]
        inner: list[str] = []
        if element.children and PLAIN_GROUP.fullmatch(tag):
            inner = parts(svg, element.children, before + tag, "</g>" + after)
        if len(inner) > MAX_GROUP:
            found += inner
        else:
            found.append(before + svg[element.start : element.end] + after)
    return found


@dataclass(frozen=True, slots=True)
class Sprite:
    """Elements as they were drawn: their pixels, where they are, and the size of the picture."""

    image: Any  # of Pillow; None if nothing is seen of them
    place: tuple[int, int]
    size: tuple[int, int]

    @property
    def bytes(self) -> int:
        """The memory that it takes, about."""
        return 200 if self.image is None else 200 + 4 * self.image.width * self.image.height


def drawn(head: str, body: str, width: int) -> Sprite:
    """Elements of a picture, drawn and cut out.

    A small copy shows where they are, so that only there they are drawn in full size: encoding and
    decoding what is empty would take longer than drawing.
    """
    size = full_size(head, width)
    edges = picture(f"{head}{body}</svg>", width // ROUGH).getchannel("A").getbbox()
    if edges is None:
        return Sprite(None, (0, 0), size)
    left, top = (max(0, ROUGH * (edge - 1)) for edge in edges[:2])
    right, bottom = (
        min(ROUGH * (edge + 1), end) for edge, end in zip(edges[2:], size, strict=True)
    )
    across, down = right - left, bottom - top
    per_pixel = units(head)[0] / width
    box = " ".join(f"{number * per_pixel:g}" for number in (left, top, across, down))
    frame = f'<svg xmlns="{NAMESPACE}" width="{across}" height="{down}" viewBox="{box}">'
    return Sprite(picture(f"{frame}{body}</svg>", across), (left, top), size)


def picture(svg: str, width: int) -> Any:
    """A picture with alpha, as Pillow has it."""
    from PIL import Image

    return Image.open(io.BytesIO(png(svg, width=width))).convert("RGBA")


def units(head: str) -> tuple[float, float]:
    """Width and height of a picture in its own units, which begin at 0."""
    found = VIEW_BOX.search(head)
    assert found is not None, "a picture says how large it is"
    return float(found[1]), float(found[2])


def full_size(head: str, width: int) -> tuple[int, int]:
    """The size of a picture of some width, in pixels."""
    across, down = units(head)
    return width, math.ceil(width * down / across)


class Painter:
    """Draws pictures, and keeps their elements and the lower part of the last one."""

    def __init__(self) -> None:
        self.kept: OrderedDict[Key, Sprite] = OrderedDict()
        self.bytes = 0
        self.last: list[Key] = []
        self.base: list[Key] = []  # what is drawn on `below`
        self.below: Any = None

    def paint(self, svg: str, width: int) -> Any:
        """A picture as an image of Pillow, with alpha."""
        from PIL import Image

        head, found = elements(svg)
        keys = [(width, head, element) for element in found]
        same = common(self.last, keys)
        size = full_size(head, width)
        first, canvas = 0, Image.new("RGBA", size)
        if self.base and keys[: len(self.base)] == self.base:
            first, canvas = len(self.base), self.below.copy()
        for number, sprite in self.sprites(keys, first):
            if first < number <= same:  # it may be the same in the next picture too
                self.base, self.below, first = keys[:number], canvas.copy(), same
            if sprite.image is not None:
                canvas.alpha_composite(sprite.image, sprite.place)
        self.last = keys
        while self.bytes > MAX_BYTES:
            self.bytes -= self.kept.popitem(last=False)[1].bytes
        return canvas

    def sprites(self, keys: list[Key], first: int) -> Iterator[tuple[int, Sprite]]:
        """What a picture is made of from a number on: each with the number of its first element."""
        room = MAX_NEW
        together: list[str] = []  # new ones, one over another, that are not kept
        for number, key in enumerate(keys[first:], first):
            width, head, element = key
            if key not in self.kept and room == 0:
                together.append(element)
                continue
            if together:
                yield number - len(together), drawn(head, "".join(together), width)
                together = []
            if key not in self.kept:
                room -= 1
                self.kept[key] = drawn(head, element, width)
                self.bytes += self.kept[key].bytes
            self.kept.move_to_end(key)
            yield number, self.kept[key]
        if together:
            yield len(keys) - len(together), drawn(head, "".join(together), width)


def common(one: list[Key], other: list[Key]) -> int:
    """How many elements two pictures have in common, from the lowest on."""
    for number, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return number
    return min(len(one), len(other))


PAINTER = Painter()
