// Queries of lists. Each is asked twice: for the rows of a page, and for the sums of all matches.
import type { Operations } from './answers.ts';
import { passed, query } from './act.ts';

/** The variables of a page, beside its filters and its order. */
export const PAGE = 'limit: Int!, offset: Int!, rows: Boolean!, foot: Boolean!, begins: String = ""';

const TURNED = 'orderBy: $orderBy, limit: $limit, offset: $offset';

export const COUNTED = `
  totalCount @include(if: $foot) countBefore(text: $begins) @include(if: $foot)
  pageInfo @include(if: $rows) { hasNextPage }
`;

/** Filters of all that has a client, a day and a total, as variables and as arguments. */
export const MONEY = 'search: String, clientId: UUID, from: Date, to: Date, minTotal: Decimal, maxTotal: Decimal';

/** Filters of fiscal documents. */
export const LEGAL = `${MONEY}, legalStatus: LegalStatus, submissionState: SubmissionState, needsPerson: Boolean, certifiedOtherwise: Boolean, hasRemarks: Boolean, remarkCode: String, monthState: FiscalMonthState, documentType: String, taxRate: Decimal, soldBy: SalesDimension, soldKey: String`;

/** A list by its filters, the type of its order, and the fields of its rows and of its sums; its field is called as it is. */
export const list = <Name extends keyof Operations>(
  name: Name,
  takes: string,
  order: string,
  records: string,
  sums = '',
) => query(name, `${takes}, orderBy: ${order}, ${PAGE}`)`
  ${name[0]!.toLowerCase() + name.slice(1)}(${passed(takes)}, ${TURNED}) {
    ${COUNTED}
    ${sums && `sums @include(if: $foot) { ${sums} }`}
    records @include(if: $rows) { ${records} }
  }
`;
