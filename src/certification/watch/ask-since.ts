// After a restore: asks the PAC about each document that may have changed in the lost interval, settled documents included.
import { tryNow } from '../../jobs/index.ts';
import { sqlRows } from '../../platform/sql.ts';
import type { TenantDb } from '../../tenancy/index.ts';
import type { TenantContext } from '../context.ts';
import { lockDocument, type FiscalDocument } from '../fiscal-document.ts';
import { recordLegalStatus } from '../verdict/record-legal-status.ts';
import { recordVoid } from '../voided.ts';
import { identityConflict } from '../verdict/whose-answer.ts';
import { HOUR_MS } from '../../platform/days.ts';

const PAGE = 500;

export interface Learned {
  number: string;
  what: 'VOID' | 'LEGAL_STATUS';
}

/** A document can be voided long after its issue, so the search starts one void window before `since`. */
export async function askSince(context: TenantContext, since: Date, actor: string): Promise<Learned[]> {
  const learned: Learned[] = [];
  const from = new Date(since.getTime() - context.tenant.voidWindowHours * HOUR_MS);
  let after: string | null = null;
  for (;;) {
    const page: FiscalDocument[] = await context.inTenant((db) => documentsFrom(db, from, after));
    for (const document of page) {
      await tryNow(context.log, `ask for ${document.number}`, async () => {
        const what = await askFor(context, document, actor);
        if (what !== null) learned.push({ number: document.number, what });
      });
    }
    const last = page.at(-1);
    if (last === undefined) return learned;
    after = last.id;
  }
}

async function documentsFrom(db: TenantDb, from: Date, after: string | null): Promise<FiscalDocument[]> {
  return sqlRows<FiscalDocument>(db)`
    select * from fiscal_documents
    where tenant_id = ${db.tenant.id} and mode = 'DGI' and document_id is not null and created_at >= ${from}
      and (${after}::uuid is null or (created_at, id) >
        (select created_at, id from fiscal_documents where tenant_id = ${db.tenant.id} and id = ${after}::uuid))
    order by created_at, id
    limit ${PAGE}`;
}

async function askFor(
  context: TenantContext,
  document: FiscalDocument,
  actor: string,
): Promise<Learned['what'] | null> {
  const looked = await context.pac.fetchDocument(document.kind, document.pac_company_id!, document.document_id!);
  if (looked.outcome !== 'found') return null;
  const { document: found, raw } = looked;
  return context.inTenant(async (db) => {
    const current = await lockDocument(db, document.id);
    if (identityConflict(current, found) !== null) return null;
    if (found.isVoided && current.void_state !== 'DONE') {
      await recordVoid(context, db, current, raw);
      return 'VOID';
    }
    if (found.legalStatus === null || found.legalStatus === current.legal_status) return null;
    const reported = { ...found, legalStatus: found.legalStatus, response: raw };
    const move = await recordLegalStatus(context, db, current, reported, actor);
    return 'to' in move ? 'LEGAL_STATUS' : null;
  });
}
