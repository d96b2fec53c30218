/** Labels of items as a PDF: sheets of many, or a roll whose page is one label. */
import { roundingOf, amountsOfLines, lineTotal, percentOf } from '../fiscal/money.ts';
import { badInput, between } from '../platform/errors.ts';
import { compare } from '../platform/decimal.ts';
import { makePdf, twoDigits, type Pdf } from '../platform/pdf.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { symbolOf, type Symbol } from './barcode.ts';
import type { Item } from './item.ts';
import { barcodesOfItems } from './item-units.ts';
import { itemsById } from './items.ts';

const MM = 72 / 25.4;

interface Sheet {
  page: readonly [width: number, height: number];
  columns: number;
  rows: number;
  label: readonly [width: number, height: number];
  /** From the corner of the page to the first label, and from one label to the next. */
  first: readonly [x: number, y: number];
  step: readonly [x: number, y: number];
  padding: number;
}

const roll = (width: number, height: number): Sheet => ({
  ...{ page: [width * MM, height * MM], label: [width * MM, height * MM], columns: 1, rows: 1 },
  ...{ first: [0, 0], step: [0, 0], padding: 1.5 * MM },
});

export const SHEETS = {
  'letter-30': {
    ...{ page: [612, 792], columns: 3, rows: 10, label: [189, 72] },
    ...{ first: [13.5, 36], step: [198, 72], padding: 2 * MM },
  },
  'a4-24': {
    ...{ page: [210 * MM, 297 * MM], columns: 3, rows: 8, label: [70 * MM, 37 * MM] },
    // A printer leaves free the edge of the page, which is the edge of these labels.
    ...{ first: [0, 0.5 * MM], step: [70 * MM, 37 * MM], padding: 5 * MM },
  },
  'roll-50x25': roll(50, 25),
  'roll-58x40': roll(58, 40),
} as const satisfies Record<string, Sheet>;

/** For the goods, where the bars are what matters, or for the shelf, where it is the price. */
export const LABEL_KINDS = ['item', 'shelf'] as const;
export const LABEL_PRICES = ['with-tax', 'net', 'none'] as const;

/** A printer of labels has dots of an eighth of a millimetre: bars of whole dots are even. */
const DOT = 0.125 * MM;
const WIDEST = 3 * DOT;
const EVEN = 2 * DOT;
/** Module that a scanner of a till still reads. */
const LEAST = 0.17 * MM;

const MOST_LABELS = 1000;

export interface LabelsAsked {
  items: readonly { id: string; copies: number }[];
  sheet: keyof typeof SHEETS;
  kind: (typeof LABEL_KINDS)[number];
  price: (typeof LABEL_PRICES)[number];
  /** Place of the first label on its sheet, which is 1 on a whole one. */
  start: number;
}

interface Label {
  name: string;
  sku: string;
  code: string;
  symbol: Symbol;
  price: string | null;
  about: string;
}

/** Words and bars of the labels, and how many there are of each; refused where a code cannot be printed on the sheet. */
export async function readLabels(
  db: TenantDb,
  { items, sheet, price, start }: LabelsAsked,
): Promise<{ label: Label; copies: number }[]> {
  const { columns, rows } = SHEETS[sheet];
  between('start', start, 1, columns * rows);
  for (const { copies } of items) between('copies', copies, 1, MOST_LABELS);
  const count = items.reduce((sum, { copies }) => sum + copies, 0);
  if (count > MOST_LABELS)
    throw badInput('{most} labels are printed at a time, not {count}', { most: MOST_LABELS, count, field: 'copies' });
  const ids = items.map(({ id }) => id);
  const found = await itemsById(db, ids);
  const own = (await barcodesOfItems(db, ids)).filter(({ unit }) => unit === null);
  return items.map(({ id, copies }) => {
    const item = found.get(id)!;
    const codes = own.filter(({ item_id: itemId }) => itemId === id).map(({ barcode }) => barcode);
    // That of the maker before one of our own.
    const code = codes.find((one) => symbolOf(one)?.kind === 'EAN13') ?? codes[0] ?? item.sku;
    const symbol = symbolOf(code);
    if (!symbol)
      throw badInput('{code} of {sku} has characters that no barcode has', {
        ...{ code, sku: item.sku, field: 'items' },
      });
    if (moduleOf(symbol, SHEETS[sheet]) < LEAST)
      throw badInput('{code} of {sku} is too long for a label of this size', {
        ...{ code, sku: item.sku, field: 'items' },
      });
    const amount = price === 'none' ? null : priceOf(item, price === 'net', db);
    const tax =
      compare(item.tax_rate, '0') === 0 ? 'exento de ITBMS' : price === 'net' ? 'más ITBMS' : 'ITBMS incluido';
    const about = `${tax} · ${item.unit}`;
    return { label: { name: item.name, sku: item.sku, code, symbol, price: amount && `B/. ${amount}`, about }, copies };
  });
}

