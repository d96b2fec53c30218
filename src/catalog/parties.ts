// Parties: the clients that goods are sold to and the suppliers that they are bought from.
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import {
  adding,
  mustFind,
  pageOf,
  rowsOf,
  type Listing,
  type ListPage,
  type PageAsked,
  type TenantDb,
  changeRow,
  findingRow,
} from '../tenancy/index.ts';
import { archiveColumns, archivedFilter, type Archiving } from './archive.ts';
import { claimExternalId } from './external-ids.ts';
import {
  changedClient,
  changedSupplier,
  clientColumns,
  supplierColumns,
  type Client,
  type ClientChanges,
  type ClientInput,
  type Supplier,
  type SupplierChanges,
  type SupplierInput,
} from './party.ts';
import { offeredPriceList } from './price-lists.ts';
import { CLIENT_COLUMNS } from './tables.ts';
import { MAX_LENGTH, optionalText } from './text.ts';

export const findClient = findingRow('clients', 'Client', 'clientId', CLIENT_COLUMNS);

export const findSupplier = findingRow('suppliers', 'Supplier', 'supplierId');

export async function createClient(db: TenantDb, input: ClientInput): Promise<Client> {
  const columns = clientColumns(input);
  if (input.priceListId != null) await offeredPriceList(db, input.priceListId);
  await claimExternalId(db, 'clients', columns.external_id);
  return adding(db, 'clients', { id: uuid(), external_code: null, ...columns })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function createSupplier(db: TenantDb, input: SupplierInput): Promise<Supplier> {
  const columns = supplierColumns(input);
  await claimExternalId(db, 'suppliers', columns.external_id);
  return adding(db, 'suppliers', { id: uuid(), ...columns })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Documents that were issued keep what they say. */
export async function updateClient(db: TenantDb, id: string, changes: ClientChanges): Promise<Client> {
  const client = await mustFind(rowsOf(db, 'clients').where('id', '=', id).forUpdate(), 'Client', 'clientId');
  const columns = clientColumns(changedClient(client, changes));
  if (changes.priceListId != null && changes.priceListId !== client.price_list_id)
    await offeredPriceList(db, changes.priceListId);
  await claimExternalId(db, 'clients', columns.external_id, id);
  return changeRow(db, 'clients', id, { ...columns, ...archiveColumns(changes) });
}

export async function updateSupplier(db: TenantDb, id: string, changes: SupplierChanges): Promise<Supplier> {
  const supplier = await mustFind(rowsOf(db, 'suppliers').where('id', '=', id).forUpdate(), 'Supplier', 'supplierId');
  const columns = supplierColumns(changedSupplier(supplier, changes));
  await claimExternalId(db, 'suppliers', columns.external_id, id);
  return changeRow(db, 'suppliers', id, { ...columns, ...archiveColumns(changes) });
}

/** In the order of their names; an exact match of the RUC comes first. */
export const listClients = (db: TenantDb, query: PartiesAsked) => listParties<Client>(db, 'clients', query);

export const listSuppliers = (db: TenantDb, query: PartiesAsked) => listParties<Supplier>(db, 'suppliers', query);

export const PARTY_ORDERS = ['NAME', 'UPDATED_AT'] as const;
type PartiesAsked = PageAsked<(typeof PARTY_ORDERS)[number]> & Archiving;

async function listParties<T>(db: TenantDb, table: string, query: PartiesAsked): Promise<ListPage<T>> {
  const wanted = optionalText('search', query.search, MAX_LENGTH.search);
  const list: Listing<(typeof PARTY_ORDERS)[number]> = {
    name: table,
    columns: sql`*`,
    from: sql.table(table),
    where: [
      sql`tenant_id = ${db.tenant.id}`,
      archivedFilter(query.archived),
      wanted !== null && sql`folded like folded_pattern(${wanted})`,
    ],
    orders: { NAME: { by: sql`name`, type: 'text' }, UPDATED_AT: { by: sql`updated_at`, type: 'timestamptz' } },
    usual: ['NAME', 'ASC'],
    changed: 'UPDATED_AT',
    closeness: wanted !== null && sql`coalesce(fold_text(${wanted}) = fold_text(ruc), false)::int`,
  };
  return pageOf(db, query, list);
}
