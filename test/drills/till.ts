// A till that sells all the time through the API, by the client of packages/client with its patience as it comes; and what became of each sale.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { createClient } from '../../packages/client/src/index.ts';
import { installPacked } from '../../packages/packed.ts';
import type { Shop } from '../faults/kill-loop/load.ts';

export interface Till {
  /** Ends when the sale that is under way has ended. */
  close(): Promise<void>;
  /** How many sales it was told were booked, by their keys. */
  readonly sold: readonly string[];
  /** Error of the client for a sale that failed. */
  readonly refused: readonly string[];
}

let opened = 0;

/** Every sale is an order and its invoice, under keys of its own. */
export async function openTill({ url, token, clientId, itemIds }: Shop): Promise<Till> {
  const module = join(await installPacked('client'), 'node_modules/@folio/client/dist/index.js');
  const made = (await import(pathToFileURL(module).href)) as { createClient: typeof createClient };
  const folio = made.createClient({ url, token });
  const [sold, refused]: [string[], string[]] = [[], []];
  const till = (opened += 1);
  const closing = new AbortController();
  const lines = [{ itemId: itemIds[0]!, quantity: '1' }];
  const sellOn = async (): Promise<void> => {
    for (let sale = 1; !closing.signal.aborted; sale += 1) {
      const key = `till-${till}-${sale}`;
      try {
        const order = await folio.mutate(
          'createOrder',
          { input: { clientId, lines, externalId: key } },
          { id: true },
          { key },
        );
        await folio.mutate('generateInvoice', { orderId: order.id, mode: 'DGI' }, { id: true }, { key: `${key}-i` });
        sold.push(key);
      } catch (error) {
        refused.push(`${key} at ${new Date().toISOString()}: ${String(error)}`);
      }
      await delay(100);
    }
  };
  const selling = sellOn();
  return {
    async close() {
      closing.abort();
      await selling;
    },
    sold,
    refused,
  };
}

/** The invoices of each sale's order, and what left the shelf for it, by the rows themselves. */
export const BOOKED = `select o.external_id as key, count(distinct i.id)::int as invoices, count(l.*)::int as movements, sum(l.quantity_change)::text as moved
  from orders o left join invoices i on i.order_id = o.id left join inventory_logs l on l.source_id = i.id
  where o.external_id ~ '^till-' group by o.external_id`;

export function assertBookedOnce(keys: readonly string[], rows: readonly { key: string }[]): void {
  const once = { invoices: 1, movements: 1, moved: '-1' };
  const found = new Map(rows.map(({ key, ...what }) => [key, what]));
  for (const key of keys) {
    const { moved, ...what } = found.get(key) as unknown as typeof once;
    assert.deepEqual({ ...what, moved: String(Number(moved)) }, once, key);
  }
}
