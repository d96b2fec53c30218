// Findings of a document before it is sent: facts that the PAC would refuse, or may refuse.
import type { Mark } from './document-types.ts';

export const SEVERITIES = ['REFUSED', 'WARNED'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** An English template with the values of its `{placeholders}`, as a refusal of `platform/errors.ts` has them. */
export interface Problem {
  template: string;
  params: Readonly<Record<string, string | number | null>>;
}

export interface Finding<Said = Problem> {
  severity: Severity;
  /** Field to correct, in the words of the contract, such as `client.country` or `lines[0].cpbs`. */
  field: string | null;
  problem: Said;
  /** How sure the rule is that found it; none where it is no rule of the law or of a PAC. */
  mark?: Mark;
}

export function sentence(template: string, params: Problem['params']): Problem {
  return { template, params };
}

/** Only what is certain refuses, and where a company wants it what one good source documents; the rest is for the PAC to say. */
export function severityOf(mark: Mark, refusesDocumented = false): Severity {
  return mark === 'H' || (mark === 'M' && refusesDocumented) ? 'REFUSED' : 'WARNED';
}
