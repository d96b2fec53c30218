// Public face of the PAC, whichever it is.
export type {
  LookupOutcome,
  Notice,
  PacClient,
  DocumentKey,
  PacDocument,
  Particulars,
  SubmissionOutcome,
  VoidOutcome,
} from './face.ts';
export { createAccounts } from './accounts.ts';
export type { Account, Accounts, Seen } from './accounts.ts';
export { clientOfAccounts, guardedPlaces, placeOf } from './account-clients.ts';
export { guardedPacClient } from './guarded-client.ts';
export type { CallName, GuardedPacClient, Held } from './guarded-client.ts';
export { afterChange, memoryStore, PAC_ITSELF } from './breaker-store.ts';
export type { BreakerStore } from './breaker-store.ts';
export { MAKES, USUAL_MAKE } from './makes.ts';
export type { MakeName } from './makes.ts';
export type { Make } from './make.ts';
export { noClient } from './no-client.ts';
export { askAccount, tryAt } from './try-account.ts';
export { measuredPacClient } from './measured-client.ts';
export type { Breaker } from './breaker.ts';
export { isXml } from './download-pdf.ts';
export type { DownloadOutcome } from './download-pdf.ts';
export { fits } from './fits.ts';
export { pacPayload } from './payload.ts';
export { differencesOf, readOrCause } from './certified-file.ts';
export type { CertifiedFile, CertifiedSums, Difference, OwnFacts } from './certified-file.ts';
export { recount } from './recount-file.ts';
export { totalsOfPayload } from './payload-totals.ts';
export type { PacPayload } from './payload.ts';
export { storableJson } from './json.ts';
export type { SignatureScheme } from './signature.ts';
export { pacUnavailable } from './unavailable.ts';
