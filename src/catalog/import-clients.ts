// Clients that an imported file names: found again by the code that the file calls them, created when they are new.
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { jsonRows } from '../platform/sql.ts';
import type { TenantDb } from '../tenancy/index.ts';

const CLIENTS_PER_STATEMENT = 2000;

/** Answers the id of each by its code. A client that is there already stays as it is. */
export async function ensureImportedClients(
  db: TenantDb,
  clients: readonly { externalCode: string; name: string }[],
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (let from = 0; from < clients.length; from += CLIENTS_PER_STATEMENT) {
    const part = clients.slice(from, from + CLIENTS_PER_STATEMENT);
    await sql`
      insert into clients (tenant_id, id, name, receiver_type, external_code)
      select ${db.tenant.id}, id, name, 'CONSUMIDOR_FINAL', "externalCode"
      from jsonb_to_recordset(${jsonRows(part.map((client) => ({ id: uuid(), ...client })))}) as r
        (id uuid, name text, "externalCode" text)
      on conflict (tenant_id, external_code) do nothing`.execute(db);
    const { rows } = await sql<{ id: string; external_code: string }>`
      select id, external_code from clients
      where tenant_id = ${db.tenant.id}
        and external_code = any(${part.map((client) => client.externalCode)})`.execute(db);
    for (const row of rows) ids.set(row.external_code, row.id);
  }
  return ids;
}

/**
 * Marks clients with what is to be written of them, as the first such document does. Transactions of an import overlap, and the one
 * that waits for the other's client is waited for by it.
 */
export async function markImportedClients(
  db: TenantDb,
  { invoices, credits }: { invoices: readonly string[]; credits: readonly string[] },
): Promise<void> {
  await sql`
    update clients set has_invoices = has_invoices or id = any (${invoices}::uuid[]), has_credits = has_credits or id = any (${credits}::uuid[])
    where tenant_id = ${db.tenant.id}
      and (id = any (${invoices}::uuid[]) and not has_invoices
        or id = any (${credits}::uuid[]) and not has_credits)`.execute(db);
}
