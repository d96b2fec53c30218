// The words of the contract about fiscal documents: their kinds, how they come about, how far their submission is.

export const DOCUMENT_KINDS = ['INVOICE', 'CREDIT_NOTE', 'DEBIT_NOTE'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

export const GENERATION_MODES = ['DGI', 'PROFORM', 'DGI_IMPORT'] as const;
export type GenerationMode = (typeof GENERATION_MODES)[number];

export const SUBMISSION_STATES = ['NOT_REQUIRED', 'PENDING', 'UNKNOWN', 'DONE'] as const;
export type SubmissionState = (typeof SUBMISSION_STATES)[number];

/** Environment of the PAC; a document certified in TEST has no legal value. */
export const PAC_ENVIRONMENTS = ['TEST', 'PRODUCTION'] as const;
export type PacEnvironment = (typeof PAC_ENVIRONMENTS)[number];
