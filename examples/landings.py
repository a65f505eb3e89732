"""What each card would do in Causeway, worked out from observations by torch, for maskable_ppo.py.

Where a card leads, what tile it brings and what it costs follow from the path, but a net needs many
games to find that out. Given these 21 answers, for 3 figures and 7 items, it learns to choose.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import torch
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

from atlantis_games.games import game_named

LAYOUT = game_named("causeway").observation.LAYOUT
FIELDS = {field.name: field for field in LAYOUT.fields}
FIGURES, ITEMS, SPACES, MAINLAND = 3, 7, 56, 54
ROWS = {name for name, field in FIELDS.items() if field.shape[-1] == SPACES}  # of the path
UNUSED = ROWS | {"options", "turns"}


class Landings(BaseFeaturesExtractor):  # type: ignore[misc]
    """Every field but the path's rows, and what each card would do with each figure."""

    def __init__(self, space: gymnasium.spaces.Box, units: int = 128) -> None:
        super().__init__(space, units)
        used = [
            np.arange(LAYOUT.start[name], LAYOUT.start[name] + field.size)
            for name, field in FIELDS.items()
            if name not in UNUSED
        ]
        self.register_buffer("columns", torch.as_tensor(np.concatenate(used)))
        self.register_buffer("spaces", torch.arange(float(SPACES)))
        inputs = len(self.columns) + 5 * FIGURES * ITEMS + 3 * FIGURES
        self.layer = torch.nn.Linear(inputs, units)

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """What policy and value both go by."""
        fields = torch.log1p(seen[:, self.columns])
        return torch.relu(self.layer(torch.cat([fields, *self.landings(seen)], 1)))

    def landings(self, seen: torch.Tensor) -> list[torch.Tensor]:
        """How far each card leads each figure, what it brings and costs, who is there. §4, §5"""
        planes: dict[str, Any] = LAYOUT.planes(seen)
        values, costs, crowd = planes["values"], planes["costs"], planes["figures"].sum(1)
        own = planes["figure_spaces"][:, 0]
        ahead = (SPACES - self.spaces) * (self.spaces > own[..., None])  # the nearest is largest
        nearest = (planes["items"][:, None] * ahead[:, :, None]).amax(-1)
        ends = (SPACES - nearest).clamp(max=MAINLAND).long().flatten(1)
        starts = own.repeat_interleave(ITEMS, 1)
        is_free = (values > 0) & (crowd == 0)
        behind = torch.where(is_free, self.spaces, -1.0).cummax(1).values.long().gather(1, ends - 1)
        prizes = values.gather(1, behind.clamp(min=0)) * (behind >= 0)
        tolls = (costs.gather(1, ends) - costs.gather(1, starts.long())).clamp(min=0)
        is_taken = (crowd.gather(1, ends) > 0) & (ends < MAINLAND)
        has_card = (planes["hand"] > 0).float().repeat(1, FIGURES)
        cards = [(ends - starts) / 10, prizes / 4, torch.log1p(tolls), is_taken, 1]
        figures = [own / 20, (own == 0).float(), (own == MAINLAND).float()]
        return [has_card * card for card in cards] + figures
