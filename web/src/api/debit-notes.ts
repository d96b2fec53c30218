// Debit notes: made, listed, looked at, and ended.
import { act, query } from './act.ts';
import { DOCUMENT, SOLD_BY, TIMELINE } from './document.ts';
import { LEGAL, list } from './listed.ts';

// A generic credit is asked in the words of a debit note, so that one list and one page show both.
const ENDED = 'id debitStatus voidState';
const CREDIT_ENDED = 'id debitStatus: status voidState';

const notes = <Name extends 'DebitNotes' | 'GenericCredits'>(name: Name, status: string, own: string) =>
  list(
    name,
    `${LEGAL}, ${status}: DebitStatus`,
    'DocumentOrderBy',
    `id number mode legalStatus submissionState reason subtotal tax total issuedAt
    client { id name }
    reference { number }
    ${own}`,
    'subtotal tax total',
  );

const selection = (own: string): string => `
  ${DOCUMENT} reason
  client { id name }
  reference { kind number date }
  lines { id description total }
  ${own}
`;

export const DebitNotes = notes('DebitNotes', 'debitStatus', 'debitStatus invoice { id number }');
export const GenericCredits = notes('GenericCredits', 'status', 'debitStatus: status');

export const DebitNoteView = query('DebitNoteView', 'id: UUID!')`
  ${TIMELINE}
  debitNote(id: $id) { ${selection(`debitStatus ${SOLD_BY}`)} }
`;

export const GenericCreditView = query('GenericCreditView', 'id: UUID!')`
  ${TIMELINE}
  debitNote: genericCredit(id: $id) { ${selection('debitStatus: status')} }
`;

export const CreateDebitNote = act('createDebitNote', 'input: CreateDebitNoteInput!', 'id number invoice { id }');

const note = <Name extends 'createGenericCredit' | 'createGenericDebitNote'>(name: Name) =>
  act(name, 'input: GenericNoteInput!', 'id number', `note: ${name}(input: $input)`);
export const CreateGenericCredit = note('createGenericCredit');
export const CreateGenericDebitNote = note('createGenericDebitNote');

export const CancelDebitNote = act('cancelDebitNote', 'debitNoteId: UUID!', ENDED);
export const VoidDebitNote = act('voidDebitNote', 'debitNoteId: UUID!, reason: String!', ENDED);
export const CancelGenericCredit = act(
  'cancelGenericCredit',
  'debitNoteId: UUID!',
  CREDIT_ENDED,
  'cancelDebitNote: cancelGenericCredit(genericCreditId: $debitNoteId)',
);
export const VoidGenericCredit = act(
  'voidGenericCredit',
  'debitNoteId: UUID!, reason: String!',
  CREDIT_ENDED,
  'voidDebitNote: voidGenericCredit(genericCreditId: $debitNoteId, reason: $reason)',
);
