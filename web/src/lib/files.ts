/** A match as a file on this device. */

import { api } from "./api";
import type { TableInfo } from "./types";

export async function saveMatch(table: Pick<TableInfo, "id" | "game">): Promise<void> {
  const text = await api.match(table.id);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = `${table.game}-${table.id}.match`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
