// Timeline of a document, in order: the evidence from intent to verdict.
import { sql, type Selectable } from 'kysely';
import { v7 as uuid } from 'uuid';
import { json, sqlRows, type Sql } from '../platform/sql.ts';
import { actorOf, pipeline, rowsOf, tenantRows, type TenantDb } from '../tenancy/index.ts';
import type { DocumentEventRow } from './tables.ts';
import type { EventKind } from './tell-event.ts';

export type DocumentEvent = Selectable<DocumentEventRow>;

/** Joins the caller's transaction, so that the evidence exists exactly if the fact does. The actor may be a plain name. */
export async function addEvent(
  db: TenantDb,
  documentId: string,
  kind: EventKind,
  actor: string,
  detail: object = {},
): Promise<void> {
  await pipeline(db, newEvent(db, documentId, kind, actor, detail));
}

/** The same as a `with` of the statement that writes the fact. */
export function newEvent(
  db: TenantDb,
  documentId: string,
  kind: EventKind,
  actor: string,
  detail: object = {},
  id: string = uuid(),
) {
  const row = {
    tenant_id: db.tenant.id,
    id,
    document_id: documentId,
    kind,
    actor: actorOf(actor),
    detail: json(detail),
  };
  return db.insertInto('document_events').values(row);
}

export type NewEvent = ReturnType<typeof newEvent>;

export async function hasEvent(db: TenantDb, documentId: string, id: string): Promise<boolean> {
  return (await eventsOf(db, documentId).where('id', '=', id).executeTakeFirst()) !== undefined;
}

export async function hasEventOf(db: TenantDb, documentId: string, kind: EventKind): Promise<boolean> {
  return (await eventsOf(db, documentId).where('kind', '=', kind).limit(1).executeTakeFirst()) !== undefined;
}

const eventsOf = (db: TenantDb, documentId: string) =>
  tenantRows(db, 'document_events').select('id').where('document_id', '=', documentId);

/** Findings of each document at its filing, and the DGI's remarks on it; oldest first. */
export async function notesOn(
  db: TenantDb,
  documentIds: readonly string[],
): Promise<Pick<DocumentEvent, 'document_id' | 'kind' | 'detail'>[]> {
  return tenantRows(db, 'document_events')
    .select(['document_id', 'kind', 'detail'])
    .where('document_id', 'in', documentIds)
    .where('kind', 'in', ['INTENT', 'REMARKED'])
    .orderBy('at')
    .orderBy('id')
    .execute();
}

/** The file may have a code beside a text that the PAC tells without it. */
const withoutCode = (remark: string): string => remark.replace(/ \([^()]*\)$/, '');

/** Each once, however often the PAC and the file tell it. The caller holds the document locked. */
export async function noteRemarks(
  db: TenantDb,
  documentId: string,
  remarks: readonly string[] = [],
  actor: string,
): Promise<void> {
  if (remarks.length === 0) return;
  const earlier = remarksAmong(await notesOn(db, [documentId])).map(withoutCode);
  const reasons = remarks.filter((one) => !earlier.includes(withoutCode(one)));
  if (reasons.length > 0) await addEvent(db, documentId, 'REMARKED', actor, { reasons });
}

export function remarksAmong(events: readonly Pick<DocumentEvent, 'kind' | 'detail'>[]): string[] {
  return events
    .filter(({ kind }) => kind === 'REMARKED')
    .flatMap(({ detail }) => (detail as { reasons: string[] }).reasons);
}

/** Code behind a remark, in parentheses; null where it has none. */
const CODE = sql`substring(remark.text from '\\(([A-Za-z0-9_]+)[^()]*\\)$')`;
const REMARKS = (db: TenantDb): Sql => sql`
  from document_events e cross join lateral jsonb_array_elements_text(e.detail -> 'reasons') remark (text)
  where e.tenant_id = ${db.tenant.id} and e.kind = 'REMARKED'`;

/** Ids of documents with a remark of the DGI, of this code where one is given. */
export function remarkedDocuments(db: TenantDb, code?: string | null): Sql {
  return sql`select e.document_id ${REMARKS(db)} ${code == null ? sql`` : sql`and ${CODE} = ${code}`}`;
}

export interface RemarkOfCode {
  code: string | null;
  /** As it was told last. */
  text: string;
  documents: number;
  lastAt: Date;
}

/** The most frequent first. */
export async function remarksByCode(db: TenantDb, limit: number): Promise<RemarkOfCode[]> {
  return sqlRows<RemarkOfCode>(db)`
    select code, (array_agg(text order by at desc))[1] as text, count(distinct document_id)::int as documents,
      max(at) as "lastAt"
    from (select e.document_id, e.at, remark.text, ${CODE} as code ${REMARKS(db)}) one
    group by code, case when code is null then text end
    order by documents desc, "lastAt" desc limit ${limit}`;
}

/** Oldest first; what one row tells as two events. */
export async function documentTimeline(db: TenantDb, documentId: string): Promise<DocumentEvent[]> {
  const rows = await rowsOf(db, 'document_events')
    .select(
      sql<object | null>`case when detail ? 'attached' then (
        select jsonb_build_object('filename', f.filename, 'byteSize', f.byte_size, 'sha256', f.sha256) from files f
        where f.tenant_id = document_events.tenant_id and f.id = (detail #>> '{attached,fileId}')::uuid) end`.as(
        'file',
      ),
    )
    .where('document_id', '=', documentId)
    .orderBy('at')
    .orderBy('id')
    .execute();
  // Rows of earlier releases name the actor without its kind, and no row is ever changed.
  return rows.flatMap(({ file, ...row }) => apart({ ...row, actor: actorOf(row.actor) }, file));
}

/** An intent that is claimed as it is written is one row, and so is a status with the answer that brings it and the page that comes with it. */
function apart(event: DocumentEvent, file: object | null): DocumentEvent[] {
  const { claimed, answered, attached, ...detail } = event.detail as Record<
    'claimed' | 'answered' | 'attached',
    object
  >;
  if (claimed)
    return [
      { ...event, detail },
      { ...beside(event, 1), kind: 'CLAIMED', detail: claimed },
    ];
  return [
    ...(answered ? [{ ...beside(event, 1), kind: 'ANSWERED', detail: answered }] : []),
    { ...event, detail },
    ...(attached
      ? [{ ...beside(event, 2), actor: event.actor, kind: 'PDF_ATTACHED', detail: { ...attached, ...file } }]
      : []),
  ];
}

/** Under an id that no other row has; the system itself claims and is answered. */
function beside(event: DocumentEvent, nth: 1 | 2): DocumentEvent {
  const last = Number.parseInt(event.id.slice(-1), 16) ^ nth;
  return { ...event, id: `${event.id.slice(0, -1)}${last.toString(16)}`, actor: actorOf('system') };
}
