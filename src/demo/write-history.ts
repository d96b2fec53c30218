// Writes the made-up history into a tenant that has nothing yet: in bulk where there is much, through the verbs where they serve.
import { v7 as uuid } from 'uuid';
import { holderOf } from '../fiscal/receiver.ts';
import { rucCheckDigits, rucHolder } from '../fiscal/ruc.ts';
import { recordPastDocuments, type PastCredit, type PastInvoice } from '../invoicing/index.ts';
import { multiply } from '../platform/decimal.ts';
import { lineAmounts, totalsOf } from '../sales/index.ts';
import { moveGoods, type GoodsMovement } from '../stock/index.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { daysAfter, instantOf } from './calendar.ts';
import type { History } from './history.ts';
import { paymentsOf } from './payments.ts';
import { inUnits, reorderLevelOf, reorderQuantityOf } from './shelf.ts';
import type { Fact, Item, Purchase, Refund, Sale } from './world.ts';

export async function writeHistory(db: TenantDb, history: History): Promise<void> {
  await writeCatalog(db, history);
  await writeOrders(db, history);
  await writeDocuments(db, history);
  await writePurchases(db, history);
  await moveEverything(db, history);
  await writeNumbers(db, history);
}

async function writeCatalog(db: TenantDb, { items, stores, clients, suppliers, firstDay }: History): Promise<void> {
  const tenant_id = db.tenant.id;
  const created_at = instantOf(firstDay, 0);
  await db
    .insertInto('locations')
    .values(stores.map(({ id, name, code }) => ({ tenant_id, id, name, code, is_default: code === 'MAIN' })))
    .execute();
  await db
    .insertInto('items')
    .values(
      items.map((item) => ({
        tenant_id,
        id: item.id,
        sku: item.sku,
        name: item.name,
        unit: item.unit,
        unit_price: item.price,
        tax_rate: item.taxRate,
        cpbs: item.cpbs,
        tracking_mode: item.shelfDays === undefined ? ('NONE' as const) : ('LOT' as const),
        allow_negative_stock: false,
        average_cost: null,
        reorder_level: String(reorderLevelOf(item)),
        reorder_quantity: String(reorderQuantityOf(item)),
        lead_time_days: item.leadTimeDays,
        created_at,
      })),
    )
    .execute();
  await db
    .insertInto('clients')
    .values(
      clients.map(({ id, name, receiverType, ruc, email }) => ({
        tenant_id,
        id,
        name,
        receiver_type: receiverType,
        ruc: ruc ?? null,
        dv:
          ruc === undefined || receiverType === 'EXTRANJERO'
            ? null
            : rucCheckDigits(ruc, rucHolder(ruc, null, holderOf(receiverType))),
        email: email ?? null,
        created_at,
      })),
    )
    .execute();
  await db
    .insertInto('suppliers')
    .values(suppliers.map(({ id, name, ruc }) => ({ tenant_id, id, name, ruc, created_at })))
    .execute();
}

/** Orders that were invoiced and orders that were canceled, each with the reservations that it no longer holds. */
async function writeOrders(db: TenantDb, { sales, canceledOrders }: History): Promise<void> {
  const tenant_id = db.tenant.id;
  const ordered = [
    ...sales.map((sale) => ({ sale, status: 'INVOICED' as const, reservation: 'CONSUMED' as const })),
    ...canceledOrders.map((sale) => ({ sale, status: 'CANCELED' as const, reservation: 'RELEASED' as const })),
  ].flatMap(({ sale, ...rest }) => (sale.order ? { sale, order: sale.order, ...rest } : []));
  const lines = ordered.flatMap(({ sale, order, reservation }) =>
    sale.lines.map((line, index) => ({ id: uuid(), line, index, sale, order, reservation })),
  );
  await db
    .insertInto('orders')
    .values(
      ordered.map(({ sale, order, status }) => ({
        tenant_id,
        id: order.id,
        number: order.number,
        client_id: sale.client.id,
        status,
        due_date: dueDateOf(sale),
        ...totalsOf(sale.lines.map((line) => lineAmounts(priced(line)))),
        created_by: sale.store.user,
        created_at: order.at,
      })),
    )
    .execute();
  await db
    .insertInto('order_lines')
    .values(
      lines.map(({ id, line, index, sale, order }) => ({
        tenant_id,
        id,
        order_id: order.id,
        line_number: index + 1,
        item_id: line.item.id,
        location_id: sale.store.id,
        quantity: inUnits(line.quantity),
        unit_price: line.item.price,
        tax_rate: line.item.taxRate,
      })),
    )
    .execute();
  await db
    .insertInto('stock_reservations')
    .values(
      lines.map(({ id, line, sale, order, reservation }) => ({
        tenant_id,
        id: uuid(),
        item_id: line.item.id,
        location_id: sale.store.id,
        quantity: inUnits(line.quantity),
        status: reservation,
        order_id: order.id,
        order_line_id: id,
        created_by: sale.store.user,
        created_at: order.at,
      })),
    )
    .execute();
}

async function writeDocuments(db: TenantDb, history: History): Promise<void> {
  const invoices = history.sales.map((sale) => invoiceOf(history, sale));
  await recordPastDocuments(db, { invoices, credits: history.refunds.map(creditOf) }, history.today);
}

