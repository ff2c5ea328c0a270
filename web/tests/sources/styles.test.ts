// The client's styles take their spaces, layers and breakpoints from one place each.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { withBreakpoints } from "../../breakpoints.js";

const SOURCES = join(import.meta.dirname, "..", "..", "src");
const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter((file) => /\.(svelte|css)$/.test(file));
const styles = files.map((file) => {
  const text = readFileSync(join(SOURCES, file), "utf8");
  return [file, file.endsWith(".css") ? text : (/<style[^>]*>([^]*?)<\/style>/.exec(text)?.[1] ?? "")] as const;
});
const found = (pattern: RegExp) => styles.flatMap(([file, css]) => (css.match(pattern) ?? []).map((one) => `${file}: ${one.trim()}`));

describe("styles", () => {
  it("name their breakpoints", () => {
    expect(found(/@(?:media|container)[^{]*(?:width|height):[^{]*/g)).toEqual([]);
    expect(found(/@media \(--/g).length).toBeGreaterThan(10);
  });

  it("name their layers", () => {
    expect(found(/z-index: -?\d+/g)).toEqual([]);
  });

  it("name their spaces", () => {
    // A line's own width may be wanted; two pixels are a step.
    expect(found(/[\s;](?:padding|margin|gap)(?:-\w+)?:[^;]*(?<![\w.-])(?:[2-9]|[12]\d)px[^;]*/g)).toEqual([]);
  });
});

describe("a named breakpoint", () => {
  it("becomes a width or a height, up to it or beyond it", () => {
    expect(withBreakpoints("@media (--phone) { a { b: c } }")).toBe("@media (max-width: 640px) { a { b: c } }");
    expect(withBreakpoints("@container (--tile) {}")).toBe("@container (max-width: 460px) {}");
    expect(withBreakpoints("@media (--low) and (--above-phone) {}")).toBe("@media (max-height: 560px) and (min-width: 641px) {}");
  });

  it("must be one of the list", () => {
    expect(() => withBreakpoints("@media (--watch) {}")).toThrow("no breakpoint is called --watch");
  });
});
