// What can be entered in a case (FAIR-04, FAIR-10), and what an entry says.

import { money } from "../../../format";
import { t } from "../../../i18n/index.svelte";
import type { Entered, NewEntry } from "../../../wire";
import { day } from "../../parts/when";
import { saidOf } from "../review/measures";

export type Entry = NewEntry["entry"];
export type EntryKind = Entry["type"];

export const KINDS = ["hand_linked", "hold_placed", "holds_released", "program_found", "video_requested", "video_received", "sanctioned", "case_closed"] as const satisfies readonly EntryKind[];
/** What is still possible when the review has ended. */
export const AFTER_CLOSING: readonly EntryKind[] = ["sanctioned", "holds_released"];
export const PROGRAMS = ["hand_tracker", "hud", "screen_capture"] as const;
export const SANCTIONS = ["seize_funds", "suspend_or_close_account", "disclose", "legal_action"] as const;
export const FINDINGS = ["nothing_found", "confirmed"] as const;

const byNumber = (player: number) => t("office.player_number", { player });

/** An entry in words, without what it is. */
export function saidIn(entry: Entered["entry"], currency: string, nameOf: (player: number) => string = byNumber): string {
  const parts = "player" in entry ? [nameOf(entry.player)] : [];
  switch (entry.type) {
    case "hand_linked":
      return entry.key;
    case "program_found":
      return [...parts, t(`office.program_${entry.program}`), entry.how].join(" · ");
    case "video_requested":
      return [...parts, t("office.until", { when: day(entry.due_ms) }), entry.note].join(" · ");
    case "video_received":
      return [...parts, entry.receipt].join(" · ");
    case "hold_placed":
      return [...parts, money(entry.amount, currency)].join(" · ");
    case "holds_released":
      return [...parts, entry.reason].join(" · ");
    case "sanctioned":
      return [...parts, t(`office.sanction_${entry.sanction}`), entry.reason, ...entry.evidence, entry.recipient ?? ""].filter(Boolean).join(" · ");
    case "case_closed":
      return [t(`office.finding_${entry.finding}`), entry.reason].join(" · ");
    case "decision_proposed":
      return [entry.finding ? t(`office.finding_${entry.finding}`) : "", entry.reason, ...entry.measures.map((one) => saidOf(one, nameOf, currency))].filter(Boolean).join(" · ");
    case "decision_approved":
    case "decision_refused":
      return [t("office.proposal_number", { number: entry.proposal }), entry.reason].join(" · ");
    case "measure_taken":
      return saidOf(entry.measure, nameOf, currency);
    case "message_sent":
    case "appeal_made":
      return [...parts, entry.text].join(" · ");
    case "appeal_decided":
      return [t(`office.appeal_${entry.outcome}`), entry.text].join(" · ");
  }
}
