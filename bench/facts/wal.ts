// Rows, index entries and transactions that the WAL tells of, between two of its places.
import type { BenchDatabase } from '../database.ts';

/** Written in one transaction to one relation, with its index entries under the name of the table. */
interface Written {
  xid: string;
  table: string;
  schema: string;
  inserted: number;
  updated: number;
  hot: number;
  deleted: number;
  entries: number;
  bytes: number;
}

export interface Cost {
  transactions: number;
  inserted: number;
  updated: number;
  notHot: number;
  deleted: number;
  entries: number;
  bytes: number;
}

/** Until where it can be read: a transaction of our own is on the disk, and with it all that was written before. */
export async function placeInWal({ pool }: BenchDatabase): Promise<string> {
  await pool.query(`select pg_logical_emit_message(true, 'bench', 'here')`);
  const { rows } = await pool.query<{ place: string }>('select pg_current_wal_flush_lsn() as place');
  return rows[0]!.place;
}

/** Images of whole pages, which depend on checkpoints, are not counted, nor is the catalogue. */
export async function writtenBetween({ pool }: BenchDatabase, from: string, to: string): Promise<Written[]> {
  const { rows } = await pool.query<Written>(
    `with record as materialized (
       select xid::text, resource_manager || '/' || replace(record_type, '+INIT', '') as kind, description,
         record_length - fpi_length as bytes, regexp_match(block_ref, 'rel \\d+/(\\d+)/(\\d+)') as relation
       from pg_get_wal_records_info($1, $2)
     )
     select xid, owner.relname as table, space.nspname as schema,
       sum(case kind when 'Heap/INSERT' then 1 when 'Heap2/MULTI_INSERT' then (regexp_match(description, '^(\\d+) tuples'))[1]::int else 0 end)::int as inserted,
       count(*) filter (where kind in ('Heap/UPDATE', 'Heap/HOT_UPDATE'))::int as updated,
       count(*) filter (where kind = 'Heap/HOT_UPDATE')::int as hot,
       count(*) filter (where kind = 'Heap/DELETE')::int as deleted,
       count(*) filter (where kind ~ '^Btree/(INSERT_|SPLIT_)' and kind not in ('Btree/INSERT_UPPER', 'Btree/INSERT_META') or kind = 'Gin/INSERT')::int as entries,
       sum(bytes)::int as bytes
     from record
     join pg_class written on pg_relation_filenode(written.oid) = relation[2]::oid
     left join pg_index on indexrelid = written.oid
     left join pg_class toast on toast.reltoastrelid = coalesce(indrelid, written.oid)
     join pg_class owner on owner.oid = coalesce(toast.oid, indrelid, written.oid)
     join pg_namespace space on space.oid = owner.relnamespace
     where relation[1]::oid = (select oid from pg_database where datname = current_database())
       and space.nspname not in ('pg_catalog', 'information_schema')
     group by 1, 2, 3`,
    [from, to],
  );
  return rows;
}

/** Transactions that write to nothing but the tables left out are not counted. */
export function costOf(
  written: readonly Written[],
  leftOut: ReadonlySet<string>,
): { all: Cost; byTable: Map<string, Cost> } {
  const counted = new Set(written.filter((one) => !leftOut.has(nameOf(one))).map(({ xid }) => xid));
  const own = written.filter((one) => counted.has(one.xid) && !leftOut.has(nameOf(one)));
  return {
    all: sumOf(own),
    byTable: new Map([...Map.groupBy(own, nameOf)].map(([name, rows]) => [name, sumOf(rows)])),
  };
}

export const nameOf = ({ schema, table }: Written): string => (schema === 'public' ? table : `${schema}.${table}`);

function sumOf(rows: readonly Written[]): Cost {
  const sum = (value: (one: Written) => number): number => rows.reduce((total, one) => total + value(one), 0);
  return {
    transactions: new Set(rows.map(({ xid }) => xid)).size,
    inserted: sum(({ inserted }) => inserted),
    updated: sum(({ updated }) => updated),
    notHot: sum(({ updated, hot }) => updated - hot),
    deleted: sum(({ deleted }) => deleted),
    entries: sum(({ entries }) => entries),
    bytes: sum(({ bytes }) => bytes),
  };
}
