/** What somebody is told in a first game of Causeway. */

import type { Tip } from "../../lib/game";
import { MAINLAND } from "./layout";
import type { CausewayView } from "./types";

const isOpen = (view: CausewayView) => view.gaps.some((gap) => !gap.bridged);
const isHome = ({ seats, seat }: CausewayView) => Object.values(seats[seat]?.figures ?? {}).includes(MAINLAND);

export const tips: readonly Tip<CausewayView>[] = [
  { name: "aim", when: (view) => view.phase === "start" },
  { name: "chain", when: (view) => view.phase === "chain" },
  { name: "pay", when: (view) => view.phase === "pay" },
  { name: "bridge", when: (view) => view.phase === "bridge or end" },
  { name: "home", when: (view) => view.phase === "start" && isHome(view) },
  { name: "gap", when: (view) => view.phase === "start" && isOpen(view) },
];
