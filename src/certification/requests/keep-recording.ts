// The PAC answers once, so storing its answer is retried until the database is back.
import { setTimeout as delay } from 'node:timers/promises';
import { isConnectionError, isSerializationFailure } from '../../platform/postgres.ts';
import type { CertificationContext } from '../context.ts';

/** Longer than a failover takes. */
const KEPT_FOR_MS = 300_000;
const LONGEST_PAUSE_MS = 5_000;

/**
 * The answer is logged in full with the first failure, so that it outlasts this process too. Ends with the error when the time is over,
 * or when the database of this process has been closed.
 */
export async function keepRecording<Result>(
  { log }: Pick<CertificationContext, 'log'>,
  answer: { tenantId: string; documentId: string; what: 'submission' | 'void'; outcome: unknown },
  record: () => Promise<Result>,
): Promise<Result> {
  const startedAt = performance.now();
  for (let pauseMs = 100; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
    try {
      return await record();
    } catch (error) {
      if (pauseMs === 100) log.error({ ...answer, err: error }, 'an answer of the PAC could not be stored yet');
      const mayPass = isConnectionError(error) || isSerializationFailure(error);
      if (!mayPass || performance.now() - startedAt > KEPT_FOR_MS) throw error;
      await delay(pauseMs);
    }
  }
}
