// Lines of counts, kept in this browser until the service has them: sent in their order by one tab at a time, each once.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { useEffect, useState } from 'react';
import { useClient, type Client } from 'urql';
import { problemOf, type Problem } from '../api/problem.ts';
import { DOUBTFUL } from '../api/send.ts';
import { CountStock } from '../api/stock-counts.ts';
import { ageOf, serviceNow } from '../clock.ts';
import { currentCompany, type Company } from '../session.ts';
import { endAll, every, listen } from '../store.ts';
import { inOneTab } from '../till.ts';

export interface KeptLine {
  id: string;
  countId: string;
  itemId: string;
  /** As the list of what waits calls it. */
  name: string;
  /** Null takes back what was counted at the place. */
  quantity: string | null;
  place: string;
  /** By the service's time, as this device has it. */
  countedAt: string;
  /** By its own clock: what put the time right meanwhile does not make the line older. */
  device?: number;
  madeBy: string;
  problem?: Problem;
}

interface Kept extends DBSchema {
  lines: { key: string; value: KeptLine };
}

const CHANGED = 'folio-counts';
const AGAIN_MS = 5000;
/** Nothing can be sent now. */
const LATER: readonly string[] = [...DOUBTFUL, 'UNAUTHENTICATED', 'RATE_LIMITED'];
const OPEN = new Map<string, Promise<IDBPDatabase<Kept>>>();
const nameOf = ({ tenantId }: Company): string => `folio-counts ${tenantId}`;

function open(company: Company): Promise<IDBPDatabase<Kept>> {
  const name = nameOf(company);
  const upgrade = (db: IDBPDatabase<Kept>): void => void db.createObjectStore('lines', { keyPath: 'id' });
  const opened = OPEN.get(name) ?? openDB<Kept>(name, 1, { upgrade });
  OPEN.set(name, opened);
  return opened;
}

/** On the disk when it answers. */
export async function changeLines(company: Company, change: { put?: KeptLine; remove?: string }): Promise<void> {
  const writing = (await open(company)).transaction('lines', 'readwrite', { durability: 'strict' });
  if (change.put) await writing.store.put(change.put);
  if (change.remove) await writing.store.delete(change.remove);
  await writing.done;
  const channel = new BroadcastChannel(CHANGED);
  channel.postMessage(null);
  channel.close();
}

const linesOf = async (company: Company): Promise<KeptLine[]> =>
  (await (await open(company)).getAll('lines')).toSorted((one, other) => (one.countedAt < other.countedAt ? -1 : 1));

/** A line that is refused waits for a person; those after it go on. */
const sendLines = (client: Client, company: Company): Promise<void> =>
  inOneTab(nameOf(company), async () => {
    const waiting = (await linesOf(company)).filter(({ problem }) => problem === undefined);
    for (const line of waiting) {
      const { id, countId, itemId, quantity, place, madeBy } = line;
      const now = serviceNow();
      const age = ageOf(Date.parse(line.countedAt), line.device);
      const lines = [{ id, itemId, quantity, place, countedAt: new Date(now - age).toISOString() }];
      const sent = await client
        .mutation(
          CountStock,
          { countId, lines, clock: new Date(now).toISOString(), madeBy },
          { additionalTypenames: ['StockCount', 'StockCountItem', 'StockCountItemPage'] },
        )
        .toPromise();
      const problem = sent.error && problemOf(sent.error);
      if (problem && LATER.includes(problem.code)) return;
      await changeLines(company, problem ? { put: { ...line, problem } } : { remove: id });
    }
  });

/** Kept lines as they are now, whichever tab changes them; sends them while a tab is open. */
export function useKeptLines(maySend = true): readonly KeptLine[] {
  const client = useClient();
  const company = currentCompany();
  const [lines, setLines] = useState<readonly KeptLine[]>([]);
  useEffect(() => {
    if (!company || !maySend) return undefined;
    const channel = new BroadcastChannel(CHANGED);
    const send = (): void => void sendLines(client, company);
    const read = async (): Promise<void> => {
      const kept = await linesOf(company);
      setLines(kept);
      if (kept.some(({ problem }) => problem === undefined)) send();
    };
    channel.addEventListener('message', () => void read());
    void read();
    return endAll(() => channel.close(), every(AGAIN_MS, send), listen(window, { online: send }));
  }, [client, company, maySend]);
  return lines;
}