function priceOf(item: Item, isNet: boolean, { tenant }: TenantDb): string {
  if (isNet) return twoDigits(item.unit_price);
  const rate = item.other_tax_rate;
  const terms = { quantity: '1', unitPrice: item.unit_price, taxRate: item.tax_rate, iscRate: item.isc_rate };
  const otherTax = rate === null ? '0' : percentOf(item.unit_price, rate);
  return twoDigits(lineTotal(amountsOfLines([{ ...terms, otherTax }], roundingOf(tenant))[0]!));
}

/** Width of a module on the sheet: whole dots where there is room for them. */
function moduleOf({ widths, quiet }: Symbol, { label, padding }: Sheet): number {
  const modules = widths.reduce((sum, width) => sum + width, 2 * quiet);
  // The quiet zone may reach over the padding, where nothing is printed.
  const room = Math.min((label[0] - padding) / modules, WIDEST);
  return room < EVEN ? room : Math.floor(room / DOT + 1e-9) * DOT;
}

export function printLabels(
  labels: readonly { label: Label; copies: number }[],
  { sheet: name, kind, start }: Pick<LabelsAsked, 'sheet' | 'kind' | 'start'>,
  { author, madeAt }: { author: string; madeAt: Date },
): Promise<Buffer> {
  const sheet: Sheet = SHEETS[name];
  const { page, columns, rows, first, step } = sheet;
  const pages = {
    title: 'Etiquetas',
    author,
    madeAt,
    lang: 'es-PA',
    size: page,
    margin: 0,
    isWithoutPage: true,
  } as const;
  return makePdf(pages, (pdf) => {
    let place = start - 1;
    for (const { label, copies } of labels)
      for (let copy = 0; copy < copies; copy++, place++) {
        const at = place % (columns * rows);
        if (at === 0 || place === start - 1) pdf.addPage();
        drawLabel(pdf, sheet, kind, label, [
          first[0] + (at % columns) * step[0],
          first[1] + Math.floor(at / columns) * step[1],
        ]);
      }
  });
}

function drawLabel(
  pdf: Pdf,
  sheet: Sheet,
  kind: LabelsAsked['kind'],
  { name, sku, code, symbol, price, about }: Label,
  [left, top]: readonly [number, number],
): void {
  const [width, height] = sheet.label;
  const { padding } = sheet;
  const isShelf = kind === 'shelf';
  const inside = width - 2 * padding;
  const [x, y] = [left + padding, top + padding];
  const small = 6;
  const nameSize = isShelf ? 8.5 : 7;
  const priceSize = price === null ? small : isShelf ? 15 : 10;
  const line = (text: string, at: number, size: number, more: PDFKit.Mixins.TextOptions = {}): void => {
    pdf
      .fontSize(size)
      .text(text, x, at, { width: inside, height: size * 1.15, ellipsis: true, lineBreak: false, ...more });
  };
  pdf.font('Helvetica-Bold');
  line(name, y, nameSize);
  const priceTop = y + nameSize * 1.2;
  if (price !== null) line(price, priceTop, priceSize);
  pdf.font('Helvetica');
  line(sku, priceTop, small, { align: 'right' });
  if (price !== null && isShelf) line(about, priceTop + small * 1.3, small, { align: 'right' });
  const barsTop = priceTop + priceSize * 1.15 + 1;
  const module = moduleOf(symbol, sheet);
  let at = left + (width - module * symbol.widths.reduce((sum, one) => sum + one, 0)) / 2;
  for (const [index, one] of symbol.widths.entries()) {
    if (index % 2 === 0) pdf.rect(at, barsTop, one * module, top + height - padding - small * 1.2 - barsTop);
    at += one * module;
  }
  pdf.fill('black');
  line(code, top + height - padding - small, small, { align: 'center' });
}
