// Whether a document waits for the PAC, the DGI or its PDF, and how soon its page asks again.
import type { InvoiceViewAnswer, VoidState } from '../api/answers.ts';
import { serviceNow } from '../clock.ts';

/** How far a document has come at the PAC and the DGI. */
export type LegalLife = Pick<InvoiceViewAnswer['invoice'], 'mode' | 'legalStatus' | 'submissionState'>;

export interface WaitingFacts extends LegalLife {
  voidState?: VoidState | null;
  /** Undefined where it was not queried. */
  pdf?: object | null;
  issuedAt: string;
}

export function isWaiting({ mode, legalStatus, submissionState, voidState, pdf }: WaitingFacts): boolean {
  if (mode !== 'DGI') return false;
  if (voidState === 'ASKED' || voidState === 'UNKNOWN') return true;
  if (submissionState === 'PENDING' || submissionState === 'UNKNOWN') return true;
  return legalStatus === 'PAC_AUTHORIZED' || (legalStatus === 'DGI_AUTHORIZED' && pdf === null);
}

const NEW_MS = 20_000;
const FRESH_MS = 3 * 60_000;

/** A verdict takes seconds: that long the page is impatient. What takes longer takes its time. */
export const ON_ITS_PAGE = { newMs: 60, freshMs: 700, laterMs: 5000 };
const IN_A_LIST = { newMs: 2000, freshMs: 2000, laterMs: 10_000 };

/** Null when nothing is to come by itself. */
export function askAgainAfter(
  documents: readonly WaitingFacts[],
  patience = IN_A_LIST,
  now = serviceNow(),
): number | null {
  const waiting = documents.filter(isWaiting);
  if (waiting.length === 0) return null;
  const ageMs = now - Math.max(...waiting.map(({ issuedAt }) => Date.parse(issuedAt)));
  if (ageMs < NEW_MS) return patience.newMs;
  return ageMs < FRESH_MS ? patience.freshMs : patience.laterMs;
}
