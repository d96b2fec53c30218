// The catalog that a till keeps: items, clients and prices, condensed, and read anew as far as they have changed.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { useEffect, useRef, useState } from 'react';
import { useClient, type AnyVariables, type Client, type TypedDocumentNode } from 'urql';
import type { CounterPlacesAnswer } from '../api/answers.ts';
import { CounterClients, CounterItems, CounterPlaces, CounterPrices } from '../api/counter.ts';
import { askTime } from '../clock.ts';
import { indexItems, type ItemIndex } from '../rules/counter-items.ts';
import { pricesOf, withoutPrices, type Prices, type SaleClient, type SoldItem } from '../rules/sale.ts';
import { currentCompany, type Company } from '../session.ts';
import { endAll, every, listen } from '../store.ts';
import { catalogName, inOneTab } from '../till.ts';

export interface Catalog {
  items: ItemIndex;
  clients: readonly SaleClient[];
  /** By the id of the list. */
  prices: Readonly<Record<string, Prices>>;
  places: CounterPlacesAnswer;
  /** When all stock was read. */
  stockAt: string;
  /** How often something came, by whichever tab. */
  changes: number;
}

interface About extends Pick<Catalog, 'places' | 'stockAt' | 'changes'> {
  /** By the clock of the service: what was changed before is here. */
  since: string;
}

interface Kept extends DBSchema {
  items: { key: string; value: SoldItem };
  clients: { key: string; value: SaleClient };
  prices: { key: string; value: Prices };
  about: { key: 'all'; value: About };
}

const AGAIN_MS = 120_000;
/** While there is no catalog at all. */
const SOON_MS = 3_000;
/** A transaction that is being committed shows its rows under the time at which it wrote them. */
const MARGIN_MS = 60_000;
const STOCK_MS = 3_600_000;
/** Items whose prices are asked for by name; of more, the lists are read whole. */
const MOST_NAMED = 100;
const BEGINNING = '1970-01-01T00:00:00Z';

const open = (company: Company): Promise<IDBPDatabase<Kept>> =>
  openDB<Kept>(catalogName(company), 2, {
    upgrade(db) {
      // An earlier release kept fewer fields of an item: they are read anew.
      for (const store of db.objectStoreNames) db.deleteObjectStore(store);
      for (const store of ['items', 'clients'] as const) db.createObjectStore(store, { keyPath: 'id' });
      for (const store of ['prices', 'about'] as const) db.createObjectStore(store);
    },
    // It is deleted at sign-out.
    blocking: (_current, _next, { target }) => (target as IDBDatabase).close(),
  });

async function readCatalog(db: IDBPDatabase<Kept>): Promise<Catalog | undefined> {
  const about = await db.get('about', 'all');
  if (!about) return undefined;
  const [items, clients, lists, prices] = await Promise.all([
    db.getAll('items'),
    db.getAll('clients'),
    db.getAllKeys('prices'),
    db.getAll('prices'),
  ]);
  const byList = Object.fromEntries(lists.map((id, index) => [id, prices[index]!]));
  return { ...about, items: indexItems(items), clients, prices: byList };
}

