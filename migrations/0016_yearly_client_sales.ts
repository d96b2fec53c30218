// Units sold per client by year as well: a window of two years then reads a row per client and year instead of one per month.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { addGrain, removeGrain } from './client-sales-grain.ts';

/** Tenant by tenant, as 0011. */
export const inTransaction = false;

const YEARS = {
  grain: 'Y',
  from: 'M',
  begins: `date_trunc('year', period)::date`,
  before: `'D', 'M'`,
  after: `'D', 'M', 'Y'`,
} as const;

export function up(db: MigrationDb): Promise<void> {
  return addGrain(db, YEARS);
}

export function down(db: MigrationDb): Promise<void> {
  return removeGrain(db, YEARS);
}
