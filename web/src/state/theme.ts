// Light or dark: as the player chooses, or as their system is set.

import type { Theme } from "./settings.svelte";

const GROUNDS = { dark: "#0b1016", light: "#f2f4f7" };

/** Show a theme from now on; "system" follows the system whenever it changes. Returns what ends that. */
export function showTheme(theme: Theme): () => void {
  const system = matchMedia("(prefers-color-scheme: light)");
  const show = () => {
    const shown = theme === "system" ? (system.matches ? "light" : "dark") : theme;
    document.documentElement.dataset.theme = shown;
    document.querySelector<HTMLMetaElement>("meta[name=theme-color]")?.setAttribute("content", GROUNDS[shown]);
  };
  show();
  system.addEventListener("change", show);
  return () => system.removeEventListener("change", show);
}
