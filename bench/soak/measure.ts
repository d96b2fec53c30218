// The whole service under load for as long as one likes: what its memory does. What grows for as long as it runs is a leak.
import { findTenant } from '../../src/tenancy/index.ts';
import { chanceOf } from '../../test/faults/campaign/chance.ts';
import { workOn, type Load, type Shop } from '../../test/faults/kill-loop/load.ts';
import { idOf, itemOf, tenantOf } from '../data/ids.ts';
import type { DataSet } from '../data/sets.ts';
import { HEATS, sizeName, type Shape } from '../data/shape.ts';
import type { BenchService } from '../http/folio-process.ts';
import type { LoadRequest } from '../http/load.ts';
import { startLoader } from '../http/loader.ts';
import { adjustment, adjustments, noticesOfUnknown, pagesOfMovements } from '../http/requests.ts';
import type { ServerProcess } from '../http/server-process.ts';
import { startWholeService } from '../http/with-simulator.ts';
import { tableGrowth, tableStates, type TableGrowth } from './table-growth.ts';

export interface Soaked {
  size: string;
  minutes: number;
  samples: Sample[];
  /** Sums over the whole time. */
  answered: number;
  invoices: number;
  pdfs: number;
  /** Heap after garbage collection: the minimum of the last third divided by that of the middle third. */
  heapGrowth: number;
  /** Resident memory as the system counts it: the mean of the last third divided by that of the middle third. */
  residentGrowth: number;
  /** Undefined where it was too short to tell. */
  isFlat: boolean | undefined;
  /** Whether all of it was about one item. */
  isHot: boolean;
  tables: TableGrowth[];
}

interface Sample {
  minutes: number;
  perSecond: number;
  invoices: number;
  residentMb: number;
  heapMb: number;
}

const CONNECTIONS = 8;
const PEOPLE = 4;
const SAMPLE_MS = 10_000;
const EARLY_NOTICES = 20;
const FLAT_GROWTH = 1.1;
const LEAST_SAMPLES = 30;
const VERDICT_DELAY_MS = 300;

/**
 * One process that serves and works, with a PAC. People invoice, pay, credit and void; beside them pages are read, stock is counted,
 * and notices come ahead of their documents, as fast as they are answered.
 */
export async function measureSoak(
  { shape, database }: DataSet,
  { minutes, isHot, tell }: { minutes: number; isHot: boolean; tell: (text: string) => void },
): Promise<Soaked> {
  const tenant = (await findTenant(database, tenantOf(shape.seed)))!;
  const stops: (() => Promise<void>)[] = [];
  try {
    const loader = startLoader();
    stops.push(() => loader.stop());
    const service = await startWholeService(database, tenant, CONNECTIONS, VERDICT_DELAY_MS);
    stops.push(() => service.stop());
    const hot = itemOf('hot', shape.seed);
    const requests = isHot
      ? [adjustment(hot, service.token)]
      : [...pagesOfMovements(shape, service.token), ...adjustments(shape, service.token)];
    const shop = { ...shopOf(shape, service), ...(isHot ? { itemIds: [hot] } : {}) };
    const before = await tableStates(database);
    const sales: Load = { sold: 0, tries: 0 };
    const samples: Sample[] = [];
    let answered = 0;
    let isOver = false;
    const people = Array.from({ length: PEOPLE }, (_, index) =>
      workOn(shop, chanceOf(`soak ${shape.seed} ${index}`), sales, () => isOver),
    );
    tell(`everything at once for ${minutes} minutes`);
    const started = performance.now();
    try {
      while (performance.now() - started < minutes * 60_000) {
        const early = noticesOfUnknown(tenant, service.webhookSecret, EARLY_NOTICES, `soak-${samples.length}`);
        const load = await loader.load({
          origin: service.origin,
          requests: interleaved(requests, early),
          connections: CONNECTIONS,
          forMs: SAMPLE_MS,
          once: false,
        });
        answered += load.answered;
        samples.push({
          minutes: (performance.now() - started) / 60_000,
          perSecond: load.perSecond,
          invoices: sales.sold,
          ...(await memoryOf(service)),
        });
      }
    } finally {
      isOver = true;
      await Promise.all(people);
    }
    const { rows } = await database.pool.query<{ n: number }>('select count(*)::int as n from files');
    return {
      size: sizeName(shape.movements),
      minutes,
      samples,
      answered,
      invoices: sales.sold,
      pdfs: rows[0]!.n,
      isHot,
      tables: tableGrowth(before, await tableStates(database)),
      ...growthOf(samples),
    };
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

function shopOf({ seed, itemsPerTenant }: Shape, { origin, token }: BenchService): Shop {
  const itemIds = Array.from({ length: itemsPerTenant - HEATS.length }, (_, index) =>
    idOf('item', seed, 1, HEATS.length + 1 + index),
  );
  return { url: origin, token, itemIds, clientId: idOf('client', seed, 1, 1) };
}

/** The few spread evenly among the many. */
function interleaved(many: readonly LoadRequest[], few: readonly LoadRequest[]): LoadRequest[] {
  const every = Math.ceil(many.length / few.length);
  return many.flatMap((one, index) => (index % every === 0 ? [one, few[index / every]!] : [one]));
}

function growthOf(samples: readonly Sample[]): Pick<Soaked, 'heapGrowth' | 'residentGrowth' | 'isFlat'> {
  const third = Math.floor(samples.length / 3);
  const [middle, last] = [samples.slice(third, 2 * third), samples.slice(-third)];
  const least = (part: readonly Sample[]): number => Math.min(...part.map(({ heapMb }) => heapMb));
  const mean = (part: readonly Sample[]): number =>
    part.reduce((sum, { residentMb }) => sum + residentMb, 0) / part.length;
  const heapGrowth = least(last) / least(middle);
  const residentGrowth = mean(last) / mean(middle);
  const isFlat = samples.length < LEAST_SAMPLES ? undefined : Math.max(heapGrowth, residentGrowth) <= FLAT_GROWTH;
  return { heapGrowth, residentGrowth, isFlat };
}

async function memoryOf({ origin }: ServerProcess): Promise<{ residentMb: number; heapMb: number }> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const megabytes = (metric: string): number => {
    const value = new RegExp(`^${metric} (\\S+)`, 'm').exec(text)?.[1];
    if (value === undefined) throw new Error(`the service does not tell ${metric}`);
    return Number(value) / 2 ** 20;
  };
  return { residentMb: megabytes('process_resident_memory_bytes'), heapMb: megabytes('nodejs_heap_size_used_bytes') };
}
