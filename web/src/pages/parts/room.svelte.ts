// What room this is: asked once, for all pages.

import type { RoomCard } from "../../wire";
import { Fetched } from "./fetched.svelte";

export const room = new Fetched<RoomCard>();

/** What the house is called. */
export function houseName(): string {
  return room.data?.name || "cardroom";
}

/** Ask the server, unless it has been asked. */
export function askRoom(): void {
  if (room.data === null && !room.isBusy) void room.read("/api/room");
}
