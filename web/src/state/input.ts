// Where the player's pointer rests, and when they last pressed a key.

/** A finger is nowhere until it comes down: it may be on its way to anything. */
let isFinger = matchMedia("(pointer: coarse)").matches;
let at: { x: number; y: number } | null = null;
let keyAt = -Infinity;

function moved(event: PointerEvent): void {
  isFinger = event.pointerType !== "mouse";
  at = isFinger ? null : { x: event.clientX, y: event.clientY };
}

for (const kind of ["pointermove", "pointerdown"] as const) {
  addEventListener(kind, moved, { capture: true, passive: true });
}
document.documentElement.addEventListener("pointerleave", () => (at = null));
addEventListener("keydown", () => (keyAt = performance.now()), { capture: true });

/** Whether the mouse rests over an element, or a finger may be about to touch it. */
export function isUnderPointer(element: Element | null): boolean {
  if (isFinger || !at || !element) return isFinger;
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return left <= at.x && at.x <= right && top <= at.y && at.y <= bottom;
}

/** Whether a key was pressed within the last `ms`. */
export function hasTypedWithin(ms: number): boolean {
  return performance.now() - keyAt < ms;
}
