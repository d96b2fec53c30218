// Whether what the PAC says is about the document that was sent: decided from the two alone, on every path by which it is said.
import { daysBetween } from '../../platform/days.ts';
import { cufeCheckDigit, cufeDifferences, cufeKey, parseCufe } from '../../fiscal/cufe.ts';
import type { PacDocument, PacPayload, Particulars } from '../../pac/index.ts';
import type { FiscalDocument } from '../fiscal-document.ts';

/** Known facts of a document: the bytes sent and the PAC's answers so far. */
export type Sent = Pick<
  FiscalDocument,
  'document_id' | 'cufe' | 'expected_cufe' | 'cufe_key' | 'pac_input' | 'pac_company_id'
>;

/** How an answer or a notice names the document that it speaks of. */
export interface Named {
  documentId: string | null;
  cufe: string | null;
  particulars?: Particulars;
  hasOwnSecurityCode?: true | undefined;
}

/** Reason why the two cannot be the same document; null when there is none. */
export function identityConflict(document: Sent, reported: Named): string | null {
  const { documentId, cufe, hasOwnSecurityCode } = reported;
  if (documentId !== null && document.document_id !== null && !isSameId(documentId, document.document_id)) {
    return `it names the PAC's document ${documentId}, ours is ${document.document_id}`;
  }
  if (cufe !== null) {
    const against = cufeConflict(document, cufe, hasOwnSecurityCode);
    if (against !== null) return against;
    if (document.cufe !== null && cufe !== document.cufe) return `it names the CUFE ${cufe}, ours is ${document.cufe}`;
  }
  return particularsConflict(document, reported);
}

/** Reason why the shown document is not the one that was sent; null when it is proven to be ours (answer 34). */
export function differenceTo(document: Sent, found: PacDocument): string | null {
  if (found.legalStatus === null) return 'it has no legal status yet';
  if (found.cufe === null) return 'it has no CUFE to recognise it by';
  const { cufe, hasOwnSecurityCode, particulars } = found;
  const against = cufeConflict(document, cufe, hasOwnSecurityCode) ?? particularsConflict(document, found);
  return against ?? (hasOwnSecurityCode ? momentConflict(document, particulars?.issuedAt) : null);
}

/** Whether what is stored as the PAC's CUFE of a document is another document's: releases before 1.9 did not compare it. */
export function isStrangers(document: Sent): boolean {
  return document.cufe !== null && cufeConflict(document, document.cufe) !== null;
}

