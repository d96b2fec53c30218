// What lists of invoices, credit notes and debit notes have alike.
import { ITBMS_PERCENTS } from '../../../../src/fiscal/itbms.ts';
import { LEGAL_STATUSES } from '../../../../src/fiscal/legal-status.ts';
import type { WordKey } from '../../texts/words.ts';
import { LegalChip, type LegalLife } from '../status.tsx';
import type { Filter, ListColumn } from './list-kind.ts';

type Document = LegalLife & { issuedAt: string; subtotal: string; tax: string; total: string };

export const issuedColumn: ListColumn<Document> = {
  id: 'issuedAt',
  name: 'issued',
  order: 'ISSUED_AT',
  onPhone: 'below',
  show: ({ issuedAt }, { f }) => f.day(issuedAt),
};

export const legalColumn: ListColumn<Document> = {
  id: 'legalStatus',
  name: 'legal',
  onPhone: 'below',
  show: (document) => <LegalChip document={document} />,
};

/** Money always has two places, so it stands point below point by itself. */
export const AMOUNT_COLUMNS: readonly ListColumn<Pick<Document, 'subtotal' | 'tax' | 'total'>>[] = [
  {
    id: 'subtotal',
    name: 'subtotal',
    isNumber: true,
    isHidden: true,
    show: ({ subtotal }, { f }) => f.money(subtotal),
  },
  { id: 'tax', name: 'tax', isNumber: true, isHidden: true, show: ({ tax }, { f }) => f.money(tax) },
  {
    id: 'total',
    name: 'total',
    order: 'TOTAL',
    isNumber: true,
    onPhone: 'beside',
    show: ({ total }, { f }) => f.money(total),
  },
];

export const MONEY_FILTERS: readonly Filter[] = [
  { kind: 'days', name: 'days', label: 'date' },
  { kind: 'party', name: 'clientId', label: 'client' },
  { kind: 'money', name: 'total', label: 'total', names: ['minTotal', 'maxTotal'] },
];

export const DOCUMENT_FILTERS: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'legal',
    label: 'legal',
    all: 'legal.any',
    wordOf: (one) => `legal.${one as 'UNKNOWN'}`,
    values: ['ATTENTION', 'PENDING', 'UNKNOWN', ...LEGAL_STATUSES],
    as: (value) => {
      if (value === 'ATTENTION') return { needsPerson: true };
      return value === 'PENDING' || value === 'UNKNOWN' ? { submissionState: value } : { legalStatus: value };
    },
  },
  ...MONEY_FILTERS,
  inMenu('monthState', ['COUNTED', 'OPEN', 'VOIDED', 'CANCELED', 'REJECTED'], (one) => `month.state.${one as 'OPEN'}`),
  inMenu('documentType', ['01', '02', '03', '04', '05', '06', '07', '08', '09'], (one) => `month.type.${one as '01'}`),
  inMenu('taxRate', ITBMS_PERCENTS, (one) => `list.rate.${one as '7'}`),
];

/** By which a figure of a fiscal month is opened. */
function inMenu(
  name: 'monthState' | 'documentType' | 'taxRate',
  values: readonly string[],
  wordOf: (value: string) => WordKey,
): Filter {
  return { kind: 'choice', isInMenu: true, name, label: `list.${name}`, all: 'list.any', values, wordOf };
}