/** Answers `changes`. */
async function refresh(client: Client, db: IDBPDatabase<Kept>): Promise<number> {
  const kept = await db.get('about', 'all');
  const now = await askTime();
  // An earlier release kept the time of the device, which may be far ahead.
  const isStale = !kept || Math.abs(now - Date.parse(kept.stockAt)) > STOCK_MS;
  const ask = async <D, V extends AnyVariables>(query: TypedDocumentNode<D, V>, variables: V): Promise<D> => {
    const { data, error } = await client.query(query, variables, { requestPolicy: 'network-only' }).toPromise();
    if (error) throw error;
    return data!;
  };
  let count = 0;
  const readAll = async <T>(
    page: (
      after: string | null,
    ) => Promise<{ records: T[]; pageInfo: { endCursor: string | null; hasNextPage: boolean } }>,
    write: (records: T[]) => Promise<unknown>,
  ): Promise<void> => {
    let after: string | null = null;
    do {
      const { records, pageInfo } = await page(after);
      await write(records);
      count += records.length;
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    } while (after !== null);
  };
  // An archived record leaves the till with the next look.
  const put =
    (store: 'items' | 'clients') => async (records: ((SoldItem | SaleClient) & { archivedAt: string | null })[]) => {
      const writing = db.transaction(store, 'readwrite');
      const written = records.map(({ archivedAt, ...record }) =>
        archivedAt === null ? writing.store.put(record as SoldItem & SaleClient) : writing.store.delete(record.id!),
      );
      await Promise.all([...written, writing.done]);
    };
  const since = kept && !isStale ? kept.since : BEGINNING;
  const itemIds: string[] = [];
  await readAll(
    async (after) => (await ask(CounterItems, { after, since })).items,
    (records) => {
      itemIds.push(...records.map(({ id }) => id));
      return put('items')(records);
    },
  );
  await readAll(
    async (after) => (await ask(CounterClients, { after, since: kept?.since ?? BEGINNING })).clients,
    put('clients'),
  );
  const places = await ask(CounterPlaces, {});
  for (const id of await db.getAllKeys('prices'))
    if (!places.priceLists.some((list) => list.id === id)) await db.delete('prices', id);
  for (const { id } of places.priceLists) {
    const had = await db.get('prices', id);
    // An item has changed where a price of it on a list has.
    const named = had && !isStale && itemIds.length <= MOST_NAMED ? itemIds : null;
    if (named?.length === 0) continue;
    let prices = named ? withoutPrices(had, named) : {};
    for (let offset = 0, total = 1; offset < total; offset += 100) {
      const { listPrices } = await ask(CounterPrices, { priceListId: id, itemIds: named, offset });
      total = listPrices.totalCount;
      prices = { ...prices, ...pricesOf(listPrices.records) };
    }
    await db.put('prices', prices, id);
  }
  const read = new Date(now - MARGIN_MS).toISOString();
  const stockAt = isStale ? new Date(now).toISOString() : kept.stockAt;
  const isNew = count > 0 || JSON.stringify(places) !== JSON.stringify(kept?.places);
  const changes = (kept?.changes ?? 0) + (isNew ? 1 : 0);
  await db.put('about', { places, since: read, stockAt, changes }, 'all');
  return changes;
}

/** Undefined until there is any; `look` asks at once for what has changed. */
export function useCatalog(): { catalog: Catalog | undefined; look(): Promise<Catalog | undefined> } {
  const client = useClient();
  const company = currentCompany()!;
  const [catalog, setCatalog] = useState<Catalog>();
  // For a code that was scanned before there was any.
  const last = useRef<Catalog>(undefined);
  const look = async (isAsked = true): Promise<Catalog | undefined> => {
    const db = await open(company);
    const read = async (): Promise<void> => setCatalog((last.current = await readCatalog(db)));
    if (!last.current) await read();
    const act = async (): Promise<void> => {
      // Without network what is here will do.
      const changes = await refresh(client, db).catch(() => last.current?.changes);
      if (changes !== last.current?.changes) await read();
    };
    // A look that is under way may have passed by what is asked for, and without a catalog its end is waited for.
    await inOneTab(catalogName(company), act, { waits: isAsked || !last.current });
    db.close();
    return last.current;
  };
  useEffect(() => {
    let isLooking = false;
    const again = (): void => {
      if (document.hidden || isLooking) return;
      isLooking = true;
      void look(false).finally(() => (isLooking = false));
    };
    again();
    const soon = every(SOON_MS, () => last.current ?? again());
    return endAll(every(AGAIN_MS, again), soon, listen(window, { online: again }));
  }, [company]);
  return { catalog, look };
}
