// Histogram of the calls to the PAC: how long each took, by kind and outcome.
import { Histogram } from 'prom-client';
import { metrics } from '../platform/metrics.ts';
import type { PacClient } from './face.ts';

const calls = new Histogram({
  name: 'folio_pac_call_duration_seconds',
  help: 'Calls to the PAC by what was asked and what came of it; submit with outcome unknown is an answer that was lost.',
  labelNames: ['call', 'outcome'],
  // Up to a minute: a PAC is slow long before it is away.
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60],
  registers: [metrics],
});

// Zero from the start: rate() does not see the first increment of a series that is new.
calls.zero({ call: 'submit', outcome: 'unknown' });
calls.zero({ call: 'submit', outcome: 'held' });

export function measuredPacClient(client: PacClient): PacClient {
  function measured<Args extends unknown[], Outcome extends { outcome: string } | undefined>(
    call: string,
    ask: (...args: Args) => Promise<Outcome>,
  ): (...args: Args) => Promise<Outcome> {
    return async (...args) => {
      const stop = calls.startTimer({ call });
      const outcome = await ask(...args);
      if (outcome) stop({ outcome: outcome.outcome });
      return outcome;
    };
  }
  return {
    ...client,
    submit: measured('submit', client.submit),
    fetchDocument: measured('fetch', client.fetchDocument),
    voidDocument: measured('void', client.voidDocument),
    downloadPdf: measured('download', client.downloadPdf),
    downloadXml: measured('download', client.downloadXml),
    checkDigit: measured('check_digit', client.checkDigit),
    sendByEmail: measured('email', client.sendByEmail),
    ...(client.findByNumber && { findByNumber: measured('find', client.findByNumber) }),
    ...(client.fileByCufe && { fileByCufe: measured('download', client.fileByCufe) }),
    ...(client.quota && { quota: measured('quota', client.quota) }),
  };
}
