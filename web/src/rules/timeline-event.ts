// Words of one line of a document's timeline: its text, its tone, and the detail worth reading.
import type { InvoiceViewAnswer } from '../api/answers.ts';
import type { WordKey } from '../texts/words.ts';
import type { Tone } from './tone.ts';

export type TimelineEvent = InvoiceViewAnswer['timeline'][number];

export interface EventWords {
  /** Undefined for a kind that this dashboard does not know yet: then the kind itself is shown. */
  title: WordKey | undefined;
  tone: Tone;
  /** As the service or the PAC put it. */
  detail: string | undefined;
}

const TONES: Record<string, Tone> = {
  INTENT: 'idle',
  CLAIMED: 'idle',
  CONTRADICTED: 'bad',
  DISOWNED: 'bad',
  NOT_SENT: 'wait',
  ANSWERED: 'idle',
  UNKNOWN: 'wait',
  LATE_ANSWER: 'idle',
  SAID_AGAIN: 'idle',
  NOTICE_PARKED: 'bad',
  POLLED: 'idle',
  REMARKED: 'info',
  CERTIFIED_TOTAL: 'wait',
  PDF_ATTACHED: 'good',
  XML_ATTACHED: 'good',
  PARKED: 'bad',
  VOID_ASKED: 'wait',
  VOIDED: 'idle',
  VOID_REFUSED: 'bad',
  VOID_UNKNOWN: 'wait',
  EMAIL_ASKED: 'idle',
  SENT_BY_EMAIL: 'good',
  EMAIL_NOT_SENT: 'wait',
  EMAIL_REFUSED: 'bad',
  SETTLED: 'info',
};

const VERDICTS: Record<string, Tone> = {
  PAC_AUTHORIZED: 'info',
  DGI_AUTHORIZED: 'good',
  PAC_REJECTED: 'bad',
  DGI_REJECTED: 'bad',
};

export function eventWords({ kind, detail, reason }: Pick<TimelineEvent, 'kind' | 'detail' | 'reason'>): EventWords {
  const values = typeof detail === 'object' && detail !== null ? (detail as Record<string, unknown>) : {};
  const to = values['to'];
  if (kind === 'LEGAL_STATUS' && typeof to === 'string' && to in VERDICTS) {
    return { title: `event.${to}` as WordKey, tone: VERDICTS[to]!, detail: undefined };
  }
  const tone = TONES[kind];
  return {
    title: tone === undefined ? undefined : (`event.${kind}` as WordKey),
    tone: tone ?? 'idle',
    detail: reason ?? undefined,
  };
}
