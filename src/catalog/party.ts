// A party: what may be said of a client or a supplier before it is stored.
import type { Selectable } from 'kysely';
import { holderOf, type ReceiverType } from '../fiscal/receiver.ts';
import { USUAL_RETENTION_CODES } from '../fiscal/retention.ts';
import { badInput, oneOf, readAll } from '../platform/errors.ts';
import { contactColumns, type ContactInput } from './contact.ts';
import type { Archiving } from './archive.ts';
import { readOwnWords, type OwnWords } from './own-words.ts';
import type { ClientRow, SupplierRow } from './tables.ts';
import { MAX_LENGTH, optionalText, requiredText } from './text.ts';
import { parseRuc, rucCheckDigits, rucHolder } from '../fiscal/ruc.ts';

export type Client = Selectable<ClientRow>;
export type Supplier = Selectable<SupplierRow>;

export interface ClientInput extends ContactInput, OwnWords {
  name: string;
  receiverType: ReceiverType;
  /** In any spelling; a foreign client's own tax number otherwise. */
  ruc?: string | null | undefined;
  /** For a RUC of a form whose check digits we cannot count. */
  dv?: string | null | undefined;
  /** Price list of the client. */
  priceListId?: string | null | undefined;
  /** Under which code it withholds of the ITBMS; none: it does not. */
  retentionCode?: string | null | undefined;
}

export interface SupplierInput extends OwnWords {
  name: string;
  ruc?: string | null | undefined;
}

/** Fields left out stay as they are, an address as a whole; null removes what may be missing. */
export type ClientChanges = Archiving & {
  [field in keyof Omit<ClientInput, 'dv'>]?: ClientInput[field] | null | undefined;
};

export type SupplierChanges = Archiving & { [field in keyof SupplierInput]?: SupplierInput[field] | null | undefined };

/** The client as it will be, to be checked as a whole: what is right for one kind of receiver is wrong for another. */
export function changedClient(client: Client, changes: ClientChanges): ClientInput {
  const { name, receiverType, ruc, address, country, telephone, retentionCode } = changes;
  const isSameHolder = ruc === undefined && receiverType == null;
  return {
    name: name ?? client.name,
    receiverType: receiverType ?? client.receiver_type,
    ruc: ruc === undefined ? client.ruc : ruc,
    dv: isSameHolder ? client.dv : null,
    address: address === undefined ? addressOf(client) : address,
    country: country === undefined ? client.country : country,
    telephone: telephone === undefined ? client.telephone : telephone,
    priceListId: changes.priceListId === undefined ? client.price_list_id : changes.priceListId,
    retentionCode: retentionCode === undefined ? client.retention_code : retentionCode,
    ...changedEmails(client, changes),
    externalId: changes.externalId,
    metadata: changes.metadata,
  };
}

/** `emails` is the whole list; `email` alone is the first of it, and the others stay. */
function changedEmails({ email, further_emails }: Client, changes: ClientChanges) {
  if (changes.emails !== undefined) return { email: changes.email, emails: changes.emails };
  return { email: changes.email === undefined ? email : changes.email, emails: further_emails };
}

export function addressOf(client: Client) {
  return {
    line: client.address_line,
    corregimientoCode: client.corregimiento_code,
    province: client.province,
    district: client.district,
    corregimiento: client.corregimiento,
  };
}

export function changedSupplier(supplier: Supplier, { name, ruc, ...words }: SupplierChanges): SupplierInput {
  return { ...words, name: name ?? supplier.name, ruc: ruc === undefined ? supplier.ruc : ruc };
}

// The width of the RUC in a CUFE.
const MAX_RUC_LENGTH = 20;
const MAX_TAX_NUMBER_LENGTH = 50;

/** One spelling of each RUC, with its check digits; what is foreign or of a form that we do not know stays as it was written. */
export function clientColumns(input: ClientInput) {
  const isForeign = input.receiverType === 'EXTRANJERO';
  const columns = readAll({
    name: () => requiredText('name', input.name, MAX_LENGTH.name),
    ruc: () => (isForeign ? optionalText('ruc', input.ruc, MAX_TAX_NUMBER_LENGTH) : domesticRuc(input)),
    contact: () => contactColumns(input, input.receiverType),
    retention_code: () => retentionCode(input.retentionCode),
    words: () => readOwnWords(input),
  });
  const { contact, words, ...identity } = columns;
  return {
    ...identity,
    ...contact,
    ...words,
    receiver_type: input.receiverType,
    price_list_id: input.priceListId ?? null,
    dv: columns.ruc === null || isForeign ? null : (checkDigits(columns.ruc, input.receiverType) ?? input.dv ?? null),
  };
}

export function supplierColumns(input: SupplierInput) {
  const { words, ...columns } = readAll({
    name: () => requiredText('name', input.name, MAX_LENGTH.name),
    // A supplier may be a foreign one, so nothing is asked of the form.
    ruc: () => optionalText('ruc', input.ruc, MAX_TAX_NUMBER_LENGTH),
    words: () => readOwnWords(input),
  });
  return { ...columns, ...words };
}

/** Refuses only what no RUC of any form can be; whether an unusual one exists is for the tax authority to say. */
function domesticRuc({ ruc: value, receiverType }: ClientInput): string | null {
  const ruc = optionalText('ruc', value == null ? value : (parseRuc(value)?.normalized ?? value), MAX_RUC_LENGTH);
  if (ruc === null && receiverType === 'CONTRIBUYENTE') throw badInput('A CONTRIBUYENTE needs a ruc', { field: 'ruc' });
  if (ruc !== null && !(/^[A-Za-z0-9-]+$/.test(ruc) && /\d/.test(ruc))) {
    throw badInput('{field} must be made of digits, letters and hyphens, such as 155596713-2-2015 or 8-442-445', {
      field: 'ruc',
    });
  }
  return ruc;
}

function retentionCode(code: string | null | undefined): string | null {
  return code == null ? null : oneOf('retentionCode', USUAL_RETENTION_CODES, code);
}

function checkDigits(ruc: string, receiverType: ReceiverType): string | null {
  return rucCheckDigits(ruc, rucHolder(ruc, null, holderOf(receiverType)));
}
