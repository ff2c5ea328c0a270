// What a table's shield shows: passes on what happens to the witness, and the witness's answers to the room.

import { forget, listen, pinKey, pinnedKey, roomKey, tell } from "./desk";
import { finding } from "./findings";
import type { Alarm, Answer, Checked, HandOnFelt, Happened, Own, Standing } from "./types";
import type { FairnessView } from "../wire";
import type { FromWitness, Heard } from "./worker";

export type ShieldState = Standing | "unchecked";

const HEARD: ReadonlySet<string> = new Set<Happened["type"]>([
  "deck_committed",
  "deck_listed",
  "deck_cut",
  "deck_failed",
  "cards_opened",
  "button_drawn",
  "hand_started",
  "hole_dealt",
  "board_dealt",
  "shown",
  "force_shown",
  "cards_shown",
  "hand_dealt",
  "pot_awarded",
  "hand_voided",
  "hand_rolled_back",
  "places_changed",
  "seats_changed",
]);

export class Watch {
  /** Whether the room's decks can be verified at all. */
  isOn = $state(false);
  checked = $state.raw<Checked | null>(null);
  /** What was found wrong, hand by hand, until the player has put it aside. */
  alarms = $state.raw<Alarm[]>([]);
  /** Whether there is an alarm that the player has not looked at. */
  isUnseen = $state(false);
  fingerprint = $state("");
  #isBroken = $state(false);
  #key: string | null = null;
  #waiting: Heard[] = [];
  #dismissed = new Set<number>();
  #seat: number | null = null;

  constructor(
    readonly channel: string,
    readonly player: number,
    /** Sends an answer to the room. */
    readonly send: (answer: Answer) => Promise<unknown>,
  ) {
    listen(channel, { hear: (said) => this.#read(said), fail: () => (this.#isBroken = true) });
  }

  close(): void {
    forget(this.channel);
  }

  get state(): ShieldState {
    if (this.alarms.length > 0) return "alarm";
    return this.#isBroken ? "unchecked" : (this.checked?.standing ?? "waiting");
  }

  /** A new picture of the table; `view` is null where the room has no such decks. */
  restart(view: FairnessView | null | undefined, felt: HandOnFelt | null, own: Own): void {
    this.isOn = Boolean(view);
    if (!view) return;
    this.#seat = own.seat;
    this.#tell({ kind: "restart", player: this.player, key: this.#key ?? "", view, felt, own });
    if (this.#key === null) void this.#fetchKey();
  }

  happened(event: { type: string }, own: Own): void {
    if (!this.isOn || !HEARD.has(event.type)) return;
    const isAboutPlaces = event.type === "places_changed" || event.type === "seats_changed";
    // Of all that changes at the seats only the player's own seat matters.
    if (isAboutPlaces && own.seat === this.#seat) return;
    this.#seat = own.seat;
    this.#tell({ kind: "event", event: (isAboutPlaces ? { type: event.type } : event) as Happened, own });
  }

  interrupted(): void {
    if (this.isOn) this.#tell({ kind: "interrupted" });
  }

  /** The player looks at the sheet. */
  look(): void {
    this.isUnseen = false;
  }

  /** The player has seen it, or sent it. */
  dismiss(hand: number): void {
    this.#dismissed.add(hand);
    this.alarms = this.alarms.filter((one) => one.hand !== hand);
  }

  /** The player has compared the room's new key with what the room has published. */
  acceptKey(): void {
    if (this.#key) pinKey(this.#key);
    this.dismiss(0);
  }

  async #fetchKey(): Promise<void> {
    try {
      const { key, fingerprint } = await roomKey();
      this.#key = key;
      this.fingerprint = fingerprint;
      this.#isBroken = false;
      const known = pinnedKey(key);
      if (known !== key) this.#raise({ hand: 0, findings: [finding("key_unknown")], evidence: JSON.stringify({ known, key }) });
      const waiting = this.#waiting;
      this.#waiting = [];
      for (const heard of waiting) this.#tell(heard.kind === "restart" ? { ...heard, key } : heard);
    } catch {
      // The next picture of the table comes with another attempt.
      this.#waiting = [];
      this.#isBroken = true;
    }
  }

  #tell(heard: Heard): void {
    if (this.#key === null) this.#waiting.push(heard);
    else tell({ channel: this.channel, heard });
  }

  #read({ answers, checked, alarm }: FromWitness): void {
    this.checked = checked;
    if (alarm) this.#raise(alarm);
    for (const answer of answers) void this.#answer(answer);
  }

  async #answer(answer: Answer): Promise<void> {
    try {
      await this.send(answer);
      this.#tell({ kind: answer.t === "commit_seed" ? "held" : "acknowledged", number: answer.number });
    } catch {
      // Too late, or no seat any more: the next draw has a number of its own.
    }
  }

  #raise(alarm: Alarm): void {
    if (this.#dismissed.has(alarm.hand)) return;
    const isNew = !this.alarms.some((one) => one.hand === alarm.hand);
    this.alarms = [...this.alarms.filter((one) => one.hand !== alarm.hand), alarm];
    if (isNew) this.isUnseen = true;
  }
}
