import assert from 'node:assert/strict';
import { test } from 'node:test';
import { concerning, currentTrace, inTrace, nowAbout, traceFrom, traceparent } from './trace.ts';
import { assertEach } from '../../test/support/assert-each.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

const HEADERS: readonly (readonly [header: unknown, goesOn: boolean])[] = [
  [`00-${TRACE}-${PARENT}-01`, true],
  [`00-${TRACE}-${PARENT}-00`, true],
  [`cc-${TRACE}-${PARENT}-01-what-is-to-come`, true],
  [`00-${TRACE}-${PARENT}-01-more`, false],
  [`ff-${TRACE}-${PARENT}-01`, false],
  [`00-${TRACE.toUpperCase()}-${PARENT}-01`, false],
  [`00-${'0'.repeat(32)}-${PARENT}-01`, false],
  [`00-${TRACE}-${'0'.repeat(16)}-01`, false],
  [`00-${TRACE}-${PARENT}`, false],
  [`00-${TRACE}-${PARENT}-01\r\nx: y`, false],
  ['', false],
  [undefined, false],
  [[`00-${TRACE}-${PARENT}-01`], false],
];

for (const [header, goesOn] of HEADERS) {
  test(`the trace of ${JSON.stringify(header)} ${goesOn ? 'goes on' : 'is a new one'}`, () => {
    const { traceId, spanId } = traceFrom(header);
    assert.match(traceId, /^[0-9a-f]{32}$/);
    assert.match(spanId, /^[0-9a-f]{16}$/);
    assert.equal(traceId === TRACE, goesOn);
    assert.notEqual(spanId, PARENT);
  });
}

test('parts of a trace speak of themselves alone', async () => {
  const trace = traceFrom(undefined);
  const told = await inTrace({ ...trace, requestId: 'r' }, () =>
    Promise.all(['a', 'b'].map((documentId) => concerning({ documentId }, async () => currentTrace()))),
  );
  assertEach(told, (one) => [one?.traceId, one?.requestId, one?.documentId], [
    [trace.traceId, 'r', 'a'],
    [trace.traceId, 'r', 'b'],
  ]);
  assert.match(
    concerning({ documentId: 'c' }, () => currentTrace()!.traceId),
    /^[0-9a-f]{32}$/,
  );
});

test('everything that follows from it knows its trace, and nothing else does', async () => {
  const one = traceFrom(`00-${TRACE}-${PARENT}-01`);
  const later = inTrace({ ...one, requestId: 'r' }, () => {
    nowAbout({ tenantId: 't' });
    return new Promise<unknown>((resolve) => setImmediate(() => resolve([traceparent(), currentTrace()])));
  });
  assert.equal(traceparent(), undefined);
  assert.deepEqual(await later, [
    `00-${TRACE}-${one.spanId}-01`,
    { traceId: TRACE, spanId: one.spanId, requestId: 'r', tenantId: 't' },
  ]);
});
