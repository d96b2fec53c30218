// Credit notes: listed, looked at, and what can be done with one.
import { act, query } from './act.ts';
import { DOCUMENT, SOLD_BY, TIMELINE } from './document.ts';
import { LEGAL, list } from './listed.ts';

export const Credits = list(
  'Credits',
  `${LEGAL}, creditStatus: CreditStatus, isOpen: Boolean`,
  'DocumentOrderBy',
  `id number mode legalStatus creditStatus submissionState reason subtotal tax total issuedAt
  invoice { id number client { id name } }`,
  'subtotal tax total',
);

export const CreditView = query('CreditView', 'id: UUID!')`
  ${TIMELINE}
  credit(id: $id) {
    ${DOCUMENT} creditStatus reason ${SOLD_BY}
    lines { id quantity unit total item { id sku name unit } }
  }
`;

export const ApplyCredit = act('applyCredit', 'creditId: UUID!', 'id creditStatus');
export const CancelCredit = act('cancelCredit', 'creditId: UUID!', 'id creditStatus');
export const ConvertCredit = act('convertCreditToDgi', 'creditId: UUID!', 'id mode');
export const VoidCredit = act('voidCredit', 'creditId: UUID!, reason: String!', 'id creditStatus voidState');
