// Two ways of doing a thing, in turns within one run: what happens beside us happens to both, so their ratio holds.
import { median } from '../statistics.ts';

export interface Way {
  name: string;
  /** Does it once, as the given writer. */
  once(writer: number): Promise<unknown>;
}

export interface Compared {
  /** How often per second, for each way the median over the rounds. */
  perSecond: number[];
  /** Median over the rounds of each way to the last one. */
  ratios: number[];
}

const ROUNDS = 7;
const ROUND_MS = 2000;
const WARM_UP_MS = 500;

export async function compare(ways: readonly Way[], writers: number): Promise<Compared> {
  for (const way of ways) await rateOf(way, writers, WARM_UP_MS);
  const rounds: number[][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const rates: number[] = [];
    for (const way of ways) rates.push(await rateOf(way, writers, ROUND_MS));
    rounds.push(rates);
  }
  const each = (of: (rates: number[], way: number) => number): number[] =>
    ways.map((_, way) => median(rounds.map((rates) => of(rates, way))));
  return {
    perSecond: each((rates, way) => rates[way]!),
    ratios: each((rates, way) => rates[way]! / rates.at(-1)!),
  };
}

async function rateOf({ once }: Way, writers: number, forMs: number): Promise<number> {
  const started = performance.now();
  let done = 0;
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      while (performance.now() - started < forMs) {
        await once(writer);
        done += 1;
      }
    }),
  );
  return done / ((performance.now() - started) / 1000);
}
