// Duties of the worker for acts: places in the chain all the time, heads of grown chains each minute, heads of all chains each day.
import { sql, type RawBuilder } from 'kysely';
import { dailyJob, handle, handleEvery, type JobHandler } from '../jobs/index.ts';
import type { Logger } from '../platform/log.ts';
import { inWatch, listTenants, placeActs, type Tenant } from '../tenancy/index.ts';
import { handOutHead, type HeadsContext } from './head.ts';

const handOutHeadsDuty = dailyJob('hand-out-heads', 3600);

const PLACE_EVERY_MS = 2_000;
const HAND_OUT_EVERY_MS = 60_000;

type ActsContext = HeadsContext & { log: Logger };

export function actsJobs(context: ActsContext): JobHandler[] {
  const grown = new Map<string, Tenant>();
  const seen = { turn: '', looks: 0 };
  return [
    handleEvery(PLACE_EVERY_MS, 'place-acts', () => placeAll(context, grown, seen)),
    handleEvery(HAND_OUT_EVERY_MS, 'hand-out-new-heads', async () => {
      await handOut(context, [...grown.values()]);
      grown.clear();
    }),
    handle(handOutHeadsDuty, async () => handOut(context, await listTenants(context)), '41 4 * * *'),
  ];
}

/** Tenants whose acts have no place yet. The turn that was drawn last tells whether any can have been written since. */
async function placeAll(context: ActsContext, grown: Map<string, Tenant>, seen: { turn: string; looks: number }) {
  const find = (statement: RawBuilder<{ one: string }>) => inWatch(context, (db) => statement.execute(db));
  const { rows: turns } = await find(sql`select last_value as one from acts_turn`);
  seen.looks = turns[0]!.one === seen.turn ? seen.looks + 1 : 0;
  seen.turn = turns[0]!.one;
  // A transaction may commit later than it has drawn; one that takes long is looked for once a minute.
  if (seen.looks > 1 && seen.looks % 30 > 0) return;
  const tenants = new Map((await listTenants(context)).map((tenant) => [tenant.id, tenant]));
  const { rows } = await find(sql`
    select id as one from unnest(${[...tenants.keys()]}::uuid[]) id where exists (select from unplaced_acts(id, 1))`);
  for (const { one } of rows) {
    await placeActs(context, tenants.get(one)!);
    grown.set(one, tenants.get(one)!);
  }
}

async function handOut(context: ActsContext, tenants: readonly Tenant[]): Promise<void> {
  for (const tenant of tenants) {
    const head = await handOutHead(context, tenant);
    context.log.info({ head }, 'head of the acts');
  }
}
