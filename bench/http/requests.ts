// The requests that are sent: the dashboard's page of movements, two mutations, and signed notices of the PAC.
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Tenant } from '../../src/tenancy/index.ts';
import type { BenchDatabase } from '../database.ts';
import { idOf } from '../data/ids.ts';
import { HEATS, type Shape } from '../data/shape.ts';
import type { LoadRequest } from './load.ts';

const PAGE = `query ItemMovements($id: UUID!, $limit: Int!, $offset: Int!) {
  itemMovements(itemId: $id, limit: $limit, offset: $offset) {
    totalCount
    records { id movementType referenceNumber sourceType sourceId counterpartyName quantityChange balanceAfter unitValue totalValue
      createdBy occurredAt description locationId }
  }
}`;

export function graphql(query: string, variables: object, token?: string): LoadRequest {
  return {
    path: '/graphql',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ query, variables }),
  };
}

export function pageOfMovements(itemId: string, token?: string): LoadRequest {
  return graphql(PAGE, { id: itemId, limit: 8, offset: 0 }, token);
}

/** The same page by REST. */
export function pageByRest(itemId: string, token: string): LoadRequest {
  const headers = { authorization: `Bearer ${token}` };
  return { method: 'GET', path: `/v1/items/${itemId}/movements?limit=8&offset=0`, headers };
}

/** One request for each of so many items. */
function ofItems({ seed, itemsPerTenant }: Shape, make: (itemId: string) => LoadRequest): LoadRequest[] {
  const ordinary = Math.min(500, itemsPerTenant - HEATS.length);
  return Array.from({ length: ordinary }, (_, index) => make(idOf('item', seed, 1, HEATS.length + 1 + index)));
}

export function pagesOfMovements(shape: Shape, token: string): LoadRequest[] {
  return ofItems(shape, (itemId) => pageOfMovements(itemId, token));
}

export function adjustments(shape: Shape, token: string): LoadRequest[] {
  return ofItems(shape, (itemId) => adjustment(itemId, token));
}

export function adjustment(itemId: string, token: string): LoadRequest {
  const mutation = 'mutation ($input: AdjustInventoryInput!) { adjustInventory(input: $input) { id newQuantity } }';
  return graphql(mutation, { input: { itemId, quantityChange: '1', description: 'Counted' } }, token);
}

export function orders(shape: Shape, token: string): LoadRequest[] {
  const mutation = 'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id number total } }';
  const clientId = idOf('client', shape.seed, 1, 1);
  return ofItems(shape, (itemId) =>
    graphql(mutation, { input: { clientId, lines: [{ itemId, quantity: '1' }] } }, token),
  );
}

/** Invoices at the PAC of which nothing has been heard yet, each with the notice that says that it was authorized. */
export async function noticesOfKnown(
  database: BenchDatabase,
  tenant: Tenant,
  secret: string,
  count: number,
): Promise<LoadRequest[]> {
  const { rows } = await sql<{ document_id: string }>`
    with document as (
      insert into fiscal_documents (tenant_id, id, kind, mode, number, submission_state, document_id, pac_company_id, created_by)
      select ${tenant.id}::uuid, id, 'INVOICE', 'DGI', 'bench-' || id, 'UNKNOWN', 'pac-' || id, ${tenant.pacCompanyId}::text, 'bench'
      from (select gen_random_uuid() as id from generate_series(1, ${count}::int)) fresh
      returning *
    ), request as (
      insert into pac_requests (tenant_id, document_id, what, state, asked_by)
      select tenant_id, id, 'SUBMIT', 'UNKNOWN', created_by from document
    )
    select document_id from document`.execute(database.db);
  return rows.map(({ document_id: id }) => notice(tenant, secret, { id, legalStatus: 'PAC_AUTHORIZED' }));
}

/** Notices that came before their documents were known. */
export function noticesOfUnknown(tenant: Tenant, secret: string, count: number, run: string): LoadRequest[] {
  return Array.from({ length: count }, (_, index) =>
    notice(tenant, secret, { id: `early-${run}-${index}`, legalStatus: 'PAC_AUTHORIZED' }),
  );
}

function notice(tenant: Tenant, secret: string, said: object): LoadRequest {
  const body = JSON.stringify(said);
  return {
    path: `/webhooks/pac/${tenant.pacCompanyId}`,
    headers: {
      'content-type': 'application/json',
      'x-pac-signature': createHmac('sha256', secret).update(body).digest('hex'),
    },
    body,
  };
}
