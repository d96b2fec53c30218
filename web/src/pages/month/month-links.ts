// Link of a figure of the month: the list of exactly its documents, or the document.
import type { FiscalMonthAnswer } from '../../api/answers.ts';

export type Month = FiscalMonthAnswer['fiscalMonth'];

type Kind = Month['documents'][number]['kind'];

const LISTS = { INVOICE: '/invoices', CREDIT_NOTE: '/credits', DEBIT_NOTE: '/debit-notes' } as const;

export function listOf({ from, to }: Month, kind: Kind, filters: Record<string, string>): string {
  const list = filters['documentType'] === '06' ? '/generic-credits' : LISTS[kind];
  return `${list}?${new URLSearchParams({ from, to, ...filters }).toString()}`;
}

/** An unknown kind is told by the number. */
export function documentPathOf(kind: Kind | undefined, number: string, id: string): string {
  const prefix = /^P?NC/.test(number) ? 'CREDIT_NOTE' : /^P?ND/.test(number) ? 'DEBIT_NOTE' : 'INVOICE';
  return `${LISTS[kind ?? prefix]}/${id}`;
}
