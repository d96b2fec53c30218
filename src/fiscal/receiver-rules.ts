// Rules of the DGI and the PAC for the receiver of a document, by kind of receiver and type of document, as data with its source.
import { PANAMA, UNKNOWN_COUNTRY } from './countries.ts';
import { isAbroad, type DocumentType, type Mark } from './document-types.ts';
import { sentence, severityOf, type Finding, type Problem } from './finding.ts';
import { placeOf } from './places.ts';
import { holderOf, needsRuc, type ReceiverType } from './receiver.ts';
import type { PacNeeds } from './pac-needs.ts';
import { parseRuc, rucCheckDigits, rucHolder } from './ruc.ts';

/** Whom a document is for, as far as the rules look at it. */
export interface Receiver {
  receiverType: ReceiverType;
  name: string;
  ruc: string | null;
  dv: string | null;
  country?: string | null | undefined;
  addressLine?: string | null | undefined;
  corregimientoCode?: string | null | undefined;
  telephone?: string | null | undefined;
  email?: string | null | undefined;
  furtherEmails?: readonly string[] | undefined;
}

export interface ReceiverRule {
  mark: Mark;
  source: keyof typeof SOURCES;
  field: string;
  /** The problem of a receiver, or null. */
  finds(receiver: Receiver, type: DocumentType): Problem | null;
  /** Replaces it for a PAC that refuses a document without. */
  needed?(receiver: Receiver, needs: PacNeeds): Problem | null;
}

export const SOURCES = {
  alanube: 'Integrations of Alanube Panamá, /pan/v1',
  hka: 'The Factory HKA, wiki and help desk, method Enviar: a taxpayer and the State have an address and a place',
  refusals: 'Refusals that integrators tell of',
  sheet: "The DGI's technical sheet and schemas, version 1.00",
  ours: 'No source; what Folio sends in its place says nothing',
} as const;

const isBusiness = (receiver: Receiver) => ['CONTRIBUYENTE', 'GOBIERNO'].includes(receiverTypeSent(receiver));
const isForeign = ({ receiverType }: Receiver) => receiverType === 'EXTRANJERO';
const isNone = (value: string | null | undefined) => value === null || value === undefined;

export const RECEIVER_RULES: readonly ReceiverRule[] = [
  {
    mark: 'H',
    source: 'alanube',
    field: 'client.ruc',
    finds: ({ receiverType, ruc, name }) =>
      needsRuc(receiverType) && ruc === null
        ? sentence('Client {name} has no RUC, which its kind of receiver needs', { name })
        : null,
  },
  {
    mark: 'H',
    source: 'refusals',
    field: 'client.ruc',
    finds: (receiver) => {
      const { ruc } = receiver;
      return ruc !== null && !isForeign(receiver) && checkDigitsOf(receiver) === null
        ? sentence('The check digit (DV) of the RUC {ruc} is not known', { ruc })
        : null;
    },
  },
  {
    mark: 'H',
    source: 'refusals',
    field: 'client.ruc',
    finds: (receiver) => {
      const { ruc, dv } = receiver;
      if (ruc === null || dv === null || isForeign(receiver) || !parseRuc(ruc)?.certain) return null;
      const right = rucCheckDigits(ruc, readRucOf({ ...receiver, ruc }).holder);
      return Number(right) === Number(dv)
        ? null
        : sentence('The check digit (DV) of the RUC {ruc} is {right}, not {dv}', { ruc, right, dv });
    },
  },
  {
    mark: 'H',
    source: 'alanube',
    field: 'client.country',
    finds: ({ country, name }, type) =>
      isAbroad(type, country ?? null) && isNone(country)
        ? sentence('Client {name} has no country, which a document of type {type} needs', { name, type })
        : null,
  },
  {
    // Weak: Panama is sent, as it must be, and who buys here may well be of another country.
    mark: 'L',
    source: 'refusals',
    field: 'client.country',
    finds: (receiver, type) =>
      isForeign(receiver) && type === '01' && !isNone(receiver.country) && receiver.country !== PANAMA
        ? sentence(
            'Client {name} is of {country}: document type 01 is a sale within Panama, and what leaves the country is one of type 03',
            { name: receiver.name, country: receiver.country },
          )
        : null,
  },
  {
    mark: 'M',
    source: 'alanube',
    field: 'client.country',
    finds: (receiver, type) =>
      isForeign(receiver) && isNone(receiver.country) && !isAbroad(type, null)
        ? sentence('Client {name} is foreign and has no country; {unknown} is sent', {
            name: receiver.name,
            unknown: UNKNOWN_COUNTRY,
          })
        : null,
  },
  {
    mark: 'L',
    source: 'ours',
    field: 'client.ruc',
    finds: (receiver) =>
      isForeign(receiver) && receiver.ruc === null
        ? sentence('Client {name} is foreign and has no number of a document; 0 is sent', { name: receiver.name })
        : null,
  },
  {
    mark: 'L',
    source: 'hka',
    field: 'client.address.line',
    finds: (receiver) =>
      isBusiness(receiver) && isNone(receiver.addressLine)
        ? sentence('Client {name} has no address, which the PAC may ask for', { name: receiver.name })
        : null,
    needed: (receiver, { addressLength: least }) =>
      least !== undefined && isBusiness(receiver) && (receiver.addressLine?.length ?? 0) < least
        ? sentence('Client {name} has no address of at least {least} characters, which the PAC needs', {
            name: receiver.name,
            least,
          })
        : null,
  },
  {
    mark: 'L',
    source: 'hka',
    field: 'client.address.corregimientoCode',
    finds: (receiver) =>
      isBusiness(receiver) && isNone(receiver.corregimientoCode)
        ? sentence('Client {name} has no code of a corregimiento, which the PAC may ask for', { name: receiver.name })
        : null,
  },
  {
    mark: 'L',
    source: 'sheet',
    field: 'client.address.corregimientoCode',
    finds: ({ corregimientoCode: code }) =>
      typeof code === 'string' && placeOf(code) === undefined
        ? sentence('The corregimiento {code} is not in the list of the DGI that Folio has', { code })
        : null,
  },
  {
    mark: 'L',
    source: 'sheet',
    field: 'client.telephone',
    finds: ({ telephone }) =>
      typeof telephone === 'string' && !/^\d{3,4}-\d{4}$/.test(telephoneSent(telephone))
        ? sentence('The telephone {telephone} is not of the form 999-9999 or 9999-9999', { telephone })
        : null,
  },
  {
    mark: 'M',
    source: 'sheet',
    field: 'client.emails',
    finds: (receiver) => {
      const email = emailsOf(receiver).find((one) => !/@[^@]+\.[^@.]+$/.test(one));
      return email === undefined
        ? null
        : sentence('The e-mail address {email} has no domain such as example.com', { email });
    },
  },
];

