// Reads the signed XMLs that were attached before they were read, each document in a transaction of its own: what is read is not read again.
import { sql } from 'kysely';
import { sqlRows } from '../../platform/sql.ts';
import { FileNotWhole, wholeFile, type FileStore, type StoredFile } from '../../files/index.ts';
import { inTenant, type DatabaseContext, type Tenant, type TenantDb } from '../../tenancy/index.ts';
import type { CertificationContext } from '../context.ts';
import { lockDocument } from '../fiscal-document.ts';
import { recordCertified } from './record-certified.ts';

const PAGE = 200;

/** The newest XML of each document, by the document's id. */
export async function newestXmls(db: TenantDb, after: string, isMeant = sql`true`): Promise<StoredFile[]> {
  return sqlRows<StoredFile>(db)`
    select * from (
      select distinct on (source_id) * from files
      where tenant_id = ${db.tenant.id} and content_type = 'application/xml' and source_id > ${after}
      order by source_id, created_at desc, id desc
    ) newest where ${isMeant} order by source_id limit ${sql.lit(PAGE)}`;
}

const NO_ID = '00000000-0000-0000-0000-000000000000';

export interface FilesRead {
  read: number;
  /** Documents whose file differs from them, or cannot be read. */
  differing: string[];
  /** Documents whose file is not in the store as it was put there. */
  missing: string[];
}

type ReadingContext = DatabaseContext & { files: FileStore } & Pick<CertificationContext, 'afterCertified'>;

export async function readFiles(context: ReadingContext, tenant: Tenant, actor: string): Promise<FilesRead> {
  const found: FilesRead = { read: 0, differing: [], missing: [] };
  const unread = sql`not exists (select from certified_documents c
    where c.tenant_id = newest.tenant_id and c.document_id = newest.source_id and c.file_id = newest.id)`;
  for (let after = NO_ID; ;) {
    const page = await inTenant(context, tenant, (db) => newestXmls(db, after, unread));
    if (page.length === 0) return found;
    for (const file of page) await readOne(context, tenant, { file, actor, found });
    after = page.at(-1)!.source_id;
  }
}

async function readOne(
  context: ReadingContext,
  tenant: Tenant,
  { file, actor, found }: { file: StoredFile; actor: string; found: FilesRead },
): Promise<void> {
  const bytes = await wholeFile(context.files, file).catch((error: unknown) => {
    if (!(error instanceof FileNotWhole)) throw error;
    found.missing.push(file.source_id);
    return null;
  });
  if (bytes === null) return;
  const differences = await inTenant(context, tenant, async (db) =>
    recordCertified(context, db, await lockDocument(db, file.source_id), { id: file.id, bytes, actor }),
  );
  found.read += 1;
  if (differences.length > 0) found.differing.push(file.source_id);
}
