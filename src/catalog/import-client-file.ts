// Imports clients from a table: found again by the code that the file calls them, created when they are new.
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { RECEIVER_TYPES, type ReceiverType } from '../fiscal/receiver.ts';
import { badInput, DomainError } from '../platform/errors.ts';
import { jsonRows } from '../platform/sql.ts';
import { importLines, skippedLines, type ImportOptions, type LineImport, type Written } from '../requests/index.ts';
import type { DatabaseContext, Tenant, TenantDb } from '../tenancy/index.ts';
import { addressOf, changedClient, clientColumns, type Client, type ClientChanges } from './party.ts';
import { MAX_LENGTH, requiredCode } from './text.ts';

const ADDRESS = ['line', 'corregimientoCode', 'province', 'district', 'corregimiento'] as const;
const COLUMNS = {
  required: ['code', 'name'],
  optional: ['receiverType', 'ruc', 'email', 'telephone', 'country', ...ADDRESS],
} as const;

type Cells = Record<(typeof COLUMNS.required)[number] | (typeof COLUMNS.optional)[number], string>;
type Row = ReturnType<typeof clientColumns> & { id: string; external_code: string };

export const clientImport: LineImport<keyof Cells, { code: string; cells: Cells }> = {
  columns: COLUMNS,
  read: (cells) => ({ code: requiredCode('code', cells.code, MAX_LENGTH.code), cells }),
  unique: ({ code }) => ({ code }),
  write: upsertClients,
  linesPerTransaction: 1000,
};

/** As the command tells it: those that were there by their code count as changed. */
export async function importClients(context: DatabaseContext, tenant: Tenant, source: ImportOptions['source']) {
  const lines = await importLines(context, tenant, clientImport, { source });
  const created = lines.filter(({ outcome }) => outcome === 'CREATED').length;
  const skipped = skippedLines(lines);
  return { created, changed: lines.length - created - skipped.length, skipped };
}

async function upsertClients(db: TenantDb, lines: readonly { code: string; cells: Cells }[]): Promise<Written[]> {
  const existing = await clientsByCode(
    db,
    lines.map(({ code }) => code),
  );
  const changed: Row[] = [];
  const written = lines.map(({ code, cells }): Written => {
    const client = existing.get(code);
    const row = orRefusal(() => clientRow(code, cells, client));
    if (row instanceof DomainError) return row;
    if (client && isSame(row, client)) return { outcome: 'UNCHANGED', id: client.id };
    changed.push(row);
    return { outcome: client ? 'UPDATED' : 'CREATED', id: row.id };
  });
  if (changed.length > 0) await writeClients(db, changed);
  return written;
}

function isSame(row: Row, client: Client): boolean {
  return Object.entries(row).every(
    ([column, value]) => JSON.stringify(value) === JSON.stringify(client[column as keyof Client]),
  );
}

function orRefusal<T>(read: () => T): T | DomainError {
  try {
    return read();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

function clientRow(external_code: string, cells: Cells, existing: Client | undefined): Row {
  const changes = changesOf(cells, existing);
  const input = existing
    ? changedClient(existing, changes)
    : { ...changes, name: cells.name, receiverType: changes.receiverType ?? 'CONSUMIDOR_FINAL' };
  return { id: existing?.id ?? uuid(), external_code, ...clientColumns(input) };
}

/** An empty cell says nothing. */
function changesOf(cells: Cells, existing: Client | undefined): ClientChanges {
  const given = (column: keyof Cells) => (cells[column].trim() === '' ? undefined : cells[column]);
  const address = Object.fromEntries(
    ADDRESS.flatMap((part) => (given(part) === undefined ? [] : [[part, given(part)]])),
  );
  const hasAddress = Object.keys(address).length > 0;
  return {
    name: cells.name,
    receiverType: receiverTypeOf(given('receiverType')),
    ruc: given('ruc'),
    emails: given('email')
      ?.trim()
      .split(/[\s,;]+/),
    telephone: given('telephone'),
    country: given('country'),
    address: hasAddress ? { ...(existing && addressOf(existing)), ...address } : undefined,
  };
}

function receiverTypeOf(text: string | undefined): ReceiverType | undefined {
  const wanted = text?.trim().toUpperCase();
  const found = RECEIVER_TYPES.find((type) => type === wanted);
  if (text !== undefined && found === undefined) {
    const codes = RECEIVER_TYPES.join(', ');
    throw badInput('{field} must be one of {codes}, not {code}', { field: 'receiverType', codes, code: text });
  }
  return found;
}

async function clientsByCode(db: TenantDb, codes: readonly string[]): Promise<Map<string, Client>> {
  const { rows } = await sql<Client & { external_code: string }>`
    select * from clients where tenant_id = ${db.tenant.id} and external_code = any(${codes}) for update`.execute(db);
  return new Map(rows.map((row) => [row.external_code, row]));
}

async function writeClients(db: TenantDb, rows: readonly Row[]): Promise<void> {
  const written = rows.map((row) => ({ ...row, tenant_id: db.tenant.id }));
  await sql`
    insert into clients (tenant_id, id, external_code, name, receiver_type, ruc, dv, email, further_emails, telephone, country,
      address_line, corregimiento_code, province, district, corregimiento)
    select tenant_id, id, external_code, name, receiver_type, ruc, dv, email, further_emails, telephone, country,
      address_line, corregimiento_code, province, district, corregimiento
    from jsonb_populate_recordset(null::clients, ${jsonRows(written)})
    on conflict (tenant_id, external_code) do update set
      (name, receiver_type, ruc, dv, email, further_emails, telephone, country, address_line, corregimiento_code, province, district,
        corregimiento)
      = (excluded.name, excluded.receiver_type, excluded.ruc, excluded.dv, excluded.email, excluded.further_emails, excluded.telephone,
        excluded.country, excluded.address_line, excluded.corregimiento_code, excluded.province, excluded.district,
        excluded.corregimiento)`.execute(db);
}