/** Everything that the rules find; what they refuse comes first. */
export function judgeReceiver(receiver: Receiver, type: DocumentType, needs: PacNeeds = {}): Finding[] {
  const found = RECEIVER_RULES.flatMap(({ mark: usual, field, finds, needed }) => {
    const lacking = needed?.(receiver, needs) ?? null;
    const [problem, mark] = lacking === null ? [finds(receiver, type), usual] : [lacking, 'H' as const];
    return problem === null ? [] : [{ severity: severityOf(mark), field, problem, mark }];
  });
  return [...found.filter(isRefused), ...found.filter((one) => !isRefused(one))];
}

const isRefused = ({ severity }: Finding) => severity === 'REFUSED';

/** Country that is sent: Panama unless the document itself goes abroad; a foreigner who buys here keeps their country beside it. */
export function countrySent({ country }: Receiver, type: DocumentType): string {
  return isAbroad(type, country ?? null) ? (country ?? UNKNOWN_COUNTRY) : PANAMA;
}

/** A number of Panama in the form of the technical sheet; any other as it was written. */
export function telephoneSent(telephone: string): string {
  const digits = telephone.replaceAll(/\D/g, '').replace(/^507(?=\d{7,8}$)/, '');
  return /^\d{7,8}$/.test(digits) ? `${digits.slice(0, -4)}-${digits.slice(-4)}` : telephone;
}

export function emailsOf({ email, furtherEmails = [] }: Receiver): string[] {
  return email === null || email === undefined ? [] : [email, ...furtherEmails];
}

/** A legal RUC is never sent as a final consumer. */
export function receiverTypeSent(receiver: Receiver): ReceiverType {
  const { receiverType } = receiver;
  return receiverType === 'CONSUMIDOR_FINAL' && rucSent(receiver)?.type === 2 ? 'CONTRIBUYENTE' : receiverType;
}

/** Its RUC as the PAC is told; null without one. What a foreigner is known by is no RUC. */
export function rucSent(receiver: Receiver) {
  if (receiver.ruc === null || isForeign(receiver)) return null;
  const { ruc, holder } = readRucOf({ ...receiver, ruc: receiver.ruc });
  return {
    type: holder === 'NATURAL' ? (1 as const) : (2 as const),
    ruc,
    verificationDigit: checkDigitsOf(receiver) ?? '',
  };
}

function checkDigitsOf(receiver: Receiver): string | null {
  if (receiver.dv !== null || receiver.ruc === null) return receiver.dv;
  const { ruc, holder } = readRucOf({ ...receiver, ruc: receiver.ruc });
  return rucCheckDigits(ruc, holder);
}

/** The one spelling of a RUC, and whose it is. */
export function readRucOf({ ruc, dv, receiverType }: Pick<Receiver, 'receiverType' | 'dv'> & { ruc: string }) {
  const normalized = parseRuc(ruc)?.normalized ?? ruc;
  return { ruc: normalized, holder: rucHolder(normalized, dv, holderOf(receiverType)) };
}
