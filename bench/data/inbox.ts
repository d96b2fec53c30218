// Fiscal documents and the PAC's notices about them, of a tenant that has nothing else: as many of each, a few of them not settled.
import { sql } from 'kysely';
import type { MigrationDb } from '../../src/platform/migrate.ts';
import { idInSql } from './ids.ts';
import { documentsOf, LAST_INSTANT, TIME_ZONE, type Shape } from './shape.ts';

/** Unsettled documents of a tenant; their number does not grow with the years. */
export const UNSETTLED = 40;

export async function writeInbox(db: MigrationDb, shape: Shape): Promise<void> {
  const { seed } = shape;
  const tenant = idInSql('tenant', seed, '0');
  const documents = sql.lit(documentsOf(shape));
  const unsettled = sql.lit(UNSETTLED);
  await sql`insert into tenants (id, name, time_zone) values (${tenant}, 'Documents', ${sql.lit(TIME_ZONE)})`.execute(
    db,
  );
  await sql`insert into document_numbers (tenant_id, series, last_number) values (${tenant}, 'FAC', ${documents} + 1)`.execute(
    db,
  );
  // Every 50th number is rejected, the last ones wait for an answer, and each has been canceled, voided or issued otherwise.
  await sql`
    insert into fiscal_documents (tenant_id, id, kind, mode, number, legal_status, submission_state, document_id, cufe,
      expected_cufe, cufe_key, pac_input, created_by, created_at)
    select ${tenant}, ${idInSql('source', seed, `'F'`, 'n')}, 'INVOICE', 'DGI', 'FAC-' || lpad(n::text, 10, '0'),
      case when n > ${documents} - ${unsettled} then null when n % 50 = 0 then 'PAC_REJECTED' else 'DGI_AUTHORIZED' end,
      case when n > ${documents} - ${unsettled} then 'UNKNOWN' else 'DONE' end,
      case when n <= ${documents} - ${unsettled} and n % 50 <> 0 then 'doc-' || n end,
      case when n <= ${documents} - ${unsettled} and n % 50 <> 0 then 'FE-' || md5(n::text) end,
      'FE-' || md5(n::text), md5('key' || n), jsonb_build_object('lines', repeat('x', 200)), 'bench',
      ${sql.lit(LAST_INSTANT.toISOString())}::timestamptz - (${documents} - n) * interval '1 minute'
    from generate_series(1, ${documents}) n`.execute(db);
  await sql`
    insert into pac_notices (tenant_id, id, digest, body, pac_document_id, cufe, legal_status, state, document_id, received_at,
      processed_at)
    select ${tenant}, overlay(${idInSql('source', seed, `'N'`, 'n')}::text placing lpad(to_hex(n), 8, '0') from 1 for 8)::uuid,
      md5(n::text), jsonb_build_object('id', n), 'doc-' || n, 'FE-' || md5(n::text), 'DGI_AUTHORIZED',
      case when n > ${documents} - ${unsettled} then 'WAITING' else 'APPLIED' end,
      case when n <= ${documents} - ${unsettled} then ${idInSql('source', seed, `'F'`, 'n')} end,
      ${sql.lit(LAST_INSTANT.toISOString())}::timestamptz - (${documents} - n) * interval '1 minute',
      ${sql.lit(LAST_INSTANT.toISOString())}::timestamptz
    from generate_series(1, ${documents}) n`.execute(db);
}
