// The screen stays on while the player sits at a table, where the browser can do that.

let lock: WakeLockSentinel | null = null;
let isWanted = false;

/** Keep the screen on, or let it sleep again. */
export async function stayAwake(wanted: boolean): Promise<void> {
  isWanted = wanted;
  if (!wanted) {
    await lock?.release();
    lock = null;
  } else if (!lock && "wakeLock" in navigator && !document.hidden) {
    // A browser that saves power refuses; then the screen sleeps as it always does.
    lock = await navigator.wakeLock.request("screen").catch(() => null);
    lock?.addEventListener("release", () => (lock = null));
  }
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden && isWanted) void stayAwake(true);
});
