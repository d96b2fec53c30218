// Prometheus counters of this process, and gauges that are filled when they are read.
import { Counter, Gauge, Registry } from 'prom-client';
import type { Clock } from './clock.ts';
import type { Logger } from './log.ts';
import { timeLimited } from './time-limited.ts';
import { cachedFor } from './cached-for.ts';

/** A module that counts something registers it here, and server.ts shows it. No label is ever a tenant, a person or a document. */
export const metrics = new Registry();

export interface Sample {
  /** The name of one of the gauges. */
  gauge: string;
  labels?: Record<string, string>;
  value: number;
}

export interface SampledGauges {
  /** Subject of the question, for the log. */
  about: string;
  gauges: readonly { name: string; help: string; labelNames?: string[] }[];
  ask: () => Promise<Sample[]>;
}

/** However many look, the database is asked at most this often. */
const ASKED_EVERY_MS = 5_000;

/** A database that hangs must not take away what can be known without it. */
const ANSWERED_WITHIN_MS = 3_000;

const failures = new Counter({
  name: 'folio_metrics_failures_total',
  help: 'Questions behind gauges that could not be answered; their gauges are missing meanwhile.',
  labelNames: ['about'],
  registers: [metrics],
});

/** Gauges that one question fills together. One that cannot be answered leaves them out, and all others stand. */
export function addSampledGauges(
  registry: Registry,
  { clock, log }: { clock: Clock; log: Logger },
  { about, gauges, ask }: SampledGauges,
): void {
  const askInTime = timeLimited(ANSWERED_WITHIN_MS, ask);
  const sample = cachedFor({ clock, forMs: ASKED_EVERY_MS, most: 1 }, () =>
    askInTime().catch((error: unknown) => {
      failures.inc({ about });
      log.warn({ err: error, about }, 'metrics cannot be had at the moment');
      return [];
    }),
  );
  for (const { name, help, labelNames = [] } of gauges) {
    const gauge = new Gauge({
      name,
      help,
      labelNames,
      registers: [],
      // Each process of a port asks the same database, and so all of them say the same.
      aggregator: 'max',
      async collect() {
        const samples = await sample(about);
        this.reset();
        // Without labels, `reset` leaves a 0, which would say that all is well.
        if (labelNames.length === 0) this.remove();
        for (const one of samples) if (one.gauge === name) this.set(one.labels ?? {}, one.value);
      },
    });
    registry.registerMetric(gauge);
  }
}
