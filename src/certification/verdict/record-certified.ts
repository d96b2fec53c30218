// Reads the signed XML of a document and records what it says beside our own amounts; a person is called where the two differ.
import { Counter } from 'prom-client';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import {
  differencesOf,
  pacPayload,
  readOrCause,
  type CertifiedSums,
  type Difference,
  type OwnFacts,
} from '../../pac/index.ts';
import { tell } from '../../events/index.ts';
import { isAuthorized } from '../../fiscal/legal-status.ts';
import { add, compare, subtract, type Decimal } from '../../platform/decimal.ts';
import { metrics } from '../../platform/metrics.ts';
import { json } from '../../platform/sql.ts';
import { adding, pipeline, readingRows, type TenantDb } from '../../tenancy/index.ts';
import { parkDocument, type FiscalDocument } from '../fiscal-document.ts';
import type { CertificationContext } from '../context.ts';
import { addEvent, noteRemarks } from '../timeline.ts';
import type { CertifiedDocumentRow } from '../tables.ts';

export type CertifiedDocument = Selectable<CertifiedDocumentRow>;

const read = new Counter({
  name: 'folio_certified_files_total',
  help: 'Signed XMLs that were read: same, differs (from our amounts or identity), or unreadable.',
  labelNames: ['result'],
  registers: [metrics],
});

/** Joins the transaction that attaches the file; the caller holds the document locked. */
export async function recordCertified(
  { afterCertified }: Pick<CertificationContext, 'afterCertified'>,
  db: TenantDb,
  document: FiscalDocument,
  { id: fileId, bytes, actor }: { id: string; bytes: Buffer; actor: string },
): Promise<Difference[]> {
  const own = await ownFacts(db, document);
  const { file, differences, sums, facts } = rowOf(bytes, own);
  const differs_by = differences.map(({ field }) => field);
  const row = { file_id: fileId, ...sums, facts: json(facts), differs_by };
  const kept = adding(db, 'certified_documents', { document_id: document.id, ...row });
  const written = kept.onConflict((on) => on.columns(['tenant_id', 'document_id']).doUpdateSet(row));
  await pipeline(db, written);
  if (differences.length > 0)
    await pipeline(
      db,
      tell(sql`
        select tenant_id, 'document.certified_otherwise', id, id,
          jsonb_build_object('id', id, 'number', number, 'differsBy', ${differs_by}::text[])
        from fiscal_documents where tenant_id = ${db.tenant.id} and id = ${document.id}`),
    );
  const more = moreOf(differences);
  if (compare(more, own.more) !== 0) {
    await addEvent(db, document.id, 'CERTIFIED_TOTAL', actor, { certified: add(own.total, more), ours: own.total });
    await afterCertified(db, document, more);
  }
  read.inc({ result: typeof file === 'string' ? 'unreadable' : differences.length > 0 ? 'differs' : 'same' });
  if (typeof file !== 'string' && isAuthorized(document.legal_status))
    await noteRemarks(db, document.id, file.facts.remarks, actor);
  // One that a person has looked at already, with the file of the status before, does not call again.
  const isNew = String(own.differedBy ?? []) !== String(differs_by);
  if (differences.length > 0 && isNew && document.parked_reason === null)
    await parkDocument(db, document.id, reasonOf(differences[0]!), actor);
  return differences;
}

/** Fields by which a file is another document's, of which nothing is owed. */
const IDENTITY: readonly Difference['field'][] = ['CUFE', 'NUMBER', 'ISSUE_DATE', 'RECEIVER'];

function moreOf(differences: readonly Difference[]): Decimal {
  const total = differences.find(({ field }) => field === 'TOTAL');
  const isForeign = differences.some(({ field }) => IDENTITY.includes(field));
  return total === undefined || isForeign ? '0' : subtract(total.certified, total.ours);
}

/** The columns of the row that a file has, and the differences behind them. */
export function rowOf(bytes: Buffer, own: OwnFacts) {
  const file = readOrCause(bytes);
  if (typeof file === 'string') {
    const differences: Difference[] = [{ field: 'UNREADABLE', certified: file, ours: '' }];
    return { file, differences, sums: { net: null, itbms: null, isc: null, total: null }, facts: { unreadable: file } };
  }
  return { file, differences: differencesOf(file, own), sums: file.sums, facts: file.facts };
}

const REASONS: Record<Difference['field'], (certified: string, ours: string) => string> = {
  UNREADABLE: (cause) => `the certified XML cannot be read: ${cause}`,
  CUFE: (certified, ours) => `the certified XML has the CUFE ${certified}, ours is ${ours}`,
  NUMBER: (certified, ours) => `the certified XML has the number ${certified}, ours is ${ours}`,
  ISSUE_DATE: (certified, ours) => `the certified XML is of ${certified}, ours of ${ours}`,
  RECEIVER: (certified, ours) => `the certified XML has the receiver ${certified}, ours is ${ours}`,
  TOTAL: (certified, ours) => `the DGI has certified a total of ${certified}, ours is ${ours}`,
  NET: (certified, ours) => `the DGI has certified a net of ${certified}, ours is ${ours}`,
  ITBMS: (certified, ours) => `the DGI has certified an ITBMS of ${certified}, ours is ${ours}`,
  ISC: (certified, ours) => `the DGI has certified an ISC of ${certified}, ours is ${ours}`,
};

function reasonOf({ field, certified, ours }: Difference): string {
  return REASONS[field](certified, ours);
}

/** By the books: amounts of the business row, and the identity that was sent. */
export async function ownFacts(
  db: TenantDb,
  document: Pick<FiscalDocument, 'id' | 'cufe' | 'pac_input'>,
): Promise<OwnFacts & { differedBy: string[] | null; more: Decimal }> {
  const amounts = ['invoices', 'credits', 'debit_notes'].map(
    (table) => sql`
      select subtotal as net, tax as itbms, ${table === 'debit_notes' ? sql`0` : sql`isc`} as isc, total, certified_more as more
      from ${sql.table(table)} where tenant_id = ${db.tenant.id} and id = ${document.id}`,
  );
  const { rows } = await sql<CertifiedSums & { differedBy: string[] | null; more: Decimal }>`
    select own.*, (select differs_by from certified_documents
      where tenant_id = ${db.tenant.id} and document_id = ${document.id}) as "differedBy"
    from (${sql.join(amounts, sql` union all `)}) own`.execute(db);
  // One that was rebuilt from the PAC has no payload here.
  const sent = pacPayload.safeParse(document.pac_input).data;
  return {
    ...rows[0]!,
    cufe: document.cufe,
    number: sent?.information.numeration,
    point: sent?.information.billingPoint,
    day: sent?.information.issueDate.slice(0, 10),
    receiverRuc: sent?.receiver.ruc?.ruc,
  };
}

export const certifiedOf = readingRows('certified_documents', 'document_id');
