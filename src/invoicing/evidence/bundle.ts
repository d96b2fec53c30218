// The evidence bundle of a document: what was sent, answered, told and printed, with the SHA-256 of each, in one archive.
import { hash } from 'node:crypto';
import { handOutHead, type HeadsContext } from '../../acts/index.ts';
import { documentTimeline, findDocument, noticesOf, type FiscalDocument } from '../../certification/index.ts';
import { issuerAsFiled } from '../../fiscal/cufe.ts';
import { filesOf, wholeFile } from '../../files/index.ts';
import { notFound } from '../../platform/errors.ts';
import { zipOf, type ZipFile } from '../../platform/zip.ts';
import { sqlRow } from '../../platform/sql.ts';
import { inSnapshot, type OfTenant, type TenantDb } from '../../tenancy/index.ts';
import { BUNDLE_FORMAT, type BundleDocument } from './check-bundle.ts';

export async function evidenceBundle(
  context: OfTenant<HeadsContext>,
  documentId: string,
): Promise<{ filename: string; archive: Buffer }> {
  const read = async (db: TenantDb) => {
    const document = await findDocument(db, documentId);
    if (!document) throw notFound('Document');
    return { document, written: await writtenOf(db, document), attached: await filesOf(db, [documentId]) };
  };
  const { document, written, attached } = await inSnapshot(context, context.tenant, read);
  const kept: ZipFile[] = [];
  for (const file of attached) {
    const name = `files/${file.sha256.slice(0, 12)}-${file.filename.replaceAll(/[^\w.-]/g, '_')}`;
    kept.push({ name, bytes: await wholeFile(context.files, file) });
  }
  const files = [...written, ...kept, json('acts-head.json', await handOutHead(context, context.tenant))];
  const manifest = {
    format: BUNDLE_FORMAT,
    document: documentId,
    files: files.map(({ name, bytes }) => ({ name, byteSize: bytes.length, sha256: hash('sha256', bytes) })),
  };
  return {
    filename: `${document.number.replaceAll(/[^\w-]/g, '_')}-evidence.zip`,
    archive: zipOf([json('manifest.json', manifest), ...files]),
  };
}

async function writtenOf(db: TenantDb, document: FiscalDocument): Promise<ZipFile[]> {
  const timeline = await documentTimeline(db, document.id);
  return [
    json('document.json', await aboutDocument(db, document)),
    // To the byte what is sent: the body of the request is made of it in the same way.
    ...(document.pac_input === null
      ? []
      : [{ name: 'payload.json', bytes: Buffer.from(JSON.stringify(document.pac_input)) }]),
    ...(document.pac_response === null ? [] : [json('answer.json', document.pac_response)]),
    json('notices.json', await noticesOf(db, timeline)),
    json(
      'timeline.json',
      timeline.map(({ at, kind, actor, detail }) => ({ at, kind, actor, detail })),
    ),
  ];
}

async function aboutDocument(db: TenantDb, document: FiscalDocument): Promise<BundleDocument & object> {
  const { tenant } = db;
  return {
    id: document.id,
    tenantId: tenant.id,
    createdAt: document.created_at.toISOString(),
    authorization: { protocol: document.authorization_protocol, at: document.authorized_at?.toISOString() ?? null },
    kind: document.kind,
    mode: document.mode,
    number: document.number,
    legalStatus: document.legal_status,
    pacDocumentId: document.document_id,
    cufe: document.cufe,
    expectedCufe: document.expected_cufe,
    cufeKey: document.cufe_key,
    totals: await totalsOfDocument(db, document.id),
    ...{
      documentType: document.document_type,
      issuer: {
        name: tenant.name,
        ...issuerAsFiled(document.cufe ?? document.expected_cufe, tenant),
        pacCompanyId: document.pac_company_id,
      },
      environment: document.environment,
      submissionState: document.submission_state,
      voidState: document.void_state,
      rejectionReasons: document.rejection_reasons,
      contingencyId: document.contingency_id,
      qrUrl: document.qr_url,
    },
  };
}

/** A document of any kind is in one of them. */
async function totalsOfDocument(db: TenantDb, id: string): Promise<BundleDocument['totals']> {
  return sqlRow<BundleDocument['totals']>(db)`
    select subtotal, isc, other_tax as "otherTax", tax, total from (
      select tenant_id, id, subtotal, isc, other_tax, tax, total from invoices
      union all
      select tenant_id, id, subtotal, isc, other_tax, tax, total from credits
      union all
      select tenant_id, id, subtotal, 0, 0, tax, total from debit_notes
    ) document where tenant_id = ${db.tenant.id} and id = ${id}`;
}

function json(name: string, value: unknown): ZipFile {
  return { name, bytes: Buffer.from(`${JSON.stringify(value, null, 2)}\n`) };
}
