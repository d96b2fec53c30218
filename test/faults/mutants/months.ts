// Wrong days: that of the sale where the day of the payload is meant, or one in another zone.
import type { Mutant } from './mutant.ts';

export const MONTHS: Mutant[] = [
  {
    name: 'a document is on the day of its sale',
    file: 'invoicing/fiscal-day.ts',
    from: '  return sql`coalesce(${sql.ref(`${business}.fiscal_day`)}, ${sql.ref(`${business}.issue_day`)})`;',
    to: '  return sql`${sql.ref(`${business}.issue_day`)}`;',
  },
  {
    name: 'a month is asked for by the day of the sale',
    file: 'invoicing/fiscal-day.ts',
    from: '${timeZone === PANAMA ? sql`` : sql`and ${issued} ${bound}`} or ${filed} ${bound})`;',
    to: 'and ${issued} ${bound} or ${filed} is not null and ${issued} ${bound})`;',
  },
  {
    name: 'what is sold in another zone is filed on the day there',
    file: 'invoicing/fiscal-day.ts',
    from: "fiscalDay: mode === 'DGI' && filed !== issueDay ? filed : null",
    to: 'fiscalDay: null',
  },
  {
    name: 'the day of the payload is that of Greenwich',
    file: 'invoicing/fiscal-day.ts',
    from: 'instantInPanama(issuedAt).slice(0, 10)',
    to: 'issuedAt.toISOString().slice(0, 10)',
  },
  {
    name: 'a proforma that is filed stays on its day',
    file: 'invoicing/convert-invoice.ts',
    from: '      fiscal_day: dayOfPayload(issuedAt),\n',
    to: '',
    story: 'stories/fiscal-day.test.ts',
  },
  {
    name: 'an internal credit that is filed stays on its day',
    file: 'invoicing/convert-credit.ts',
    from: '.set({ issued_at: issuedAt, fiscal_day: dayOfPayload(issuedAt) })',
    to: '.set({ issued_at: issuedAt })',
    story: 'stories/fiscal-day.test.ts',
  },
  {
    name: 'the board has a document on the day of its sale',
    file: 'today/read-day.ts',
    from: '${fiscalDay(table)} = asked.day',
    to: 'issue_day = asked.day',
    story: 'stories/fiscal-day.test.ts',
  },
  {
    name: 'the statement has an invoice on the day of its sale',
    file: 'reports/client-statement.ts',
    from: "${columns(fiscalDay('invoice'), 'INVOICE'",
    to: "${columns(sql`invoice.issue_day`, 'INVOICE'",
  },
  {
    name: 'the statement has a credit note on the day of its sale',
    file: 'reports/client-statement.ts',
    from: "${columns(CREDIT_DAY, 'CREDIT_NOTE'",
    to: "${columns(sql`credit.issue_day`, 'CREDIT_NOTE'",
  },
  {
    name: 'the statement has a debit note on the day of its sale',
    file: 'reports/client-statement.ts',
    from: "${columns(fiscalDay('note'), 'DEBIT_NOTE'",
    to: "${columns(sql`note.issue_day`, 'DEBIT_NOTE'",
  },
];
