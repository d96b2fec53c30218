// How much WAL each table has written, by PostgreSQL's own extension that reads it.
import type { BenchDatabase } from '../database.ts';

const SAMPLE_BYTES = 64 * 2 ** 20;

/** Bytes of the last 64 MB without images of whole pages, which depend on checkpoints; undefined where the extension is missing. */
export async function walByTable({ pool }: BenchDatabase): Promise<Map<string, number> | undefined> {
  try {
    await pool.query('create extension if not exists pg_walinspect');
  } catch {
    return undefined;
  }
  const { rows } = await pool.query<{ table: string; bytes: number }>(
    `with record as (
       select regexp_match(block_ref, 'rel \\d+/(\\d+)/(\\d+)') as relation, record_length - fpi_length as bytes
       from pg_get_wal_records_info(greatest(pg_current_wal_flush_lsn() - $1::numeric, '0/1000000'), pg_current_wal_flush_lsn())
     )
     select coalesce(pg_partition_root(owner.oid), owner.oid)::regclass::text as table, sum(bytes)::bigint as bytes
     from record
     join pg_class written on written.relfilenode = relation[2]::oid
     left join pg_index on indexrelid = written.oid
     join pg_class owner on owner.oid = coalesce(indrelid, written.oid)
     where relation[1]::oid = (select oid from pg_database where datname = current_database())
       and owner.relnamespace = 'public'::regnamespace
     group by 1`,
    [SAMPLE_BYTES],
  );
  return new Map(rows.map(({ table, bytes }) => [table, bytes]));
}
