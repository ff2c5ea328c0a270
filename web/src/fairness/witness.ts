// A player's witness at one table: commits to a number of its own for every draw, reveals it only to a
// list that it agrees with, and verifies every card that the player sees.

import { toBase64, type Bytes } from "./bytes";
import type { Cards } from "./cards";
import { buttonFindings } from "./draws/button";
import { failedFindings, readSigned } from "./draw";
import { finding, type Finding } from "./findings";
import { HandFindings } from "./hand_findings";
import { SEED_BYTES } from "./hashing";
import { committedOf, type HandList } from "./list";
import { OwnContribution } from "./own_contribution";
import { PlayedDraw } from "./played_draw";
import type { Alarm, Answer, Checked, HandOnFelt, Happened, Own } from "./types";
import type { ButtonDrawn, CardsOpened, DeckCommitted, DeckCut, DeckFailed, DeckListed, FairnessView } from "../wire";

export class Witness {
  /** The player's own part in the draw to come, its list, and the draw on the felt. */
  #coming: OwnContribution | null = null;
  #listed: DeckListed | null = null;
  #current: PlayedDraw | null = null;
  /** Of the draws of this hand that a missing number has ended: how many, who sent none, and the numbers that are known. */
  #failed = 0;
  #withheld = new Set<number>();
  #usedSeeds = new Set<string>();
  /** The hand that is being drawn or played, to which the findings belong, and the one that the table names. */
  #hand = 0;
  #number = 0;
  #isMidway = false;
  /** How the button of the hand to come was drawn, where it was. */
  #button: ButtonDrawn | null = null;
  #findings = new HandFindings();

  constructor(
    readonly player: number,
    readonly key: Bytes,
    readonly random: (count: number) => Bytes,
  ) {}

  get checked(): Checked | null {
    return this.#current?.checked(this.player, this.#findings.isEmpty) ?? null;
  }

