/** Computes the check digits (DV) of a Panamanian RUC; written apart from Folio's own, so that the two can disagree. */

export type TaxpayerType = 'NATURAL' | 'JURIDICO';

export interface CheckDigit {
  digits: string;
  /** False for forms that public sources do not describe well enough to enforce the result. */
  isCertain: boolean;
  isGovernment: boolean;
}

// The letters of a natural RUC, as the two digits that stand for them.
const LETTERS: Record<string, string> = { '': '00', E: '50', PE: '75', N: '40', AV: '15', PI: '79' };

// Digits 6 and 7 of an old legal base, 00 to 49, are replaced by these. prettier-ignore keeps ten to a row.
// prettier-ignore
const OLD_PAIRS = [
  '00', '01', '02', '03', '04', '05', '06', '07', '08', '09',
  '01', '02', '03', '04', '05', '06', '07', '08', '09', '01',
  '02', '03', '04', '07', '08', '09', '02', '03', '04', '05',
  '06', '07', '08', '09', '01', '02', '03', '04', '05', '06',
  '07', '08', '09', '01', '02', '03', '04', '05', '06', '07',
];

/** Null for a text that is no RUC of that type. */
export function checkDigitOf(ruc: string, type: TaxpayerType): CheckDigit | null {
  return type === 'JURIDICO' ? ofLegal(ruc) : ofNatural(ruc);
}

function ofLegal(ruc: string): CheckDigit | null {
  const institution = NT.exec(ruc);
  if (institution) return { digits: twoDigits(baseOfNt(institution, ''), false), isCertain: false, isGovernment: true };
  const parts = /^(\d{1,10})-(\d{1,4})-(\d{1,6})$/.exec(ruc);
  if (!parts) return null;
  let base = parts[1]!.padStart(10, '0') + parts[2]!.padStart(4, '0') + parts[3]!.padStart(6, '0');
  const isOld = base.slice(3, 5) === '00' && Number(base[5]) < 5;
  if (isOld) base = base.slice(0, 5) + OLD_PAIRS[Number(base.slice(5, 7))]! + base.slice(7);
  return { digits: twoDigits(base, isOld), isCertain: true, isGovernment: false };
}

function ofNatural(ruc: string): CheckDigit | null {
  const foreigner = NT.exec(ruc);
  if (foreigner) return { digits: twoDigits(baseOfNt(foreigner, '5'), false), isCertain: false, isGovernment: false };
  const parts = /^(?:(\d{1,2})(AV|PI)?|(PE|E|N))-(\d{1,4})-(\d{1,6})$/.exec(ruc);
  if (!parts) return null;
  const [, province = '', suffix = '', prefix = '', folio, entry] = parts;
  if (province !== '' && (Number(province) < 1 || Number(province) > 13)) return null;
  const letters = suffix || prefix;
  const base = `5${province.padStart(2, '0')}${LETTERS[letters]!}${folio!.padStart(3, '0')}${entry!.padStart(5, '0')}`;
  const isCertain = letters === '' && folio!.length <= 3 && entry!.length <= 5;
  return { digits: twoDigits(base.padStart(20, '0'), false), isCertain, isGovernment: false };
}

// NT numbers, given by the DGI to holders without another register: state institutions, cooperatives, foreigners.
const NT = /^(\d{1,2})-NT-(\d{1,3})-(\d{1,6})$/;

function baseOfNt([, province, folio, entry]: RegExpExecArray, mark: '5' | ''): string {
  return `${mark}${province!.padStart(2, '0')}43${folio!.padStart(3, '0')}${entry!.padStart(5, '0')}`.padStart(20, '0');
}

function twoDigits(base: string, isOld: boolean): string {
  const first = digitOf(base, isOld);
  return `${first}${digitOf(`${base}${first}`, isOld)}`;
}

function digitOf(base: string, isOld: boolean): number {
  let sum = 0;
  for (let fromRight = 0; fromRight < base.length; fromRight++) {
    const weight = fromRight + 2 - (isOld && fromRight + 2 > 11 ? 1 : 0);
    sum += Number(base[base.length - 1 - fromRight]) * weight;
  }
  const remainder = sum % 11;
  return remainder > 1 ? 11 - remainder : 0;
}
