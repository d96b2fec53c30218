// Pairs of transactions that overlap: the one that begins first has the row last, and commits last.
import { sql } from 'kysely';
import { verifyTenant } from '../../src/cli/verify-tenant.ts';
import { inTenant, placeActs, recordAct, type TenantDb } from '../../src/tenancy/index.ts';
import { newClient } from './business.ts';
import type { TestTenant, World } from './world.ts';

/** Side by side, each with a client of its own; every fifth pair of all of them is about one that they share. */
const LANES = 4;
/** Meanwhile, and in the end. */
const PAIRS_PER_VERIFY = 500;

/** Findings of `folio verify`, and the clients whose acts stand in another order than the one in which their row was locked. */
export async function overlap(here: World, shop: TestTenant, pairs: number): Promise<string[]> {
  const { app } = here;
  const { tenant } = shop;
  const found: string[] = [];
  const shared = await newClient(shop, 'All');
  let pair = 0;

  async function rename(db: TenantDb, id: string, name: string, tells: boolean): Promise<void> {
    await sql`update clients set name = ${name} where tenant_id = ${tenant.id} and id = ${id}`.execute(db);
    // As a mutation does; what does not is told of by the database as it commits.
    if (tells) await recordAct(db, { actor: 'user:ana', operation: 'rename', entityIds: [id] });
  }

  async function lane(): Promise<void> {
    const own = await newClient(shop, 'Ana');
    const wanted = ['Ana'];
    while (pair < pairs) {
      const nth = (pair += 1);
      const id = nth % 5 === 0 ? shared : own;
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
      const { promise: turn, resolve: give } = Promise.withResolvers<void>();
      const last = inTenant(app, tenant, async (db) => {
        await sql`select`.execute(db);
        begin();
        await turn;
        await rename(db, id, `last ${nth}`, nth % 2 === 0);
      });
      await begun;
      await inTenant(app, tenant, async (db) => {
        await rename(db, id, `first ${nth}`, nth % 4 < 2);
        // The other one waits for the row then, until this one commits.
        if (nth % 8 < 4) give();
      });
      give();
      await last;
      if (id === own) wanted.push(`first ${nth}`, `last ${nth}`);
      if (nth % 7 === 0) await placeActs(app, tenant);
      if (nth % PAIRS_PER_VERIFY === 0) await verify();
    }
    await placeActs(app, tenant);
    const named = await here.query<{ name: string }>(
      `select after -> ('clients/' || $2) ->> 'name' as name from acts join placed_acts($1) using (id)
       where tenant_id = $1 and after -> ('clients/' || $2) ? 'name' order by number`,
      [tenant.id, own],
    );
    const at = wanted.findIndex((name, nth) => named[nth]?.name !== name);
    if (at >= 0 || named.length !== wanted.length) found.push(`${own}: ${named[at]?.name} instead of ${wanted[at]}`);
  }

  async function verify(): Promise<void> {
    const { problems } = await verifyTenant(app, tenant, []);
    found.push(...problems.map(({ detail }) => detail));
  }

  await Promise.all(Array.from({ length: LANES }, lane));
  await verify();
  return found;
}
