// Ways of doing a thing, in turns within one run: what happens beside us happens to all of them, so their ratios hold.
import type { BenchDatabase } from '../database.ts';
import { cpuOf, type CpuUsed } from '../processor-time.ts';
import { median, medianOf } from '../statistics.ts';

export interface Way {
  /** Does it once, as the given writer. */
  once(writer: number): Promise<unknown>;
  /** Prepares rows for so many turns; its time is not measured. */
  prepare?(turns: number): Promise<void>;
}

export interface Compared {
  /** How often per second, for each way the median over the rounds. */
  perSecond: number[];
  /** Processor time of one, for each way; the client is this process. */
  cpu: CpuUsed[];
  /** Medians over the rounds of each way to the last one: of the rate, and of the last one's processor time on both sides to its own. */
  ratios: number[];
  cpuRatios: (number | undefined)[];
}

interface Slice {
  perSecond: number;
  cpu: CpuUsed;
}

const ROUNDS = 7;
const ROUND_MS = 2000;
const WARM_UP_MS = 500;

/** So many turns of a way make a slice; without a number it is a slice of time. */
export async function compare(
  database: BenchDatabase,
  ways: readonly Way[],
  writers: number | readonly number[],
  turns?: number,
): Promise<Compared> {
  const writersOf = (way: number): number => (typeof writers === 'number' ? writers : writers[way]!);
  const sliceOf = (way: Way, index: number, forMs: number) =>
    slice(database, way, writersOf(index), turns === undefined ? { forMs } : { turns });
  for (const [index, way] of ways.entries()) await sliceOf(way, index, WARM_UP_MS);
  const rounds: Slice[][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const slices: Slice[] = [];
    for (const [index, way] of ways.entries()) slices.push(await sliceOf(way, index, ROUND_MS));
    rounds.push(slices);
  }
  const each = <T>(of: (way: number) => T): T[] => ways.map((_, way) => of(way));
  return {
    perSecond: each((way) => median(rounds.map((slices) => slices[way]!.perSecond))),
    cpu: each((way) => ({
      node: medianOf(rounds, (slices) => slices[way]!.cpu.node),
      postgres: medianOf(rounds, (slices) => slices[way]!.cpu.postgres),
    })),
    ratios: each((way) => median(rounds.map((slices) => slices[way]!.perSecond / slices.at(-1)!.perSecond))),
    cpuRatios: each((way) => medianOf(rounds, (slices) => ratioOf(total(slices.at(-1)!), total(slices[way]!)))),
  };
}

function total({ cpu: { node, postgres } }: Slice): number | undefined {
  return node === undefined || postgres === undefined ? undefined : node + postgres;
}

function ratioOf(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : one / other;
}

async function slice(
  database: BenchDatabase,
  { once, prepare }: Way,
  writers: number,
  { turns = Infinity, forMs = Infinity }: { turns?: number; forMs?: number },
): Promise<Slice> {
  await prepare?.(turns);
  let begun = 0;
  const { result: seconds, cpu } = await cpuOf(database, ownMicros, async () => {
    const started = performance.now();
    const isOver = (): boolean => begun >= turns || performance.now() - started >= forMs;
    await Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        while (!isOver()) {
          begun += 1;
          await once(writer);
        }
      }),
    );
    return (performance.now() - started) / 1000;
  });
  const each = (micros: number | undefined) => (micros === undefined ? undefined : micros / begun);
  return { perSecond: begun / seconds, cpu: { node: each(cpu.node), postgres: each(cpu.postgres) } };
}

function ownMicros(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
