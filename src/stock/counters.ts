// The counters of a level: how many rows of the ledger it has of each movement type, in a column each.
import { sql } from 'kysely';
import type { Sql } from '../platform/sql.ts';
import { MOVEMENT_TYPES } from './source-type.ts';
import type { MovementType } from './tables.ts';

type Counter = `n_${Lowercase<MovementType>}`;

export const COUNTERS = MOVEMENT_TYPES.map((type) => ({ type, column: `n_${type.toLowerCase()}` as Counter }));

/** A piece of SQL for each counter, with commas between them. */
export function eachCounter(spell: (column: Counter, type: MovementType) => string): Sql {
  return sql.raw(COUNTERS.map(({ type, column }) => spell(column, type)).join(', '));
}

/** `n_venta, n_compra, …` */
export const COUNTER_COLUMNS = eachCounter((column) => column);

export const COUNTERS_RAISED = eachCounter((column) => `${column} = l.${column} + excluded.${column}`);

/** How many of the rows that are aggregated are of each type. */
export const COUNTED = eachCounter((column, type) => `count(*) filter (where movement_type = '${type}') as ${column}`);

/** A piece of SQL for the type of the current row. */
export function ofMovementType(spell: (column: Counter, type: MovementType) => string): Sql {
  const cases = COUNTERS.map(({ type, column }) => `when '${type}' then ${spell(column, type)}`);
  return sql.raw(`case movement_type ${cases.join(' ')} end`);
}

/** Counter of the type of the current row. */
export const COUNTER_OF_ROW = ofMovementType((column) => column);
