// What the worker does for acts: their places in the chain all the time, and each day the head of every chain.
import { sql } from 'kysely';
import * as z from 'zod';
import { defineJob, handle, handleEvery, type JobHandler } from '../jobs/index.ts';
import type { Logger } from '../platform/log.ts';
import { findTenant, inWatch, listTenants, placeActs } from '../tenancy/index.ts';
import { handOutHead, type HeadsContext } from './head.ts';

const patience = { retries: 3, firstDelaySeconds: 60, longestDelaySeconds: 600, timeLimitSeconds: 3600 };
const handOutHeadsDuty = defineJob({ name: 'hand-out-heads', payload: z.object({}), patience });

export const actsDuties = [handOutHeadsDuty];

const PLACE_EVERY_MS = 2_000;

type ActsContext = HeadsContext & { log: Logger };

export function actsJobs(context: ActsContext): JobHandler[] {
  return [
    handleEvery(PLACE_EVERY_MS, 'place-acts', () => placeAll(context)),
    handle(handOutHeadsDuty, () => handOutAll(context), '41 4 * * *'),
  ];
}

async function placeAll(context: ActsContext): Promise<void> {
  const { rows } = await inWatch(context, (db) =>
    sql<{ id: string }>`select distinct tenant_id as id from acts where number is null`.execute(db),
  );
  for (const { id } of rows) {
    const tenant = await findTenant(context, id);
    if (tenant) await placeActs(context, tenant);
  }
}

async function handOutAll(context: ActsContext): Promise<void> {
  for (const tenant of await listTenants(context)) {
    const head = await handOutHead(context, tenant);
    context.log.info({ head }, 'head of the acts');
  }
}
