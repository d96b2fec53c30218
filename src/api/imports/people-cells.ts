// Cells as people write them: decimal commas, thousands, signs of money, days by slashes, and words of ours in Spanish.
import type { RECEIVER_TYPES } from '../../fiscal/receiver.ts';
import { badInput } from '../../platform/errors.ts';
import { EXAMPLE, plain } from './headings.ts';

export const DECIMALS = ['point', 'comma'] as const;
export type DecimalMark = (typeof DECIMALS)[number];
export const DAY_ORDERS = ['dmy', 'mdy'] as const;
export type DayOrder = (typeof DAY_ORDERS)[number];

export interface Marks {
  decimal: DecimalMark;
  days: DayOrder;
}

export const NUMBERS = [
  ...[
    'unitPrice',
    'taxRate',
    'reorderLevel',
    'reorderQuantity',
    'leadTime',
    'quantity',
    'unitCost',
    'total',
    'balance',
  ],
];
export const DAYS = ['day', 'dueDay'];

/** Words of ours by the column and the plain word of a person. */
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kind: { bien: 'GOODS', bienes: 'GOODS', producto: 'GOODS', mercancia: 'GOODS', servicio: 'SERVICE' },
  trackingMode: { no: 'NONE', ninguno: 'NONE', lote: 'LOT', lotes: 'LOT', serie: 'SERIAL', series: 'SERIAL' },
  receiverType: {
    contribuyente: 'CONTRIBUYENTE',
    consumidorfinal: 'CONSUMIDOR_FINAL',
    consumidor: 'CONSUMIDOR_FINAL',
    gobierno: 'GOBIERNO',
    extranjero: 'EXTRANJERO',
  } satisfies Record<string, (typeof RECEIVER_TYPES)[number]>,
};

/** Reads the cells of one kind of file; the row that a template shows is refused by its first column. */
export function cellReader({ decimal, days }: Marks, key: string) {
  return (column: string, text: string): string => {
    if (column === key && text.toUpperCase() === EXAMPLE)
      throw badInput('It is the example of the template', { field: column });
    if (NUMBERS.includes(column)) return numberIn(text, decimal);
    if (DAYS.includes(column)) return dayIn(text, days);
    return WORDS[column]?.[plain(text)] ?? text;
  };
}

const SIGNS = /^(?:b\/\.?|us\$|\$|usd|pab)\s*|\s*%$/gi;

/** Longer than any number with its signs; the patterns are slow on a text without an end. */
const LONGEST_NUMBER = 60;

/** As 1234.5; what is no number stays as it is, to be refused by what reads it. */
export function numberIn(text: string, decimal: DecimalMark): string {
  if (text.length > LONGEST_NUMBER) return text;
  const bare = text.replaceAll(SIGNS, '').replaceAll(/(?<=\d)[\s\u00A0\u202F'](?=\d{3})/g, '');
  const marks = bare.match(/[.,]/g) ?? [];
  // One that is written once, and not before three digits, can only be the decimal mark; so can the last of two.
  const last = marks.at(-1);
  const isGroup = /[.,]\d{3}$/.test(bare);
  const mark = marks.length === 1 ? (isGroup ? undefined : last) : new Set(marks).size === 2 ? last : undefined;
  const read = mark ?? (decimal === 'comma' ? ',' : '.');
  const group = read === ',' ? '.' : ',';
  const shape = read === ',' ? /^-?(\d+|[1-9]\d{0,2}(\.\d{3})+)(,\d+)?$/ : /^-?(\d+|[1-9]\d{0,2}(,\d{3})+)(\.\d+)?$/;
  return shape.test(bare) ? bare.replaceAll(group, '').replace(',', '.') : text;
}

const BY_SLASHES = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/;

function dayIn(text: string, days: DayOrder): string {
  const [, one, other, year] = BY_SLASHES.exec(text) ?? [];
  if (one === undefined || other === undefined || year === undefined) return text;
  const [day, month] = days === 'dmy' ? [one, other] : [other, one];
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Marks that the cells of a file speak for; without a word of theirs, those of its separator. */
export function marksOf(cells: Iterable<string>, isSemicolon: boolean): Marks {
  const seen = { comma: 0, point: 0, dmy: 0, mdy: 0 };
  for (const cell of cells) {
    const text = cell.trim();
    if (/\d,(\d{1,2}|\d{4,})\s*%?$/.test(text)) seen.comma += 1;
    else if (/\d\.(\d{1,2}|\d{4,})\s*%?$/.test(text)) seen.point += 1;
    const [, one = '0', other = '0'] = BY_SLASHES.exec(text) ?? [];
    if (Number(one) > 12) seen.dmy += 1;
    else if (Number(other) > 12) seen.mdy += 1;
  }
  const isComma = seen.comma === seen.point ? isSemicolon : seen.comma > seen.point;
  return { decimal: isComma ? 'comma' : 'point', days: seen.mdy > seen.dmy ? 'mdy' : 'dmy' };
}
