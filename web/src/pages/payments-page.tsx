// All payments: what came, how, and for which invoice.
import { PAYING_METHODS } from '../../../src/fiscal/payment-methods.ts';
import type { PaymentsAnswer } from '../api/answers.ts';
import { Payments } from '../api/payments.ts';
import { DocumentNumber } from '../parts/document-number.tsx';
import { MONEY_FILTERS } from '../parts/list/document-columns.tsx';
import type { ListKind } from '../parts/list/list-kind.ts';
import { ListPage } from '../parts/list/list-page.tsx';
import { PaymentActs } from './payment/payment-acts.tsx';

type Row = NonNullable<PaymentsAnswer['payments']['records']>[number];

const PAYMENTS: ListKind<Row, PaymentsAnswer> = {
  path: '/payments',
  title: 'nav.payments',
  none: { icon: 'check', title: 'payments.nothing', text: 'payments.nothingText' },
  file: 'payments',
  query: Payments,
  pageOf: (data) => data.payments,
  search: 'payments.search',
  name: {
    id: 'invoice.number',
    name: 'invoice',
    show: ({ invoice }) => <DocumentNumber number={invoice.number} />,
  },
  linkOf: ({ invoice }) => `/invoices/${invoice.id}`,
  columns: [
    { id: 'invoice.client.name', name: 'client', onPhone: 'below', show: ({ invoice }) => invoice.client.name },
    { id: 'paidAt', name: 'date', order: 'PAID_AT', onPhone: 'below', show: ({ paidAt }, { f }) => f.day(paidAt) },
    { id: 'method', name: 'pay.method', onPhone: 'below', show: ({ method }, { t }) => t(`method.${method}`) },
    { id: 'reference', name: 'pay.reference', onPhone: 'below', show: ({ reference }) => reference },
    { id: 'createdBy', name: 'payments.by', isHidden: true, onPhone: 'nowhere', show: ({ createdBy }) => createdBy },
    {
      id: 'amount',
      name: 'payments.amount',
      order: 'AMOUNT',
      isNumber: true,
      onPhone: 'beside',
      show: ({ amount }, { f }) => f.money(amount),
    },
    {
      id: 'acts',
      name: 'payments.acts',
      inFile: [],
      onPhone: 'below',
      show: (payment) => <PaymentActs payment={payment} />,
    },
  ],
  filters: [
    {
      kind: 'choice',
      name: 'method',
      label: 'pay.method',
      all: 'payments.anyMethod',
      wordOf: (one) => `method.${one as 'CASH'}`,
      values: PAYING_METHODS,
    },
    ...MONEY_FILTERS.slice(0, 2),
  ],
};

export const PaymentsPage = () => <ListPage kind={PAYMENTS} />;
