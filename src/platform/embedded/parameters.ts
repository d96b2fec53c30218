// The settings of the embedded PostgreSQL: those of PGlite, less what it gives up, fitted to one session in one small process.
import { PGlite } from '@electric-sql/pglite';

export function parameters({ durable }: { durable: boolean }): string[] {
  return [
    ...PGlite.defaultStartParams.filter((parameter) => !(durable && parameter === '-F')),
    // The other methods end in an fdatasync, which Emscripten leaves empty.
    ...set('wal_sync_method', 'fsync'),
    // More does not pay: what is not here is in the operating system's cache.
    ...set('shared_buffers', '32MB'),
    ...set('wal_buffers', '4MB'),
    // Nobody follows this log, neither archive nor replica.
    ...set('wal_level', 'minimal'),
    ...set('max_wal_senders', '0'),
    // What a checkpoint keeps of the log for use again. When there is one, housekeeping decides.
    ...set('max_wal_size', '128MB'),
    ...set('min_wal_size', '32MB'),
  ];
}

function set(name: string, value: string): string[] {
  return ['-c', `${name}=${value}`];
}
