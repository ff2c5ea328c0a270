// The draw of the hand on the felt: who contributed to its cut, which deck is played, and its cards.

import { hex, type Bytes } from "./bytes";
import { Cards } from "./cards";
import { cutFindings, readSigned } from "./draw";
import { finding, type Finding } from "./findings";
import type { HandList } from "./list";
import type { OwnContribution } from "./own_contribution";
import { SOURCE_SEAT } from "./seats";
import type { Checked, Standing } from "./types";
import type { DeckCommitted, DeckCut } from "../wire";

/** What a player knows who reads a cut. */
interface Known {
  key: Bytes;
  /** The roots that were published before; null for who came later. */
  published: DeckCommitted | null;
  own: OwnContribution | null;
  ownSeat: number | null;
  /** How many draws of this hand a missing number has ended. */
  failed: number;
}

export class PlayedDraw {
  private constructor(
    readonly said: DeckCut,
    readonly list: HandList,
    /** Null where the cut does not count. */
    readonly cards: Cards | null,
    readonly deck: number,
    readonly seeds: ReadonlyMap<number, Bytes>,
    readonly known: Known,
  ) {}

  /** Read a cut; the draw is null where its list cannot be read. */
  static read(said: DeckCut, known: Known): { draw: PlayedDraw | null; findings: Finding[] } {
    const { signed, findings } = readSigned(said, known.key, known.published);
    if (!signed) return { draw: null, findings };
    const { list } = signed;
    const { cut, seeds, findings: wrong } = cutFindings(list, said);
    const cards = findings.length === 0 && cut !== null ? new Cards(list, cut) : null;
    const bySeat = new Map(seeds.map((one) => [one.seat, one.seed]));
    const draw = new PlayedDraw(said, list, cards, cut?.deck ?? 0, bySeat, known);
    const otherHand = list.context.hand === said.hand ? [] : [finding("other_hand")];
    return { draw, findings: [...findings, ...otherHand, ...wrong] };
  }

  standing(isClean: boolean): Standing {
    if (!isClean || !this.cards) return "alarm";
    if (this.cards.isWaiting) return "verifying";
    const { own, ownSeat } = this.known;
    if (own?.isCountedIn(this.seeds)) return "verified";
    const isDealtIn = ownSeat !== null && this.list.seats.includes(ownSeat);
    return isDealtIn && !this.seeds.has(ownSeat) ? "without" : "watched";
  }

  /** The draw as the player reads about it. */
  checked(player: number, isClean: boolean): Checked {
    const { list, seeds, said } = this;
    return {
      standing: this.standing(isClean),
      hand: said.hand,
      number: said.number,
      roots: [hex(list.roots[0]), hex(list.roots[1])],
      deck: this.deck,
      contributions: list.entries.map((entry) => ({
        seat: entry.seat,
        commitment: entry.commitment && hex(entry.commitment),
        seed: seeds.has(entry.seat) ? hex(seeds.get(entry.seat)!) : null,
        isOwn: entry.seat !== SOURCE_SEAT && entry.player === player,
      })),
      cards: [...(this.cards?.proven.values() ?? [])].sort((one, other) => one.dealt - other.dealt),
      failed: this.known.failed,
    };
  }

  /** Whether the hand that starts is the one that was drawn; `number` is what the table says, 0 where it says none. */
  startFindings(started: { game: string; button: number; seats: number[] }, number: number): Finding[] {
    const { list, said } = this;
    const findings: Finding[] = [];
    if (number > 0 && said.hand !== number) findings.push(finding("other_hand"));
    if (list.game !== started.game) findings.push(finding("other_game"));
    if (list.button !== started.button) findings.push(finding("other_button"));
    const clockwise = (seat: number) => (seat <= started.button ? seat + SOURCE_SEAT : seat);
    const seats = [...started.seats].sort((one, other) => clockwise(one) - clockwise(other));
    if (seats.length !== list.seats.length || seats.some((seat, place) => seat !== list.seats[place])) findings.push(finding("other_seats"));
    return findings;
  }
}