/** The PAC may change the case of an id. */
export function isSameId(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function cufeConflict(document: Sent, cufe: string, hasOwnSecurityCode = false): string | null {
  if (cufe === document.expected_cufe) return null;
  // Imported documents were never sent, so there is nothing to compare with.
  if (document.cufe_key === null) return null;
  const key = cufeKey(cufe);
  if (key === null) return `its CUFE is ${cufe}, which is no CUFE`;
  if (hasOwnSecurityCode && numberIn(key) === numberIn(document.cufe_key)) return otherIssuerOrDay(document, cufe);
  // The key holds number, billing point and the random security code; the rest of the CUFE is the PAC's to fill in.
  if (key === document.cufe_key) return altered(document, cufe);
  const parts = document.expected_cufe === null ? [] : cufeDifferences(cufe, document.expected_cufe);
  const detail = parts.length > 0 ? ` (${parts.join('; ')})` : '';
  return `its CUFE is ${cufe}, ours ${document.expected_cufe ?? `has the parts ${document.cufe_key}`}${detail}`;
}

/** A key without the security code at its end. */
function numberIn(key: string): string {
  return key.slice(0, -9);
}

function otherIssuerOrDay(document: Sent, cufe: string): string | null {
  const [theirs, ours] = [parseCufe(cufe), parseCufe(document.expected_cufe ?? '')];
  const sent = payloadOf(document);
  if (theirs === null || ours === null || sent === undefined) return null;
  if (isOtherIssuer(theirs.issuerRuc, [ours.issuerRuc]))
    return `its CUFE is ${cufe}, of the issuer ${theirs.issuerRuc}, ours is ${ours.issuerRuc}`;
  return areDaysNear(theirs.issueDate, sent.issueDate)
    ? null
    : `its CUFE is ${cufe}, of the day ${theirs.issueDate}, ours is of ${sent.issueDate.slice(0, 10)}`;
}

/**
 * Without a security code of ours the second of its issue tells our document from another one with its number. A day, or midnight, is
 * no moment.
 */
function momentConflict(document: Sent, issuedAt = ''): string | null {
  const sent = payloadOf(document)?.issueDate;
  if (sent === undefined || !/T\d{2}:\d{2}:\d{2}/.test(issuedAt) || issuedAt.includes('T00:00:00')) return null;
  const isSame = issuedAt.slice(0, 19) === sent.slice(0, 19) || seconds(issuedAt) === seconds(sent);
  return isSame ? null : `it was issued at ${issuedAt}, ours at ${sent}`;
}

function seconds(instant: string): number {
  return Math.floor(Date.parse(instant) / 1000);
}

/** The PAC may write its own branch, environment or spelling of the issuer, and then counts the check digit over them. */
function altered(document: Sent, cufe: string): string | null {
  if (cufeCheckDigit(cufe.slice(2, -1)) !== cufe.at(-1)) return `its CUFE is ${cufe}, whose check digit is wrong`;
  const sent = payloadOf(document);
  const day = parseCufe(cufe)?.issueDate;
  if (day === undefined) return `its CUFE is ${cufe}, which is no CUFE`;
  return sent === undefined || areDaysNear(day, sent.issueDate)
    ? null
    : `its CUFE is ${cufe}, of the day ${day}, ours is of ${sent.issueDate.slice(0, 10)}`;
}

function particularsConflict(document: Sent, { cufe, particulars = {} }: Named): string | null {
  const sent = payloadOf(document);
  if (sent === undefined) return null;
  const { number, billingPoint, documentType, issuerRuc, companyId, issuedAt } = particulars;
  if (isOther(number, sent.numeration)) return `it has the number ${number}, ours is ${sent.numeration}`;
  if (isOther(billingPoint, sent.billingPoint)) {
    return `it is of the billing point ${billingPoint}, ours of ${sent.billingPoint}`;
  }
  if (isOther(documentType, sent.documentType)) {
    return `it is of the document type ${documentType}, ours of ${sent.documentType}`;
  }
  if (companyId !== undefined && document.pac_company_id !== null && companyId !== document.pac_company_id) {
    return `it is of the company ${companyId}, ours of ${document.pac_company_id}`;
  }
  const issuers = [document.expected_cufe, cufe].flatMap((one) => (one === null ? [] : [parseCufe(one)?.issuerRuc]));
  if (isOtherIssuer(issuerRuc, issuers)) return `its issuer is ${issuerRuc}, ours is ${issuers[0]}`;
  // Beside an id or a CUFE that is ours it may be when the PAC took or voided it, days after it was written.
  const isKnown = cufe !== null || document.document_id !== null;
  if (!isKnown && issuedAt !== undefined && !areDaysNear(issuedAt, sent.issueDate)) {
    return `it was issued at ${issuedAt}, ours at ${sent.issueDate}`;
  }
  return null;
}

function payloadOf(document: Sent): PacPayload['information'] | undefined {
  return (document.pac_input as PacPayload | null)?.information;
}

/** Numbers are compared as numbers, whatever stands before them; what holds none says nothing. */
function isOther(reported: string | undefined, sent: string): boolean {
  const digits = /\d{1,10}$/.exec(reported ?? '')?.[0];
  return digits !== undefined && Number(digits) !== Number(sent);
}

/** Spelt with or without hyphens, leading zeros and DV. */
export function isOtherIssuer(reported: string | undefined, own: readonly (string | undefined)[]): boolean {
  const theirs = bare(reported ?? '');
  const ours = own.flatMap((ruc) => (ruc === undefined ? [] : [bare(ruc)]));
  if (theirs.length < 5 || ours.length === 0) return false;
  return !ours.some((ruc) => theirs.includes(ruc) || ruc.includes(theirs));
}

function bare(ruc: string): string {
  return ruc
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replace(/^0+/, '');
}

/** A day apart they may be by the time zone alone; what is no date says nothing. */
function areDaysNear(one: string, other: string): boolean {
  return !(Math.abs(daysBetween(one.slice(0, 10), other.slice(0, 10))) > 1);
}
