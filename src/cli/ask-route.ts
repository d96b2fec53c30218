// Asks the service itself, as its callers reach it: whether it answers, and what.

const PATIENCE_MS = 5_000;

export interface Answered {
  status?: number;
  body?: string;
  /** Why there is no answer. */
  problem?: string;
}

export async function askRoute(url: string, body?: string): Promise<Answered> {
  const post = body === undefined ? {} : { method: 'POST', body, headers: { 'content-type': 'application/json' } };
  const answered = await ask(url, { signal: AbortSignal.timeout(PATIENCE_MS), ...post });
  return answered.body === undefined ? answered : { ...answered, body: answered.body.slice(0, 300) };
}

/** As long as the service takes: an act may wait for the PAC. */
export function postTo(url: URL, headers: Record<string, string>, body: string): Promise<Answered> {
  return ask(url, { method: 'POST', headers, body });
}

async function ask(url: string | URL, request: RequestInit): Promise<Answered> {
  try {
    const response = await fetch(url, { redirect: 'manual', ...request });
    return { status: response.status, body: await response.text() };
  } catch (error) {
    const { cause, message } = error as Error;
    return { problem: cause instanceof Error ? cause.message || String((cause as { code?: unknown }).code) : message };
  }
}
