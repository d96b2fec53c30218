// Asks the service itself, as its callers reach it: whether it answers, and what.

const PATIENCE_MS = 5_000;

export interface Answered {
  status?: number;
  body?: string;
  /** Why there is no answer. */
  problem?: string;
}

export async function askRoute(url: string, body?: string): Promise<Answered> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const post = body === undefined ? {} : { method: 'POST', body, headers: { 'content-type': 'application/json' } };
  try {
    const response = await fetch(url, { signal, redirect: 'manual', ...post });
    return { status: response.status, body: (await response.text()).slice(0, 300) };
  } catch (error) {
    const { cause, message } = error as Error;
    return { problem: cause instanceof Error ? cause.message || String((cause as { code?: unknown }).code) : message };
  }
}
