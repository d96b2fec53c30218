// A PAC that is not asked: nothing leaves, and every answer says why.
import type { PacClient, PacProfile } from './face.ts';

export function noClient(cause: string): Omit<PacClient, keyof PacProfile> {
  const unavailable = { outcome: 'unavailable', cause, retryAfterSeconds: null } as const;
  return {
    submit: async () => ({ outcome: 'notSent', cause }),
    voidDocument: async () => ({ outcome: 'notSent', cause }),
    fetchDocument: async () => ({ ...unavailable, raw: null }),
    checkDigit: async () => unavailable,
    sendByEmail: async () => ({ ...unavailable, raw: null }),
    downloadPdf: async () => ({ outcome: 'unavailable', cause }),
    downloadXml: async () => ({ outcome: 'unavailable', cause }),
    close: async () => undefined,
  };
}
