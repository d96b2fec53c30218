// Appends to the ledger by the application's own writer, beside bare INSERTs; then everything written is checked.
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Movement } from '../../src/stock/index.ts';
import { plainAdjustment } from '../../src/stock/adjust-stock.ts';
import { moveTogether } from '../../src/stock/move-together.ts';
import { recordMovements } from '../../src/stock/record-movements.ts';
import { positionOf, type InventoryLog } from '../../src/stock/stock-records.ts';
import { verifyItems } from '../../src/stock/verify-ledger.ts';
import { findTenant, inTenant, type Tenant } from '../../src/tenancy/index.ts';
import { idOf, itemOf, locationOf, tenantOf } from '../data/ids.ts';
import type { DataSet } from '../data/sets.ts';
import { HEATS, LOCATIONS, sizeName, type Shape } from '../data/shape.ts';
import { atLeast, type Goal } from '../goals.ts';
import type { CpuUsed } from '../processor-time.ts';
import { pgbenchRate, type PgbenchRate } from '../pgbench.ts';
import { bareScript, createBareTable, dropBareTable, insertBare, type BareRow } from './bare-insert.ts';
import { compare } from './rounds.ts';

export interface WriteFigures {
  what: string;
  size: string;
  writers: number;
  /** Transactions per second of the application and of the bare INSERT. */
  perSecond: number;
  barePerSecond: number;
  ratio: number;
  /** Processor time of one, and of a bare INSERT to it, on both sides. */
  cpu: CpuUsed;
  cpuRatio: number | undefined;
  goal: Goal | undefined;
}

export interface Writes {
  figures: WriteFigures[];
  /** The limits of PostgreSQL alone, by two connections; undefined where pgbench is not installed. */
  pgbench: { read: PgbenchRate | undefined; insert: PgbenchRate | undefined };
  /** Items whose ledger was recounted afterwards; nothing differed. */
  itemsVerified: number;
}

const SPREAD_GOAL = atLeast(0.9, 1.2);
const HOT_GOAL = atLeast(1, 1.4);
const GOAL_WRITERS = 8;
const WRITERS = [2, GOAL_WRITERS];
const PGBENCH_CLIENTS = 2;
const OPTIONS = { createdBy: 'bench', allowShortage: true };
const ADJUSTMENT = {
  keyed: undefined,
  act: { actor: 'user:bench', operation: 'adjustInventory' },
  remember: (log: unknown) => positionOf(log as InventoryLog),
};

export async function measureWrites({ shape, database }: DataSet, tell: (text: string) => void): Promise<Writes> {
  const tenant = (await findTenant(database, tenantOf(shape.seed)))!;
  const write = (movements: Movement[]) => inTenant(database, tenant, (db) => recordMovements(db, movements, OPTIONS));
  const spread = spreadOver(shape);
  const touched = new Set<string>();
  const noted = (movement: Movement): Movement => {
    touched.add(movement.itemId);
    return movement;
  };
  const bare = bareRowOf(tenant, shape);
  const insert = { once: () => insertBare(database, tenant, bare) };
  const hot = (): Movement => saleOf(bare.itemId, bare.locationId);
  const adjust = ({ itemId, locationId, change }: Movement) => {
    const input = { itemId, locationId, quantityChange: change, description: 'Counted' };
    return moveTogether(database, tenant, plainAdjustment(input, OPTIONS.createdBy))!(ADJUSTMENT, wentAlone);
  };
  const kinds = [
    { what: 'append in a transaction of its own', once: (movement: Movement) => write([movement]) },
    { what: 'adjustInventory, those that come at once together', once: adjust },
  ].flatMap(({ what, once }) =>
    WRITERS.flatMap((writers) => [
      {
        what: `${what}, spread`,
        writers,
        goal: writers === GOAL_WRITERS ? SPREAD_GOAL : undefined,
        once: () => once(noted(spread())),
      },
      {
        what: `${what}, hot item`,
        writers,
        goal: writers === GOAL_WRITERS ? HOT_GOAL : undefined,
        once: () => once(noted(hot())),
      },
    ]),
  );
  await createBareTable(database);
  const figures: WriteFigures[] = [];
  try {
    for (const { what, writers, goal, once } of kinds) {
      tell(`${what}, ${writers} writers`);
      const { perSecond, ratios, cpu, cpuRatios } = await compare(database, [{ once }, insert], writers);
      figures.push({
        what,
        size: sizeName(shape.movements),
        writers,
        perSecond: perSecond[0]!,
        barePerSecond: perSecond[1]!,
        ratio: ratios[0]!,
        cpu: cpu[0]!,
        cpuRatio: cpuRatios[0],
        goal,
      });
    }
    const read = `select * from items where tenant_id = '${bare.tenantId}' and id = '${bare.itemId}';`;
    const pgbench = {
      read: pgbenchRate(database.url, read, PGBENCH_CLIENTS),
      insert: pgbenchRate(database.url, bareScript(bare), PGBENCH_CLIENTS),
    };
    await proveLedger(database, tenant, [...touched], tell);
    return { figures, pgbench, itemsVerified: touched.size };
  } finally {
    await dropBareTable(database);
  }
}

function wentAlone(): never {
  throw new Error('An adjustment that nothing speaks against was not done with the others');
}

function bareRowOf(tenant: Tenant, { seed }: Shape): BareRow {
  return { tenantId: tenant.id, itemId: itemOf('hot', seed), locationId: locationOf(seed), sourceId: uuid() };
}

/** Sales of one unit of the tenant's items, one after the other. */
function spreadOver({ seed, itemsPerTenant }: Shape): () => Movement {
  let sold = 0;
  return () => {
    sold += 1;
    // The first ones have a heat.
    const itemNumber = HEATS.length + 1 + (sold % (itemsPerTenant - HEATS.length));
    return saleOf(idOf('item', seed, 1, itemNumber), locationOf(seed, 1 + (sold % LOCATIONS)));
  };
}

function saleOf(itemId: string, locationId: string): Movement {
  const id = uuid();
  return { itemId, locationId, change: '-1', source: { type: 'INVOICE', id, number: 'F1-1-1000' }, counterpartyId: id };
}

/** Along each stream the balance is the one before plus the change, and the levels are the sums. */
export async function proveLedger(
  database: DataSet['database'],
  tenant: Tenant,
  itemIds: readonly string[],
  tell: (text: string) => void,
): Promise<void> {
  tell(`recounting the ledger of ${itemIds.length} items`);
  const problems = await inTenant(database, tenant, (db) => verifyItems(db, itemIds));
  if (problems.length > 0) throw new Error(`The ledger is broken: ${problems[0]!.check}: ${problems[0]!.detail}`);
  await sql.raw('vacuum (analyze) inventory_logs, stock_levels').execute(database.db);
}
