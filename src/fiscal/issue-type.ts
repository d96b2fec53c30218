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

const { least, most } = CONTINGENCY.reasonLength;
/** Room for both texts without what stands between them. */
const ROOM = most - '; '.length;

/** Length of a reason that leaves room for the shortest explanation. */
export const LONGEST_REASON = ROOM - least;

/** Longest one beside the stored reason. A row of 1.x may have one that leaves no room: that is cut, and cut again beside the next one. */
export function longestExplanation(reason: string): number {
  return isCut(reason) || reason.length > LONGEST_REASON ? LONGEST_REASON : ROOM - reason.length;
}

/** A cut one ends in a space, as none does that was declared. */
const isCut = (reason: string): boolean => reason.endsWith(' ');

/** Reason as it stands beside the explanation: whole, where there is room. */
export function reasonBeside(explanation: string, reason: string): string {
  const room = ROOM - explanation.length;
  // The cut may go through a character of two halves.
  return reason.length <= room ? reason : `${reason.slice(0, room - 1).toWellFormed()} `;
}

/** The law has one field for both. */
export function reasonTold({ reason, explanation }: { reason: string; explanation: string | null }): string {
  return explanation === null ? reason : `${reason}; ${explanation}`;
}
