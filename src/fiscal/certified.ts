// Facts that the signed XML of a document has, and the fields by which it may differ from the books.
import type { Decimal } from '../platform/decimal.ts';

/** A part that the file does not have is left out. */
export interface CertifiedFacts {
  cufe: string;
  number?: string;
  point?: string;
  branch?: string;
  issuedAt?: string;
  receiverRuc?: string;
  protocol?: string;
  /** Base and ITBMS by rate, in per cent. */
  rates: { rate: Decimal; base: Decimal; itbms: Decimal }[];
  /** Words of the DGI beside its authorization. */
  remarks: string[];
}

export const CERTIFIED_FIELDS = [
  ...(['UNREADABLE', 'CUFE', 'NUMBER', 'ISSUE_DATE', 'RECEIVER', 'TOTAL', 'NET', 'ITBMS', 'ISC'] as const),
] as const;
export type CertifiedField = (typeof CERTIFIED_FIELDS)[number];
