// How a document is issued, and what the law wants of a contingency; its hours stand with the other deadlines.
import { DEADLINES } from './deadlines.ts';

/** The two issue types that Folio makes: prior authorization in normal operation, and in contingency. */
export const ISSUE_TYPES = { NORMAL: '01', CONTINGENCY: '02' } as const;
export type IssueType = (typeof ISSUE_TYPES)[keyof typeof ISSUE_TYPES];

export const CONTINGENCY = {
  /** Length of the text that is sent, explanation included. */
  reasonLength: { least: 15, most: 250 },
  /** Beyond them it must say why normal operation was not resumed. */
  hoursUnexplained: DEADLINES.contingency.hours,
} as const;

export function mustBeExplained(startedAt: Date, at: Date): boolean {
  return at.getTime() - startedAt.getTime() > CONTINGENCY.hoursUnexplained * 3_600_000;
}

/** The law has one field for both. */
export function reasonTold({ reason, explanation }: { reason: string; explanation: string | null }): string {
  return explanation === null ? reason : `${reason}; ${explanation}`;
}
