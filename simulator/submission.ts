/** Content of a body that no rule refuses. */
import { decimal, isString, listAt, objectAt, textAt, type Json } from './rules/json.ts';
import { totalsOf, type DocumentTotals, type Line, type Rounding } from './totals.ts';

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
  /** ITBMS that the receiver withholds. */
  retention: string;
  references: { cufe: string; issueDate: string }[];
}

/** Read after the rules hold, so that what is missing here may be missing. */
export function submissionOf(body: Json, rounding?: Rounding): Submission {
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
    totals: totalsOf(lines, rounding),
    paymentMethods: listAt(objectAt(body['totals'])['paymentMethods'])
      .map(objectAt)
      .map((one) => ({
        type: textAt(one['type']),
        amount: textOf(one['amount']),
        description: textAt(one['description']),
      })),
    retention: textOf(objectAt(objectAt(body['totals'])['retention'])['amount']),
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
    iscRate: textOf(objectAt(item['isc'])['rate']),
    otherTaxes: listAt(item['oti']).map((tax) => textOf(objectAt(tax)['amount'])),
  };
}

const textOf = (value: unknown): string => decimal(value)?.toFixed() ?? '0';
