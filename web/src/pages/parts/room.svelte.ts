// What room this is: asked once, for all pages.

import type { RoomCard } from "../../wire";
import { Fetched } from "./fetched.svelte";

export const room = new Fetched<RoomCard>();

/** Ask the server, unless it has been asked. */
export function askRoom(): void {
  if (room.data === null && !room.isBusy) void room.read("/api/room");
}
