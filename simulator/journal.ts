/** An append-only file of JSON lines: what happened, in order, so that a killed simulator knows its documents when it starts again. */
import { closeSync, fsyncSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

export interface Journal<Event> {
  /** Events written before this start, oldest first. */
  past: Event[];
  append(event: Event): void;
  close(): void;
}

export function openJournal<Event>(path: string): Journal<Event> {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, 'a+');
  try {
    const { events, length } = readLines(readFileSync(file), path);
    // Truncate the torn line, or the next one would be appended to it.
    ftruncateSync(file, length);
    return {
      past: events as Event[],
      // Written at once and whole: what the kernel has survives the death of this process.
      append(event) {
        writeSync(file, `${JSON.stringify(event)}\n`);
      },
      close() {
        fsyncSync(file);
        closeSync(file);
      },
    };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

// Only the last line can be torn by a kill; a bad line before it means that something else wrote here, and is not passed over.
function readLines(content: Buffer, path: string): { events: unknown[]; length: number } {
  const events: unknown[] = [];
  let start = 0;
  for (let line = 1; ; line++) {
    const end = content.indexOf(0x0a, start);
    if (end === -1) return { events, length: start };
    const text = content.toString('utf8', start, end);
    try {
      events.push(JSON.parse(text));
    } catch (error) {
      throw new Error(`Line ${line} of the journal ${path} is no JSON.`, { cause: error });
    }
    start = end + 1;
  }
}
