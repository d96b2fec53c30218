// The feed of events: pages up to the present, then the stream; what fails is taken up after the last event that was dealt with.
import type { EventData } from './api.ts';
import { FolioError, isPassing } from './error.ts';

export interface FolioEvent {
  /** The same at each repetition. */
  id: string;
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
  /** To be kept with what was made of the event: the next reader begins after it. */
  cursor: string;
}

/** Whether it is of this type: then its data has the fields of the type. Types of later releases are of none. */
export function isEvent<Type extends keyof EventData, One extends Pick<FolioEvent, 'type'>>(
  event: One,
  type: Type,
): event is One & { type: Type; data: EventData[Type] } {
  return event.type === type;
}

export interface EventsOptions {
  /** The cursor of the last event that was dealt with; without it, from the oldest that is kept. */
  after?: string | undefined;
  types?: readonly string[];
  /** False: ends where nothing more has happened yet. */
  follow?: boolean;
  /** Ends the reading. */
  signal?: AbortSignal;
}

export interface EventPage {
  records: (Omit<FolioEvent, 'timestamp'> & { at: string })[];
  pageInfo: { endCursor: string | null; hasNextPage: boolean };
}

interface Feed {
  page(after: string | undefined): Promise<EventPage>;
  stream(after: string | undefined, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  pause(failed: number): Promise<void>;
}

/** A stream that says nothing for so long, not even that it is there, is taken for dead. */
const SILENCE_MS = 90_000;

export async function* readEvents(options: EventsOptions, feed: Feed): AsyncGenerator<FolioEvent, void, undefined> {
  const { follow = true, signal } = options;
  const isOver = (): boolean => signal?.aborted === true;
  let cursor = options.after;
  for (let failed = 0; ; failed += 1) {
    const end = new AbortController();
    const timer = setTimeout(() => end.abort(), SILENCE_MS);
    const signals = AbortSignal.any([end.signal, ...(signal === undefined ? [] : [signal])]);
    try {
      for await (const event of follow ? pagesAndStream(signals, timer) : pages()) {
        yield event;
        failed = 0;
      }
      if (!follow) return;
    } catch (error) {
      if (isOver()) return;
      if (!follow || (error instanceof FolioError && !isPassing(error))) throw error;
    } finally {
      clearTimeout(timer);
      end.abort();
    }
    await feed.pause(failed);
  }

  async function* pages(): AsyncGenerator<FolioEvent> {
    for (let isMore = true; isMore && !isOver();) {
      const { records, pageInfo } = await feed.page(cursor);
      for (const { at, ...event } of records) {
        if (isOver()) return;
        yield { ...event, timestamp: at };
      }
      // Further than the last event, where what follows is of other types.
      cursor = pageInfo.endCursor ?? cursor;
      isMore = pageInfo.hasNextPage;
    }
  }

  async function* pagesAndStream(signals: AbortSignal, timer: NodeJS.Timeout): AsyncGenerator<FolioEvent> {
    yield* pages();
    const body = await feed.stream(cursor, signals);
    for await (const { id, data } of messages(body, () => timer.refresh())) {
      if (data !== '') yield { ...(JSON.parse(data) as Omit<FolioEvent, 'cursor'>), cursor: id };
      cursor = id;
    }
  }
}

/** Server-sent events as the HTML standard has them, of those that have an id. */
async function* messages(
  body: ReadableStream<Uint8Array>,
  onSign: () => void,
): AsyncGenerator<{ id: string; data: string }> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    onSign();
    const parts = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n\r?\n/);
    rest = parts.pop()!;
    for (const part of parts) {
      const fields = part.split(/\r?\n/).map((line) => /^(?<name>\w+): ?(?<value>.*)$/.exec(line)?.groups ?? {});
      const valuesOf = (wanted: string): string[] =>
        fields.flatMap(({ name, value }) => (name === wanted ? [value!] : []));
      const [id] = valuesOf('id');
      if (id !== undefined) yield { id, data: valuesOf('data').join('\n') };
    }
  }
}
