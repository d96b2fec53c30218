// One run, from its seed to its result.
import type pg from 'pg';
import { markPastDue } from '../../../src/invoicing/mark-past-due.ts';
import { checkRequests } from './client.ts';
import { beginLife } from './life.ts';
import { checkMonths } from './check-months.ts';
import { checkUnaided } from './check-unaided.ts';
import { checkEnd, checkNextActions, checkNotices } from './oracle.ts';
import type { Tally } from './tally.ts';
import { comeToRest, openNow, operate, walk } from './walk.ts';

export async function oneRun(pool: pg.Pool, seed: string, trace?: (text: string) => void): Promise<Tally> {
  const life = await beginLife({ pool, seed, trace });
  try {
    const story = await walk(life);
    await comeToRest(life, story);
    const open = await openNow(life);
    await checkNextActions(life, open);
    await checkUnaided(life, story);
    await operate(life, story.sent, open);
    await life.act('mark past due', (app) => markPastDue(app, life.tenant));
    await checkNotices(life, story);
    await checkEnd(life);
    await checkMonths(life);
    await checkRequests(life, story.sent);
  } catch (error) {
    life.problems.push(`the run itself failed: ${error instanceof Error ? error.stack : String(error)}`);
  }
  life.tally.runs = 1;
  life.tally.violations = life.problems.map((what) => ({ run: seed, what }));
  return life.tally;
}
