// Who is signed in here: a bearer token, kept in this browser until it is taken back.
import { useSyncExternalStore } from 'react';

const KEPT_AS = 'folio.token';

interface Session {
  token: string | undefined;
  /** The server did not accept the token that was here. */
  wasRefused: boolean;
  /** A link that was followed, and waits to be agreed to. */
  link?: Link | undefined;
}

export type Link = { code: string } | { token: string };

let session: Session = { token: recall(), wasRefused: false };
const listeners = new Set<() => void>();

export function currentToken(): string | undefined {
  return session.token;
}

export function useSession(): Session {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => session,
  );
}

export function signIn(token: string): void {
  keep(token);
  change({ token, wasRefused: false });
}

export function signOut({ wasRefused = false } = {}): void {
  keep(undefined);
  change({ token: undefined, wasRefused });
}

/**
 * A link `/#code=…` or `/#token=…` asks first: it may be from another person, for another business. The token is removed from the
 * address at once, so that it stays out of the history.
 */
export function followLink(): void {
  const given = new URLSearchParams(window.location.hash.slice(1));
  const [code, token] = [given.get('code'), given.get('token')];
  if (!code && !token) return;
  window.history.replaceState(null, '', window.location.pathname + window.location.search);
  if (code) change({ ...session, link: { code } });
  else if (token && token !== session.token) change({ ...session, link: { token } });
}

export function dismissLink(): void {
  change({ ...session, link: undefined });
}

function change(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

function recall(): string | undefined {
  try {
    return localStorage.getItem(KEPT_AS) ?? undefined;
  } catch {
    // A browser that keeps nothing asks again at the next visit.
    return undefined;
  }
}

function keep(token: string | undefined): void {
  try {
    if (token === undefined) localStorage.removeItem(KEPT_AS);
    else localStorage.setItem(KEPT_AS, token);
  } catch {
    // As above: the session then lasts as long as the page.
  }
}
