// An assumption: a sentence about a PAC on which our client relies, how sure we are of it, and its trial.
import type { Notice, PacClient } from '../../src/pac/face.ts';
import type { Json } from '../../src/pac/json.ts';

export type Mark = 'seen' | 'documented' | 'assumed';

/** Issuer of the documents of the trial. */
export interface Issuer {
  companyId: string;
  ruc: string;
  rucType: 1 | 2;
  dv: string;
  branchCode: string;
  billingPoint: string;
  officeId: string | null;
  /** Its PAC keeps lines exact and rounds their sums once. */
  roundsOnce?: boolean;
}

/** One call and what came of it, without secrets. */
export interface Evidence {
  call: string;
  asked: Json;
  answered: Json;
}

/** Notices that arrived at the trial's address. */
export interface Received {
  isGenuine: boolean;
  notice: Notice;
}

export interface Trial {
  /** Each call of it is kept as evidence. */
  client: PacClient;
  issuer: Issuer;
  /** Address to which the PAC may send an e-mail. */
  email: string;
  now(): Date;
  /** A fiscal number that this trial has not used. */
  number(): string;
  /** Resolves after a while, false once the patience for a verdict is at its end. */
  wait(): Promise<boolean>;
  keep(evidence: Evidence): void;
  /** All that came so far; null where there is no such address. */
  notices: (() => readonly Received[]) | null;
  /** Makes a value once and shares it with other assumptions. */
  once<T>(name: string, make: () => Promise<T>): Promise<T>;
}

export interface Assumption {
  /** Subject and name: number.refused-twice. */
  id: string;
  says: string;
  mark: Mark;
  source: string;
  try(trial: Trial): Promise<Result>;
}

export function tried(
  ...[id, says, mark, source, attempt]: [
    id: string,
    says: string,
    mark: Mark,
    source: string,
    attempt: Assumption['try'],
  ]
): Assumption {
  return { id, says, mark, source, try: attempt };
}

export interface Result {
  holds: boolean;
  /** Observation in a few words. */
  because: string;
}

/** Thrown where something that comes before has failed, so that this says nothing. */
export class NotTried extends Error {}

export interface Finding {
  id: string;
  says: string;
  mark: Mark;
  source: string;
  result: 'holds' | 'broken' | 'not tried';
  because: string;
  evidence: Evidence[];
}
