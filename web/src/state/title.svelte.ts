// What the browser's tab says: the page, or that it is the player's turn.

import { t } from "../i18n/index.svelte";
import { houseName } from "../pages/parts/room.svelte";

class Title {
  /** What the page is about. */
  page = $state("");

  text(isMyTurn: boolean): string {
    const words = [isMyTurn ? `● ${t("table.your_turn")}` : "", this.page, houseName()];
    return words.filter(Boolean).join(" · ");
  }
}

export const title = new Title();
