// Whether a payload that was written for one PAC may go to another one: what that refuses it without would burn its number. Pure.
import { RECEIVER_CODES } from '../fiscal/receiver.ts';
import type { PacProfile } from './face.ts';
import type { PacPayload } from './payload.ts';

const NEED_ADDRESS: readonly string[] = [RECEIVER_CODES.CONTRIBUYENTE, RECEIVER_CODES.GOBIERNO];
const MAIN_OFFICE = '0000';
const ABROAD = 2;

/** `branch`: code of its office. */
export function fits(
  { takes, needs = {}, namesOfficesByCode }: PacProfile,
  { idOffice, information, receiver, exportation, referencedDocuments }: PacPayload,
  { branch, writtenFor }: { branch: string; writtenFor: Pick<PacProfile, 'namesOfficesByCode'> },
): boolean {
  const { addressLength = 0, exportData } = needs;
  const hasAddress = !NEED_ADDRESS.includes(receiver.type) || (receiver.address?.length ?? 0) >= addressLength;
  // A note takes the data of its original over.
  const isExport = information.destination === ABROAD && referencedDocuments === undefined;
  // An id of an office is that of one company at one PAC: of the other one, where the first names offices by their codes.
  const isOfOther = writtenFor.namesOfficesByCode === true;
  const hasOffice = idOffice === undefined ? branch === MAIN_OFFICE : isOfOther;
  return (
    takes(information.documentType) &&
    hasAddress &&
    !(exportData && isExport && exportation === undefined) &&
    (namesOfficesByCode === true || hasOffice)
  );
}
