// What goes in and out of a witness: what it hears of a table, what it answers, what a player reads.

import type { Proven } from "./cards";
import type { Finding } from "./findings";
import type { ButtonDrawn, CardsOpened, DeckCommitted, DeckCut, DeckFailed, DeckListed } from "../wire";

/** `watched`: the cards are right, but the player came after the cut; `without`: right, without the player's number. */
export type Standing = "waiting" | "verifying" | "verified" | "without" | "watched" | "alarm";

/** What of the table matters here. */
export type Happened =
  | DeckCommitted
  | DeckListed
  | DeckCut
  | DeckFailed
  | CardsOpened
  | ButtonDrawn
  | { type: "hand_started"; game: string; button: number; seats: number[] }
  | { type: "hole_dealt"; seats: number[]; hole: number[][] }
  | { type: "board_dealt"; cards: number[] }
  | { type: "shown" | "force_shown" | "cards_shown"; seat: number; hole: number[] }
  | { type: "hand_dealt"; number: number }
  | { type: "pot_awarded" | "hand_voided" | "hand_rolled_back" | "places_changed" | "seats_changed" };

/** The player's place at the table at this moment; connected means that the room can know that they are there. */
export interface Own {
  seat: number | null;
  isConnected: boolean;
}

/** The hand on the felt, for who comes in the middle of it. */
export interface HandOnFelt {
  number: number;
  seats: { seat: number; hole: number[] }[];
  board: number[];
}

export type Answer =
  | { t: "commit_seed"; hand: number; number: number; commitment: string }
  | { t: "reveal_seed"; hand: number; number: number; seed: string };

export interface Contribution {
  seat: number;
  commitment: string | null;
  seed: string | null;
  isOwn: boolean;
}

/** A draw as a player reads about it. */
export interface Checked {
  standing: Standing;
  hand: number;
  /** The number of the pair of decks, and their roots. */
  number: number;
  roots: [string, string];
  /** Which of them is played. */
  deck: number;
  contributions: Contribution[];
  cards: Proven[];
  /** How many draws of this hand a missing number has ended. */
  failed: number;
}

export interface Alarm {
  hand: number;
  findings: Finding[];
  /** Everything that was heard about the hand, as JSON. */
  evidence: string;
}
