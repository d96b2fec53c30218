// The PAC's JSON: what we send it.
import * as z from 'zod';
import { DOCUMENT_TYPE_CODES, rulesOf } from '../fiscal/document-types.ts';
import { CONTINGENCY, ISSUE_TYPES } from '../fiscal/issue-type.ts';
import { ITBMS_RATES } from '../fiscal/itbms.ts';
import { OTHER_TAX_CODES } from '../fiscal/other-taxes.ts';
import { RETENTION_CODES } from '../fiscal/retention.ts';
import { RECEIVER_CODES } from '../fiscal/receiver.ts';

const notAllZero = (digits: string) => /[1-9]/.test(digits);

// Money and quantities travel as JSON numbers. Up to 15 digits such a number is exactly the decimal that was meant;
// anything longer would be rounded in silence, so it is refused here.
const decimal = z
  .number()
  .refine((value) => /^-?\d+(\.\d{1,6})?$/.test(String(value)) && digitsOf(value) <= 15, {
    error: 'must be a plain decimal of at most 15 digits, 6 of them after the point',
  });
const amount = decimal.nonnegative();

function digitsOf(value: number): number {
  return String(value).replace(/[-.]/g, '').replace(/^0+/, '').length;
}

const instantInPanama = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?-05:00$/, 'must be ISO 8601 with the offset -05:00');

const information = z.object({
  issueType: z.enum(Object.values(ISSUE_TYPES)),
  documentType: z.enum(DOCUMENT_TYPE_CODES),
  numeration: z
    .string()
    .regex(/^\d{10}$/)
    .refine(notAllZero, 'must not be all zero'),
  billingPoint: z
    .string()
    .regex(/^\d{3}$/)
    .refine(notAllZero, 'must not be 000'),
  securityCode: z
    .string()
    .regex(/^\d{9}$/)
    .refine(notAllZero, 'must not be all zero'),
  nature: z.string().regex(/^\d{2}$/),
  operationType: z.union([z.literal(1), z.literal(2)]),
  destination: z.union([z.literal(1), z.literal(2)]),
  receiverContainer: z.union([z.literal(1), z.literal(2)]),
  /** Invoices only; a credit note is no sale. */
  saleType: z.number().int().min(1).max(4).optional(),
  cafe: z.object({ format: z.number().int().min(1).max(3), delivery: z.number().int().min(1).max(3) }),
  issueDate: instantInPanama,
  /** The names of its fields are assumed. */
  contingency: z
    .object({
      startDate: instantInPanama,
      reason: z.string().min(CONTINGENCY.reasonLength.least).max(CONTINGENCY.reasonLength.most),
    })
    .optional(),
});

const receiver = z.object({
  type: z.enum(RECEIVER_CODES),
  /** Absent for a final consumer who gave none. */
  ruc: z
    .object({
      type: z.union([z.literal(1), z.literal(2)]),
      ruc: z.string().min(1).max(20),
      verificationDigit: z.string().regex(/^\d{1,2}$/),
    })
    .optional(),
  name: z.string().min(1).max(100).optional(),
  address: z.string().min(1).max(100).optional(),
  location: z
    .object({
      /** Province, district and corregimiento. */
      code: z.string().regex(/^\d{1,2}-\d{1,2}-\d{1,2}$/),
      province: z.string().min(1).max(50).optional(),
      district: z.string().min(1).max(50).optional(),
      corregimiento: z.string().min(1).max(50).optional(),
    })
    .optional(),
  country: z.string().regex(/^[A-Z]{2}$/),
  emails: z.array(z.string().min(3).max(254)).max(3).optional(),
  telephones: z.array(z.string().min(1).max(20)).max(3).optional(),
  foreign: z
    .object({
      number: z.string().min(1).max(50),
      country: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .optional(),
    })
    .optional(),
});

const item = z.object({
  number: z.string().regex(/^\d{4}$/),
  description: z.string().min(1).max(500),
  code: z.string().min(1).max(20).optional(),
  unit: z.string().min(1).max(20).optional(),
  quantity: decimal.positive(),
  /** The unit price, and what is taken off it per unit. */
  prices: z.object({ transfer: amount, discount: amount.optional() }),
  itbms: z.object({ rate: z.enum(ITBMS_RATES.map(({ code }) => code)) }),
  // Rate and amount: seen at Alanube, which asks for the rate where there is an amount.
  isc: z.object({ rate: amount, amount }).optional(),
  // Assumed by its name in the XML (gOTIItem); the codes are documented.
  oti: z
    .array(z.object({ code: z.enum(OTHER_TAX_CODES), amount }))
    .min(1)
    .optional(),
  cpbs: z.object({ code: z.string().min(1).max(20), unit: z.string().max(20).optional() }).optional(),
});

