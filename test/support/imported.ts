// Shared by the stories of the imports: files to import, and everything that an import leaves behind, told without ids.
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { dice } from './dice.ts';

export const SALES_HEADER = 'Invoice,StockCode,Description,Quantity,InvoiceDate,Price,CustomerID,Country';

let folder: string | undefined;
let files = 0;

/** Gone with the process. */
function ownFolder(): string {
  if (folder === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'folio-import-'));
    process.once('exit', () => rmSync(made, { recursive: true }));
    folder = made;
  }
  return folder;
}

/** Answers the path of a file with this content; gzipped when its name says so. */
export async function fileWith(content: string | Uint8Array, name = 'file.csv'): Promise<string> {
  files += 1;
  const path = join(ownFolder(), `${files}-${name}`);
  await writeFile(path, name.endsWith('.gz') ? gzipSync(content) : content);
  return path;
}

/** Lines of sales, each as the file has them but for the country. */
export function salesFile(lines: readonly string[], name?: string): Promise<string> {
  return fileWith([SALES_HEADER, ...lines.map((line) => `${line},Panama`), ''].join('\n'), name);
}

/** A shop that sells and takes back at random, the same each time; without stock to open with all of it would be below zero. */
export function manySales(documents: number): string[] {
  const lines: string[] = [];
  const below = dice(11);
  for (let n = 0; n < documents; n++) {
    const isCredit = below(10) === 0;
    const number = `${isCredit ? 'C' : ''}${1000 + n}`;
    const at = new Date(Date.UTC(2024, 0, 1, 8) + n * 7 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
    const client = below(5) === 0 ? '' : `K${below(12)}`;
    for (let left = 1 + below(7); left > 0; left--) {
      const quantity = (isCredit ? -1 : 1) * (1 + below(9));
      lines.push(`${number},SKU-${below(40)},Item,${quantity},${at},${below(400) / 100},${client}`);
    }
  }
  return lines;
}

export type Query = <T extends object>(sql: string, parameters?: unknown[]) => Promise<T[]>;

const STATE = {
  items: `
    select sku, name, unit, unit_price, tax_rate, average_cost from items
    where tenant_id = $1 order by sku collate "C"`,
  clients: `
    select external_code, name, receiver_type from clients
    where tenant_id = $1 order by external_code collate "C"`,
  documents: `
    select d.kind, d.number, d.mode, d.legal_status, d.submission_state, d.created_by, coalesce(i.total, c.total) as total,
      coalesce(i.issued_at, c.issued_at) as issued_at, coalesce(i.issue_day, c.issue_day) as issue_day,
      client.external_code, i.invoice_status, i.is_stand_in, c.credit_status, c.restock, original.number as original
    from fiscal_documents d
    left join invoices i on i.tenant_id = d.tenant_id and i.id = d.id
    left join credits c on c.tenant_id = d.tenant_id and c.id = d.id
    left join fiscal_documents original on original.tenant_id = d.tenant_id and original.id = c.invoice_id
    left join invoices sold on sold.tenant_id = d.tenant_id and sold.id = coalesce(i.id, c.invoice_id)
    left join clients client on client.tenant_id = d.tenant_id and client.id = sold.client_id
    where d.tenant_id = $1 order by d.kind, d.number collate "C"`,
  lines: `
    select d.number, line.line_number, item.sku, line.description, line.quantity, line.unit_price, line.tax_rate, line.net, line.tax
    from invoice_lines line
    join fiscal_documents d on d.tenant_id = line.tenant_id and d.id = line.invoice_id
    join items item on item.tenant_id = line.tenant_id and item.id = line.item_id
    where line.tenant_id = $1 order by d.number collate "C", line.line_number`,
  credited: `
    select d.number, line.line_number, item.sku, line.quantity, line.net, line.tax
    from credit_lines line
    join fiscal_documents d on d.tenant_id = line.tenant_id and d.id = line.credit_id
    join items item on item.tenant_id = line.tenant_id and item.id = line.item_id
    where line.tenant_id = $1 order by d.number collate "C", line.line_number`,
  ledger: `
    select item.sku, place.code as location, log.seq, log.type_seq, log.occurred_at, log.day, log.opens_day, log.movement_type,
      log.source_type, log.quantity_change, log.new_quantity, log.reference_number, client.external_code, log.description,
      log.created_by
    from inventory_logs log
    join items item on item.tenant_id = log.tenant_id and item.id = log.item_id
    join locations place on place.tenant_id = log.tenant_id and place.id = log.location_id
    left join clients client on client.tenant_id = log.tenant_id and client.id = log.counterparty_id
    where log.tenant_id = $1 order by item.sku collate "C", place.code, log.seq`,
  levels: `
    select item.sku, place.code as location, level.on_hand, level.reserved, level.last_seq, level.last_at
    from stock_levels level
    join items item on item.tenant_id = level.tenant_id and item.id = level.item_id
    join locations place on place.tenant_id = level.tenant_id and place.id = level.location_id
    where level.tenant_id = $1 order by item.sku collate "C", place.code`,
  sold: `
    select item.sku, place.code as location, s.grain, s.period, s.units
    from item_sales s
    join items item on item.tenant_id = s.tenant_id and item.id = s.item_id
    join locations place on place.tenant_id = s.tenant_id and place.id = s.location_id
    where s.tenant_id = $1 order by item.sku collate "C", place.code, s.grain, s.period`,
  soldTo: `
    select item.sku, client.external_code, s.grain, s.period, s.units
    from client_sales s
    join items item on item.tenant_id = s.tenant_id and item.id = s.item_id
    join clients client on client.tenant_id = s.tenant_id and client.id = s.client_id
    where s.tenant_id = $1 order by item.sku collate "C", client.external_code collate "C", s.grain, s.period`,
} as const;

export type ImportedState = Record<keyof typeof STATE, Record<string, unknown>[]>;

/** As the owner of the database sees it. */
export async function stateOf(query: Query, tenantId: string): Promise<ImportedState> {
  const state: Partial<ImportedState> = {};
  for (const [name, text] of Object.entries(STATE)) {
    state[name as keyof typeof STATE] = await query<Record<string, unknown>>(text, [tenantId]);
  }
  return state as ImportedState;
}
