// The documents of a trial: a full invoice of which each assumption changes what it is about.
import { randomInt } from 'node:crypto';
import { buildCufe } from '../../src/fiscal/cufe.ts';
import { rulesOf, type DocumentType } from '../../src/fiscal/document-types.ts';
import { ITBMS_RATES } from '../../src/fiscal/itbms.ts';
import { amountsOfLines, lineAmounts, roundingOf, totalsOf } from '../../src/fiscal/money.ts';
import { placeOf } from '../../src/fiscal/places.ts';
import type { PacPayload } from '../../src/pac/payload.ts';
import type { Issuer, Trial } from './assumption.ts';

// The RUC of a real company, public and checked in several documents; a sandbox that looks receivers up knows it.
export const TAXPAYER = {
  type: '01',
  ruc: { type: 2, ruc: '155596713-2-2015', verificationDigit: '59' },
  name: 'Comercio de Pruebas, S.A.',
  address: 'Vía España 100',
  location: placeOf('8-8-7'),
  country: 'PA',
} as const;
export const CONSUMER = { type: '02', name: 'Consumidor de Pruebas', country: 'PA' } as const;
export const FOREIGNER = {
  type: '04',
  name: 'Jane Roe',
  country: 'US',
  foreign: { number: 'P1234567', country: 'US' },
} as const;

export interface SampleLine {
  quantity: string;
  price: string;
  /** The ITBMS in per cent. */
  rate: string;
  discount?: string;
  iscRate?: string;
  /** The amount of another tax, interest. */
  otherTax?: string;
  cpbs?: { code: string; unit: string };
}

const ONE_LINE: readonly SampleLine[] = [{ quantity: '1', price: '10', rate: '7' }];

/** Total of the document, as Folio counts it by the rule of the company's PAC. */
export function totalOf(lines: readonly SampleLine[], { roundsOnce = false }: Issuer): string {
  const terms = lines.map((line) => ({ ...line, unitPrice: line.price, taxRate: line.rate }));
  return totalsOf(amountsOfLines(terms, roundingOf({ roundsOnce }))).total;
}

export interface SampleOptions {
  type?: DocumentType;
  lines?: readonly SampleLine[];
  /** Amount paid; the total of the lines by default. */
  paid?: string;
  /** Parts of the body that stand instead of the usual ones; null leaves one out. */
  information?: object;
  receiver?: object;
  totals?: object;
  rest?: object;
}

/** Some of the bodies are wrong on purpose, so this promises nothing to the compiler. */
export function sample(trial: Trial, options: SampleOptions = {}): PacPayload {
  const { type = '01', lines = ONE_LINE, information, receiver = TAXPAYER, totals, rest } = options;
  const { issuer } = trial;
  const rules = rulesOf(type);
  const isSale = rules.kind === 'INVOICE' && rules.operationType.is === 1;
  const paid = options.paid ?? totalOf(lines, issuer);
  const body = {
    ...(issuer.officeId === null ? {} : { idOffice: issuer.officeId }),
    information: {
      issueType: '01',
      documentType: type,
      numeration: trial.number(),
      billingPoint: issuer.billingPoint,
      securityCode: String(randomInt(1, 1_000_000_000)).padStart(9, '0'),
      nature: rules.nature.is,
      operationType: rules.operationType.is,
      destination: rules.destination.is === 2 ? 2 : 1,
      receiverContainer: 1,
      ...(isSale ? { saleType: 1 } : {}),
      cafe: { format: 3, delivery: 3 },
      issueDate: inPanama(trial.now()),
      ...information,
    },
    receiver,
    items: lines.map((line, index) => itemOf(line, index)),
    totals: { paymentTime: 1, paymentMethods: [{ type: '02', amount: Number(paid) }], ...totals },
    ...rest,
  };
  return body as unknown as PacPayload;
}

function itemOf(line: SampleLine, index: number) {
  const { isc } = lineAmounts({ ...line, unitPrice: line.price, taxRate: line.rate });
  return {
    number: String(index + 1).padStart(4, '0'),
    description: `Producto ${index + 1}`,
    code: `P-${index + 1}`,
    unit: 'und',
    quantity: Number(line.quantity),
    prices: {
      transfer: Number(line.price),
      ...(line.discount === undefined ? {} : { discount: Number(line.discount) }),
    },
    itbms: { rate: ITBMS_RATES.find(({ percent }) => percent === line.rate)!.code },
    ...(line.iscRate === undefined ? {} : { isc: { rate: Number(line.iscRate), amount: Number(isc) } }),
    ...(line.cpbs === undefined ? {} : { cpbs: line.cpbs }),
    ...(line.otherTax === undefined ? {} : { oti: [{ code: '11', amount: Number(line.otherTax) }] }),
  };
}

export function expectedCufe({ information }: PacPayload, issuer: Issuer): string {
  return buildCufe({
    documentType: information.documentType,
    issuerRucType: issuer.rucType,
    issuerRuc: issuer.ruc,
    issuerDv: issuer.dv,
    branchCode: issuer.branchCode,
    issueDate: information.issueDate.slice(0, 10),
    documentNumber: information.numeration,
    billingPoint: information.billingPoint,
    issueType: information.issueType,
    environment: 2,
    securityCode: information.securityCode,
  });
}

export function inPanama(at: Date): string {
  return new Date(at.getTime() - 5 * 3_600_000).toISOString().replace(/\.\d{3}Z$/, '-05:00');
}
