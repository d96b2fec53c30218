/** Reads a submitted body as the PAC does, by the rules of ./rules: either everything that is wrong with it, or what it says. */
import type { DocumentKind } from '../src/fiscal/document.ts';
import { STAGES } from './rules/index.ts';
import { TYPES_OF_ROUTE } from './rules/information.ts';
import { decimal, isObject, isString, listAt, objectAt, textAt, type Json } from './rules/json.ts';
import { brokenRules, type BodyError, type Given, type Mark } from './rules/rule.ts';
import { totalsOf } from './totals.ts';
import type { DocumentTotals, Line } from './totals.ts';

export interface Submission {
  numeration: string;
  billingPoint: string;
  securityCode: string;
  documentType: string;
  issueType: string;
  issueDate: string;
  /** The PAC's id of the office that issues it. */
  office: string | null;
  receiver: { type: string; name: string; ruc: string | null; checkDigit: string | null; address: string };
  lines: Line[];
  totals: DocumentTotals;
  paymentMethods: { type: string; amount: string; description: string }[];
  references: { cufe: string; issueDate: string }[];
}

export type ReadBody = { errors: BodyError[] } | { errors: null; submission: Submission };

/** What is known of who issues and of what came before, and how strict the PAC is. */
export type Reading = Pick<Given, 'company' | 'original' | 'acceptsUnknown'> & { strictness: Mark };

const ALONE: Reading = {
  company: null,
  original: () => undefined,
  acceptsUnknown: true,
  strictness: 'documented',
};

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
  const submission = submissionOf(body);
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

/** What the register objects to in a body whose form is right. */
export function objections(kind: DocumentKind, body: unknown, reading: Reading): BodyError[] {
  return brokenRules(STAGES.register, givenOf(kind, objectAt(body), reading), reading.strictness);
}

// Read after the rules hold, so that what is missing here may be missing.
function submissionOf(body: Json): Submission {
  const information = objectAt(body['information']);
  const { ruc, type, name, address } = objectAt(body['receiver']);
  const { ruc: number, verificationDigit } = objectAt(ruc);
  const lines = listAt(body['items']).map(objectAt).map(lineOf);
  return {
    numeration: textAt(information['numeration']),
    billingPoint: textAt(information['billingPoint']),
    securityCode: textAt(information['securityCode']),
    documentType: textAt(information['documentType']),
    issueType: textAt(information['issueType']),
    issueDate: textAt(information['issueDate']),
    office: isString(body['idOffice']) ? body['idOffice'] : null,
    receiver: {
      type: textAt(type),
      name: textAt(name),
      ruc: ruc === undefined ? null : textAt(number),
      checkDigit: ruc === undefined ? null : textAt(verificationDigit),
      address: textAt(address),
    },
    lines,
    totals: totalsOf(lines),
    paymentMethods: listAt(objectAt(body['totals'])['paymentMethods'])
      .map(objectAt)
      .map((one) => ({
        type: textAt(one['type']),
        amount: textOf(one['amount']),
        description: textAt(one['description']),
      })),
    references: listAt(body['referencedDocuments'])
      .map(objectAt)
      .flatMap(({ cufe, issueDate }) => (isString(cufe) ? [{ cufe, issueDate: textAt(issueDate) }] : [])),
  };
}

function lineOf(item: Json): Line {
  const prices = objectAt(item['prices']);
  return {
    number: textAt(item['number']),
    code: textAt(item['code']),
    description: textAt(item['description']),
    unit: textAt(item['unit']) || 'und',
    quantity: textOf(item['quantity']),
    price: textOf(prices['transfer']),
    discount: textOf(prices['discount']),
    rate: textAt(objectAt(item['itbms'])['rate']),
  };
}

const textOf = (value: unknown): string => decimal(value)?.toFixed() ?? '0';
