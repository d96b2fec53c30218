// The log of acts, the latest first: of a day, a person, a kind of act, a record.
import type { ActsAnswer, AssistantActsAnswer } from '../api/answers.ts';
import { Acts, AssistantActs } from '../api/acts-log.ts';
import { column } from '../parts/list/columns.tsx';
import type { Filter, KindOf } from '../parts/list/list-kind.ts';
import { ListPage } from '../parts/list/list-page.tsx';
import { TextLink } from '../parts/link.tsx';
import { operationWords } from '../rules/act.ts';
import { endsOf, type WordKey } from '../texts/words.ts';
import { Actor } from './document/timeline-card.tsx';
import { f, t } from '../texts/speech.ts';

const DAYS = { kind: 'days', name: 'days', label: 'date' } as const;
const ENTITY = { kind: 'text', name: 'entityId', label: 'acts.entity' } as const;
const OPERATION: Filter = {
  kind: 'choice',
  name: 'operation',
  label: 'acts.what',
  all: 'acts.any',
  wordOf: (one) => `operation.${one}` as WordKey,
  get values() {
    return endsOf('operation.');
  },
};

const ACTS: KindOf<ActsAnswer> = {
  path: '/acts',
  title: 'nav.acts',
  about: 'acts.about',
  none: { icon: 'clock', title: 'acts.none', text: 'acts.noneText' },
  nothingFound: 'acts.nothingFound',
  query: Acts,
  name: { id: 'operation', name: 'acts.what', show: ({ operation }) => operationWords(operation, t) },
  columns: [
    column('at', 'date', ({ at }) => f.instant(at)),
    column('actor', 'acts.who', ({ actor }) => <Actor name={actor} />),
    column('number', 'acts.number', ({ number }) => number, { isNumber: true, onPhone: 'nowhere' }),
  ],
  filters: [DAYS, OPERATION, { kind: 'text', name: 'actor', label: 'acts.who' }, ENTITY],
};

export const ActsPage = () => <ListPage kind={ACTS} />;

/** Page of the record of an act, with the buttons that undo it as the law lets: a void in time, a credit note, a cancel. */
const UNDONE_AT: Readonly<Record<string, string>> = {
  ...{ createOrder: 'orders', updateOrder: 'orders', generateInvoice: 'invoices', convertInvoiceToDgi: 'invoices' },
  ...{ createCredit: 'credits', createDebitNote: 'debit-notes' },
  ...{ createPurchaseOrder: 'purchasing', updateItem: 'items' },
  ...{ registerPayment: 'invoices', createItem: 'items', createClient: 'clients', updateClient: 'clients' },
};

const ASSISTANTS: KindOf<AssistantActsAnswer> = {
  ...{ path: '/assistants', title: 'nav.assistants', about: 'assistants.about', nothingFound: 'acts.nothingFound' },
  none: { icon: 'clock', title: 'assistants.none', text: 'assistants.noneText' },
  way: { to: '/settings/users', word: 'assistants.limits' },
  query: AssistantActs,
  name: { id: 'operation', name: 'acts.what', show: ({ operation }) => operationWords(operation, t) },
  linkOf: ({ id }) => `/acts/${id}`,
  columns: [
    column('at', 'date', ({ at }) => f.instant(at)),
    column('actor', 'acts.who', ({ actor }) => <Actor name={actor} />),
    column('undo', 'assistants.undo', ({ operation, entityIds: [id] }) => {
      const section = UNDONE_AT[operation];
      return section && id && <TextLink to={`/${section}/${id}`}>{t('assistants.undo')}</TextLink>;
    }),
  ],
  filters: [DAYS, OPERATION, ENTITY],
};

export const AssistantsPage = () => <ListPage kind={ASSISTANTS} />;
