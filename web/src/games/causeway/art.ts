/** The pictures of Causeway as paths; the package's pictures are made from the same ones. */

import { atlantis, icons, items, mainland, runner, shields, waves } from "@package/games/causeway/shapes.json";

/** The seven items as black-figure silhouettes on a field of 32 by 32. Each is one filled path. */
export const SILHOUETTES = items;

/** The shield of each player; its middle lies 16 above the feet. */
export const SHIELDS = shields;
export const RUNNER = runner; // behind the shield
export const ICONS = icons; // on a field of 22 by 22
export const WAVES = waves; // on from the middle of a space
export const ATLANTIS_ART = atlantis;
export const MAINLAND_ART = mainland;
