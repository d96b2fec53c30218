// Fills the demo tenant: what was sold goes in as an import does, all else through the verbs, a week at a time.
import { v7 as uuid } from 'uuid';
import {
  createClient,
  createLocation,
  createSupplier,
  ensureDefaultLocation,
  itemsBySku,
} from '../../src/catalog/index.ts';
import { writePastDocuments } from '../../src/invoicing/index.ts';
import {
  cancelPurchaseOrder,
  closePurchaseOrder,
  createPurchaseOrder,
  purchaseOrderLines,
  receivePurchaseOrder,
  recordSupplierInvoice,
} from '../../src/purchasing/index.ts';
import { adjustStock, moveGoods } from '../../src/stock/index.ts';
import type { TenantDb } from '../../src/tenancy/index.ts';
import { skipNumbers } from '../../src/numbers/index.ts';

import { addDays } from '../../src/platform/days.ts';
import { instantOf } from './calendar.ts';
import { STORES, SUPPLIERS, type DemoData, type DemoItem, type Ids, type StockLine } from './data.ts';
import { pastDocuments } from './past-documents.ts';
import type { Week, Order, Plan, Receipt } from './plan.ts';

const BOUGHT_BY = STORES[0]!.user;

/** The tenant has the items already. */
export async function fillDemo(db: TenantDb, data: DemoData, plan: Plan, now: Date, today: string): Promise<Ids> {
  const ids = {
    items: await itemsBySku(
      db,
      data.items.map(({ sku }) => sku),
    ),
    stores: await createStores(db),
    clients: new Map<string, string>(),
    suppliers: new Map<string, string>(),
  };
  for (const { code, address, corregimiento, ...client } of data.clients) {
    const input = { ...client, address: { line: address, corregimientoCode: corregimiento } };
    ids.clients.set(code, (await createClient(db, input)).id);
  }
  for (const { code, name, ruc } of SUPPLIERS) ids.suppliers.set(code, (await createSupplier(db, { name, ruc })).id);
  await openShelves(db, ids, plan);
  const documents = pastDocuments(plan, ids, now);
  const ordered = new Map<Order, string>();
  for (const week of plan.weeks) {
    await buy(db, ids, week, ordered);
    await writePastDocuments(
      db,
      week.documents.map(({ code }) => documents.get(code)!),
      { today, move: (_, movements, createdBy) => moveGoods(db, movements, { createdBy }) },
    );
  }
  const invoices = plan.weeks.flatMap((week) => week.documents).filter(({ credits }) => credits === '').length;
  await skipNumbers(db, 'FAC', invoices);
  await skipNumbers(db, 'NC', documents.size - invoices);
  return ids;
}

async function createStores(db: TenantDb): Promise<Map<string, string>> {
  const [main, ...others] = STORES;
  const stores = new Map([[main!.code as string, (await ensureDefaultLocation(db, main!.name)).id]]);
  for (const { name, code } of others) stores.set(code, (await createLocation(db, { name, code })).id);
  return stores;
}

async function openShelves(db: TenantDb, ids: Ids, { openings, weeks }: Plan): Promise<void> {
  const { day } = weeks[0]!;
  const movements = openings.map((line) => ({
    ...placed(ids, line),
    ...lotOf(line.item, day),
    change: line.quantity,
    source: { type: 'MANUAL_ADJUSTMENT' as const, id: uuid() },
    unitCost: line.item.unitCost,
    description: 'Inventario inicial',
    occurredAt: instantOf(addDays(day, -1), '18:00'),
  }));
  await moveGoods(db, movements, { createdBy: BOUGHT_BY });
}

async function buy(db: TenantDb, ids: Ids, week: Week, ordered: Map<Order, string>): Promise<void> {
  const { at: occurredAt, day } = week;
  for (const receipt of week.receipts) await receive(db, ids, receipt, ordered.get(receipt.order)!, week);
  for (const { item, store, quantity } of week.fetched) {
    const line = { ...placed(ids, { item, store }), ...lotOf(item, day), quantity, unitCost: item.unitCost };
    const supplierId = ids.suppliers.get(item.supplier)!;
    await recordSupplierInvoice(db, { supplierId, lines: [line], occurredAt }, BOUGHT_BY);
  }
  for (const order of week.orders) {
    const lines = order.lines.map((line) => ({
      ...placed(ids, line),
      quantity: line.quantity,
      unitCost: line.item.unitCost,
    }));
    const supplierId = ids.suppliers.get(order.supplier.code)!;
    const { id } = await createPurchaseOrder(db, { supplierId, lines, occurredAt }, BOUGHT_BY);
    if (order.endsAs === 'CANCELED') await cancelPurchaseOrder(db, id);
    ordered.set(order, id);
  }
  for (const { item, store, quantity } of week.counted) {
    const description = quantity.startsWith('-') ? 'Conteo físico: faltante' : 'Conteo físico: sobrante';
    const { user } = STORES.find(({ code }) => code === store)!;
    await adjustStock(db, { ...placed(ids, { item, store }), quantityChange: quantity, description, occurredAt }, user);
  }
}

async function receive(
  db: TenantDb,
  ids: Ids,
  { order, lines }: Receipt,
  purchaseOrderId: string,
  { at: occurredAt, day }: Week,
): Promise<void> {
  const rows = await purchaseOrderLines(db, [purchaseOrderId]);
  const received = lines.map((line) => {
    const { itemId, locationId } = placed(ids, line);
    const row = rows.find(({ item_id, location_id }) => item_id === itemId && location_id === locationId)!;
    return { lineId: row.id, quantity: line.quantity, ...lotOf(line.item, day) };
  });
  await receivePurchaseOrder(db, { purchaseOrderId, lines: received, occurredAt }, BOUGHT_BY);
  if (order.endsAs === 'CLOSED') await closePurchaseOrder(db, purchaseOrderId);
}

function placed(ids: Ids, { item, store }: Pick<StockLine, 'item' | 'store'>): { itemId: string; locationId: string } {
  return { itemId: ids.items.get(item.sku)!.id, locationId: ids.stores.get(store)! };
}

function lotOf({ sku, shelfDays }: DemoItem, day: string): { lotNumber?: string; expirationDate?: string } {
  if (shelfDays === 0) return {};
  return {
    lotNumber: `${sku.slice(0, 3)}-${day.slice(2).replaceAll('-', '')}`,
    expirationDate: addDays(day, shelfDays),
  };
}
