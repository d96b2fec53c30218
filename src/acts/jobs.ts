// Duties of the worker for acts: places in the chain all the time, heads of grown chains each minute, heads of all chains each day.
import { sql } from 'kysely';
import * as z from 'zod';
import { defineJob, handle, handleEvery, type JobHandler } from '../jobs/index.ts';
import type { Logger } from '../platform/log.ts';
import { findTenant, inSystem, listTenants, placeActs, type Tenant } from '../tenancy/index.ts';
import { handOutHead, type HeadsContext } from './head.ts';

const patience = { retries: 3, firstDelaySeconds: 60, longestDelaySeconds: 600, timeLimitSeconds: 3600 };
const handOutHeadsDuty = defineJob({ name: 'hand-out-heads', payload: z.object({}), patience });

export const actsDuties = [handOutHeadsDuty];

const PLACE_EVERY_MS = 2_000;
const HAND_OUT_EVERY_MS = 60_000;

type ActsContext = HeadsContext & { log: Logger };

export function actsJobs(context: ActsContext): JobHandler[] {
  const grown = new Map<string, Tenant>();
  return [
    handleEvery(PLACE_EVERY_MS, 'place-acts', () => placeAll(context, grown)),
    handleEvery(HAND_OUT_EVERY_MS, 'hand-out-new-heads', async () => {
      await handOut(context, [...grown.values()]);
      grown.clear();
    }),
    handle(handOutHeadsDuty, async () => handOut(context, await listTenants(context)), '41 4 * * *'),
  ];
}

async function placeAll(context: ActsContext, grown: Map<string, Tenant>): Promise<void> {
  const { rows } = await inSystem(
    context,
    (db) => sql<{ id: string }>`select distinct tenant_id as id from acts where number is null`.execute(db),
    'app_watch',
  );
  for (const { id } of rows) {
    const tenant = await findTenant(context, id);
    if (!tenant) continue;
    await placeActs(context, tenant);
    grown.set(id, tenant);
  }
}

async function handOut(context: ActsContext, tenants: readonly Tenant[]): Promise<void> {
  for (const tenant of tenants) {
    const head = await handOutHead(context, tenant);
    context.log.info({ head }, 'head of the acts');
  }
}
