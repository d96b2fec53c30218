// Shared by the queries of all lists. Each is asked twice: for the rows of a page, and for the sums of all matches.

/** The variables of a page, beside its filters and its order. */
export const PAGE = 'limit: Int!, offset: Int!, rows: Boolean!, foot: Boolean!, begins: String = ""';

export const TURNED = 'orderBy: $orderBy, limit: $limit, offset: $offset';

export const COUNTED = `
  totalCount @include(if: $foot) countBefore(text: $begins) @include(if: $foot)
  pageInfo @include(if: $rows) { hasNextPage }
`;

/** Filters of all that has a client, a day and a total, as variables and as arguments. */
export const MONEY = 'search: String, clientId: UUID, from: Date, to: Date, minTotal: Decimal, maxTotal: Decimal';

export const BY_MONEY =
  'search: $search, clientId: $clientId, from: $from, to: $to, minTotal: $minTotal, maxTotal: $maxTotal';

/** Filters of fiscal documents. */
export const LEGAL = `${MONEY}, legalStatus: LegalStatus, submissionState: SubmissionState, needsPerson: Boolean, certifiedOtherwise: Boolean, hasRemarks: Boolean, remarkCode: String, monthState: FiscalMonthState, documentType: String, taxRate: Decimal, soldBy: SalesDimension, soldKey: String`;

export const BY_LEGAL = `${BY_MONEY}, legalStatus: $legalStatus, submissionState: $submissionState, needsPerson: $needsPerson, certifiedOtherwise: $certifiedOtherwise, hasRemarks: $hasRemarks, remarkCode: $remarkCode, monthState: $monthState, documentType: $documentType, taxRate: $taxRate, soldBy: $soldBy, soldKey: $soldKey`;
