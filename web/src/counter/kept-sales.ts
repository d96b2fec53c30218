// The sales of a company's till, kept in this browser from before the receipt is shown until the service has filed them.
import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { useEffect, useState } from 'react';
import type { GenerateInvoiceAnswer } from '../api/answers.ts';
import type { Problem } from '../api/problem.ts';
import type { Sale } from '../rules/sale.ts';
import { currentCompany, type Company } from '../session.ts';
import { inOneTab } from '../till.ts';

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
const ASKED_AS = 'folio.persist';
const FORGET_MS = 24 * 3_600_000;

export const salesName = ({ tenantId }: Company): string => `folio-sales ${tenantId}`;

function open(company: Company): Promise<IDBPDatabase<Till>> {
  const name = salesName(company);
  const cached = CONNECTIONS.get(name);
  if (cached) return cached;
  const upgrade = (db: IDBPDatabase<Till>): void => void db.createObjectStore('sales', { keyPath: 'id' });
  const connection = openDB<Till>(name, 1, { upgrade });
  CONNECTIONS.set(name, connection);
  void connection.then((db) => inOneTab(`${name} of users`, () => takeOver(db, `${name} `)));
  return connection;
}

/** Up to 1.9.0 each user had a database, which goes once its sales are on the disk here; while a page of that release has it open, this waits. */
async function takeOver(db: IDBPDatabase<Till>, prefix: string): Promise<void> {
  for (const { name } of await indexedDB.databases()) {
    if (!name?.startsWith(prefix)) continue;
    // In a later version a page of that release can write nothing any more.
    const former = await openDB<Till>(name, 2);
    const sales = former.objectStoreNames.contains('sales') ? await former.getAll('sales') : [];
    const writing = db.transaction('sales', 'readwrite', { durability: 'strict' });
    for (const kept of sales)
      if ((await writing.store.getKey(kept.id)) === undefined)
        await writing.store.put({ ...kept, sale: { ...kept.sale, madeBy: name.slice(prefix.length) } });
    await writing.done;
    tell();
    former.close();
    await deleteDB(name);
  }
}

/** Asked once whether the sales are dropped where space is short; false: they may be. */
export async function persistSales(): Promise<boolean> {
  const storage = navigator.storage as StorageManager | undefined;
  if (!storage || (await storage.persisted())) return storage !== undefined;
  if (localStorage.getItem(ASKED_AS) !== null) return false;
  localStorage.setItem(ASKED_AS, 'asked');
  return storage.persist();
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

/** As they are now, whichever tab changes them; undefined until they are read. */
export function useKeptSales(): readonly KeptSale[] | undefined {
  const company = currentCompany();
  const [sales, setSales] = useState<readonly KeptSale[]>();
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
