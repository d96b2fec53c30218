// Clients by the thousand, found by their externalId, else by their RUC.
import { sql } from 'kysely';
import { sqlRows } from '../platform/sql.ts';
import { parseRuc } from '../fiscal/ruc.ts';
import { badInput, conflict, notFound } from '../platform/errors.ts';
import type { Written } from '../requests/index.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { assertOffered } from './archive.ts';
import { optionalExternalId } from './own-words.ts';
import { changedClient, clientColumns, type Client, type ClientChanges } from './party.ts';
import type { PriceList } from './price-lists.ts';
import { orNull, upsertRows, type Upsert } from './upsert-rows.ts';

/** Omitted fields stay as they are; a new client needs a name. */
export type ClientRow = ClientChanges;

export async function upsertClientRows(db: TenantDb, rows: readonly ClientRow[]): Promise<Written[]> {
  const listIds = rows.map(({ priceListId }) => priceListId).filter((id) => id != null);
  const lists = await sqlRows<Pick<PriceList, 'id' | 'name' | 'archived_at'>>(db)`
    select id, name, archived_at from price_lists where tenant_id = ${db.tenant.id} and id = any(${listIds})`;
  const byId = new Map(lists.map((list) => [list.id, list]));
  return upsertRows(db, rows, {
    ...CLIENTS,
    async find(db, clients) {
      const find = await CLIENTS.find(db, clients);
      return (row) => {
        const list = row.priceListId == null ? undefined : byId.get(row.priceListId);
        if (row.priceListId != null && !list) throw notFound('Price list', 'priceListId');
        const client = find(row);
        if (list && client?.price_list_id !== list.id) assertOffered(list, list.name, 'priceListId');
        return client;
      };
    },
  });
}

const rucOf = ({ ruc }: ClientRow): string | null => (ruc ? (parseRuc(ruc)?.normalized ?? ruc.trim()) : null);

export const CLIENTS: Upsert<ClientRow, Client> = {
  table: 'clients',
  columns: [
    ...['name', 'receiver_type', 'ruc', 'dv', 'email', 'further_emails', 'telephone', 'country', 'address_line'],
    ...['corregimiento_code', 'province', 'district', 'corregimiento', 'retention_code', 'price_list_id'],
    ...['external_id', 'metadata'],
  ],
  decimals: [],
  // A RUC may be that of several clients, each under an id of its own.
  keys: (row) => {
    const externalId = orNull(() => optionalExternalId(row.externalId));
    return { externalId, ruc: row.externalId ? null : rucOf(row) };
  },
  async find(db, rows) {
    const externalIds = rows.map((row) => CLIENTS.keys(row)['externalId']);
    const { rows: clients } = await sql<Client>`
      select * from clients
      where tenant_id = ${db.tenant.id} and (external_id = any(${externalIds}) or ruc = any(${rows.map(rucOf)}))
      order by id for update`.execute(db);
    const byExternalId = new Map(clients.map((client) => [client.external_id, client]));
    const byRuc = Map.groupBy(clients, ({ ruc }) => ruc);
    return (row) => {
      const { externalId } = CLIENTS.keys(row);
      const ruc = rucOf(row);
      if (!row.externalId && ruc === null) throw badInput('{field} is missing', { field: 'externalId' });
      const named = externalId ? byExternalId.get(externalId) : undefined;
      if (named || ruc === null) return named;
      // One that has another id is another client of the same company.
      const same = (byRuc.get(ruc) ?? []).filter(({ external_id: id }) => !row.externalId || id === null);
      if (same.length > 1)
        throw conflict('{count} clients have the RUC {ruc}: give the externalId of one', {
          ...{ count: same.length, ruc, field: 'ruc' },
        });
      return same[0];
    };
  },
  read(row, client) {
    if (client) return clientColumns(changedClient(client, row));
    return clientColumns({ ...row, name: row.name ?? '', receiverType: row.receiverType ?? 'CONSUMIDOR_FINAL' });
  },
};
