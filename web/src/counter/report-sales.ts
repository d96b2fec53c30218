// Tells the company which sales wait in this browser or were refused, as soon as they have: the owner sees them on *Hoy*.
import type { Client } from 'urql';
import { ReportTillSales } from '../api/counter.ts';
import { idOfKey, newKey } from '../api/new-key.ts';
import { serviceNow } from '../clock.ts';
import { overAt } from '../rules/sale.ts';
import type { Company } from '../session.ts';
import { changeSale, keptSales, type KeptSale } from './kept-sales.ts';

const TOLD_AS = 'folio.told ';
const TILL_AS = 'folio.tillName';
/** A sale that is filed at once is never told of. */
const PATIENCE_MS = 60_000;
const MOST = 500;
const LONGEST_REASON = 500;

let toldAt = -Infinity;

/** As the service has it. */
export const idOf = ({ id }: KeptSale): string => idOfKey(id);

/** Reports the waiting sales where they have changed; `all`: also the latest ones, since their maker leaves. Sales discarded elsewhere are dropped. */
export async function reportSales(client: Client, company: Company, all = false): Promise<void> {
  const since = all ? Infinity : serviceNow() - PATIENCE_MS;
  const isTold = (one: KeptSale): boolean =>
    one.state === 'refused' || (one.state === 'waiting' && overAt(one) < since);
  const kept = (await keptSales(company)).filter(isTold).slice(0, MOST);
  const sales = kept.map((one) => ({
    ...{ id: idOf(one), madeBy: one.sale.madeBy ?? company.userName, soldAt: one.soldAt, amount: one.due },
    reason: one.state === 'refused' ? (one.problem?.message.slice(0, LONGEST_REASON) ?? one.state) : null,
  }));
  const [name, text] = [TOLD_AS + company.tenantId, JSON.stringify(sales)];
  const isKnown = text === (localStorage.getItem(name) ?? '[]');
  // Once in a while all the same: it may have been discarded elsewhere.
  if (isKnown && (sales.length === 0 || performance.now() - toldAt < PATIENCE_MS)) return;
  const till = localStorage.getItem(TILL_AS) ?? newKey();
  localStorage.setItem(TILL_AS, till);
  const { data } = await client.mutation(ReportTillSales, { till, sales }).toPromise();
  if (!data?.reportTillSales) return;
  toldAt = performance.now();
  localStorage.setItem(name, text);
  const gone = data.reportTillSales.filter(({ state }) => state === 'DISCARDED').map(({ id }) => id);
  for (const one of kept.filter((sale) => gone.includes(idOf(sale)))) await changeSale(company, one.id, () => null);
}
