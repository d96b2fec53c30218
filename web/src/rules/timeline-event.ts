// Words of one line of a document's timeline: its text, its tone, and the detail worth reading.
import type { InvoiceViewAnswer } from '../api/answers.ts';
import type { WordKey } from '../texts/words.ts';
import { toned, type Tone } from './tone.ts';

export type TimelineEvent = InvoiceViewAnswer['timeline'][number];

const TONES: Record<string, Tone> = {
  ...toned('good', ['PDF_ATTACHED', 'XML_ATTACHED', 'SENT_BY_EMAIL']),
  ...toned('info', ['REMARKED', 'SETTLED']),
  ...toned('idle', ['INTENT', 'CLAIMED', 'ANSWERED', 'LATE_ANSWER', 'SAID_AGAIN', 'POLLED', 'VOIDED', 'EMAIL_ASKED']),
  ...toned('wait', ['NOT_SENT', 'UNKNOWN', 'CERTIFIED_TOTAL', 'VOID_ASKED', 'VOID_UNKNOWN', 'EMAIL_NOT_SENT']),
  ...toned('bad', ['CONTRADICTED', 'DISOWNED', 'NOTICE_PARKED', 'PARKED', 'VOID_REFUSED', 'EMAIL_REFUSED']),
};

const VERDICTS: Record<string, Tone> = {
  PAC_AUTHORIZED: 'info',
  DGI_AUTHORIZED: 'good',
  PAC_REJECTED: 'bad',
  DGI_REJECTED: 'bad',
};

export function eventWords({ kind, detail, reason }: Pick<TimelineEvent, 'kind' | 'detail' | 'reason'>) {
  const values = typeof detail === 'object' && detail !== null ? (detail as Record<string, unknown>) : {};
  const to = values['to'];
  if (kind === 'LEGAL_STATUS' && typeof to === 'string' && to in VERDICTS) {
    return { title: `event.${to}` as WordKey, tone: VERDICTS[to]!, detail: undefined };
  }
  const tone = TONES[kind];
  return {
    /** Undefined for a kind that this dashboard does not know yet: then the kind itself is shown. */
    title: tone === undefined ? undefined : (`event.${kind}` as WordKey),
    tone: tone ?? 'idle',
    /** As the service or the PAC put it. */
    detail: reason ?? undefined,
  };
}
