// Columns that lists of invoices, credit notes and debit notes share.
import { ITBMS_PERCENTS } from '../../../../src/fiscal/itbms.ts';
import { LEGAL_STATUSES } from '../../../../src/fiscal/legal-status.ts';
import type { LegalLife } from '../../rules/waiting.ts';
import { LegalChip } from '../status.tsx';
import { choice, column, dayColumn, moneyColumn, type Worded } from './columns.tsx';
import type { Filter, ListColumn } from './list-kind.ts';

type Document = LegalLife & { issuedAt: string; subtotal: string; tax: string; total: string };

export const issuedColumn: ListColumn<Document> = dayColumn('issuedAt', 'issued', {
  order: 'ISSUED_AT',
  onPhone: 'below',
});

export const legalColumn: ListColumn<Document> = column('legalStatus', 'legal', (document) => (
  <LegalChip document={document} />
));

export const AMOUNT_COLUMNS: readonly ListColumn<Pick<Document, 'subtotal' | 'tax' | 'total'>>[] = [
  moneyColumn('subtotal', 'subtotal', { isHidden: true }),
  moneyColumn('tax', 'tax', { isHidden: true }),
  moneyColumn('total', 'total', { order: 'TOTAL', onPhone: 'beside' }),
];

export const MONEY_FILTERS: readonly Filter[] = [
  { kind: 'days', name: 'days', label: 'date' },
  { kind: 'party', name: 'clientId', label: 'client' },
  { kind: 'money', name: 'total', label: 'total', names: ['minTotal', 'maxTotal'] },
];

/** By which a figure of the results is opened. */
const SOLD_BY = ['DAY', 'WEEKDAY', 'HOUR', 'ITEM', 'CATEGORY', 'CLIENT', 'SELLER', 'OFFICE', 'TILL', 'METHOD'] as const;

/** A filter in the menu: all, unless one is chosen. */
const inMenu = <Words extends string, Value extends string>(
  name: 'monthState' | 'documentType' | 'soldBy' | 'taxRate',
  words: Words & Worded<Words, Value>,
  values: readonly Value[],
): Filter => choice<Words, Value>(name, [`list.${name}`, 'list.any'], words, values, { isInMenu: true });

export const DOCUMENT_FILTERS: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'legal',
    label: 'legal',
    all: 'legal.any',
    wordOf: (one) => `legal.${one as 'UNKNOWN'}`,
    values: ['ATTENTION', 'CERTIFIED_OTHERWISE', 'REMARKED', 'PENDING', 'UNKNOWN', ...LEGAL_STATUSES],
    as: (value) => {
      if (value === 'ATTENTION') return { needsPerson: true };
      if (value === 'CERTIFIED_OTHERWISE') return { certifiedOtherwise: true };
      if (value === 'REMARKED') return { hasRemarks: true };
      return value === 'PENDING' || value === 'UNKNOWN' ? { submissionState: value } : { legalStatus: value };
    },
  },
  ...MONEY_FILTERS,
  { kind: 'text', name: 'remarkCode', label: 'list.remarkCode' },
  // By which a figure of a fiscal month is opened.
  inMenu('monthState', 'month.state', ['COUNTED', 'OPEN', 'VOIDED', 'CANCELED', 'REJECTED']),
  inMenu('documentType', 'month.type', ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10']),
  inMenu('soldBy', 'sales.by', SOLD_BY),
  { kind: 'text', name: 'soldKey', label: 'list.soldKey' },
  inMenu('taxRate', 'list.rate', ITBMS_PERCENTS as readonly '7'[]),
];
