// Lives that a test scripts: each is a tenant of its own, and all tests of a process have one database for them.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { receiveNotice } from '../../support/receive-notice.ts';
import { parseNotice } from '../../../src/pac/alanube/wire.ts';
import { TEST_SERVER } from '../../support/test-server.ts';
import { openCampaignDatabase } from './campaign-database.ts';
import { beginLife, type Life, type Script } from './life.ts';
import type { PacOperation } from './virtual-pac.ts';

export const campaign = await openCampaignDatabase(TEST_SERVER);
after(() => campaign.close());

const begun = new Map<string, number>();

/** The nth of these has the same seed in each run, whatever runs before it. */
export function scriptedLife(seed: string, script: Script): Promise<Life> {
  const nth = (begun.get(seed) ?? 0) + 1;
  begun.set(seed, nth);
  return beginLife({ pool: campaign.pool, seed: `${seed}${nth}`, script });
}

export type Faults = Partial<Record<PacOperation, (string | null)[]>>;

/** Faults of the calls of each kind, in their order; all others go well. */
export const inTurn =
  (faults: Faults): NonNullable<Script['pac']> =>
  (operation) =>
    faults[operation]?.shift() ?? null;

export async function tell(one: Life, body: object): Promise<void> {
  const notice = parseNotice(body);
  assert.ok(notice.outcome === 'ok');
  const rawBody = Buffer.from(JSON.stringify(body));
  await one.act('notice', (app) => receiveNotice(app, one.tenant, { rawBody, body, notice }));
}
