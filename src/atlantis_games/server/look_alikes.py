"""Names that pass for one another: letters of other scripts that look like ours, and the like."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

# After the idea of Unicode's confusables (UTS 39): Greek, Cyrillic, Armenian, Cherokee and a few
# Latin letters that look like those of the key.
LOOK_ALIKES = {
    "A": "\u0391\u0410\u13aa",
    "B": "\u0392\u0412\u13f4",
    "C": "\u0421\u03f9\u13df",
    "D": "\u13a0",
    "E": "\u0395\u0415\u13ac",
    "F": "\u03dc",
    "G": "\u050c\u13c0",
    "H": "\u0397\u041d\u13bb",
    "I": "\u0399\u0406\u04c0",
    "J": "\u0408\u037f\u13ab",
    "K": "\u039a\u041a\u13e6",
    "L": "\u13de\u053c",
    "M": "\u039c\u041c\u13b7",
    "N": "\u039d",
    "O": "\u039f\u041e\u0555",
    "P": "\u03a1\u0420\u13e2",
    "Q": "\u051a",
    "R": "\u13a1",
    "S": "\u0405\u054f\u13da",
    "T": "\u03a4\u0422\u13a2",
    "U": "\u054d",
    "V": "\u0474\u13d9",
    "W": "\u051c\u13b3",
    "X": "\u03a7\u0425",
    "Y": "\u03a5\u04ae\u0423",
    "Z": "\u0396\u13c3",
    "a": "\u03b1\u0430\u0251",
    "b": "\u042c\u044c",
    "c": "\u0441\u03f2",
    "d": "\u0501",
    "e": "\u0435\u04bd\u0454\u03b5",
    "f": "\u0192",
    "g": "\u0261\u0581",
    "h": "\u04bb\u0570",
    "i": "\u0456\u03b9\u0131\u026a",
    "j": "\u0458\u03f3",
    "k": "\u03ba\u043a",
    "l": "\u04cf\u01c0",
    "m": "\u043c",
    "n": "\u0578\u03b7",
    "o": "\u03bf\u043e\u0585\u03c3",
    "p": "\u03c1\u0440",
    "q": "\u051b",
    "r": "\u0433\u1d26",
    "s": "\u0455",
    "t": "\u0442\u03c4",
    "u": "\u03c5\u057d\u028b",
    "v": "\u03bd\u0475",
    "w": "\u051d\u0461\u03c9",
    "x": "\u0445\u03c7",
    "y": "\u0443\u03b3\u04af",
    "z": "\u1d22",
}
AS_ONE = str.maketrans({other: ours for ours, others in LOOK_ALIKES.items() for other in others})
# The same again for small letters, of which these are hard to tell apart.
ALIKE_SMALL = str.maketrans({"l": "i", "1": "i", "|": "i", "0": "o"})
SCRIPTS_WITH_ACCENTS = ("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE")


def skeleton(name: str) -> str:
    """What a name looks like at a glance; names with the same skeleton pass for one another."""
    kept: list[str] = []
    base = ""
    for character in unicodedata.normalize("NFKD", name):
        if unicodedata.category(character) != "Mn":
            base = unicodedata.name(character, "")
        elif base.startswith(SCRIPTS_WITH_ACCENTS):
            continue  # a dot or an accent on a letter is easily missed
        kept.append(character)
    small = "".join(kept).translate(AS_ONE).casefold().translate(ALIKE_SMALL)
    return "".join(small.replace("rn", "m").replace("vv", "w").split())


def told_apart(name: str, others: Iterable[str], max_length: int) -> str:
    """A name with a number behind it where it passes for one of the others."""
    taken = {skeleton(other) for other in others}
    number, found = 1, name
    while skeleton(found) in taken:
        number += 1
        ending = f" ({number})"
        found = name[: max_length - len(ending)].rstrip() + ending
    return found
