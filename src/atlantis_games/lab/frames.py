"""Positions as frames: what the modes of `render` return, drawn as on the page."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from atlantis_games.core.contract import SPECTATOR
from atlantis_games.core.errors import BadRequest
from atlantis_games.core.position import Position
from atlantis_games.lab.sprites import PAINTER

RENDER_MODES = ("human", "rgb_array", "ansi", "svg")
FRAMES_PER_SECOND = 2  # at which people can follow a game
WIDTH = 640  # of a frame


def check_mode(mode: str | None) -> str | None:
    """A render mode that exists, or None."""
    if mode is not None and mode not in RENDER_MODES:
        raise BadRequest(f"A render mode is {' or '.join(RENDER_MODES)}, not {mode!r}.")
    return mode


def rgb_array(position: Position, seat: int = SPECTATOR, width: int = WIDTH) -> Any:
    """What a seat sees as an array of height x width x 3 bytes."""
    try:
        import PIL  # noqa: F401
    except ImportError:
        raise BadRequest("Frames need Pillow: pip install 'atlantis-games[lab]'.") from None
    return np.asarray(PAINTER.paint(position.svg(seat), width).convert("RGB"))


class Window:
    """A window that shows a game, opened by the first frame."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.screen: Any = None

    def show(self, frame: Any) -> None:
        """Shows a frame and gives the window a moment to answer the mouse."""
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "hide")
        try:
            import pygame
        except ImportError:
            raise BadRequest("A window needs pygame: pip install pygame.") from None
        height, width, _ = frame.shape
        if self.screen is None:
            pygame.display.init()
            self.screen = pygame.display.set_mode((width, height))
            pygame.display.set_caption(self.title)
        self.screen.blit(pygame.surfarray.make_surface(frame.swapaxes(0, 1)), (0, 0))
        pygame.event.pump()
        pygame.display.flip()

    def close(self) -> None:
        """Closes it, if it is open."""
        if self.screen is not None:
            import pygame

            pygame.display.quit()
            self.screen = None


class Renderer:
    """Renders positions in one mode, as a spectator or a seat sees them."""

    def __init__(self, mode: str | None, title: str) -> None:
        self.mode = check_mode(mode)
        self.window = Window(title)

    def show(self, position: Position, seat: int = SPECTATOR) -> None:
        """In the mode `human`: shows a position in the window."""
        if self.mode == "human":
            self.window.show(rgb_array(position, seat, width=2 * WIDTH))

    def render(self, position: Position, seat: int = SPECTATOR) -> Any:
        """What `render` returns: an array, a text, or nothing in the mode `human`."""
        if self.mode == "rgb_array":
            return rgb_array(position, seat)
        if self.mode == "ansi":
            return position.draw(seat)
        if self.mode == "svg":
            return position.svg(seat)
        self.show(position, seat)
        return None

    def close(self) -> None:
        """Closes the window."""
        self.window.close()

    def __getstate__(self) -> dict[str, Any]:
        return {"mode": self.mode, "window": Window(self.window.title)}
