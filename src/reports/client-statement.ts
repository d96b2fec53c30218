// Charges and payments of a client, day by day: each document and each payment is one entry, and a void is another.
import { sql } from 'kysely';
import { findClient } from '../catalog/index.ts';
import { DOCUMENT_KINDS } from '../fiscal/document.ts';
import { fiscalDay, isCreditedWhole } from '../invoicing/index.ts';
import { add, type Decimal } from '../platform/decimal.ts';
import { badInput } from '../platform/errors.ts';
import type { Sql } from '../platform/sql.ts';
import { notRejected } from '../rollups/index.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { APPLIED_AT, certifiedOf, charged, COUNTED_CREDIT, CREDIT_DAY } from './owed.ts';
import type { Period } from './compared-periods.ts';

export const ENTRY_KINDS = [...DOCUMENT_KINDS, 'PAYMENT', 'REFUND', 'VOID'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

export interface StatementEntry {
  day: string;
  kind: EntryKind;
  /** Number of the document; a payment or a refund has that of its invoice. */
  number: string;
  documentId: string;
  /** Id of the payment, on a payment and its refunds. */
  paymentId: string | null;
  /** Above 0: the client owes more. */
  amount: Decimal;
  /** After this entry; below 0: what the client has in hand. */
  balance: Decimal;
}

export interface ClientStatement extends Period {
  clientId: string;
  opening: Decimal;
  entries: StatementEntry[];
  closing: Decimal;
}

/** Most entries of one answer; a busier period is read in parts. */
const MOST_ENTRIES = 2000;

/** Both days are the tenant's, and belong to the period. */
export async function clientStatement(
  db: TenantDb,
  { clientId, from, to }: { clientId: string; from: string; to: string },
): Promise<ClientStatement> {
  if (from > to) throw badInput('{field} must not be before {from}', { field: 'to', from });
  await findClient(db, clientId);
  const { rows } = await sql<Omit<StatementEntry, 'balance'> & { opening: Decimal }>`
    with entry as materialized (select * from (${entriesOf(db, clientId)}) moved where amount <> 0 or kind = 'INVOICE')
    select null as day, null as kind, null as number, null as "documentId", null::uuid as "paymentId", null as amount,
      coalesce(sum(amount), 0) as opening, null::timestamptz as at, 0 as place
    from entry where day < ${from}
    union all
    select * from (
      select day::text, kind, number, document_id, payment_id, amount, null::numeric, at, place from entry
      where day between ${from} and ${to} order by at, number, place limit ${MOST_ENTRIES + 1}
    ) of_the_period
    order by at nulls first, number, place`.execute(db);
  const [{ opening }, ...found] = rows as [{ opening: Decimal }, ...typeof rows];
  if (found.length > MOST_ENTRIES)
    throw badInput('The period has more than {most} entries; ask for a shorter one', {
      field: 'to',
      most: MOST_ENTRIES,
    });
  let balance = add(opening);
  const entries = found.map(({ day, kind, number, documentId, paymentId, amount }) => {
    balance = add(balance, amount);
    return { day, kind, number, documentId, paymentId, amount: add(amount), balance };
  });
  return { clientId, from, to, opening: add(opening), entries, closing: balance };
}

type Column = Sql;

/** All that ever moved what the client owes; a rejected document never did. */
function entriesOf(db: TenantDb, clientId: string): Sql {
  const zone = db.tenant.timeZone;
  const columns = (
    ...[day, kind, amount, at, payment = sql`null::uuid`]: [Column, EntryKind, Column, Column, Column?]
  ) =>
    sql`${day} as day, ${sql.lit(kind)} as kind, document.number, document.id as document_id, ${amount} as amount,
      ${at} as at, ${sql.lit(ENTRY_KINDS.indexOf(kind))} as place, ${payment} as payment_id`;
  const dayOf = (at: Sql) => sql`(${at} at time zone ${zone})::date`;
  const livingDocument = sql`document.tenant_id = invoice.tenant_id and ${notRejected('document')}`;
  const invoices = sql`from invoices invoice`;
  const ofTenant = sql`where invoice.tenant_id = ${db.tenant.id} and not invoice.is_stand_in and invoice.client_id = ${clientId}`;
  const ended = (of: 'invoice' | 'credit' | 'note') =>
    sql`coalesce(${sql.ref(`${of}.voided_at`)}, ${sql.ref(`${of}.canceled_at`)})`;
  /** Day in the tenant's zone; where it is before the document's own day in Panama, the end is not before the beginning. */
  const dayFrom = (of: 'invoice' | 'credit' | 'note', at: Sql) =>
    sql`greatest(${dayOf(at)}, ${of === 'credit' ? CREDIT_DAY : fiscalDay(of)})`;
  const credits = sql`${invoices} join credits credit on credit.tenant_id = invoice.tenant_id and credit.invoice_id = invoice.id and invoice.is_owed
    join fiscal_documents document on document.id = credit.id and document.tenant_id = credit.tenant_id`;
  const notes = sql`from debit_notes note
    join fiscal_documents document on document.tenant_id = note.tenant_id and document.id = note.id and ${notRejected('document')}
    where note.tenant_id = ${db.tenant.id} and note.client_id = ${clientId} and not exists (
      select from invoices noted where noted.tenant_id = note.tenant_id and noted.id = note.invoice_id and not noted.is_owed)`;
  const atFirst = charged(sql`0`);
  const applied = sql`sum(change.sign * ${certifiedOf('credit')}) over (partition by invoice.id order by change.day, change.at, change.place)`;
  const isDebit = sql`document.kind = 'DEBIT_NOTE'`;
  const isCredit = sql`document.kind = 'CREDIT_NOTE' and ${COUNTED_CREDIT}`;
  return sql`
    select ${columns(fiscalDay('invoice'), 'INVOICE', atFirst, sql`invoice.issued_at`)}
    ${invoices} join fiscal_documents document on document.id = invoice.id and ${livingDocument} ${ofTenant}
    union all
    select ${columns(dayFrom('invoice', ended('invoice')), 'VOID', sql`-${atFirst}`, ended('invoice'))}
    ${invoices} join fiscal_documents document on document.id = invoice.id and ${livingDocument}
    ${ofTenant} and ${ended('invoice')} is not null
    union all
    select ${columns(fiscalDay('note'), 'DEBIT_NOTE', certifiedOf('note'), sql`note.issued_at`)} ${notes} and ${isDebit}
    union all
    select ${columns(dayFrom('note', ended('note')), 'VOID', sql`-${certifiedOf('note')}`, ended('note'))}
    ${notes} and ${isDebit} and ${ended('note')} is not null
    union all
    select ${columns(fiscalDay('note'), 'CREDIT_NOTE', sql`-${certifiedOf('note')}`, sql`note.issued_at`)} ${notes} and ${isCredit}
    union all
    select ${columns(dayFrom('note', ended('note')), 'VOID', certifiedOf('note'), ended('note'))}
    ${notes} and ${isCredit} and ${ended('note')} is not null
    union all
    select ${columns(CREDIT_DAY, 'CREDIT_NOTE', sql`-${certifiedOf('credit')}`, sql`credit.issued_at`)}
    ${credits} ${ofTenant} and ${COUNTED_CREDIT}
    union all
    select ${columns(dayFrom('credit', ended('credit')), 'VOID', certifiedOf('credit'), ended('credit'))}
    ${credits} ${ofTenant} and ${COUNTED_CREDIT} and ${ended('credit')} is not null
    union all
    select day, kind, number, id, retention * (credited - lag(credited, 1, 0) over (partition by invoice_id order by day, at, place)), at, place, null
    from (
      select change.*, document.number, credit.id, invoice.id as invoice_id, invoice.retention,
        (${isCreditedWhole(applied, 'invoice')})::int as credited
      ${credits} cross join lateral (values
        (${dayFrom('credit', APPLIED_AT)}, 'CREDIT_NOTE', greatest(${APPLIED_AT}, credit.issued_at), ${sql.lit(ENTRY_KINDS.indexOf('CREDIT_NOTE'))}, 1),
        (${dayFrom('credit', ended('credit'))}, 'VOID', ${ended('credit')}, ${sql.lit(ENTRY_KINDS.indexOf('VOID'))}, -1)
      ) change (day, kind, at, place, sign)
      ${ofTenant} and invoice.retention > 0 and ${COUNTED_CREDIT} and ${APPLIED_AT} is not null and change.at is not null
    ) withheld
    union all
    select ${columns(dayOf(sql`payment.paid_at`), 'PAYMENT', sql`-payment.amount`, sql`payment.paid_at`, sql`payment.id`)}
    ${invoices} join payments payment on payment.tenant_id = invoice.tenant_id and payment.invoice_id = invoice.id
    join fiscal_documents document on document.tenant_id = invoice.tenant_id and document.id = invoice.id ${ofTenant}
    union all
    select ${columns(dayOf(sql`refund.refunded_at`), 'REFUND', sql`refund.amount`, sql`refund.refunded_at`, sql`refund.payment_id`)}
    ${invoices} join refunds refund on refund.tenant_id = invoice.tenant_id and refund.invoice_id = invoice.id
    join fiscal_documents document on document.tenant_id = invoice.tenant_id and document.id = invoice.id ${ofTenant}`;
}
