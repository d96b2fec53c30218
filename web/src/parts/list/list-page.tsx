// A page that is a list, and little else.
import type { ReactNode } from 'react';
import { t } from '../../texts/speech.ts';
import { LinkButton } from '../link-button.tsx';
import { Message } from '../message.tsx';
import { Page } from '../page.tsx';
import { useBeside } from './beside-record.tsx';
import type { ListKind, Way } from './list-kind.ts';
import { List } from './list.tsx';

export interface ListPageProps<Row extends { id: string }, Data> {
  kind: ListKind<Row, Data>;
  /** Beside the title, where a link alone will not do. */
  tools?: ReactNode;
  /** The same in an empty list; left out: as beside the title. */
  toolsOfNone?: ReactNode;
  above?: ReactNode;
}

export function ListPage<Row extends { id: string }, Data>(props: ListPageProps<Row, Data>) {
  const { kind, above } = props;
  const isBeside = useBeside() !== undefined;
  const { title, about, none, way, wayOfNone = way } = kind;
  const link = (one: Way | undefined): ReactNode =>
    one && <LinkButton to={one.to} icon={one.icon} text={t(one.word)} />;
  const { tools = link(way) } = props;
  const { toolsOfNone = wayOfNone === way ? tools : link(wayOfNone) } = props;
  const list = (
    <List
      kind={kind}
      none={
        <Message icon={none.icon} title={t(none.title)} text={t(none.text)}>
          {toolsOfNone}
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
        {above}
        {list}
      </div>
    </Page>
  );
}