/** Certified elsewhere, before there was Folio: so nothing claims a verdict that was never given. */
function invoiceOf(history: History, sale: Sale): PastInvoice {
  return {
    id: sale.id,
    number: sale.number,
    mode: 'DGI_IMPORT',
    issuedAt: sale.at,
    issueDay: sale.day,
    createdBy: sale.store.user,
    orderId: sale.order?.id,
    clientId: sale.client.id,
    dueDate: dueDateOf(sale),
    lines: sale.lines.map((line) => ({
      id: line.id,
      itemId: line.item.id,
      locationId: sale.store.id,
      description: line.item.name,
      ...priced(line),
    })),
    payments: paymentsOf(history, sale),
  };
}

function creditOf({ id, number, at, day, sale, reason, restock, isApplied, lines }: Refund): PastCredit {
  return {
    id,
    number,
    mode: 'DGI_IMPORT',
    issuedAt: at,
    issueDay: day,
    createdBy: sale.store.user,
    invoiceId: sale.id,
    reason,
    restock,
    isApplied,
    lines: lines.map(({ line, quantity }) => ({ invoiceLineId: line.id, quantity: inUnits(quantity) })),
  };
}

function dueDateOf({ day, client: { termDays } }: Sale): string | null {
  return termDays === 0 ? null : daysAfter(day, termDays);
}

function priced({ item, quantity }: { item: Item; quantity: number }) {
  return { quantity: inUnits(quantity), unitPrice: item.price, taxRate: item.taxRate };
}

async function writePurchases(db: TenantDb, { purchases }: History): Promise<void> {
  const tenant_id = db.tenant.id;
  const ordered = purchases.filter(({ fate }) => fate);
  const bought = purchases.filter(({ fate }) => !fate);
  const head = ({ id, number, supplier, store, at }: Purchase) => {
    return { tenant_id, id, number, supplier_id: supplier.id, created_by: store.user, created_at: at };
  };
  const linesOf = ({ lines, store }: Purchase) =>
    lines.map((line, index) => ({
      tenant_id,
      id: line.id,
      line_number: index + 1,
      item_id: line.item.id,
      location_id: store.id,
      quantity: inUnits(line.quantity),
      unit_cost: inBalboas(line.unitCostCents),
    }));
  await db
    .insertInto('purchase_orders')
    .values(ordered.map((purchase) => ({ ...head(purchase), status: statusOf(purchase) })))
    .execute();
  await db
    .insertInto('purchase_order_lines')
    .values(
      ordered.flatMap((purchase) =>
        linesOf(purchase).map((row, index) => ({
          ...row,
          purchase_order_id: purchase.id,
          quantity_received: inUnits(purchase.lines[index]!.received),
          is_open: !purchase.endedAs && purchase.lines[index]!.received < purchase.lines[index]!.quantity,
        })),
      ),
    )
    .execute();
  await db.insertInto('supplier_invoices').values(bought.map(head)).execute();
  await db
    .insertInto('supplier_invoice_lines')
    .values(
      bought.flatMap((purchase) => linesOf(purchase).map((row) => ({ ...row, supplier_invoice_id: purchase.id }))),
    )
    .execute();
}

function statusOf({ lines, endedAs }: Purchase) {
  if (endedAs) return endedAs;
  if (lines.every((line) => line.received >= line.quantity)) return 'RECEIVED';
  return lines.some((line) => line.received > 0) ? 'PARTIALLY_RECEIVED' : 'OPEN';
}

// Each statement joins its movements with one another; beyond this, fewer statements cost more than they save.
const MOVEMENTS_AT_ONCE = 300;

/** Store by store, since each has its own user; no stream of the ledger crosses stores. */
async function moveEverything(db: TenantDb, { facts, stores }: History): Promise<void> {
  for (const store of stores) {
    const movements = facts.filter((fact) => fact.store === store).map(movementOf);
    for (let from = 0; from < movements.length; from += MOVEMENTS_AT_ONCE) {
      await moveGoods(db, movements.slice(from, from + MOVEMENTS_AT_ONCE), { createdBy: store.user });
    }
  }
}

function movementOf(fact: Fact): GoodsMovement {
  const { type, document } = fact.source;
  return {
    itemId: fact.item.id,
    locationId: fact.store.id,
    change: inUnits(fact.change),
    source: { type, id: document.id, number: 'number' in document ? document.number : undefined },
    counterpartyId: fact.counterpartyId,
    unitCost: fact.unitCostCents === undefined ? undefined : inBalboas(fact.unitCostCents),
    description: fact.description,
    occurredAt: fact.at,
    lineId: fact.lineId,
    lotNumber: fact.lot?.number,
    expirationDate: fact.lot?.expires,
    isReversal: type === 'CREDIT',
  };
}

function inBalboas(cents: number): string {
  return multiply(String(cents), '0.01');
}

/** The next document of each series takes the next number. */
async function writeNumbers(db: TenantDb, { numbers }: History): Promise<void> {
  await db
    .insertInto('document_numbers')
    .values(Object.entries(numbers).map(([series, last]) => ({ tenant_id: db.tenant.id, series, last_number: last })))
    .execute();
}
