// The till session of the person at this counter: what is sold belongs to it, also without network.
import { useEffect } from 'react';
import { OpenTillOf } from '../api/tills.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useSession } from '../session.ts';
import { stored } from '../stored.ts';

export interface OpenSession {
  id: string;
  openedAt: string;
}

/** Undefined until it is known; null where none is open. As it was last heard while the service is not reached. */
export function useOpenSession(): OpenSession | null | undefined {
  const { tenantId, userName } = useSession().company!;
  const name = `folio.tillSession ${tenantId} ${userName}`;
  const answer = useAnswer(OpenTillOf, { openedBy: userName }, { everyMs: () => 60_000, isTimed: true });
  const heard = answer.data && (answer.data.tillSessions.records[0] ?? null);
  const text = heard === undefined ? undefined : JSON.stringify(heard);
  useEffect(() => {
    if (text !== undefined) stored(() => localStorage.setItem(name, text));
  }, [name, text]);
  if (heard !== undefined) return heard;
  const kept = stored(() => localStorage.getItem(name));
  return kept == null ? undefined : (JSON.parse(kept) as OpenSession | null);
}
