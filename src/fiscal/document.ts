// The words of the contract about fiscal documents: their kinds, how they come about, how far their submission is.

export const DOCUMENT_KINDS = ['INVOICE', 'CREDIT_NOTE', 'DEBIT_NOTE'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** The code of each kind in a payload and in a CUFE. */
export const DOCUMENT_TYPES = { INVOICE: '01', CREDIT_NOTE: '04', DEBIT_NOTE: '05' } as const satisfies Record<DocumentKind, string>;
export type DocumentType = (typeof DOCUMENT_TYPES)[DocumentKind];

export const GENERATION_MODES = ['DGI', 'PROFORM', 'DGI_IMPORT'] as const;
export type GenerationMode = (typeof GENERATION_MODES)[number];

export const SUBMISSION_STATES = ['NOT_REQUIRED', 'PENDING', 'UNKNOWN', 'DONE'] as const;
export type SubmissionState = (typeof SUBMISSION_STATES)[number];
