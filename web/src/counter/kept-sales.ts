// The sales of a till, kept in this browser from before the receipt is shown until the service has filed them.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { useEffect, useState } from 'react';
import type { GenerateInvoiceAnswer } from '../api/answers.ts';
import type { Problem } from '../api/problem.ts';
import type { Sale } from '../rules/sale.ts';
import { currentCompany, type Company } from '../session.ts';
import { ownerOf } from './till.ts';

export interface KeptSale {
  id: string;
  sale: Sale;
  /** Parked: the client comes back. Refused: a person must see to it. */
  state: 'parked' | 'waiting' | 'refused' | 'filed';
  soldAt: string;
  due: string;
  change: string;
  /** Milliseconds; it can be taken back until then. */
  heldUntil: number;
  /** How far it has come. */
  clientId?: string;
  orderId?: string;
  invoice?: GenerateInvoiceAnswer['generateInvoice'];
  problem?: Problem | undefined;
}

interface Till extends DBSchema {
  sales: { key: string; value: KeptSale };
}

const CHANGED = 'folio-sales';
const CONNECTIONS = new Map<string, Promise<IDBPDatabase<Till>>>();
const FORGET_MS = 24 * 3_600_000;

function open(company: Company): Promise<IDBPDatabase<Till>> {
  const name = `folio-sales ${ownerOf(company)}`;
  const upgrade = (db: IDBPDatabase<Till>): void => void db.createObjectStore('sales', { keyPath: 'id' });
  const connection = CONNECTIONS.get(name) ?? openDB<Till>(name, 1, { upgrade });
  CONNECTIONS.set(name, connection);
  return connection;
}

/** In the order in which they were made; those that were filed yesterday are forgotten. */
export async function keptSales(company: Company): Promise<KeptSale[]> {
  const db = await open(company);
  const all = await db.getAll('sales');
  const isOld = ({ state, soldAt }: KeptSale): boolean =>
    state === 'filed' && Date.now() - Date.parse(soldAt) > FORGET_MS;
  for (const old of all.filter(isOld)) await db.delete('sales', old.id);
  return all.filter((kept) => !isOld(kept)).toSorted((one, other) => (one.soldAt < other.soldAt ? -1 : 1));
}

/** On the disk when it answers. */
export async function keepSale(company: Company, kept: KeptSale): Promise<void> {
  const writing = (await open(company)).transaction('sales', 'readwrite', { durability: 'strict' });
  await writing.store.put(kept);
  await writing.done;
  tell();
}

/**
 * Changes a sale as it is now, and answers it; undefined where it has gone or `change` leaves it. Null from `change` removes it.
 */
export async function changeSale(
  company: Company,
  id: string,
  change: (kept: KeptSale) => Partial<KeptSale> | null | undefined,
): Promise<KeptSale | undefined> {
  const writing = (await open(company)).transaction('sales', 'readwrite', { durability: 'strict' });
  const kept = await writing.store.get(id);
  const changed = kept && change(kept);
  if (!kept || changed === undefined) return undefined;
  const next = { ...kept, ...changed };
  await (changed === null ? writing.store.delete(id) : writing.store.put(next));
  await writing.done;
  tell();
  return next;
}

function tell(): void {
  const channel = new BroadcastChannel(CHANGED);
  channel.postMessage(null);
  channel.close();
}

/** As they are now, whichever tab changes them. */
export function useKeptSales(): readonly KeptSale[] {
  const company = currentCompany();
  const [sales, setSales] = useState<readonly KeptSale[]>([]);
  useEffect(() => {
    if (!company) return undefined;
    const channel = new BroadcastChannel(CHANGED);
    const read = (): void => void keptSales(company).then(setSales);
    channel.addEventListener('message', read);
    read();
    return () => channel.close();
  }, [company]);
  return sales;
}
