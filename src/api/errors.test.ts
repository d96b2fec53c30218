// Errors that are not refusals, as a caller sees them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GraphQLError } from 'graphql';
import { createLogger } from '../platform/log.ts';
import { formatError } from './errors.ts';

const TOLD = [
  ['57P01', 'SERVICE_UNAVAILABLE', /^The database cannot be reached at the moment/],
  ['57014', 'SERVICE_UNAVAILABLE', /^It took too long; ask for less at once, or try again later \(request r1\)$/],
  ['40P01', 'SERVICE_UNAVAILABLE', /^Another request was in the way; try again \(request r1\)$/],
  ['40001', 'SERVICE_UNAVAILABLE', /^Another request was in the way/],
  ['23505', 'INTERNAL_SERVER_ERROR', /^Something went wrong here/],
] as const;

for (const [sqlState, code, said] of TOLD) {
  test(`an error of PostgreSQL with ${sqlState} is told as ${code}`, () => {
    const originalError = Object.assign(new Error('its own words'), { code: sqlState });
    const log = createLogger({ level: 'silent', readable: false });
    const told = formatError(
      new GraphQLError('its own words', { originalError }),
      { requestId: 'r1', language: 'en' },
      log,
    );
    assert.match(told.message, said);
    assert.deepEqual(told.extensions, { code, requestId: 'r1' });
  });
}
