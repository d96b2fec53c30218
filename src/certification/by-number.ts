// Whether a document whose answer was lost settles by itself: its PAC knows it by its number (record 62).
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { sqlRows } from '../platform/sql.ts';
import type { TenantDb } from '../tenancy/index.ts';
import type { CertificationContext } from './context.ts';
import type { FiscalDocument } from './fiscal-document.ts';
import type { EventKind } from './tell-event.ts';

/** So often the answer is lost, and so often the PAC says that the number is taken, before a person looks. */
export const MOST_LOST = 10;
const MOST_TAKEN = 2;

/** Cause of a loss where the PAC refuses a number that it has; the words of the PAC follow. */
const TAKEN = 'the PAC says that the number exists: ';

/** The branch, which is part of what is asked, stands in the CUFE that was foretold. */
export function asksByNumber(
  { pac }: Pick<CertificationContext, 'pac'>,
  { pac_company_id: companyId, expected_cufe: cufe }: Pick<FiscalDocument, 'pac_company_id' | 'expected_cufe'>,
): boolean {
  return companyId !== null && cufe !== null && pac.profile(companyId).certainty === 'NUMBER';
}

/** In a process that has not called its PAC yet, which one that is has to be read first. */
export async function learnAccount(
  { accounts }: Pick<CertificationContext, 'accounts'>,
  { pac_company_id: companyId }: Pick<FiscalDocument, 'pac_company_id'>,
): Promise<void> {
  if (companyId !== null) await accounts.of(companyId);
}

/** True of a document, in the table or alias `d`, whose timeline says that its PAC is asked by number. */
export const IS_ASKED_BY_NUMBER: RawBuilder<SqlBool> = sql<SqlBool>`exists (
  select from document_events e
  where e.tenant_id = d.tenant_id and e.document_id = d.id and e.kind in ('UNKNOWN', 'POLLED') and e.detail ? 'byNumber')`;

/** Cause where a restore leaves it open whether, and for which account, a document was sent. */
export const RESTORED = 'the database was restored; whether it was sent in the time that is lost is not known here';

export interface Losses {
  /** How many attempts ended without an answer. */
  times: number;
  /** The last one ended so long ago, by the database's clock. */
  seconds: number;
  isOften: boolean;
  /** The last one is that of a restore. */
  isRestored: boolean;
}

/** The end of an attempt is the moment at which its loss was written down: no byte of it leaves later. */
export async function lossesOf(db: TenantDb, documentId: string, kind: EventKind): Promise<Losses> {
  const rows = await sqlRows<{ times: number; taken: number; seconds: number; isRestored: boolean }>(db)`
    select count(*)::int as times, count(*) filter (where starts_with(detail ->> 'cause', ${TAKEN}))::int as taken,
      coalesce((array_agg(detail ->> 'cause' order by at desc, id desc))[1] = ${RESTORED}, false) as "isRestored",
      coalesce(extract(epoch from clock_timestamp() - max(at)), 0)::float8 as seconds
    from document_events where tenant_id = ${db.tenant.id} and document_id = ${documentId} and kind = ${kind}`;
  const { taken, ...losses } = rows[0]!;
  return { ...losses, isOften: losses.times >= MOST_LOST || taken >= MOST_TAKEN };
}
