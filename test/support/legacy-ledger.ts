// A business as the release before the ledger's totals left it: log rows that say in words why stock moved, and documents.
import type pg from 'pg';
import { v7 as uuid } from 'uuid';

/** The specification's own five words. */
export const SPECIFIED_METHODS = [
  ['invoice', 1],
  ['purchase_order', 2],
  ['credit', 3],
  ['supplier_invoice', 4],
  ['manual', 5],
] as const;

/** How older releases spelled the reason, and the source type that each spelling stands for. */
export const SPELLINGS: readonly (readonly [method: string | null, sourceType: number | null])[] = [
  ...SPECIFIED_METHODS,
  ['INVOICE', 1],
  [' Invoice ', 1],
  ['Purchase Order', 2],
  ['PURCHASE-ORDER', 2],
  ['purchaseOrder', 2],
  ['Credit\t', 3],
  ['SupplierInvoice', 4],
  ['supplier  invoice', 4],
  ['Manual', 5],
  ['MANUAL ', 5],
  ['manual_adjustment', 5],
  ['Manual-Adjustment', 5],
  ['manuals', null],
  ['invoice 2', null],
  ['credits', null],
  ['stock take', null],
  ['', null],
  [null, null],
];

export interface LegacyLog {
  tenant_id: string;
  id: string;
  item_id: string;
  location_id: string;
  seq: number;
  occurred_at: string;
  method: string | null;
  source_id: string;
  quantity_change: string;
  new_quantity: string;
  description: string | null;
  created_by: string;
}

export interface LegacyTenant {
  id: string;
  timeZone: string;
}

export interface LegacyBusiness {
  tenants: LegacyTenant[];
  logs: LegacyLog[];
  /** The stream that an older release left without a level. */
  withoutLevel: Pick<LegacyLog, 'tenant_id' | 'item_id' | 'location_id'>;
  sold: LegacyFact[];
}

/** Units that count by answer 10, on the day of their document. */
export interface LegacyFact {
  tenant_id: string;
  item_id: string;
  location_id: string;
  client_id: string;
  day: string;
  units: number;
}

// Lengths differ, so that some streams fit into one batch of the migration many times over and one spans several.
const STREAM_LENGTHS = [4100, 300, 120, 1, 2, 3, 40];
const ZONES = ['America/Panama', 'Asia/Tokyo'];
const FIRST_INSTANT = Date.parse('2025-02-27T01:00:00.123Z');

/** The same for the same seed. */
export function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export async function writeLegacyBusiness(pool: pg.Pool): Promise<LegacyBusiness> {
  const random = chance(7);
  const business: LegacyBusiness = { tenants: [], logs: [], withoutLevel: undefined!, sold: [] };
  for (const timeZone of ZONES) {
    const tenant = { id: uuid(), timeZone };
    business.tenants.push(tenant);
    await insert(pool, 'tenants', [{ id: tenant.id, name: `Tenant in ${timeZone}`, time_zone: timeZone }]);
    const locations = ['MAIN', 'DAV'].map((code) => ({ tenant_id: tenant.id, id: uuid(), name: code, code }));
    await insert(pool, 'locations', locations);
    const items = STREAM_LENGTHS.map((_, at) => ({
      tenant_id: tenant.id,
      id: uuid(),
      sku: `SKU-${at}`,
      name: `Item ${at}`,
      unit: 'und',
      unit_price: 1,
      tax_rate: 7,
      tracking_mode: 'NONE',
      allow_negative_stock: true,
    }));
    await insert(pool, 'items', items);
    const streams = items.flatMap((item, at) =>
      locations.map((location, which) => ({
        tenant_id: tenant.id,
        item_id: item.id,
        location_id: location.id,
        length: which === 0 ? STREAM_LENGTHS[at]! : Math.ceil(STREAM_LENGTHS[at]! / 10),
      })),
    );
    business.withoutLevel = streams[1]!;
    for (const { length, ...stream } of streams) {
      const logs = legacyStream(stream, length, random);
      business.logs.push(...logs);
      const newest = logs.at(-1)!;
      if (stream.item_id === streams[1]!.item_id && stream.location_id === streams[1]!.location_id) continue;
      await insert(pool, 'stock_levels', [
        { ...stream, on_hand: newest.new_quantity, last_seq: newest.seq, last_at: newest.occurred_at },
      ]);
    }
    business.sold.push(...(await writeLegacyDocuments(pool, tenant.id, items, locations)));
  }
  await insert(pool, 'inventory_logs', business.logs);
  return business;
}

function legacyStream(
  stream: Pick<LegacyLog, 'tenant_id' | 'item_id' | 'location_id'>,
  length: number,
  random: () => number,
): LegacyLog[] {
  let at = FIRST_INSTANT;
  let balance = 0;
  return Array.from({ length }, (_, place) => {
    at += 1 + Math.floor(random() * 5 * 3_600_000);
    const change = Math.floor(random() * 40) - 19;
    balance += change;
    const [method] = SPELLINGS[Math.floor(random() * SPELLINGS.length)]!;
    return {
      ...stream,
      id: uuid(),
      seq: place + 1,
      occurred_at: new Date(at).toISOString(),
      method,
      source_id: uuid(),
      quantity_change: String(change),
      new_quantity: String(balance),
      description: place % 7 === 0 ? `Row ${place}` : null,
      created_by: 'legacy',
    };
  });
}

