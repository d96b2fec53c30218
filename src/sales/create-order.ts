// Takes an order and reserves what it asks for.
import { sql, type Selectable } from 'kysely';
import { v7 as uuid } from 'uuid';
import {
  assertOffered,
  choosePoint,
  claimExternalId,
  findClient,
  readOwnWords,
  type OwnWords,
} from '../catalog/index.ts';
import { readAll } from '../platform/errors.ts';
import { newReservations, raiseReserved } from '../stock/index.ts';
import { makerOf, pipeline, type TenantDb } from '../tenancy/index.ts';
import { takeNumber } from '../numbers/index.ts';
import { totalColumns } from './order.ts';
import { assertLines, priceLines, type LinesInput } from './order-lines.ts';
import type { OrderRow } from './tables.ts';

export type Order = Selectable<OrderRow>;

export interface NewOrder extends LinesInput, OwnWords {
  clientId: string;
  dueDate?: string | null | undefined;
  /** Point of issue of its invoice. */
  billingPointId?: string | null | undefined;
  /** Another user who took it; left out: who asks. */
  madeBy?: string | null | undefined;
}

/** Levels at which an order of these lines reserves; refuses the lines that it would refuse. */
export async function levelsOfOrder(db: TenantDb, input: LinesInput & Pick<NewOrder, 'clientId'>) {
  readAll({ lines: () => assertLines(input) });
  return (await priceLines(db, uuid(), input, await findClient(db, input.clientId))).reservations;
}

export async function createOrder(db: TenantDb, input: NewOrder, asking: string): Promise<Order> {
  const createdBy = await makerOf(db, asking, input.madeBy);
  const { words } = readAll({ lines: () => assertLines(input), words: () => readOwnWords(input) });
  await claimExternalId(db, 'orders', words.external_id);
  const client = await findClient(db, input.clientId);
  assertOffered(client, client.name, 'clientId');
  if (input.billingPointId != null) await choosePoint(db, { chosenId: input.billingPointId });
  const id = uuid();
  const { lines, totals, reservations } = await priceLines(db, id, input, client);
  if (reservations.length > 0) await raiseReserved(db, reservations);
  const order = await db
    .with('taken', () => takeNumber(db, 'PED'))
    .with('lines', (one) => one.insertInto('order_lines').values(lines))
    .insertInto('orders')
    .values({
      tenant_id: db.tenant.id,
      id,
      number: sql`(select number from taken)`,
      client_id: client.id,
      status: 'OPEN',
      due_date: input.dueDate ?? null,
      billing_point_id: input.billingPointId ?? null,
      discount: input.discount ?? '0',
      ...totalColumns(totals),
      ...words,
      created_by: createdBy,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (reservations.length > 0) await pipeline(db, newReservations(db, reservations, createdBy));
  return order;
}
