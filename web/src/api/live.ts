// Live events of the business: one stream for all tabs of this browser, since a browser opens few connections to a host.
import { useEffect, useRef } from 'react';
import { currentCompany } from '../session.ts';
import { signal, store } from '../store.ts';
import { askAgain } from './acts.ts';
import { headersFor } from './client.ts';

export interface Happened {
  type: string;
  data: Record<string, unknown>;
}

type Listener = (events: readonly Happened[]) => void;

const ADDRESS = '/events/stream';
/** The service says something each 15 seconds. */
const SILENT_MS = 40_000;
const HIDDEN_MS = 60_000;
const FIRST_MS = 100;
const LEAST_MS = 1000;
/** While events keep coming, as in a busy hour, views ask ever more rarely, up to this. */
const MOST_MS = 8000;
const MOST_KEPT = 500;

const heard = signal<readonly Happened[]>();
/** Since when events come. */
const liveSince = store<number | undefined>(undefined);
let lastId: string | undefined;
let waiting: Happened[] = [];
let pauseMs = LEAST_MS;
let toldAt = 0;
let telling: ReturnType<typeof setTimeout> | undefined;
let silence: ReturnType<typeof setTimeout> | undefined;
let connection = new AbortController();

function setLive(now: boolean): void {
  clearTimeout(silence);
  if (now) silence = setTimeout(hearNothing, SILENT_MS);
  if (now !== (liveSince.get() !== undefined)) liveSince.set(now ? performance.now() : undefined);
}

function hearNothing(): void {
  setLive(false);
  connection.abort();
}

/** Views are told together, at most once a second, and those of a hidden page when it is seen again. */
function tell(): void {
  telling = undefined;
  if (document.hidden || waiting.length === 0) return;
  const [events, now] = [waiting, performance.now()];
  pauseMs = now - toldAt < 2 * pauseMs ? Math.min(2 * pauseMs, MOST_MS) : LEAST_MS;
  [waiting, toldAt] = [[], now];
  if (events.length > MOST_KEPT) return askAgain();
  heard.tell(events);
}

function note({ id, events }: { id: string | undefined; events: Happened[] }): void {
  lastId = id ?? lastId;
  setLive(true);
  waiting = [...waiting, ...events].slice(0, MOST_KEPT + 1);
  telling ??= setTimeout(tell, Math.max(FIRST_MS, toldAt + pauseMs - performance.now()));
}

async function readStream(signal: AbortSignal, share: typeof note): Promise<void> {
  const headers = { ...headersFor(), ...(lastId !== undefined && { 'last-event-id': lastId }) };
  // Silence counts from here: a connection may be dead before its first word.
  clearTimeout(silence);
  silence = setTimeout(hearNothing, SILENT_MS);
  const response = await fetch(ADDRESS, { headers, signal });
  if (response.status === 409) {
    // Events after that place are not kept any more.
    lastId = undefined;
    askAgain();
  }
  if (!response.ok || !response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let unread = '', read = await reader.read(); !read.done; read = await reader.read()) {
    const parts = (unread + read.value).split('\n\n');
    unread = parts.pop()!;
    const lines = parts.flatMap((part) => part.split('\n'));
    const fieldsOf = (field: string): string[] =>
      lines.filter((line) => line.startsWith(field)).map((line) => line.slice(field.length));
    share({ id: fieldsOf('id: ').at(-1), events: fieldsOf('data: ').map((data) => JSON.parse(data) as Happened) });
  }
}

/** Reads on until the signal, after the last that was heard. */
async function keepReading(signal: AbortSignal, share: typeof note): Promise<void> {
  for (let failures = 1; ; failures++) {
    connection = new AbortController();
    const begunAt = performance.now();
    await readStream(AbortSignal.any([signal, connection.signal]), share).catch(() => undefined);
    setLive(false);
    // The next tab's turn has come.
    if (signal.aborted) return;
    if (performance.now() - begunAt > SILENT_MS) failures = 1;
    await new Promise((resolve) => setTimeout(resolve, Math.min(1000 * 2 ** (failures - 1), 30_000)));
  }
}

/** Follows while the page is seen, and a minute longer. */
export function useStream(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const name = `folio.live.${currentCompany()?.tenantId}`;
    const channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }) => note(data as Parameters<typeof note>[0]);
    const share: typeof note = (news) => {
      note(news);
      channel.postMessage(news);
    };
    let following: AbortController | undefined;
    let leaving: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      clearTimeout(leaving);
      if (document.hidden) {
        leaving = setTimeout(() => {
          following?.abort();
          following = undefined;
        }, HIDDEN_MS);
        return;
      }
      tell();
      if (following) return;
      following = new AbortController();
      const { signal } = following;
      // Without a secure connection there are no locks, and each tab reads a stream of its own.
      const turn = navigator.locks as LockManager | undefined;
      void (turn?.request(name, { signal }, () => keepReading(signal, share)) ?? keepReading(signal, share)).catch(
        () => undefined,
      );
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      clearTimeout(leaving);
      following?.abort();
      channel.close();
      [lastId, waiting] = [undefined, []];
      setLive(false);
    };
  }, [isOn]);
}

/** Since when events come; while they do not, views poll. */
export const useLiveSince = liveSince.use;

/** `isOfInterest` is asked once for all events that came together. */
export function useLive(isOfInterest: (event: Happened) => boolean, onEvents: () => void): void {
  const latest = useRef<Listener>(undefined);
  latest.current = (events) => events.some(isOfInterest) && onEvents();
  useEffect(() => heard.listen((events) => latest.current?.(events)), []);
}

const OF_DOCUMENTS = ['orders', 'invoices', 'today', 'openDocuments', 'documentsNeedingPerson', 'fiscalMonth', 'clientStatement', 'receivables', 'salesBy']; // prettier-ignore

/** The lists and sums that an event may change, by the first word of its type; a record is known by its id. */
const LISTS: Record<string, readonly string[]> = {
  order: ['orders', 'today'],
  invoice: OF_DOCUMENTS,
  credit: ['credits', ...OF_DOCUMENTS],
  debit_note: ['debitNotes', ...OF_DOCUMENTS],
  payment: ['payments', ...OF_DOCUMENTS],
  document: OF_DOCUMENTS,
  stock: ['today'],
  purchase_order: ['purchaseOrders', 'today'],
  client: ['clients'],
  supplier: ['suppliers'],
  item: ['items'],
  price_list: ['priceLists', 'listPrices'],
  location: ['locations', 'offices'],
  till: ['tillSessions'],
};

/** Whether an answer shows what an event is about. */
export function shows(answer: object, { type, data }: Happened): boolean {
  const lists = LISTS[type.split('.')[0]!] ?? [];
  if (lists.some((list) => list in answer)) return true;
  const text = JSON.stringify(answer);
  return Object.entries(data).some(
    ([name, ids]) => /ids?$/i.test(name) && [ids].flat().some((id) => text.includes(String(id))),
  );
}
