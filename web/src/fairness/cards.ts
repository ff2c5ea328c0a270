// The cards of one hand: what the player sees of them, and what opens each.

import { fromBase64, same } from "./bytes";
import type { Cut } from "./cut";
import { cardLeaf, DECK_SIZE, PATH_BYTES, rootOver } from "./deck";
import { finding, type Finding } from "./findings";
import { HASH_BYTES } from "./hashing";
import { encodeContext, type HandList } from "./list";
import type { Opening } from "../wire";

const HOLE_CARDS: Record<string, number> = { "nl-holdem": 2, "pl-omaha": 4, "fl-holdem": 2 };
const BOARD = 5;

/** A card that was opened: whose it is (null: the board's), and where it lay in the deck. */
export interface Proven {
  dealt: number;
  seat: number | null;
  card: number;
  place: number;
}

export class Cards {
  /** Every opening, by the number of the dealt card. */
  readonly proven = new Map<number, Proven>();
  readonly openings: Opening[] = [];
  #seen = new Map<number, number>();
  #boardSize = 0;
  #holeCards: number;
  #context: Uint8Array;

  constructor(
    readonly list: HandList,
    readonly cut: Cut,
  ) {
    this.#holeCards = HOLE_CARDS[list.game] ?? 0;
    this.#context = encodeContext(list.context);
  }

  /** Whether a card that the player sees still lacks its proof. */
  get isWaiting(): boolean {
    return [...this.#seen.keys()].some((dealt) => !this.proven.has(dealt));
  }

  /** Hole cards that the player sees; a card that they do not is below 0. Rounds go from seat to seat. */
  seeHole(seat: number, hole: readonly number[]): Finding[] {
    const place = this.list.seats.indexOf(seat);
    if (place < 0) return hole.some((card) => card >= 0) ? [finding("other_seats")] : [];
    return hole.flatMap((card, turn) => (card < 0 ? [] : this.#see(turn * this.list.seats.length + place, card)));
  }

  /** Cards that come to those on the board. */
  seeBoard(cards: readonly number[]): Finding[] {
    const first = this.#firstOfBoard + this.#boardSize;
    this.#boardSize += cards.length;
    return cards.flatMap((card, place) => this.#see(first + place, card));
  }

  /** Verify openings: each comes from where the cut says, leads to the root, and is the card that was seen. */
  open(openings: readonly Opening[]): Finding[] {
    return openings.flatMap((opening) => this.#open(opening));
  }

  /** The cards that have no proof though it is time. */
  missing(): Finding[] {
    const unproven = [...this.#seen.keys()].filter((dealt) => !this.proven.has(dealt));
    return unproven.map((dealt) => finding("card_not_opened", dealt));
  }

  get #firstOfBoard(): number {
    return this.#holeCards * this.list.seats.length;
  }

  #see(dealt: number, card: number): Finding[] {
    const known = this.#seen.get(dealt) ?? this.proven.get(dealt)?.card;
    this.#seen.set(dealt, card);
    return known === undefined || known === card ? [] : [finding("card_differs", dealt)];
  }

  #open(opening: Opening): Finding[] {
    const [dealt, place, card, saltText, pathText] = opening;
    const salt = fromBase64(saltText, HASH_BYTES);
    const path = fromBase64(pathText, PATH_BYTES);
    const isPlace = (one: number) => Number.isInteger(one) && one >= 0 && one < DECK_SIZE;
    if (!salt || !path || ![dealt, place, card].every(isPlace)) return [finding("proof_malformed")];
    const again = this.proven.get(dealt);
    // Whoever shows cards opens them to all, the player who saw them before among them.
    if (again && again.card === card && again.place === place) return [];
    this.openings.push(opening);
    if (dealt >= this.#firstOfBoard + BOARD) return [finding("card_unknown", dealt)];
    if (again) return [finding("opened_twice", dealt)];
    const findings: Finding[] = [];
    if ([...this.proven.values()].some((one) => one.card === card)) findings.push(finding("card_twice", dealt));
    if (this.cut.places[dealt] !== place) findings.push(finding("position_wrong", dealt));
    const leaf = cardLeaf(this.#context, place, card, salt);
    if (!same(rootOver(leaf, place, path), this.cut.root)) findings.push(finding("path_wrong", dealt));
    const seen = this.#seen.get(dealt);
    if (seen === undefined) findings.push(finding("card_not_seen", dealt));
    else if (seen !== card) findings.push(finding("card_differs", dealt));
    this.proven.set(dealt, { dealt, seat: this.#seatOf(dealt), card, place });
    return findings;
  }

  #seatOf(dealt: number): number | null {
    return dealt < this.#firstOfBoard ? this.list.seats[dealt % this.list.seats.length]! : null;
  }
}
