// Media and container queries by name. Styles write `@media (--phone)` or `@container (--tile)`, and this fills
// in the width from the one list in src/ui/breakpoints.json: `--phone` is up to that width, `--above-phone`
// beyond it. `--low` and `--flat` are heights.

import breakpoints from "./src/ui/breakpoints.json" with { type: "json" };

const HEIGHTS = ["low", "flat"];

/** A style sheet with every name of such a query replaced by what it stands for. */
export function withBreakpoints(css) {
  return css.replace(/@(?:media|container)[^{]+/g, (query) => query.replace(/\(--([a-z-]+)\)/g, (_, name) => condition(name)));
}

function condition(name) {
  const isAbove = name.startsWith("above-");
  const key = name.replace("above-", "");
  const size = breakpoints[key];
  if (size === undefined) throw new Error(`no breakpoint is called --${name}`);
  const side = HEIGHTS.includes(key) ? "height" : "width";
  return isAbove ? `(min-${side}: ${size + 1}px)` : `(max-${side}: ${size}px)`;
}
