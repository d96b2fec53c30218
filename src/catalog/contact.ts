// Address and contact of a client: rules before it is stored.
import { COUNTRIES, PANAMA } from '../fiscal/countries.ts';
import { placeCode, placeOf } from '../fiscal/places.ts';
import type { ReceiverType } from '../fiscal/receiver.ts';
import { badInput, readAll, readWithin } from '../platform/errors.ts';
import { optionalText, requiredText } from './text.ts';

/** A corregimiento that the list of places has brings its names along, whatever else is said. */
export interface AddressInput {
  line?: string | null | undefined;
  /** Province, district and corregimiento, such as 8-8-11. */
  corregimientoCode?: string | null | undefined;
  province?: string | null | undefined;
  district?: string | null | undefined;
  corregimiento?: string | null | undefined;
}

export interface ContactInput {
  address?: AddressInput | null | undefined;
  /** ISO 3166-1 alpha-2. */
  country?: string | null | undefined;
  telephone?: string | null | undefined;
  /** The first of `emails`, where both are given. */
  email?: string | null | undefined;
  emails?: readonly string[] | null | undefined;
}

/** A fiscal document has room for three addresses. */
const MOST_EMAILS = 3;
const MAX = { line: 100, name: 50, telephone: 20, email: 254 } as const;

export function contactColumns(input: ContactInput, receiverType: ReceiverType) {
  const { address, country, telephone, emails } = readAll({
    address: () => addressColumns(input.address ?? {}),
    country: () => countryCode(input.country, receiverType),
    telephone: () => telephoneNumber(input.telephone),
    emails: () => emailAddresses(input),
  });
  const [email = null, ...further_emails] = emails;
  return { ...address, country, telephone, email, further_emails };
}

function addressColumns(input: AddressInput) {
  const { code, ...builder } = readWithin('address', {
    address_line: () => optionalText('line', input.line, MAX.line),
    code: () => corregimientoCode(input.corregimientoCode),
    province: () => optionalText('province', input.province, MAX.name),
    district: () => optionalText('district', input.district, MAX.name),
    corregimiento: () => optionalText('corregimiento', input.corregimiento, MAX.name),
  });
  const place = code === null ? undefined : placeOf(code);
  const { province, district, corregimiento } = place ?? builder;
  return { address_line: builder.address_line, corregimiento_code: code, province, district, corregimiento };
}

/** Only its form is judged: the law makes new corregimientos faster than lists of them appear. */
export function corregimientoCode(value: string | null | undefined): string | null {
  if (value == null || value.trim() === '') return null;
  const code = placeCode(value);
  if (code === null) {
    throw badInput('{field} must be the numbers of province, district and corregimiento, such as 8-8-11', {
      field: 'corregimientoCode',
    });
  }
  return code;
}

function countryCode(value: string | null | undefined, receiverType: ReceiverType): string | null {
  if (value == null || value.trim() === '') return null;
  const country = value.trim().toUpperCase();
  if (!COUNTRIES.includes(country)) {
    throw badInput('{field} must be a country of ISO 3166-1 in two letters, such as PA or CO', { field: 'country' });
  }
  if (country !== PANAMA && receiverType !== 'EXTRANJERO') {
    throw badInput('Only an EXTRANJERO can be of another country than PA', { field: 'country' });
  }
  return country;
}

export function telephoneNumber(value: string | null | undefined): string | null {
  const telephone = optionalText('telephone', value, MAX.telephone);
  if (telephone !== null && !/^(?=(\D*\d){5})[+\d][\d\s().-]*$/.test(telephone)) {
    throw badInput('{field} must be a telephone number such as 6612-3456 or +507 6612 3456', { field: 'telephone' });
  }
  return telephone;
}

function emailAddresses({ email, emails }: ContactInput): string[] {
  const entries = [
    ...(email == null || email.trim() === '' ? [] : [['email', email] as const]),
    ...(emails ?? []).map((one, at) => [`emails[${at}]`, one] as const),
  ];
  const read = readAll(Object.fromEntries(entries.map(([field, one]) => [field, () => emailAddress(field, one)])));
  const all = [...new Set(Object.values(read))];
  if (all.length > MOST_EMAILS) {
    throw badInput('A client has at most {most} e-mail addresses', { most: MOST_EMAILS, field: 'emails' });
  }
  return all;
}

// Dots between words, and a domain of two labels at least, as mail takes them: no brackets, no quotes, nothing that is not seen.
const WORD = String.raw`[\p{L}\p{N}!#$%&'*+/=?^_{|}~\x60-]+`;
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`;
const EMAIL = new RegExp(String.raw`^(?=.{1,64}@)${WORD}(?:\.${WORD})*@(?:${LABEL}\.)+(?!\d+$)${LABEL}$`, 'u');

export function emailAddress(field: string, value: string): string {
  const email = requiredText(field, value, MAX.email);
  if (!EMAIL.test(email)) {
    throw badInput('{field} must be an address such as ana@example.com', { field });
  }
  return email;
}
