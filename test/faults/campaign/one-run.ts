// One run, from its seed to its result.
import type pg from 'pg';
import { markPastDue } from '../../../src/invoicing/mark-past-due.ts';
import { checkRequests } from './client.ts';
import { beginLife } from './life.ts';
import { checkMonths } from './check-months.ts';
import { checkUnaided } from './check-unaided.ts';
import { documentsOf } from './documents.ts';
import { checkEnd, checkNextActions, checkNotices, DUTY_OF } from './oracle.ts';
import { checkTwo, goOverAndBack } from './check-two.ts';
import { count, type Tally } from './tally.ts';
import { comeToRest, openNow, operate, walk } from './walk.ts';
import { inTenant } from '../../../src/tenancy/index.ts';

export interface RunOptions {
  trace?: (text: string) => void;
  /** All notices arrive in the end, and what never arrived is sent again: how many documents need a person then? */
  isTold?: boolean;
}

export async function oneRun(pool: pg.Pool, seed: string, { trace, isTold }: RunOptions = {}): Promise<Tally> {
  const life = await beginLife({ pool, seed, trace, isTold });
  try {
    const story = await walk(life);
    await comeToRest(life, story, isTold);
    const open = await openNow(life);
    const needing = open.filter(({ nextAction }) => DUTY_OF[nextAction] === null);
    life.tally.needing += needing.length;
    // A document that a restore leaves in doubt may be at the other account, which cannot be asked by number.
    const isAnyones = life.two !== null && life.orderOf !== null;
    const companyOf = new Map((await documentsOf(life)).map((one) => [one.id, one.pac_company_id]));
    for (const { documentId, number, parkedReason, submissionState, voidState } of needing)
      if (
        !isAnyones &&
        life.byNumber(companyOf.get(documentId)!) &&
        (submissionState === 'UNKNOWN' || voidState === 'UNKNOWN')
      )
        life.problems.push(`${number} needs a person because of doubt: ${parkedReason}`);
    for (const { parkedReason, nextAction, kind } of needing)
      count(
        life.tally.reasons,
        (parkedReason ?? `${nextAction} ${kind}`).replaceAll(/[0-9A-Z-]{12,}|\d+/g, '…').slice(0, 90),
      );
    await checkNextActions(life, open);
    await checkUnaided(life, story);
    await operate(life, story.sent, open);
    if (life.two) await goOverAndBack(life, story);
    await life.act('mark past due', (app) => inTenant(app, life.tenant, markPastDue));
    await checkNotices(life, story);
    await checkEnd(life);
    if (!life.hasExactLines || life.two) await checkMonths(life);
    await checkRequests(life, story.sent);
    if (life.two && !life.orderOf) await checkTwo(life);
  } catch (error) {
    life.problems.push(`the run itself failed: ${error instanceof Error ? error.stack : String(error)}`);
  }
  life.tally.runs = 1;
  life.tally.violations = life.problems.map((what) => ({ run: seed, what }));
  return life.tally;
}
