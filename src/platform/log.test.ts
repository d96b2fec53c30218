import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLogger } from './log.ts';
import { inTrace, traceFrom } from './trace.ts';

function logged(work: (log: ReturnType<typeof createLogger>) => void): { line: Record<string, unknown>; text: string } {
  const lines: string[] = [];
  work(createLogger({ level: 'debug', readable: false, write: (line) => lines.push(line) }));
  assert.equal(lines.length, 1);
  return { line: JSON.parse(lines[0]!) as Record<string, unknown>, text: lines[0]! };
}

test('a line says what it belongs to without being told', () => {
  const trace = traceFrom(undefined);
  const { line } = logged((log) =>
    inTrace({ ...trace, requestId: 'r1', tenantId: 't1' }, () => log.info({ count: 3 }, 'done')),
  );
  const { traceId, spanId, requestId, tenantId, count, msg } = line;
  assert.deepEqual(
    { traceId, spanId, requestId, tenantId, count, msg },
    { traceId: trace.traceId, spanId: trace.spanId, requestId: 'r1', tenantId: 't1', count: 3, msg: 'done' },
  );
});

test('an error is told without the rows and values that hang on it', () => {
  const cause = Object.assign(new Error('duplicate key value violates unique constraint "items_sku"'), {
    code: '23505',
    detail: 'Key (name)=(Ana Pérez) already exists.',
    where: 'COPY clients, line 1: "Ana Pérez"',
    constraint: 'items_sku',
    parameters: ['Ana Pérez'],
  });
  const error = new Error('invalid input syntax for type uuid: "Ana Pérez"', { cause });
  const { line, text } = logged((log) => log.error({ err: error }, 'a request failed'));
  assert.ok(!text.includes('Ana'), text);
  const { err } = line as { err: { message: string; stack: string; cause: Record<string, unknown> } };
  assert.match(err.message, /invalid input syntax for type uuid: "…"/);
  assert.match(err.stack, /log\.test\.ts/);
  assert.equal(err.cause['code'], '23505');
  assert.equal(err.cause['constraint'], 'items_sku');
});

test('what is called a secret is not told', () => {
  const hidden = { authorization: 'Bearer abc', nested: { apiKey: 'abc', webhookSecret: 'abc', token: 'abc' } };
  assert.ok(!logged((log) => log.info(hidden, 'x')).text.includes('abc'));
});
