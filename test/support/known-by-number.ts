// A PAC that knows a document by its number and gives it no other name than its CUFE, of one that does not: the books of the stand-in are read.
import type { SimulatedDocument } from '../../simulator/documents.ts';
import type { PacClient, PacDocument } from '../../src/pac/index.ts';

/** Nothing has this id. */
const NOTHING = '0'.repeat(26);

export interface ByNumber {
  /** The books as they are when it is asked. */
  documents(): readonly SimulatedDocument[];
  absentAfterSeconds: number;
}

export function knownByNumber(client: PacClient, { documents, absentAfterSeconds }: ByNumber): PacClient {
  return {
    ...client,
    submit: async (...asked) => byCufe(await client.submit(...asked)),
    fetchDocument: async (...asked) => byCufe(await client.fetchDocument(...asked)),
    voidDocument: async (...asked) => byCufe(await client.voidDocument(...asked)),
    certainty: 'NUMBER',
    absentAfterSeconds,
    async findByNumber(kind, companyId, key) {
      const found = documents().find(
        (one) =>
          one.companyId === companyId &&
          one.legalStatus !== 'PAC_REJECTED' &&
          one.submission.documentType === key.documentType &&
          one.issuer.branchCode === key.branch &&
          one.billingPoint === key.billingPoint &&
          one.numeration === key.number,
      );
      return byCufe(await client.fetchDocument(kind, companyId, found?.id ?? NOTHING));
    },
  };
}

/** An id beside the CUFE would be a name that such a PAC does not have. */
export function byCufe<Outcome extends { outcome: string; document?: PacDocument }>(outcome: Outcome): Outcome {
  if (outcome.document === undefined) return outcome;
  return { ...outcome, document: { ...outcome.document, documentId: outcome.document.cufe } };
}