/** Fates of a document, and whether it counts afterwards. */
const FATES = [
  { legal: null, voided: false, canceled: false, counts: true },
  { legal: 'PAC_AUTHORIZED', voided: false, canceled: false, counts: true },
  { legal: 'DGI_AUTHORIZED', voided: false, canceled: false, counts: true },
  { legal: 'PAC_REJECTED', voided: false, canceled: false, counts: false },
  { legal: 'DGI_REJECTED', voided: false, canceled: false, counts: false },
  { legal: 'DGI_AUTHORIZED', voided: true, canceled: false, counts: false },
  { legal: null, voided: false, canceled: true, counts: false },
] as const;

/** An invoice of two lines for each fate; on those that count, a credit for each fate, and one that was money only. */
async function writeLegacyDocuments(
  pool: pg.Pool,
  tenantId: string,
  items: readonly { id: string }[],
  locations: readonly { id: string }[],
): Promise<LegacyFact[]> {
  const clients = ['Ana', 'Luis'].map((name) => ({
    tenant_id: tenantId,
    id: uuid(),
    name,
    receiver_type: 'CONSUMIDOR_FINAL',
  }));
  await insert(pool, 'clients', clients);
  const sold: LegacyFact[] = [];
  let number = 0;
  const open = async (kind: string, fate: (typeof FATES)[number]): Promise<string> => {
    const id = uuid();
    number += 1;
    await insert(pool, 'fiscal_documents', [
      {
        tenant_id: tenantId,
        id,
        kind,
        mode: 'PROFORM',
        number: `${kind}-${number}`,
        legal_status: fate.legal,
        submission_state: 'DONE',
        rejection_reasons: [],
        lease_number: 0,
        poll_count: 0,
        created_by: 'legacy',
        created_at: '2025-03-01T00:00:00Z',
      },
    ]);
    return id;
  };
  for (const [at, fate] of FATES.entries()) {
    const id = await open('INVOICE', fate);
    const client = clients[at % 2]!;
    const day = `2025-03-${String(at + 25).padStart(2, '0')}`;
    await insert(pool, 'invoices', [
      {
        ...{ tenant_id: tenantId, id, client_id: client.id, invoice_status: 'UNPAID', subtotal: 0, tax: 0, total: 0 },
        ...{ paid: 0, credited: 0, holds_order: fate.counts, is_stand_in: false, created_by: 'legacy' },
        ...{ issued_at: `${day}T12:00:00Z`, issue_day: day },
        ...{
          voided_at: fate.voided ? `${day}T13:00:00Z` : null,
          canceled_at: fate.canceled ? `${day}T13:00:00Z` : null,
        },
      },
    ]);
    const lines = [0, 1].map((line) => ({
      ...{ tenant_id: tenantId, id: uuid(), invoice_id: id, line_number: line + 1, description: 'Sold' },
      ...{ item_id: items[line]!.id, location_id: locations[line]!.id, quantity: 100 + at, quantity_credited: 0 },
      ...{ unit_price: 1, tax_rate: 7, net: 1, tax: 0 },
    }));
    await insert(pool, 'invoice_lines', lines);
    const fact = (line: (typeof lines)[number], on: string, units: number): LegacyFact => {
      return {
        ...{ tenant_id: tenantId, item_id: line.item_id, location_id: line.location_id },
        client_id: client.id,
        day: on,
        units,
      };
    };
    if (fate.counts) sold.push(...lines.map((line) => fact(line, day, line.quantity)));
    const credits = [...FATES.map((fate) => ({ fate, restock: true })), { fate: FATES[0], restock: false }];
    for (const [which, credit] of (fate.counts ? credits : []).entries()) {
      const creditId = await open('CREDIT_NOTE', credit.fate);
      const creditDay = `2025-04-${String(which + 1).padStart(2, '0')}`;
      const status = credit.fate.voided ? 'VOID' : credit.fate.canceled ? 'CANCELED' : 'APPLIED';
      await insert(pool, 'credits', [
        {
          ...{ tenant_id: tenantId, id: creditId, invoice_id: id, credit_status: status, reason: 'Came back' },
          ...{ restock: credit.restock, subtotal: 0, tax: 0, total: 0, created_by: 'legacy' },
          ...{ issued_at: `${creditDay}T12:00:00Z`, issue_day: creditDay },
        },
      ]);
      await insert(pool, 'credit_lines', [
        {
          ...{ tenant_id: tenantId, id: uuid(), credit_id: creditId, invoice_line_id: lines[0]!.id, line_number: 1 },
          ...{ item_id: lines[0]!.item_id, location_id: lines[0]!.location_id, quantity: which + 1, net: 0, tax: 0 },
        },
      ]);
      if (credit.fate.counts && credit.restock) sold.push(fact(lines[0]!, creditDay, -(which + 1)));
    }
  }
  return sold;
}

/** All rows in one statement; columns that are not named get their defaults. */
export async function insert(pool: pg.Pool, table: string, rows: readonly object[]): Promise<void> {
  const columns = Object.keys(rows[0]!).join(', ');
  await pool.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
}
