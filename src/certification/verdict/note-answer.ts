// Answers of the PAC to a question about a document, for its timeline.
import type { LookupOutcome } from '../../pac/index.ts';
import type { TenantDb } from '../../tenancy/index.ts';
import { addEvent } from '../timeline.ts';

const ACTOR = 'pac-poll';

/** Only the first of equal answers is noted. Returns the number of that poll. */
export async function noteAnswer(
  db: TenantDb,
  documentId: string,
  poll: number,
  looked: LookupOutcome,
  how: { byNumber?: true } = {},
): Promise<number> {
  const found = describe(looked);
  const before = await db
    .selectFrom('document_events')
    .select('detail')
    .where('tenant_id', '=', db.tenant.id)
    .where('document_id', '=', documentId)
    .where('kind', '=', 'POLLED')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const last = before?.detail as { found?: string; poll?: number } | undefined;
  if (last?.found === found) return last.poll ?? poll;
  await addEvent(db, documentId, 'POLLED', ACTOR, { poll, found, ...how });
  return poll;
}

function describe(looked: LookupOutcome): string {
  switch (looked.outcome) {
    case 'found':
      return looked.document.legalStatus ?? 'a document without a legal status';
    case 'notFound':
      return 'it has no such document';
    case 'refusedCredentials':
    case 'unavailable':
      return `nothing (${looked.cause})`;
    default:
      return looked satisfies never;
  }
}
