// How tables that are updated all day grow: pages before and after, rows added, and how many updates stayed on their page.
import type { BenchDatabase } from '../database.ts';

export interface TableState {
  table: string;
  pages: number;
  indexPages: number;
  inserted: number;
  updated: number;
  /** Updates that moved no index entry. */
  hotUpdated: number;
}

export interface TableGrowth extends TableState {
  pagesBefore: number;
  indexPagesBefore: number;
}

const UPDATED = ['stock_levels', 'item_sales', 'client_sales'];

/** Partitions with their table. */
export async function tableStates({ pool }: BenchDatabase): Promise<TableState[]> {
  const { rows } = await pool.query<TableState>(
    `select coalesce(pg_partition_root(relid), relid)::regclass::text as table,
       (sum(pg_relation_size(relid)) / 8192)::bigint as pages, (sum(pg_indexes_size(relid)) / 8192)::bigint as "indexPages",
       sum(n_tup_ins)::bigint as inserted, sum(n_tup_upd)::bigint as updated, sum(n_tup_hot_upd)::bigint as "hotUpdated"
     from pg_stat_user_tables where schemaname = 'public' group by 1`,
  );
  return rows.filter(({ table }) => UPDATED.includes(table));
}

export function tableGrowth(before: readonly TableState[], after: readonly TableState[]): TableGrowth[] {
  return after.map((one) => {
    const earlier = before.find(({ table }) => table === one.table)!;
    return {
      ...one,
      pagesBefore: earlier.pages,
      indexPagesBefore: earlier.indexPages,
      inserted: one.inserted - earlier.inserted,
      updated: one.updated - earlier.updated,
      hotUpdated: one.hotUpdated - earlier.hotUpdated,
    };
  });
}
