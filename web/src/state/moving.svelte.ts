// A player is moved to another table: what happened at the old one is seen first, then a card says where
// they go, and the new table takes the place of the old one. Nothing else on the screen moves.

import { router } from "../router.svelte";
import { whenSettled } from "./settling";
import { tables } from "./tables.svelte";

export const CARD_MS = 1_500;
/** The longest that a player watches the old table. */
const SEEN_MS_MAX = 6_000;
const LOOK_MS = 100;

class Moving {
  /** The table that the card names: where the player goes. */
  to = $state<number | null>(null);
  #rounds = new Map<number, number>();
  #round = 0;

  /** Take the player along; a decision at the new table does not wait for a card. */
  begin(from: number, to: number): void {
    tables.move(from, to);
    const old = [...tables.moves].find(([, then]) => then === to)?.[0];
    // A table that is not on the screen needs no farewell.
    if (old === undefined) {
      this.#follow(from, to);
      return;
    }
    const round = (this.#round += 1);
    this.#rounds.set(old, round);
    const stop = whenSettled(old, SEEN_MS_MAX, () => this.#show(old, round));
    const look = setInterval(() => {
      if (this.#rounds.get(old) !== round) return clearInterval(look);
      if (!tables.open.get(to)?.isMyTurn) return;
      stop();
      this.#arrive(old);
    }, LOOK_MS);
  }

  #show(old: number, round: number): void {
    this.to = tables.moves.get(old) ?? null;
    setTimeout(() => this.#rounds.get(old) === round && this.#arrive(old), CARD_MS);
  }

  #arrive(old: number): void {
    const to = tables.moves.get(old);
    this.#rounds.delete(old);
    if (to === undefined) return;
    if (this.to === to) this.to = null;
    this.#follow(old, to);
    tables.arrive(old);
  }

  /** Only who looks at the old table is taken along. */
  #follow(from: number, to: number): void {
    if (router.path === `/table/${from}`) router.go(`/table/${to}`, { replace: true });
  }
}

export const moving = new Moving();
