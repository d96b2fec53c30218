// Whom a document is for, as the PAC is told.
import { holderOf, needsRuc, RECEIVER_CODES, type ReceiverType } from '../../fiscal/receiver.ts';
import { parseRuc, rucCheckDigits, rucHolder } from '../../fiscal/ruc.ts';
import { sentence } from '../../platform/errors.ts';
import type { Refuse } from './refuse.ts';

// Country codes are not kept for clients yet; ZZ is how ISO 3166 writes "unknown".
const UNKNOWN_COUNTRY = 'ZZ';
export interface PayloadReceiver {
  receiverType: ReceiverType;
  name: string;
  ruc: string | null;
  dv: string | null;
  email: string | null;
}

export function payloadReceiver(client: PayloadReceiver, refuse: Refuse) {
  const isForeign = client.receiverType === 'EXTRANJERO';
  // What a foreigner is known by is no RUC, and has no check digit.
  const ruc = client.ruc === null || isForeign ? null : rucOf({ ...client, ruc: client.ruc }, refuse);
  if (needsRuc(client.receiverType) && ruc === null) {
    refuse(sentence('Client {name} has no RUC, which its kind of receiver needs', { name: client.name }));
  }
  // A legal RUC is never sent as a final consumer.
  const isCompany = client.receiverType === 'CONSUMIDOR_FINAL' && ruc?.type === 2;
  const type = isCompany ? RECEIVER_CODES.CONTRIBUYENTE : RECEIVER_CODES[client.receiverType];
  return {
    type,
    ...(ruc === null ? {} : { ruc }),
    name: client.name.slice(0, 100),
    country: isForeign ? UNKNOWN_COUNTRY : 'PA',
    ...(client.email === null ? {} : { emails: [client.email] }),
    ...(isForeign ? { foreign: { number: client.ruc ?? '0', country: UNKNOWN_COUNTRY } } : {}),
  };
}

function rucOf(client: PayloadReceiver & { ruc: string }, refuse: Refuse) {
  const normalized = parseRuc(client.ruc)?.normalized ?? client.ruc;
  const holder = rucHolder(normalized, client.dv, holderOf(client.receiverType));
  const verificationDigit = client.dv ?? rucCheckDigits(normalized, holder);
  if (verificationDigit === null) {
    refuse(sentence('The check digit (DV) of the RUC {ruc} is not known', { ruc: client.ruc }));
  }
  return {
    type: holder === 'NATURAL' ? (1 as const) : (2 as const),
    ruc: normalized,
    verificationDigit: verificationDigit ?? '',
  };
}
