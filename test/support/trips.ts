// How often something goes to the database: what takes the same trips takes the same time, on however busy a machine.
import type { World } from './world.ts';

const TRIES = 5;

/** The fewest of some tries, since a queue may go there at the same moment. */
export async function tripsOf({ database }: World, work: () => Promise<unknown>): Promise<number> {
  let fewest = Infinity;
  for (let time = 0; time < TRIES; time += 1) {
    let trips = 0;
    const count = (): void => void (trips += 1);
    database.pool.on('acquire', count);
    await work();
    database.pool.off('acquire', count);
    fewest = Math.min(fewest, trips);
  }
  return fewest;
}
