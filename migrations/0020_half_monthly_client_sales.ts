// Units sold per client by half month as well: at the edges of a window fewer days are then read one by one.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { addGrain, removeGrain } from './client-sales-grain.ts';

/** Tenant by tenant, as 0011. */
export const inTransaction = false;

const HALVES = {
  grain: 'H',
  from: 'D',
  begins: `date_trunc('month', period)::date + case when extract(day from period) > 15 then 15 else 0 end`,
  before: `'D', 'M', 'Y'`,
  after: `'D', 'H', 'M', 'Y'`,
} as const;

export function up(db: MigrationDb): Promise<void> {
  return addGrain(db, HALVES);
}

export function down(db: MigrationDb): Promise<void> {
  return removeGrain(db, HALVES);
}
