// How a newcomer comes into the game: post now, or wait for the big blind.

import { Refused } from "../api";
import { connection } from "./connection.svelte";
import { sayRefusal } from "./toasts.svelte";

/** Post the big blind or wait for it, and say why not. Who was dealt in meanwhile has what a post is for. */
export async function enter(table: number, post: boolean): Promise<void> {
  try {
    await connection.ask({ t: "enter", ch: `table:${table}`, post });
  } catch (refusal) {
    const isFulfilled = post && refusal instanceof Refused && refusal.reason === "already_in_the_game";
    if (!isFulfilled) sayRefusal(refusal);
  }
}
