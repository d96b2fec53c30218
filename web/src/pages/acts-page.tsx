// The log of acts, the latest first: of a day, a person, a kind of act, a record.
import type { ActsAnswer } from '../api/answers.ts';
import { Acts } from '../api/acts-log.ts';
import { column } from '../parts/list/columns.tsx';
import type { ListKind } from '../parts/list/list-kind.ts';
import { ListPage } from '../parts/list/list-page.tsx';
import { operationWords } from '../rules/act.ts';
import { endsOf, type WordKey } from '../texts/words.ts';
import { Actor } from './document/timeline-card.tsx';

type Row = NonNullable<ActsAnswer['acts']['records']>[number];

const ACTS: ListKind<Row, ActsAnswer> = {
  path: '/acts',
  title: 'nav.acts',
  about: 'acts.about',
  none: { icon: 'clock', title: 'acts.none', text: 'acts.noneText' },
  nothingFound: 'acts.nothingFound',
  query: Acts,
  pageOf: (data) => data.acts,
  name: { id: 'operation', name: 'acts.what', show: ({ operation }, { t }) => operationWords(operation, t) },
  columns: [
    column('at', 'date', ({ at }, { f }) => f.instant(at)),
    column('actor', 'acts.who', ({ actor }) => <Actor name={actor} />),
    column('number', 'acts.number', ({ number }) => number, { isNumber: true, onPhone: 'nowhere' }),
  ],
  filters: [
    { kind: 'days', name: 'days', label: 'date' },
    {
      kind: 'choice',
      name: 'operation',
      label: 'acts.what',
      all: 'acts.any',
      wordOf: (one) => `operation.${one}` as WordKey,
      get values() {
        return endsOf('operation.');
      },
    },
    { kind: 'text', name: 'actor', label: 'acts.who' },
    { kind: 'text', name: 'entityId', label: 'acts.entity' },
  ],
};

export const ActsPage = () => <ListPage kind={ACTS} />;
