// What the PAC gives back beside its verdict has columns: the QR link, the DGI's authorization, and whether an XML is still to be fetched.
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { acrossTenants, briefly, inBatch } from './beside-writers.ts';

/** Tenant by tenant, as 0011. */
export const inTransaction = false;

export async function up(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `alter table fiscal_documents
       add column if not exists awaits_xml boolean not null default false,
       add column if not exists qr_url text,
       add column if not exists authorization_protocol text,
       add column if not exists authorized_at timestamptz`,
  );
  await acrossTenants(db, ['fiscal_documents'], async () => {
    const { rows } = await sql<{ id: string }>`select id from tenants order by id`.execute(db);
    for (const { id } of rows) await inBatch(db, (inBatch) => readAnswers(inBatch, id));
  });
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `alter table fiscal_documents drop column if exists awaits_xml, drop column if exists qr_url,
       drop column if exists authorization_protocol, drop column if exists authorized_at`,
  );
}

/** The answer of a document that was settled before is kept as it came; the date of the authorization was never in it. */
async function readAnswers(db: MigrationDb, tenantId: string): Promise<void> {
  await sql`
    update fiscal_documents d set
      qr_url = case when said.qr ~ '^https?://' and length(said.qr) <= 2000 then said.qr end,
      authorization_protocol = case when length(said.protocol) between 1 and 100 then said.protocol end
    from (
      select id, coalesce(pac_response #>> '{document,qr}', pac_response ->> 'qr') as qr,
        coalesce(pac_response #>> '{document,authorizationProtocol}', pac_response ->> 'authorizationProtocol') as protocol
      from fiscal_documents
      where tenant_id = ${tenantId} and legal_status in ('PAC_AUTHORIZED', 'DGI_AUTHORIZED') and qr_url is null
        and authorization_protocol is null and jsonb_typeof(pac_response) = 'object'
    ) said
    where d.tenant_id = ${tenantId} and d.id = said.id and (said.qr is not null or said.protocol is not null)`.execute(
    db,
  );
}
