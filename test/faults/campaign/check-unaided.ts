// Documents that must be settled without an operator: the PAC has told their verdict, and a process was there to hear it.
import { documentsOf, isAccepted } from './documents.ts';
import type { Life } from './life.ts';
import { placeOf } from './place.ts';
import type { Story } from './walk.ts';

/** Once nothing fails any more, and before an operator is asked. */
export async function checkUnaided(life: Life, { toldByIdAlone }: Story): Promise<void> {
  const documents = await documentsOf(life);
  const heard = new Set(life.heard.filter(({ process }) => !process.isDead).map(({ id }) => id));
  for (const found of life.pac.documents().filter((one) => isAccepted(life, one))) {
    const ours = documents.find(({ place }) => place === placeOf(found.submission));
    if (!ours) continue;
    const { number, legal_status: status, void_state: voidState } = ours;
    if (status === null && heard.has(found.id)) life.problems.push(`the answer to ${number} was heard, and is lost`);
    if (status === null && toldByIdAlone.has(found.id))
      life.problems.push(`the notice of ${number} by its id alone has settled nothing`);
    if (found.voided && voidState === 'UNKNOWN' && ours.document_id === found.id)
      life.problems.push(`the PAC shows ${number} as void, and that is not known here`);
  }
}
