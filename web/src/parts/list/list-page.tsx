// A page that is a list, and little else.
import type { ReactNode } from 'react';
import { useWords } from '../../texts/use-words.tsx';
import { Message } from '../message.tsx';
import { Page } from '../page.tsx';
import { useBeside } from './beside-record.tsx';
import type { ListKind } from './list-kind.ts';
import { List } from './list.tsx';

export interface ListPageProps<Row extends { id: string }, Data> {
  kind: ListKind<Row, Data>;
  /** The way to a new one. */
  tools?: ReactNode;
  /** Link to create the first record, in an empty list. */
  way?: ReactNode;
  /** Above the list, which then has a title of its own. */
  above?: { title: string; content: ReactNode };
}

export function ListPage<Row extends { id: string }, Data>(props: ListPageProps<Row, Data>) {
  const { kind, tools, way = tools, above } = props;
  const { t } = useWords();
  const isBeside = useBeside() !== undefined;
  const { title, about, none } = kind;
  const list = (
    <List
      kind={kind}
      title={above?.title}
      none={
        <Message icon={none.icon} title={t(none.title)} text={t(none.text)}>
          {way}
        </Message>
      }
    />
  );
  if (isBeside) {
    return (
      <aside className="beside-list" aria-label={t(title)}>
        {list}
      </aside>
    );
  }
  return (
    <Page title={t(title)} about={about && t(about)} tools={tools} isWide>
      <div className="stack">
        {above?.content}
        {list}
      </div>
    </Page>
  );
}
