// All payments: what came, how, and for which invoice.
import { PAYING_METHODS } from '../../../src/fiscal/payment-methods.ts';
import type { PaymentsAnswer } from '../api/answers.ts';
import { Payments } from '../api/payments.ts';
import { DocumentNumber } from '../parts/document-number.tsx';
import { choice, dayColumn, moneyColumn, textColumn, column } from '../parts/list/columns.tsx';
import { MONEY_FILTERS } from '../parts/list/document-columns.tsx';
import type { KindOf } from '../parts/list/list-kind.ts';
import { ListPage } from '../parts/list/list-page.tsx';
import { OpenedPaymentActs } from './payment/payment-acts.tsx';
import { t } from '../texts/speech.ts';

const PAYMENTS: KindOf<PaymentsAnswer> = {
  path: '/payments',
  title: 'nav.payments',
  none: { icon: 'check', title: 'payments.nothing', text: 'payments.nothingText' },
  file: 'payments',
  query: Payments,
  search: 'payments.search',
  name: column('invoice.number', 'invoice', ({ invoice }) => <DocumentNumber number={invoice.number} />),
  linkOf: ({ invoice }) => `/invoices/${invoice.id}`,
  columns: [
    column('invoice.client.name', 'client', ({ invoice }) => invoice.client.name),
    dayColumn('paidAt', 'date', { order: 'PAID_AT', onPhone: 'below' }),
    column('method', 'pay.method', ({ method }) => t(`method.${method}`)),
    textColumn('reference', 'pay.reference'),
    textColumn('createdBy', 'payments.by', { isHidden: true, onPhone: 'nowhere' }),
    moneyColumn('amount', 'payments.amount', { order: 'AMOUNT', onPhone: 'beside' }),
    column('acts', 'payments.acts', (payment) => <OpenedPaymentActs payment={payment} />, { inFile: [] }),
  ],
  filters: [
    choice('method', ['pay.method', 'payments.anyMethod'], 'method', PAYING_METHODS),
    { kind: 'text', name: 'createdBy', label: 'payments.by' },
    { kind: 'session', name: 'tillSessionId', label: 'payments.session' },
    { kind: 'place', name: 'billingPointId', label: 'payments.till' },
    ...MONEY_FILTERS.slice(0, 2),
  ],
};

export const PaymentsPage = () => <ListPage kind={PAYMENTS} />;
