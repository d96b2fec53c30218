// Changes an order that has no invoice yet: its lines are replaced, and what it reserves moves by the difference.
import { sql, type Insertable } from 'kysely';
import {
  assertOffered,
  choosePoint,
  claimExternalId,
  findClient,
  readOwnWords,
  type Client,
  type OwnWords,
} from '../catalog/index.ts';
import { inCents } from '../platform/decimal.ts';
import { conflict, readAll } from '../platform/errors.ts';
import { newReservations, raiseReservedAnew } from '../stock/index.ts';
import { changeRow, pipeline, type TenantDb } from '../tenancy/index.ts';
import type { NewOrder, Order } from './create-order.ts';
import { totalColumns } from './order.ts';
import { assertLines, priceLines, priceRows, type LinesInput } from './order-lines.ts';
import { linesOfOrders, lockOrder } from './orders.ts';
import type { OrderLineRow } from './tables.ts';

/** Fields left out stay as they are; null removes the due day, the discount and the billing point. */
export interface OrderChanges extends OwnWords {
  clientId?: string | null | undefined;
  dueDate?: NewOrder['dueDate'];
  discount?: NewOrder['discount'];
  billingPointId?: NewOrder['billingPointId'];
  /** All of them. */
  lines?: NewOrder['lines'] | null | undefined;
  /** The version that the caller has seen; without it, who writes last is right. */
  expectedVersion?: number | null | undefined;
}

export async function updateOrder(db: TenantDb, id: string, changes: OrderChanges, changedBy: string): Promise<Order> {
  const { words } = readAll({
    lines: () => changes.lines && assertLines({ lines: changes.lines, discount: changes.discount }),
    discount: () => changes.lines || (changes.discount && inCents('discount', changes.discount)),
    words: () => readOwnWords(changes),
  });
  const order = await lockOrder(db, id);
  assertOpen(order);
  assertVersion(order, changes.expectedVersion);
  await claimExternalId(db, 'orders', words.external_id, id);
  const client = await findClient(db, changes.clientId ?? order.client_id);
  if (client.id !== order.client_id) assertOffered(client, client.name, 'clientId');
  if (changes.billingPointId != null && changes.billingPointId !== order.billing_point_id)
    await choosePoint(db, { chosenId: changes.billingPointId });
  const discount = changes.discount === undefined ? order.discount : (changes.discount ?? '0');
  const totals = changes.lines
    ? await replaceLines(db, id, { lines: changes.lines, discount }, client, changedBy)
    : await priceAnew(db, order, discount);
  return changeRow(db, 'orders', id, {
    client_id: client.id,
    ...(changes.dueDate === undefined ? {} : { due_date: changes.dueDate }),
    ...(changes.billingPointId === undefined ? {} : { billing_point_id: changes.billingPointId }),
    discount,
    ...totals,
    ...words,
    version: sql`version + 1`,
  });
}

function assertOpen({ number, status }: Order): void {
  if (status === 'CANCELED') throw conflict('Order {number} is canceled', { number });
  if (status === 'INVOICED') throw conflict('Order {number} is invoiced; cancel or void its invoice', { number });
}

function assertVersion({ number, version }: Order, expectedVersion: number | null | undefined): void {
  if (expectedVersion == null || expectedVersion === version) return;
  throw conflict('Order {number} was changed meanwhile: it is version {version}, not {expectedVersion}', {
    ...{ number, version, expectedVersion },
  });
}

/** A shortage refuses the whole, and the order stays as it is. */
async function replaceLines(db: TenantDb, id: string, input: LinesInput, client: Client, changedBy: string) {
  const before = await linesOfOrders(db, [id]);
  const held = new Set(before.flatMap((line) => [line.item_id, line.location_id]));
  const { lines, totals, reservations } = await priceLines(db, id, input, client, held);
  await raiseReservedAnew(db, id, reservations);
  await writeLines(db, id, lines);
  if (reservations.length > 0) await pipeline(db, newReservations(db, reservations, changedBy));
  return totalColumns(totals);
}

/** The same lines under another discount. */
async function priceAnew(db: TenantDb, order: Order, discount: string) {
  if (discount === order.discount) return {};
  const { lines, totals } = priceRows(db, await linesOfOrders(db, [order.id]), discount);
  await writeLines(db, order.id, lines);
  return totalColumns(totals);
}

async function writeLines(db: TenantDb, orderId: string, lines: Insertable<OrderLineRow>[]): Promise<void> {
  await pipeline(
    db,
    db.deleteFrom('order_lines').where('tenant_id', '=', db.tenant.id).where('order_id', '=', orderId),
  );
  await pipeline(db, db.insertInto('order_lines').values(lines));
}
