// How one group of tests reports: the spec reporter's lines for people, and the counts for the process that started the group.
import { Readable } from 'node:stream';
import { spec as Spec, type TestEvent } from 'node:test/reporters';

/** Sent once, after the last test. */
export interface GroupCounts {
  tests: number;
  suites: number;
  passed: number;
  failed: number;
  cancelled: number;
  skipped: number;
  todo: number;
}

// The closing lines of one group; `npm test` writes them once, for all groups together.
const CLOSING = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) \d/;

// How long the last tests may take to put things away. node would wait for ever for what one of them has left open.
const PUTTING_AWAY_MS = 300_000;

async function* withoutClosing(source: AsyncIterable<TestEvent>): AsyncGenerator<TestEvent> {
  let running = 0;
  let patience: NodeJS.Timeout | undefined;
  for await (const event of source) {
    if (event.type === 'test:enqueue') running += 1;
    if (event.type === 'test:complete') running -= 1;
    clearTimeout(patience);
    if (running === 0) patience = setTimeout(reportLeftovers, PUTTING_AWAY_MS).unref();
    // With a file it is the summary of that file alone.
    if (event.type === 'test:summary' && event.data.file === undefined) process.send?.(event.data.counts);
    const closes = event.type === 'test:diagnostic' && event.data.nesting === 0 && CLOSING.test(event.data.message);
    if (!closes) yield event;
  }
  clearTimeout(patience);
}

function reportLeftovers(): void {
  const open = new Set(process.getActiveResourcesInfo());
  process.stderr.write(`✖ All tests have ended, but one of them has left something open: ${[...open].join(', ')}\n`);
  process.exit(1);
}

// A generator, since node would call any other kind of function with `new`.
export default async function* report(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  yield* Readable.from(withoutClosing(source)).pipe(new Spec());
}
