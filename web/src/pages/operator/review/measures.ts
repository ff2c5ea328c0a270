// Measures of a decision in words.

import { money } from "../../../format";
import { t } from "../../../i18n/index.svelte";
import type { NewProposal } from "../../../wire";
import { day } from "../../parts/when";

export type Measure = NonNullable<NewProposal["measures"]>[number];

const FOR_EVER_MS = 2 ** 53;

/** A measure in words; `held` is what is held of a player's now, where that is known. */
export function saidOf(measure: Measure, nameOf: (player: number) => string, currency: string, held?: (player: number) => number): string {
  if (measure.do === "redistribute") {
    const parts = measure.shares.map((share) => `${nameOf(share.player)} ${money(share.amount, currency)}`);
    return `${t("review.do_redistribute")}: ${parts.join(", ")}`;
  }
  const what = `${t(`review.do_${measure.do}`)}: ${nameOf(measure.player)}`;
  switch (measure.do) {
    case "warn":
    case "apologise":
      return `${what} · ${measure.text}`;
    case "hold_winnings":
      return `${what} · ${t("review.tournament_number", { number: measure.tournament })}`;
    case "close_account":
      return (measure.until_ms ?? FOR_EVER_MS) < FOR_EVER_MS ? `${what} · ${t("office.until", { when: day(measure.until_ms ?? 0) })}` : `${what} · ${t("review.for_good")}`;
    case "seize":
    case "give_back":
      return held ? `${what} · ${money(held(measure.player), currency)}` : what;
    case "exclude_from_banzai":
      return what;
  }
}
