// A process of its own that reads one table from its standard input, and writes parts of it as lines of JSON. Whatever a file does to it,
// the service goes on: a thread that runs out of memory would end the whole process.
import { writeSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { DomainError, type Sentence } from './errors.ts';
import { readRecords } from './table-records.ts';
import type { TextLayout } from './text-layout.ts';

export type TablePart = { records: [record: string[], line: number][] } | { digest: string } | { refusal: Sentence };

const CELLS_OF_A_PART = 2_000;
const PAUSE_MS = 5;

/** Beside the thread that reads, which may not come to look at a clock. */
function endAfter(seconds: number): void {
  const watch = `setInterval(() => {
    const { user, system } = process.cpuUsage();
    if (user + system > ${seconds * 1e6}) process.kill(process.pid, 'SIGKILL');
  }, 100);`;
  new Worker(watch, { eval: true }).unref();
}

const never = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/** Waits while the other process is busy: a pipe holds some parts, and no more. */
function hand(part: TablePart): void {
  const text = Buffer.from(`${JSON.stringify(part)}\n`);
  for (let at = 0; at < text.length;) {
    try {
      at += writeSync(1, text, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(never, 0, 0, PAUSE_MS);
    }
  }
}

endAfter(Number(process.argv[2]));
let records: [record: string[], line: number][] = [];
let cells = 0;
try {
  const take = (record: string[], line: number): void => {
    records.push([record, line]);
    if ((cells += record.length) < CELLS_OF_A_PART) return;
    hand({ records });
    [records, cells] = [[], 0];
  };
  const layout = JSON.parse(process.argv[3]!) as TextLayout;
  const digest = await readRecords(await buffer(process.stdin), take, { layout });
  hand({ records });
  hand({ digest });
} catch (error) {
  if (!(error instanceof DomainError)) throw error;
  hand({ refusal: error.sentence });
}
