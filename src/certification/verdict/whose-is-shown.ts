// Compares the document that the PAC shows under an id with the one that was sent; a difference goes to an operator.
import type { PacDocument } from '../../pac/index.ts';
import type { TenantDb } from '../../tenancy/index.ts';
import { disown } from './disown.ts';
import { parkDocument, unpark, type FiscalDocument } from '../fiscal-document.ts';
import { heldByAnother } from './match-document.ts';
import { identityConflict, isSameId } from './whose-answer.ts';

const SHOWS_ANOTHER = 'the PAC shows another document: ';

/** MIXED: the answer is another document's; STRANGER: so is the id, which is taken back. The caller holds the document locked. */
export async function whoseIsShown(
  db: TenantDb,
  document: FiscalDocument,
  found: PacDocument,
  actor: string,
): Promise<'OURS' | 'MIXED' | 'STRANGER'> {
  const held = await heldByAnother(db, document, found);
  const against = held ?? identityConflict(document, found);
  if (against === null) {
    if (document.parked_reason?.startsWith(SHOWS_ANOTHER)) await unpark(db, document, 'the PAC shows it again', actor);
    return 'OURS';
  }
  const because = SHOWS_ANOTHER + against;
  const isUnderItsId = found.documentId !== null && isSameId(found.documentId, document.document_id ?? '');
  // An identity that was proven before is not given up for one answer that may be mixed up.
  const isCertain = document.cufe === null || document.parked_reason === because;
  if (held === null && isUnderItsId && found.cufe !== null && isCertain) {
    await disown(db, document, because, actor);
    return 'STRANGER';
  }
  if (document.parked_reason !== because) await parkDocument(db, document.id, because, actor);
  return 'MIXED';
}