const totals = z.object({
  /** 1 at once, 2 term, 3 mixed; a term says when. */
  paymentTime: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  paymentMethods: z
    .array(z.object({ type: z.string().regex(/^\d{2}$/), amount, description: z.string().max(100).optional() }))
    .min(1)
    .max(10),
  installmentPayment: z
    .array(
      z.object({ sequence: z.number().int().positive(), dueDate: z.union([instantInPanama, z.iso.date()]), amount }),
    )
    .max(100)
    .optional(),
  // ITBMS that the receiver withholds. The object is seen at Alanube, its parts are assumed: codes of one digit are numbers there.
  retention: z
    .object({
      code: z.number().refine((code) => RETENTION_CODES.includes(String(code)), 'must be a known code'),
      amount,
    })
    .optional(),
});

const referencedDocument = z.union([
  z.strictObject({ cufe: z.string().length(66), issueDate: instantInPanama }),
  /** On paper, or of a fiscal printer. */
  z.strictObject({
    emissionType: z.enum(['PAPER', 'PRINTER']),
    otherIdentification: z.string().min(1).max(22),
    issueDate: instantInPanama,
  }),
]);

const exportation = z.object({
  incoterm: z.string().regex(/^[A-Z]{3}$/),
  currency: z.string().regex(/^[A-Z]{3}$/),
  /** Units of the currency for a balboa, and what the document comes to in it; absent where that is the dollar. */
  exchangeRate: decimal.positive().optional(),
  amount: amount.optional(),
  port: z.string().min(1).max(50).optional(),
});

/** The body of a document of any type. Net, tax and grand totals are the PAC's to compute. */
export const pacPayload = z
  .object({
    idOffice: z.string().min(1).max(50).optional(),
    information,
    receiver,
    exportation: exportation.optional(),
    items: z.array(item).min(1).max(1000),
    totals,
    referencedDocuments: z.array(referencedDocument).min(1).max(99).optional(),
  })
  .superRefine((payload, context) => {
    const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message });
    const { documentType, saleType, destination } = payload.information;
    const rules = rulesOf(documentType);
    const { issueType, contingency } = payload.information;
    if ((issueType === ISSUE_TYPES.CONTINGENCY) !== (contingency !== undefined))
      refuse(['information', 'contingency'], 'of a document that is issued in contingency, and of no other');
    const { referencedDocuments } = payload;
    if (rules.kind === 'INVOICE' && referencedDocuments) refuse(['referencedDocuments'], 'only a note has an original');
    if (rules.references.is === 'CUFE' && !referencedDocuments?.every((one) => 'cufe' in one))
      refuse(['referencedDocuments'], 'a note names its original');
    if (rules.kind !== 'INVOICE' && saleType !== undefined) refuse(['information', 'saleType'], 'invoices only');
    const place = rules.destination;
    if (typeof place.is === 'number' && place.mark === 'H' && destination !== place.is)
      refuse(['information', 'destination'], `must be ${place.is} for document type ${documentType}`);
    if (payload.receiver.type === RECEIVER_CODES.CONTRIBUYENTE && payload.receiver.country !== 'PA') {
      refuse(['receiver', 'country'], 'must be PA for a taxpayer');
    }
    if (payload.receiver.type === RECEIVER_CODES.CONSUMIDOR_FINAL && payload.receiver.ruc?.type === 2) {
      refuse(['receiver', 'ruc'], 'a legal RUC is never a final consumer');
    }
    if (payload.totals.paymentTime !== 1 && !payload.totals.installmentPayment?.length) {
      refuse(['totals', 'installmentPayment'], 'a term needs its due dates');
    }
    if (payload.receiver.type === RECEIVER_CODES.GOBIERNO) {
      payload.items.forEach((line, at) => {
        if (!line.cpbs) refuse(['items', at, 'cpbs'], 'a government receiver needs a CPBS code on every line');
      });
    }
  });
export type PacPayload = z.infer<typeof pacPayload>;
