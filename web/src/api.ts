// HTTP: the session is a cookie; what changes something carries the session's own token (CSRF).

import type { Failure } from "./wire";

/** A rule says no; nothing has changed. `d` says what would have been legal. */
export class Refused extends Error {
  constructor(
    readonly rule: string,
    readonly reason: string,
    readonly d: Record<string, unknown> = {},
  ) {
    super(`${reason} (${rule})`);
  }
}

let csrf = "";

/** Take the token that came with the session. */
export function useCsrf(token: string): void {
  csrf = token;
}

export function get<Answer>(path: string, signal: AbortSignal | null = null): Promise<Answer> {
  return answered<Answer>(fetch(path, { headers: { Accept: "application/json" }, signal }));
}

export function post<Answer>(path: string, body: object = {}): Promise<Answer> {
  const headers: Record<string, string> = { "Content-Type": "application/json" };
  if (csrf) headers["X-CSRF-Token"] = csrf;
  return answered<Answer>(fetch(path, { method: "POST", headers, body: JSON.stringify(body) }));
}

async function answered<Answer>(request: Promise<Response>): Promise<Answer> {
  const response = await request.catch(() => {
    throw new Refused("NET-10", "unreachable");
  });
  const text = await response.text().catch(() => {
    throw new Refused("NET-10", "unreachable");
  });
  if (response.ok) return JSON.parse(text) as Answer;
  throw refusal(text);
}

function refusal(text: string): Refused {
  try {
    const failure = JSON.parse(text) as Failure;
    return new Refused(failure.rule, failure.reason, failure.d);
  } catch {
    return new Refused("NET-10", "unavailable");
  }
}
