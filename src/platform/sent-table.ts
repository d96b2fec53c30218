// Reads a table that a caller has sent, in another process: one table of all companies at a time, with bounds of memory and processor time.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { badInput, DomainError, rateLimited } from './errors.ts';
import { limitPerKey } from './limit-per-key.ts';
import type { TablePart } from './table-process.ts';
import type { TakeRecord } from './table-records.ts';
import { USUAL_LAYOUT, type TextLayout } from './text-layout.ts';

const MOST_MEGABYTES = 256;
const MOST_SECONDS = 10;
const MOST_WAITING = 20;
const PAUSE_SECONDS = 30;
const READER = fileURLToPath(new URL('table-process.ts', import.meta.url));

const reading = limitPerKey(1);

/** Answers the digest. Throws what `take` throws, and what reading refuses. */
export async function readSentTable(bytes: Uint8Array, take: TakeRecord, layout = USUAL_LAYOUT): Promise<string> {
  if (reading.length('') > MOST_WAITING) throw rateLimited(PAUSE_SECONDS);
  return reading.run('', () => readApart(bytes, take, layout));
}

async function readApart(bytes: Uint8Array, take: TakeRecord, layout: TextLayout): Promise<string> {
  const settings = [String(MOST_SECONDS), JSON.stringify(layout)];
  const reader = spawn(process.execPath, [`--max-old-space-size=${MOST_MEGABYTES}`, READER, ...settings], {
    // It needs nothing of ours, so it knows none of our secrets.
    env: {},
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = once(reader, 'close');
  let output = '';
  reader.stderr.on('data', (text) => (output = `${output}${text}`.slice(-2000)));
  // One that ended early has not read all of it.
  reader.stdin.on('error', () => undefined);
  reader.stdin.end(bytes);
  try {
    for await (const line of linesOf(reader.stdout)) {
      const part = JSON.parse(line) as TablePart;
      if ('digest' in part) return part.digest;
      if ('refusal' in part)
        throw new DomainError<string>('BAD_USER_INPUT', part.refusal.template, part.refusal.params);
      for (const [record, at] of part.records) take(record, at);
    }
    const [code] = (await ended) as [number | null];
    // By its own clock or for lack of memory it ends by a signal.
    if (code === 1) throw new Error(`the process that reads a table failed: ${output}`);
    throw badInput('Cannot read {file}: it takes more than {seconds} s or {megabytes} MB; divide it', {
      file: 'file',
      seconds: MOST_SECONDS,
      megabytes: MOST_MEGABYTES,
    });
  } finally {
    reader.kill('SIGKILL');
    await ended;
  }
}

/** Not by `readline`, to which U+2028 is an end as well. */
async function* linesOf(output: Readable): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of output.setEncoding('utf8')) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop()!;
    yield* lines;
    // Rows that were handed over already would be read in one piece otherwise.
    await turn();
  }
}
