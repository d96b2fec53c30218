/** The standing settings of the simulator, their defaults, and how they are read from outside. */
import { ERROR_SHAPES, readFaultRequest } from './faults.ts';
import type { ErrorShape, FaultRequest } from './faults.ts';
import { MARKS, type Mark } from './rules/rule.ts';
import { ROUNDINGS, type Rounding } from './totals.ts';

const MAKES = ['notices', 'direct'] as const;

export interface Knobs {
  /** How long the DGI thinks; null: it speaks only when `verdict` is called. */
  verdictDelayMs: number | null;
  /** Whether a document is answered inside `document` or bare. */
  answerShape: 'wrapped' | 'bare';
  /** The shape of errors of which a fault does not say otherwise. */
  errorShape: ErrorShape;
  webhookTries: number;
  webhookRetryMs: number;
  webhookTimeoutMs: number;
  /** How long an early webhook may hold up the answer of the submission. */
  earlyWebhookWaitMs: number;
  pdfLifetimeMs: number;
  voidWindowHours: number;
  /** Whether the page shows who has authorized the document, so that it is another file after the DGI's verdict. */
  reprintsAfterVerdict: boolean;
  /** Whether each download is another file, as of a PAC that prints the hour on it. */
  reprintsEachTime: boolean;
  /** How a document shows its XML: not at all, as a text in the answer, or by a short-lived address. */
  xml: 'none' | 'text' | 'address';
  /** Refuses companies that were not registered. */
  knownCompaniesOnly: boolean;
  /** Remarks of the DGI on documents that it authorizes. */
  remarks: string[];
  /** Step at which the PAC rounds to cents: on each line, or once on the sums of the document. */
  rounding: Rounding;
  /** Accepts credit notes on documents that this simulator has never seen. */
  acceptUnknownReferences: boolean;
  /** Rules that refuse: those seen at a PAC, those that one documents as well, or also our assumptions. */
  strictness: Mark;
  /** Whether the refusal of a number that is taken shows, beside its reason, the document that has it. */
  namesDuplicates: boolean;
  /** Whether a number that is taken is refused at all; without it each acceptance of a number is another document. */
  dedupe: boolean;
  /** `direct`: the DGI's verdict is in the answer, nothing is notified, and a document is named by its CUFE. */
  make: (typeof MAKES)[number];
  /** Difference of the PAC's clock to ours. */
  clockOffsetMs: number;
  /** How long a token is good, of a PAC that one logs in to. */
  tokenLifetimeMs: number;
  /** Documents that a company may issue, of a PAC that sells them by number. */
  folios: number;
  /** Faults that strike every matching call. */
  standingFaults: FaultRequest[];
}

export const DEFAULT_KNOBS: Knobs = {
  verdictDelayMs: 3000,
  answerShape: 'wrapped',
  errorShape: 'errorsArray',
  webhookTries: 3,
  webhookRetryMs: 1000,
  webhookTimeoutMs: 10_000,
  earlyWebhookWaitMs: 2000,
  pdfLifetimeMs: 300_000,
  voidWindowHours: 182,
  reprintsAfterVerdict: false,
  reprintsEachTime: false,
  xml: 'none',
  knownCompaniesOnly: false,
  remarks: [],
  rounding: 'line',
  acceptUnknownReferences: false,
  strictness: 'documented',
  namesDuplicates: false,
  dedupe: true,
  make: 'notices',
  clockOffsetMs: 0,
  tokenLifetimeMs: 3_600_000,
  folios: 1_000_000,
  standingFaults: [],
};

export class KnobError extends Error {}

type Reader<Value> = (value: unknown) => Value;

const fail = (expected: string): never => {
  throw new KnobError(expected);
};
const wholeFrom =
  (least: number): Reader<number> =>
  (value) =>
    Number.isInteger(value) && (value as number) >= least ? (value as number) : fail(`a whole number from ${least}`);
const oneOf =
  <Value extends string>(values: readonly Value[]): Reader<Value> =>
  (value) =>
    values.find((known) => known === value) ?? fail(`one of ${values.join(', ')}`);
const flag: Reader<boolean> = (value) => (typeof value === 'boolean' ? value : fail('true or false'));

const READERS: { [Name in keyof Knobs]: Reader<Knobs[Name]> } = {
  verdictDelayMs: (value) => (value === null ? null : wholeFrom(0)(value)),
  answerShape: oneOf(['wrapped', 'bare']),
  errorShape: oneOf(ERROR_SHAPES),
  webhookTries: wholeFrom(1),
  webhookRetryMs: wholeFrom(0),
  webhookTimeoutMs: wholeFrom(1),
  earlyWebhookWaitMs: wholeFrom(0),
  pdfLifetimeMs: wholeFrom(1),
  voidWindowHours: wholeFrom(0),
  reprintsAfterVerdict: flag,
  reprintsEachTime: flag,
  xml: oneOf(['none', 'text', 'address']),
  knownCompaniesOnly: flag,
  remarks: (value) =>
    Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : fail('a list of texts'),
  rounding: oneOf(ROUNDINGS),
  acceptUnknownReferences: flag,
  strictness: oneOf(MARKS),
  namesDuplicates: flag,
  dedupe: flag,
  make: oneOf(MAKES),
  clockOffsetMs: (value) => (Number.isInteger(value) ? (value as number) : fail('a whole number')),
  tokenLifetimeMs: wholeFrom(1),
  folios: wholeFrom(0),
  standingFaults: (value) => (Array.isArray(value) ? value.map(readFaultRequest) : fail('a list of faults')),
};

export const KNOB_NAMES = Object.keys(READERS) as (keyof Knobs)[];

/** Reads a change of some knobs, or says which one is wrong; a knob that is not named stays as it is. */
export function readKnobs(given: unknown): Partial<Knobs> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw new KnobError('Knobs are an object.');
  const changed = Object.entries(given).map(([name, value]) => {
    if (!Object.hasOwn(READERS, name)) {
      throw new KnobError(`There is no knob "${name}"; there are ${KNOB_NAMES.join(', ')}.`);
    }
    try {
      return [name, READERS[name as keyof Knobs](value)] as const;
    } catch (error) {
      if (error instanceof KnobError)
        throw new KnobError(`The knob "${name}" must be ${error.message}.`, { cause: error });
      throw error;
    }
  });
  return Object.fromEntries(changed);
}
