// A small router by path: the server answers every address of a screen with the same page.

class Router {
  path = $state(location.pathname);
  query = $state(location.search);

  constructor() {
    addEventListener("popstate", () => this.#read());
  }

  /** Go to another screen; `replace` leaves no trace in the history. */
  go(address: string, { replace = false } = {}): void {
    if (address === location.pathname + location.search) return;
    if (replace) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
    this.#read();
    scrollTo(0, 0);
  }

  #read(): void {
    this.path = location.pathname;
    this.query = location.search;
  }
}

export const router = new Router();

/** The values of `:names` in a pattern such as `/table/:id`, or null when the path is another. */
export function matched(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split("/");
  const parts = path.replace(/\/+$/, "").split("/");
  if (path === "/") parts.splice(0, parts.length, "", "");
  if (wanted.length !== parts.length) return null;
  const found: Record<string, string> = {};
  for (const [place, word] of wanted.entries()) {
    const part = parts[place] ?? "";
    if (word.startsWith(":")) found[word.slice(1)] = decodeURIComponent(part);
    else if (word !== part) return null;
  }
  return found;
}

/** Whether a path is that of a page that shows tables. */
export function isTablePage(path: string): boolean {
  return /^\/tables?(\/|$)/.test(path);
}

/** Let links inside the page change the screen instead of loading it again. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest("a");
  const isOurs = link && link.origin === location.origin && !link.target && !link.download;
  if (!isOurs || link.pathname.startsWith("/api/") || link.hash) return;
  event.preventDefault();
  router.go(link.pathname + link.search);
}
