// The month as it is declared, and what clients owe by age.
import { query } from './act.ts';

export const FiscalMonth = query('FiscalMonth', 'year: Int!, month: Int!')`
  fiscalMonth(year: $year, month: $month) {
    from to dueDay
    net { base itbms isc otherTaxes total }
    beforeToSameDay { base itbms total }
    comparedTo
    rates { rate base itbms }
    documents { documentType kind state count base itbms isc otherTaxes total rates { rate base itbms } }
    voids { number documentId documentType issueDay voidedDay total }
    pacs { make companyId count total }
    difference { base itbms isc total }
    files { withoutFile differing { number documentId kind differsBy difference } }
    retentions { code amount }
    lateChanges { number documentId kind what at state total }
    series {
      series kind first last count
      billingPoint { code name office { code name } }
      exceptions { number class reason documentId }
    }
  }
`;

export const Receivables = query('Receivables', 'asOf: Date, limit: Int!, offset: Int!')`
  receivables(asOf: $asOf, limit: $limit, offset: $offset) {
    asOf current days1To30 days31To60 days61To90 over90 owed inHand clientCount
    clients { current days1To30 days31To60 days61To90 over90 owed inHand client { id name } }
  }
`;
