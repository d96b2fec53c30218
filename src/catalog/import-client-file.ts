// Imports clients from a CSV file: found again by the code that the file calls them, created when they are new.
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { RECEIVER_TYPES, type ReceiverType } from '../fiscal/receiver.ts';
import { readCsv } from '../platform/csv-file.ts';
import { badInput, DomainError } from '../platform/errors.ts';
import { jsonRows } from '../platform/sql.ts';
import { inTenant, type DatabaseContext, type Tenant, type TenantDb } from '../tenancy/index.ts';
import { addressOf, changedClient, clientColumns, type Client, type ClientChanges } from './party.ts';
import { MAX_LENGTH, requiredCode } from './text.ts';

const ADDRESS = ['line', 'corregimientoCode', 'province', 'district', 'corregimiento'] as const;
const COLUMNS = {
  required: ['code', 'name'],
  optional: ['receiverType', 'ruc', 'email', 'telephone', 'country', ...ADDRESS],
} as const;

type Cells = Record<(typeof COLUMNS.required)[number] | (typeof COLUMNS.optional)[number], string>;
type Row = ReturnType<typeof clientColumns> & { id: string; external_code: string };

export interface ClientImport {
  created: number;
  /** Were there by their code; what the file leaves empty stays as it is. */
  changed: number;
  skipped: { line: number; reason: string }[];
}

const CLIENTS_PER_TRANSACTION = 1000;

export async function importClients(context: DatabaseContext, tenant: Tenant, file: string): Promise<ClientImport> {
  const wanted: { line: number; code: string; cells: Cells }[] = [];
  const skipped: ClientImport['skipped'] = [];
  const seen = new Map<string, number>();
  await readCsv<keyof Cells>(file, COLUMNS, (row) => {
    const { line } = row;
    if ('fault' in row) {
      skipped.push({ line, reason: row.fault });
      return;
    }
    const { cells } = row;
    const code = orReason(() => requiredCode('code', cells.code, MAX_LENGTH.code));
    const before = typeof code === 'string' ? seen.get(code) : undefined;
    if (typeof code !== 'string') skipped.push({ line, ...code });
    else if (before !== undefined) skipped.push({ line, reason: `line ${before} has the same code` });
    else {
      seen.set(code, line);
      wanted.push({ line, code, cells });
    }
  });

  const summary = { created: 0, changed: 0 };
  for (let from = 0; from < wanted.length; from += CLIENTS_PER_TRANSACTION) {
    const part = wanted.slice(from, from + CLIENTS_PER_TRANSACTION);
    await inTenant(context, tenant, async (db) => {
      const existing = await clientsByCode(
        db,
        part.map(({ code }) => code),
      );
      const rows: Row[] = [];
      for (const { line, code, cells } of part) {
        const row = orReason(() => clientRow(code, cells, existing.get(code)));
        if ('reason' in row) skipped.push({ line, reason: row.reason });
        else rows.push(row);
      }
      await writeClients(db, rows);
      const changed = rows.filter(({ external_code }) => existing.has(external_code)).length;
      summary.changed += changed;
      summary.created += rows.length - changed;
    });
  }
  return { ...summary, skipped: skipped.toSorted((a, b) => a.line - b.line) };
}

function orReason<T>(read: () => T): T | { reason: string } {
  try {
    return read();
  } catch (error) {
    if (error instanceof DomainError) return { reason: error.message };
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
