// The RUC, Panama's tax number: its forms, and the two check digits (DV) that each of them carries.

/** How a RUC is written: plain and lettered ones of natural persons, old and new ones of legal persons. */
export type RucForm = 'PLAIN' | 'PE' | 'E' | 'N' | 'PI' | 'AV' | 'NT' | 'LEGAL_OLD' | 'LEGAL';

export interface Ruc {
  kind: 'NATURAL' | 'JURIDICO';
  form: RucForm;
  /** Upper case, plain hyphens, no padding zeros: two spellings of one RUC become one. */
  normalized: string;
  /** Whether the check digits of this form are known for sure. Where they are not, a difference may only warn. */
  certain: boolean;
}

/** Reads a RUC as people write it; null for what is none. The check digits are not part of it. */
export function parseRuc(text: string): Ruc | null {
  const read = readRuc(text, 'NATURAL');
  return read && { kind: read.kind, form: read.form, normalized: read.normalized, certain: read.certain };
}

/**
 * The two check digits of a RUC, null for what is no RUC. Some numbers are given to persons and to companies alike, with other
 * digits: whose it is must be said then, or a person is assumed.
 */
export function rucCheckDigits(ruc: string, holder: Ruc['kind'] = 'NATURAL'): string | null {
  const read = readRuc(ruc, holder);
  if (!read) return null;
  const isOld = read.form === 'LEGAL_OLD';
  const digits = isOld ? withOldPair(read.base) : read.base;
  const first = checkDigit(digits, isOld);
  return first + checkDigit(digits + first, isOld);
}

/**
 * Holder of the number. An NT number may be a person's, a company's or an institution's, and one that begins like a cédula may be
 * an old company's: then the check digits tell, where they are known; else `assumed`, which only an NT number leaves open.
 */
export function rucHolder(ruc: string, checkDigits: string | null, assumed: Ruc['kind']): Ruc['kind'] {
  const read = readRuc(ruc, 'NATURAL');
  if (read?.kind !== 'NATURAL') return 'JURIDICO';
  const first = read.form === 'NT' ? assumed : 'NATURAL';
  const second = first === 'NATURAL' ? 'JURIDICO' : 'NATURAL';
  const fits = (holder: Ruc['kind']) => Number(rucCheckDigits(ruc, holder)) === Number(checkDigits);
  return checkDigits !== null && !fits(first) && fits(second) ? second : first;
}

// Digits that replace the letters of a lettered RUC when its check digits are computed.
const LETTERS = new Map<string | undefined, [form: RucForm, digits: string]>([
  [undefined, ['PLAIN', '00']],
  ['E', ['E', '50']],
  ['PE', ['PE', '75']],
  ['N', ['N', '40']],
  ['AV', ['AV', '15']],
  ['PI', ['PI', '79']],
  ['NT', ['NT', '43']],
]);

const NATURAL =
  /^(?:(?<lettered>PE|E|N)|(?<province>\d{1,2})(?:-?(?<suffix>PI|AV|NT))?)-(?<folio>\d{1,4})-(?<entry>\d{1,6})$/;
const LEGAL_NT = /^(?<province>\d{1,2})-?NT-(?<folio>\d{1,3})-(?<entry>\d{1,6})$/;
const LEGAL = /^(?<first>\d{1,10})-(?<second>\d{1,4})-(?<third>\d{1,6})$/;

interface ReadRuc extends Ruc {
  /** The 20 digits that the check digits are counted over. */
  base: string;
}

/** Far beyond any RUC as people write it; the patterns below are slow on a text without an end. */
const LONGEST = 60;

function readRuc(text: string, holder: Ruc['kind']): ReadRuc | null {
  if (text.length > LONGEST) return null;
  const written = text
    .trim()
    .toUpperCase()
    .replace(/\s*[-‐‑‒–—−]\s*/g, '-')
    .replace(/(?<=^|-|[A-Z])0+(?=\d)/g, '');
  const legal = holder === 'JURIDICO' ? (readLegal(written) ?? readLegalNt(written)) : null;
  return legal ?? readNatural(written) ?? readLegal(written);
}

function readNatural(written: string): ReadRuc | null {
  const parts = NATURAL.exec(written)?.groups;
  if (!parts) return null;
  const province = Number(parts['province'] ?? 0);
  // Only the thirteen provinces and regions begin a natural person's number; any other number is a legal person's.
  if (parts['lettered'] === undefined && (province < 1 || province > 13)) return null;
  const folio = parts['folio']!;
  const entry = parts['entry']!;
  const [form, letters] = LETTERS.get(parts['lettered'] ?? parts['suffix'])!;
  const head = form === 'NT' ? `${province}-NT` : form === 'PLAIN' ? `${province}` : `${province || ''}${form}`;
  const base = '5' + String(province).padStart(2, '0') + letters + folio.padStart(3, '0') + entry.padStart(5, '0');
  return {
    kind: 'NATURAL',
    form,
    normalized: `${head}-${folio}-${entry}`,
    // AV, PI, NT and numbers beyond the classic 3 + 5 digits rest on a single source each.
    certain: form !== 'AV' && form !== 'PI' && form !== 'NT' && folio.length <= 3 && entry.length <= 5,
    base: base.padStart(20, '0'),
  };
}

function readLegal(written: string): ReadRuc | null {
  const parts = LEGAL.exec(written)?.groups;
  if (!parts || Number(parts['first']) === 0) return null;
  const base = parts['first']!.padStart(10, '0') + parts['second']!.padStart(4, '0') + parts['third']!.padStart(6, '0');
  const isOld = base[3] === '0' && base[4] === '0' && Number(base[5]) < 5;
  return { kind: 'JURIDICO', form: isOld ? 'LEGAL_OLD' : 'LEGAL', normalized: written, certain: true, base };
}

/** As a person's NT number, without the 5 before the province that says "person". */
function readLegalNt(written: string): ReadRuc | null {
  const natural = LEGAL_NT.test(written) ? readNatural(written) : null;
  return natural && { ...natural, kind: 'JURIDICO', base: natural.base.replace(/^(0*)5/, '$10') };
}

// Numbers of the old register were renumbered in pairs; what is not listed stays as it is.
const OLD_PAIRS: Record<string, string> = Object.fromEntries(
  (
    '00:00 10:01 11:02 12:03 13:04 14:05 15:06 16:07 17:08 18:09 19:01 20:02 21:03 22:04 23:07 24:08 25:09 26:02 ' +
    '27:03 28:04 29:05 30:06 31:07 32:08 33:09 34:01 35:02 36:03 37:04 38:05 39:06 40:07 41:08 42:09 43:01 44:02 ' +
    '45:03 46:04 47:05 48:06 49:07'
  )
    .split(' ')
    .map((pair) => [pair.slice(0, 2), pair.slice(3)]),
);

function withOldPair(base: string): string {
  const pair = base.slice(5, 7);
  return base.slice(0, 5) + (OLD_PAIRS[pair] ?? pair) + base.slice(7);
}

/** Weights 2, 3, 4, … from the right; over an old base the weight 11 comes twice. */
function checkDigit(digits: string, isOld: boolean): string {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const weight = place + 2;
    sum += Number(digits.at(-1 - place)) * (isOld && weight > 11 ? weight - 1 : weight);
  }
  const rest = sum % 11;
  return String(rest > 1 ? 11 - rest : 0);
}
