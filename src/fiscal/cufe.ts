// The CUFE, the 66 characters that name one electronic document in Panama: how it is built, read and recognised.

export interface CufeParts {
  /** '01' invoice, '04' credit note on an electronic invoice. */
  documentType: string;
  /** 1 natural person, 2 legal person. */
  issuerRucType: 1 | 2;
  issuerRuc: string;
  issuerDv: string;
  branchCode: string;
  /** YYYY-MM-DD, the day in Panama. */
  issueDate: string;
  documentNumber: string;
  billingPoint: string;
  issueType: string;
  /** 1 production, 2 test. */
  environment: 1 | 2;
  securityCode: string;
}

export const CUFE_LENGTH = 66;

const PARTS = [
  ['documentType', /^\d{2}$/, 'document type'],
  ['issuerRucType', /^[12]$/, 'type of the RUC of the issuer'],
  ['issuerRuc', /^[0-9A-Z][0-9A-Z-]{0,19}$/, 'RUC of the issuer'],
  ['issuerDv', /^\d{2}$/, 'DV of the issuer'],
  ['branchCode', /^[0-9A-Za-z]{4}$/, 'branch'],
  ['issueDate', /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'day of issue'],
  ['documentNumber', /^\d{10}$/, 'number'],
  ['billingPoint', /^\d{3}$/, 'billing point'],
  ['issueType', /^\d{2}$/, 'type of issue'],
  ['environment', /^[12]$/, 'environment'],
  ['securityCode', /^\d{9}$/, 'security code'],
] as const satisfies (readonly [keyof CufeParts, shape: RegExp, words: string])[];

/** Every part is known before the document is sent, so the CUFE can be stored with the intent to send it. */
export function buildCufe(parts: CufeParts): string {
  for (const [name, shape] of PARTS) {
    const value = String(parts[name]);
    if (!shape.test(value)) throw new RangeError(`A CUFE cannot be built: ${name} "${value}" does not match ${shape}.`);
  }
  const body =
    parts.documentType +
    String(parts.issuerRucType) +
    parts.issuerRuc.padStart(20, '0') +
    '-' +
    parts.issuerDv +
    parts.branchCode +
    parts.issueDate.replaceAll('-', '') +
    parts.documentNumber +
    parts.billingPoint +
    parts.issueType +
    String(parts.environment) +
    parts.securityCode;
  return `FE${body}${cufeCheckDigit(body)}`;
}

const CUFE =
  /^FE(?<documentType>\d{2})(?<issuerRucType>[12])(?<issuerRuc>[0-9A-Z-]{20})-(?<issuerDv>\d{2})(?<branchCode>[0-9A-Za-z]{4})(?<year>\d{4})(?<month>0[1-9]|1[0-2])(?<day>0[1-9]|[12]\d|3[01])(?<documentNumber>\d{10})(?<billingPoint>\d{3})(?<issueType>\d{2})(?<environment>[12])(?<securityCode>\d{9})(?<checkDigit>\d)$/;

/**
 * The parts of a CUFE, or null for anything that is none. The check digit is reported, not enforced: a PAC that counts
 * it otherwise than we do has still named the document.
 */
export function parseCufe(cufe: string): (CufeParts & { checkDigit: string }) | null {
  const found = CUFE.exec(cufe)?.groups;
  if (!found) return null;
  return {
    documentType: found['documentType']!,
    issuerRucType: found['issuerRucType'] === '1' ? 1 : 2,
    issuerRuc: found['issuerRuc']!.replace(/^0+(?=.)/, ''),
    issuerDv: found['issuerDv']!,
    branchCode: found['branchCode']!,
    issueDate: `${found['year']}-${found['month']}-${found['day']}`,
    documentNumber: found['documentNumber']!,
    billingPoint: found['billingPoint']!,
    issueType: found['issueType']!,
    environment: found['environment'] === '1' ? 1 : 2,
    securityCode: found['securityCode']!,
    checkDigit: found['checkDigit']!,
  };
}

/** CUFE in what was read from a printed QR: the address of the DGI's page, or the CUFE alone; `'` where the scanner's keyboard is not the computer's. */
export function cufeIn(text: string): string | null {
  const [found] = /FE\d{2}[0-9A-Za-z'-]{62}/.exec(text) ?? [];
  const cufe = found?.replaceAll("'", '-') ?? '';
  return parseCufe(cufe) && cufe;
}

/** Issuer of a document as it was filed; the company as it is now where nothing is filed yet. */
export function issuerAsFiled(
  cufe: string | null | undefined,
  now: { ruc?: string | null; dv?: string | null },
): { ruc: string | null; dv: string | null } {
  const filed = parseCufe(cufe ?? '');
  return filed ? { ruc: filed.issuerRuc, dv: filed.issuerDv } : { ruc: now.ruc ?? null, dv: now.dv ?? null };
}

/** Luhn over characters 3–65, where a letter or hyphen counts as the last digit of its ASCII code (hyphen 45 → 5). */
export function cufeCheckDigit(body: string): string {
  let sum = 0;
  let doubled = true;
  for (let i = body.length - 1; i >= 0; i--) {
    const code = body.charCodeAt(i);
    const digit = code >= 48 && code <= 57 ? code - 48 : code % 10;
    const product = doubled ? digit * 2 : digit;
    sum += product > 9 ? product - 9 : product;
    doubled = !doubled;
  }
  return String((10 - (sum % 10)) % 10);
}

// Read from both ends: what stands between them (RUC, branch, day) is the part that the PAC fills in its own way.
const KEY_PARTS =
  /^FE(?<documentType>\d{2})[0-9A-Za-z-]{36}(?<documentNumber>\d{10})(?<billingPoint>\d{3})\d{3}(?<securityCode>\d{9})\d$/;

/**
 * Parts of the CUFE that we choose ourselves and that identify a document of one issuer: type, number, billing point and the random security code.
 * The PAC fills the rest from its own records (branch code of the office, environment, now and then the RUC's spelling
 * or the day), and we may have expected something else there. Comparing whole CUFEs would then miss our own document
 * after a lost answer; these parts are copied from our payload, and nine random digits keep another document with
 * the same number from passing for ours.
 */
export function cufeKey(cufe: string): string | null {
  const parts = KEY_PARTS.exec(cufe)?.groups;
  if (!parts) return null;
  return `${parts['documentType']}${parts['documentNumber']}${parts['billingPoint']}${parts['securityCode']}`;
}

/** Part by part what one CUFE says and the other does not; for people who have to tell two documents apart. */
export function cufeDifferences(theirs: string, ours: string): string[] {
  const [one, other] = [parseCufe(theirs), parseCufe(ours)];
  if (!one || !other) return theirs === ours ? [] : [`the CUFE is ${theirs}, ours ${ours}`];
  return PARTS.filter(([part]) => one[part] !== other[part]).map(
    ([part, , words]) => `${words} ${one[part]}, ours ${other[part]}`,
  );
}
