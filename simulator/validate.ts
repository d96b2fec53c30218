/** Reads a submitted body as the PAC does, by the rules of ./rules: either everything that is wrong with it, or what it says. */
import type { DocumentKind } from '../src/fiscal/document.ts';
import { STAGES } from './rules/index.ts';
import { TYPES_OF_ROUTE } from './rules/information.ts';
import { isObject, isString, objectAt, textAt, type Json } from './rules/json.ts';
import { brokenRules, type BodyError, type Given, type Mark } from './rules/rule.ts';
import { submissionOf, type Submission } from './submission.ts';
import type { Rounding } from './totals.ts';

export type ReadBody = { errors: BodyError[] } | { errors: null; submission: Submission };

/** Facts about the issuer and earlier documents, and how strict the PAC is. */
export type Reading = Pick<Given, 'company' | 'original' | 'acceptsUnknown'> & {
  strictness: Mark;
  rounding?: Rounding;
};

const ALONE: Reading = { company: null, original: () => undefined, acceptsUnknown: true, strictness: 'documented' };

/** The sentinels stand in the receiver's name, which is therefore read from bodies of any kind. */
export const receiverNameOf = (body: unknown): string => textAt(objectAt(objectAt(body)['receiver'])['name']);

/** The fiscal number that a body claims, whatever else is wrong with it. */
export function fiscalNumberOf(
  body: unknown,
): { office: string; documentType: string; numeration: string; billingPoint: string } | null {
  const { idOffice, information } = objectAt(body);
  const { documentType, numeration, billingPoint } = objectAt(information);
  return isString(numeration) && isString(billingPoint)
    ? { office: textAt(idOffice), documentType: textAt(documentType), numeration, billingPoint }
    : null;
}

export function readBody(kind: DocumentKind, body: unknown, reading: Reading = ALONE): ReadBody {
  if (!isObject(body)) {
    return {
      errors: [{ code: 'INVALID_BODY', field: '', message: 'El cuerpo de la petición debe ser un objeto JSON' }],
    };
  }
  const given = givenOf(kind, body, reading);
  const formErrors = brokenRules(STAGES.form, given, reading.strictness);
  if (formErrors.length > 0) return { errors: formErrors };
  const submission = submissionOf(body, reading.rounding);
  const errors = brokenRules(STAGES.sums, { ...given, totals: submission.totals }, reading.strictness);
  return errors.length > 0 ? { errors } : { errors: null, submission };
}

function givenOf(kind: DocumentKind, body: Json, reading: Reading): Given {
  return {
    ...reading,
    body,
    types: TYPES_OF_ROUTE[kind] ?? [],
    documentType: textAt(objectAt(body['information'])['documentType']),
    receiver: objectAt(body['receiver']),
    totals: null,
  };
}

/** Objections of the register to a body whose form is right. */
export function objections(kind: DocumentKind, body: unknown, reading: Reading): BodyError[] {
  return brokenRules(STAGES.register, givenOf(kind, objectAt(body), reading), reading.strictness);
}
