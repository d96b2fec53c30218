// Duration of operations by kind and result: labels that a caller cannot choose, so their number is bounded.
import { GraphQLError } from 'graphql';
import { Histogram } from 'prom-client';
import { DomainError } from '../platform/errors.ts';
import { metrics } from '../platform/metrics.ts';
import type { Result } from './answer-in-json.ts';

const operations = new Histogram({
  name: 'folio_graphql_operation_duration_seconds',
  help: 'Operations by kind (query, mutation) and result: ok, refused (the caller asked for something that may not be), failed.',
  labelNames: ['kind', 'result'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [metrics],
});

export async function measured(kind: string, run: () => Promise<Result>): Promise<Result> {
  const stop = operations.startTimer({ kind });
  const result = await run();
  stop({ result: wordFor(result) });
  return result;
}

function wordFor(result: Result): string {
  if ('text' in result || !result.errors?.length) return 'ok';
  return result.errors.every(({ originalError }) => isRefusal(originalError)) ? 'refused' : 'failed';
}

function isRefusal(error: Error | undefined): boolean {
  return error === undefined || error instanceof GraphQLError || error instanceof DomainError;
}
