// Calling the player back when the window is hidden and it is their turn.

import { t } from "../i18n/index.svelte";
import { settings } from "./settings.svelte";

export function callBack(): void {
  if (!settings.notify || !("Notification" in window) || Notification.permission !== "granted") return;
  const shown = new Notification("cardroom", { body: t("table.your_turn"), tag: "turn" });
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}
