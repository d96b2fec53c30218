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

async function* withoutClosing(source: AsyncIterable<TestEvent>): AsyncGenerator<TestEvent> {
  for await (const event of source) {
    // With a file it is the summary of that file alone.
    if (event.type === 'test:summary' && event.data.file === undefined) process.send?.(event.data.counts);
    const closes = event.type === 'test:diagnostic' && event.data.nesting === 0 && CLOSING.test(event.data.message);
    if (!closes) yield event;
  }
}

// A generator, since node would call any other kind of function with `new`.
export default async function* report(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  yield* Readable.from(withoutClosing(source)).pipe(new Spec());
}
