// Imports what clients owed when the business came to Folio: each an open invoice that was filed elsewhere and is never filed here.
import { v7 as uuid } from 'uuid';
import { ensureDefaultLocation, ensureImportedItems, MAX_LENGTH, requiredCode } from '../../catalog/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { compare, isPositive, parseDecimal, subtract, type Decimal } from '../../platform/decimal.ts';
import { badInput, conflict, readAll } from '../../platform/errors.ts';
import { jsonRows, sqlRows } from '../../platform/sql.ts';
import type { LineImport, Written } from '../../requests/index.ts';
import { localDay, type Tenant, type TenantDb } from '../../tenancy/index.ts';
import { writePastDocuments, type PastInvoice } from '../write-past-documents.ts';
import { instantIn, parseWallTime } from './calendar.ts';
import { IMPORTED_BY } from './past-document.ts';

const COLUMNS = { required: ['number', 'client', 'day', 'total'], optional: ['dueDay', 'balance'] } as const;
type Column = (typeof COLUMNS.required)[number] | (typeof COLUMNS.optional)[number];

interface Receivable {
  number: string;
  /** The client's code, or its external id. */
  client: string;
  day: string;
  dueDay: string | null;
  total: Decimal;
  balance: Decimal;
}

/** One item stands for the whole of such an invoice; its own lines and taxes belong to the system that issued it. */
const ITEM = {
  sku: 'SALDO-INICIAL',
  name: 'Saldo inicial',
  kind: 'SERVICE',
  unit: 'und',
  unitPrice: '0',
  taxRate: '0',
  trackingMode: 'NONE',
  allowNegativeStock: false,
} as const;

export function receivablesImport({ timeZone }: Tenant, clock: Clock): LineImport<Column, Receivable> {
  const today = localDay(timeZone, clock.now());
  return {
    columns: COLUMNS,
    read: (cells) => readReceivable(cells, today),
    unique: ({ number }) => ({ number }),
    write: (db, rows) => writeReceivables(db, rows, today),
    linesPerTransaction: 1000,
  };
}

function readReceivable(cells: Record<Column, string>, today: string): Receivable {
  const read = readAll({
    number: () => requiredCode('number', cells.number, MAX_LENGTH.code),
    client: () => requiredCode('client', cells.client, MAX_LENGTH.code),
    day: () => dayIn('day', cells.day),
    dueDay: () => (cells.dueDay === '' ? null : dayIn('dueDay', cells.dueDay)),
    total: () => amount('total', cells.total),
    balance: () => amount('balance', cells.balance === '' ? cells.total : cells.balance),
  });
  if (read.day > today) throw badInput('{field} must not be after today', { field: 'day' });
  if (read.dueDay !== null && read.dueDay < read.day)
    throw badInput('{field} must not be before the day of the invoice', { field: 'dueDay' });
  if (compare(read.balance, read.total) > 0)
    throw badInput('{field} must not be above the total', { field: 'balance' });
  return read;
}

function dayIn(field: string, text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text) && parseWallTime(text) !== undefined) return text;
  throw badInput('{field} must be a day such as 2026-03-01, not {text}', { field, text: JSON.stringify(text) });
}

const CENTS = /^\d{1,12}(\.\d{1,2})?$/;

function amount(field: string, text: string): Decimal {
  const value = CENTS.test(text) ? parseDecimal(text) : undefined;
  if (value === undefined || !isPositive(value))
    throw badInput('{field} must be an amount above 0 such as 12.50, not {text}', {
      field,
      text: JSON.stringify(text),
    });
  return value;
}

interface Match {
  client_id: string | null;
  is_ours: boolean;
  /** Id of the invoice with that number. */
  id: string | null;
  same: boolean | null;
  canceled: boolean | null;
}

async function writeReceivables(db: TenantDb, rows: readonly Receivable[], today: string): Promise<Written[]> {
  const found = await lookUp(db, rows);
  const location = await ensureDefaultLocation(db);
  const item = (await ensureImportedItems(db, [ITEM])).get(ITEM.sku)!;
  const instant = instantIn(db.tenant.timeZone);
  const invoices: PastInvoice[] = [];
  const written = rows.map((row, at): Written => {
    const { number, client, day, dueDay, total, balance } = row;
    const { client_id: clientId, is_ours: isOurs, id: foundId, same, canceled } = found[at]!;
    if (clientId === null) return badInput('there is no client with the code {client}', { client, field: 'client' });
    if (canceled)
      return conflict('{number} was canceled: import what is owed under another number', { number, field: 'number' });
    if (foundId !== null && same) return { outcome: 'UNCHANGED', id: foundId };
    if (foundId !== null) return conflict('{number} is the number of another document', { number, field: 'number' });
    if (isOurs) return badInput('{number} is a number of the kind that Folio gives', { number, field: 'number' });
    const id = uuid();
    const issuedAt = instant(parseWallTime(day)!);
    const paid = subtract(total, balance);
    const line = {
      ...{ id: uuid(), itemId: item.id, isService: true, locationId: location.id, description: ITEM.name },
      ...{ quantity: '1', unitPrice: total, taxRate: '0', net: total, tax: '0' },
    };
    const payment = { amount: paid, method: 'OTHER' as const, reference: ITEM.name, paidAt: issuedAt };
    invoices.push({
      ...{ kind: 'INVOICE', id, number, clientId, issuedAt, issueDay: day, dueDate: dueDay, isOpening: true },
      ...{ createdBy: IMPORTED_BY, lines: [line], payments: isPositive(paid) ? [payment] : [] },
    });
    return { outcome: 'CREATED', id };
  });
  if (invoices.length > 0) await writePastDocuments(db, invoices, { today });
  return written;
}

/** Existing records under each number and code; an invoice that this import wrote is equal if client, day and total are. */
async function lookUp(db: TenantDb, rows: readonly Receivable[]): Promise<Match[]> {
  return sqlRows<Match>(db)`
    select client.id as client_id, number_series('INVOICE', r.number) is not null as is_ours, d.id,
      invoice.is_opening and invoice.client_id = client.id and invoice.issue_day = r.day and invoice.total = r.total as same,
      invoice.is_opening and invoice.canceled_at is not null as canceled
    from rows from (jsonb_to_recordset(${jsonRows(rows)}) as (number text, client text, day date, total numeric))
      with ordinality as r (number, client, day, total, nth)
    left join lateral (
      select id from clients where tenant_id = ${db.tenant.id} and (external_code = r.client or external_id = r.client)
      order by external_code is not distinct from r.client desc limit 1
    ) client on true
    left join fiscal_documents d on d.tenant_id = ${db.tenant.id} and d.kind = 'INVOICE' and d.number = r.number
    left join invoices invoice on invoice.tenant_id = ${db.tenant.id} and invoice.id = d.id
    order by nth`;
}
