// The kinds of receiver of a fiscal document, and what each kind must be named by.

/** The code of each kind. */
export const RECEIVER_CODES = {
  CONSUMIDOR_FINAL: '02',
  CONTRIBUYENTE: '01',
  GOBIERNO: '03',
  EXTRANJERO: '04',
} as const;

export type ReceiverType = keyof typeof RECEIVER_CODES;
export const RECEIVER_TYPES = Object.keys(RECEIVER_CODES) as ReceiverType[];

/** Whether a fiscal document for it needs a RUC. */
export function needsRuc(receiverType: ReceiverType): boolean {
  return receiverType === 'CONTRIBUYENTE' || receiverType === 'GOBIERNO';
}

/** Holder of an NT number, as far as the kind of receiver tells: institutions and cooperatives, else a foreign consumer. */
export function holderOf(receiverType: ReceiverType): 'NATURAL' | 'JURIDICO' {
  return receiverType === 'CONSUMIDOR_FINAL' ? 'NATURAL' : 'JURIDICO';
}
