// What the rest of Folio may ask of the PAC.
export { createPacClient } from './alanube/client.ts';
export type { PacClient } from './alanube/client.ts';
export { guardedPacClient } from './guarded-client.ts';
export type { CallName, GuardedPacClient, Held } from './guarded-client.ts';
export { afterChange, memoryStore, PAC_ITSELF } from './breaker-store.ts';
export type { BreakerStore } from './breaker-store.ts';
export { measuredPacClient } from './measured-client.ts';
export type { Breaker } from './breaker.ts';
export type { LookupOutcome, SubmissionOutcome, VoidOutcome } from './alanube/outcomes.ts';
export type { DownloadOutcome } from './download-pdf.ts';
export { pacPayload } from './payload.ts';
export type { PacPayload } from './payload.ts';
export { parseDocument, parseNotice, parseReasons } from './alanube/wire.ts';
export type { Notice, PacDocument, Particulars } from './alanube/wire.ts';
export { storableJson } from './json.ts';
export { SIGNATURE_SCHEMES, verifySignature } from './alanube/signature.ts';
export type { SignatureScheme } from './alanube/signature.ts';
