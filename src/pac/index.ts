// What the rest of Folio may ask of the PAC.
export { createPacClient } from './client.ts';
export type { PacClient } from './client.ts';
export { guardedPacClient } from './guarded-client.ts';
export type { CallName, GuardedPacClient, Held } from './guarded-client.ts';
export { afterChange, memoryStore, PAC_ITSELF } from './breaker-store.ts';
export type { BreakerStore } from './breaker-store.ts';
export { measuredPacClient } from './measured-client.ts';
export type { Breaker } from './breaker.ts';
export type { LookupOutcome, SubmissionOutcome, VoidOutcome } from './outcomes.ts';
export type { DownloadOutcome } from './download-pdf.ts';
export { pacPayload } from './payload.ts';
export type { PacPayload } from './payload.ts';
export { parseDocument, parseNotice, parseReasons } from './wire.ts';
export type { Notice, PacDocument, Particulars } from './wire.ts';
export { storableJson } from './json.ts';
export { SIGNATURE_SCHEMES, verifySignature } from './signature.ts';
export type { SignatureScheme } from './signature.ts';
