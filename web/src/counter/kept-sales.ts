// The sales of a company's till and what is done with its drawer, kept in this browser from before it is shown until the service has filed it.
import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { useEffect, useState } from 'react';
import type { GenerateInvoiceAnswer } from '../api/answers.ts';
import { newId } from '../api/new-key.ts';
import { serviceNow } from '../clock.ts';
import type { Sale } from '../rules/sale.ts';
import { isAct, isOld, sessionToOpen, type Entry, type KeptAct, type TillAct } from '../rules/till-day.ts';
import { currentCompany, type Company } from '../session.ts';
import { stored } from '../stored.ts';
import { becomeTill, inOneTab } from '../till.ts';

export interface KeptSale extends Entry {
  sale: Sale;
  due: string;
  change: string;
  /** Milliseconds; it can be taken back until then. */
  heldUntil: number;
  /** How far it has come. */
  clientId?: string;
  orderId?: string;
  invoice?: GenerateInvoiceAnswer['generateInvoice'];
}

export type Kept = KeptSale | KeptAct;

interface Till extends DBSchema {
  sales: { key: string; value: Kept };
}

const CHANGED = 'folio-sales';
const CONNECTIONS = new Map<string, Promise<IDBPDatabase<Till>>>();
const ASKED_AS = 'folio.persist';
const PLACE_AS = 'folio.place';

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
    for (const kept of salesOf(sales))
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

/** This browser is a till of the company: what it keeps stays, and its pages open without network. */
export function beTill(company: Company): void {
  becomeTill(company);
  void persistSales();
  void navigator.serviceWorker?.register('/assets/offline-shell.js', { scope: '/' });
}

/** In the order in which they were made; those that were filed yesterday are forgotten. */
export async function keptAll(company: Company): Promise<Kept[]> {
  const db = await open(company);
  const all = await db.getAll('sales');
  for (const old of all.filter((kept) => isOld(kept))) await db.delete('sales', old.id);
  const placeOf = ({ place, soldAt }: Kept): number => place ?? Date.parse(soldAt);
  return all.filter((kept) => !isOld(kept)).toSorted((one, other) => placeOf(one) - placeOf(other));
}

export const salesOf = (all: readonly Kept[] = []): KeptSale[] => all.filter((one): one is KeptSale => !isAct(one));
export const actsOf = (all: readonly Kept[] = []): KeptAct[] => all.filter((one) => isAct(one));

export const keptSales = async (company: Company): Promise<KeptSale[]> => salesOf(await keptAll(company));

/** A number that rises with all that this till keeps, files and hears, whatever its clock says. */
export function nextPlace(): number {
  const place = Math.max(Date.now(), Number(stored(() => localStorage.getItem(PLACE_AS)) ?? 0) + 1);
  stored(() => localStorage.setItem(PLACE_AS, String(place)));
  return place;
}

/**
 * On the disk when it answers. False: another tab was before it, and its sale stays; it gives way where it is parked and is paid now, as
 * does an opening that was refused and is done anew.
 */
export async function keepSale(company: Company, kept: Kept): Promise<boolean> {
  const writing = (await open(company)).transaction('sales', 'readwrite', { durability: 'strict' });
  const before = await writing.store.get(kept.id);
  const isKept = !before || (kept.state === 'waiting' && before.state === (isAct(before) ? 'refused' : 'parked'));
  if (isKept) await writing.store.put({ ...kept, place: nextPlace() });
  await writing.done;
  tell();
  return isKept;
}

/** Acts that one which is done anew takes the place of, where they were refused; an opening has the id of the one before it. */
const GOES: Readonly<Record<string, readonly string[]>> = { count: ['count', 'close'], close: ['close'] };

/** Act of the person who is signed in; without a session it opens one. */
export async function keepAct(company: Company, inSession: string | undefined, act: TillAct): Promise<void> {
  const acts = actsOf(await keptAll(company));
  const sessionId = inSession ?? sessionToOpen(acts.filter(({ madeBy }) => madeBy === company.userName)) ?? newId();
  const isFormer = (one: KeptAct): boolean =>
    one.state === 'refused' && one.sessionId === sessionId && (GOES[act.does]?.includes(one.act.does) ?? false);
  for (const { id } of acts.filter(isFormer)) await changeSale(company, id, () => null);
  const made = { madeBy: company.userName, soldAt: new Date(serviceNow()).toISOString(), state: 'waiting' as const };
  await keepSale(company, { id: act.does === 'open' ? sessionId : newId(), act, sessionId, ...made });
}

/**
 * Changes a sale as it is now, and answers it; undefined where it has gone or `change` leaves it. Null from `change` removes it.
 */
export async function changeSale<One extends Kept = KeptSale>(
  company: Company,
  id: string,
  change: (kept: One) => Partial<One> | null | undefined,
): Promise<One | undefined> {
  const writing = (await open(company)).transaction('sales', 'readwrite', { durability: 'strict' });
  const kept = (await writing.store.get(id)) as One | undefined;
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
export function useKept(): readonly Kept[] | undefined {
  const company = currentCompany();
  const [all, setAll] = useState<readonly Kept[]>();
  useEffect(() => {
    if (!company) return undefined;
    const channel = new BroadcastChannel(CHANGED);
    const read = (): void => void keptAll(company).then(setAll);
    channel.addEventListener('message', read);
    read();
    return () => channel.close();
  }, [company]);
  return all;
}