  get #cards(): Cards | null {
    return this.#current?.cards ?? null;
  }

  /** What is wrong since the last time that somebody asked. */
  takeAlarm(): Alarm | null {
    return this.#findings.takeAlarm();
  }

  // Hearing

  /** The table as it is now, after anything may have been missed. */
  restart(view: FairnessView, felt: HandOnFelt | null, own: Own): Answer[] {
    this.#findings.restart();
    this.#forgetFailed();
    this.#listed = null;
    this.#isMidway = true;
    // The hand on the felt has begun already; the next one says its number, at tables that do.
    this.#number = 0;
    this.#hand = view.cut?.hand ?? 0;
    const isSameCut = this.#current?.said.number === view.cut?.number && this.#current?.said.hand === view.cut?.hand;
    const keptOwn = isSameCut ? (this.#current?.known.own ?? null) : null;
    this.#current = null;
    if (view.cut) this.#takeCut(view.cut, null, keptOwn, own);
    if (felt) this.#seeFelt(felt);
    this.#note(this.#cards?.open(view.cards) ?? []);
    this.#raise();
    this.interrupted();
    if (view.listed) {
      if (!this.#coming?.isFor(view.next)) this.#coming = null;
      return this.hear(view.listed, own);
    }
    if (!this.#coming?.isFor(view.next) || this.#coming.seat !== own.seat) return this.#commit(view.next, own);
    return view.committed ? [] : this.#coming.commitment();
  }

  /** Something happened at the table; the answers are for the room. */
  hear(event: Happened, own: Own): Answer[] {
    this.#findings.keep(event);
    const answers = this.#hear(event, own);
    this.#raise();
    return answers;
  }

  /** The room has the commitment to this draw. */
  held(number: number): void {
    if (this.#coming?.number === number) this.#coming.isHeld = true;
  }

  /** The room has the seed of this draw. */
  acknowledged(number: number): void {
    if (this.#coming?.number === number) this.#coming.isAcknowledged = true;
  }

  /** The connection was lost meanwhile: the room may have closed its list without this player. */
  interrupted(): void {
    if (this.#coming) this.#coming.isHeld = false;
  }

  #hear(event: Happened, own: Own): Answer[] {
    switch (event.type) {
      case "deck_committed":
        return this.#nextRoots(event, own);
      case "deck_listed":
        this.#begin(event);
        return this.#list(event, own);
      case "deck_failed":
        this.#begin(event);
        this.#fail(event);
        return [];
      case "deck_cut":
        this.#begin(event);
        this.#cut(event, own);
        return [];
      case "cards_opened":
        this.#opened(event);
        return [];
      case "button_drawn":
        this.#button = event;
        return [];
      case "places_changed":
      case "seats_changed":
        return this.#moved(own);
      default:
        this.#play(event);
        return [];
    }
  }

  // Before the cut

  #nextRoots(next: DeckCommitted, own: Own): Answer[] {
    const before = this.#coming?.committed;
    const isGap = before?.context.epoch === next.context.epoch && next.number !== before.number + 1;
    if (isGap) this.#note([finding("attempt_number_wrong")]);
    return this.#commit(next, own);
  }

  #commit(next: DeckCommitted, own: Own): Answer[] {
    const hasSeed = own.seat !== null && !this.#withheld.has(own.seat);
    const seed = hasSeed ? this.random(SEED_BYTES) : null;
    this.#coming = new OwnContribution(this.player, next, own.seat, seed);
    this.#listed = null;
    return this.#coming.commitment();
  }

  /** Who sits down takes part in the next draw, if its list is still open. */
  #moved(own: Own): Answer[] {
    const coming = this.#coming;
    return coming && !this.#listed && coming.seat !== own.seat ? this.#commit(coming.committed, own) : [];
  }

  #list(said: DeckListed, own: Own): Answer[] {
    this.#listed = said;
    const coming = this.#coming;
    const { signed, findings } = readSigned(said, this.key, coming?.committed ?? null);
    this.#note(findings);
    if (!signed || !coming || findings.length > 0) return [];
    const mine = this.#ownFindings(signed.list, coming, own);
    this.#note(mine);
    return mine.length > 0 ? [] : coming.reveal(signed.list, said);
  }

  #ownFindings(list: HandList, mine: OwnContribution, own: Own): Finding[] {
    const hasWithheld = mine.seat !== null && this.#withheld.has(mine.seat);
    return mine.findingsIn(list, !own.isConnected || hasWithheld);
  }

  #fail(said: DeckFailed): void {
    const { signed, findings } = readSigned(said, this.key, this.#coming?.committed ?? null);
    this.#note(findings);
    if (this.#listed && this.#listed.list !== said.list) this.#note([finding("list_changed")]);
    if (signed && findings.length === 0) this.#note(failedFindings(signed.list, said));
    const seat = this.#coming?.seat ?? null;
    if (seat !== null && this.#coming?.isAcknowledged && said.missing.includes(seat)) {
      this.#note([finding("own_reveal_denied", seat)]);
    }
    for (const one of said.missing) this.#withheld.add(one);
    this.#reuse(said.seeds.map(([, seed]) => seed));
    this.#failed += 1;
  }

  // The cut

  #cut(said: DeckCut, own: Own): void {
    const coming = this.#coming?.number === said.number ? this.#coming : null;
    this.#takeCut(said, coming?.committed ?? null, coming, own);
    if (this.#listed && this.#listed.number === said.number && this.#listed.list !== said.list) this.#note([finding("list_changed")]);
    const current = this.#current;
    if (!current) return;
    if (this.#button) this.#note(buttonFindings(this.#button, current.list, this.key));
    this.#button = null;
    if (coming) this.#note(this.#ownFindings(current.list, coming, own));
    for (const entry of committedOf(current.list)) {
      if (this.#withheld.has(entry.seat)) this.#note([finding("seat_still_listed", entry.seat)]);
    }
    this.#reuse(said.seeds.map(([, seed]) => seed));
    this.#forgetFailed();
    this.#isMidway = false;
    this.#listed = null;
  }

  #takeCut(said: DeckCut, published: DeckCommitted | null, own: OwnContribution | null, { seat }: Own): void {
    const known = { key: this.key, published, own, ownSeat: seat, failed: this.#failed };
    const { draw, findings } = PlayedDraw.read(said, known);
    this.#note(findings);
    this.#current = draw;
  }

  /** A seed that was revealed before never counts again: a room could have fitted its decks to it. */
  #reuse(seeds: readonly string[]): void {
    if (seeds.some((seed) => this.#usedSeeds.has(seed))) this.#note([finding("seed_reused")]);
    for (const seed of seeds) this.#usedSeeds.add(seed);
  }

  #forgetFailed(): void {
    this.#failed = 0;
    this.#withheld.clear();
    this.#usedSeeds.clear();
  }

  // Cards

  #play(event: Exclude<Happened, DeckCommitted | DeckListed | DeckCut | DeckFailed | CardsOpened | ButtonDrawn | { type: "places_changed" }>): void {
    const cards = this.#cards;
    switch (event.type) {
      case "hand_dealt":
        this.#number = event.number;
        return;
      case "hand_started":
        this.#note(this.#current?.startFindings(event, this.#number) ?? []);
        return;
      case "hole_dealt":
        if (!this.#current && this.#findings.isEmpty) this.#note([finding("no_proof")]);
        event.seats.forEach((seat, place) => this.#note(cards?.seeHole(seat, event.hole[place] ?? []) ?? []));
        return;
      case "board_dealt":
        this.#note(cards?.missing() ?? []);
        this.#note(cards?.seeBoard(event.cards) ?? []);
        return;
      case "shown":
      case "force_shown":
      case "cards_shown":
        this.#note(cards?.seeHole(event.seat, event.hole) ?? []);
        return;
      case "pot_awarded":
        this.#note(cards?.missing() ?? []);
        return;
      case "hand_voided":
      case "hand_rolled_back":
        this.#current = null;
    }
  }

  #opened(event: CardsOpened): void {
    if (event.cards.length === 0 || !this.#cards) return;
    this.#note(event.hand === this.#hand ? this.#cards.open(event.cards) : [finding("other_hand")]);
  }

  #seeFelt(felt: HandOnFelt): void {
    const cards = this.#cards;
    if (!cards || this.#hand !== felt.number) return;
    for (const { seat, hole } of felt.seats) this.#note(cards.seeHole(seat, hole));
    this.#note(cards.seeBoard(felt.board));
  }

  /** The draw of another hand begins: every card of the last one had its time. */
  #begin(event: DeckListed | DeckFailed | DeckCut): void {
    if (event.hand === this.#hand) return;
    this.#note(this.#cards?.missing() ?? []);
    this.#raise();
    this.#findings.restart([event]);
    this.#current = null;
    this.#hand = event.hand;
  }

  // Alarms

  #note(findings: readonly Finding[]): void {
    this.#findings.note(findings);
  }

  #raise(): void {
    const own = this.#current ? this.#current.known.own : this.#coming;
    this.#findings.raise(this.#hand, {
      protocol: "CCO/1",
      key: toBase64(this.key),
      player: this.player,
      seat: own?.seat ?? null,
      committed: own?.committed ?? null,
      seed: own?.revealedSeed ?? null,
      came_midway: this.#isMidway,
    });
  }
}
