// Keeps up a load for minutes and watches the service's memory: what grows for as long as it runs is a leak.
import type { LoadResult } from './load.ts';
import type { ServerProcess } from './server-process.ts';

export interface Soaked {
  minutes: number;
  samples: { seconds: number; residentMb: number; heapMb: number; perSecond: number }[];
  /** Of what stays in the heap when garbage was collected: the last third's least beside that of the middle one. */
  heapGrowth: number;
  /** Undefined where it was too short to tell. */
  isFlat: boolean | undefined;
}

const SAMPLE_MS = 10_000;
const FLAT_GROWTH = 1.1;
const LEAST_SAMPLES = 30;

export async function soak(
  service: ServerProcess,
  minutes: number,
  loadFor: (forMs: number) => Promise<LoadResult>,
): Promise<Soaked> {
  const samples: Soaked['samples'] = [];
  const started = performance.now();
  while (performance.now() - started < minutes * 60_000) {
    const { perSecond } = await loadFor(SAMPLE_MS);
    const { residentMb, heapMb } = await memoryOf(service);
    samples.push({ seconds: Math.round((performance.now() - started) / 1000), residentMb, heapMb, perSecond });
  }
  const third = Math.floor(samples.length / 3);
  const heapOf = (part: Soaked['samples']): number => Math.min(...part.map(({ heapMb }) => heapMb));
  const heapGrowth = heapOf(samples.slice(-third)) / heapOf(samples.slice(third, 2 * third));
  const isFlat = samples.length < LEAST_SAMPLES ? undefined : heapGrowth <= FLAT_GROWTH;
  return { minutes, samples, heapGrowth, isFlat };
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
