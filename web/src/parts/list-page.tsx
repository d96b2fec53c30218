// A list of records below its filters: waits, is empty, fails or shows, always in the same way.
import type { ReactNode } from 'react';
import type { Answer } from '../api/use-answer.ts';
import { TableBones, Waiting } from './bones.tsx';
import { Failure } from './message.tsx';
import { Card } from './page.tsx';
import { Pager } from './pager.tsx';
import { Table, type TableProps } from './table.tsx';

export const LIST_LIMIT = 25;

export interface ListProps<Data, Row> extends Omit<TableProps<Row>, 'rows'> {
  title?: string | undefined;
  answer: Answer<Data>;
  pageOf(data: Data): { records: readonly Row[]; totalCount: number };
  limit?: number;
  offset: string;
  onTurn(offset: string): void;
  empty: ReactNode;
}

export function List<Data, Row>(props: ListProps<Data, Row>) {
  const { title, answer, pageOf, limit = LIST_LIMIT, offset, onTurn, empty, ...table } = props;
  if (answer.state === 'failed') return <Failure problem={answer.problem} again={answer.again} />;
  if (answer.state === 'loading') {
    return (
      <Card title={title} isFlush>
        <Waiting>
          <TableBones />
        </Waiting>
      </Card>
    );
  }
  const { records, totalCount } = pageOf(answer.data);
  return (
    <Card title={title} isFlush>
      <div className={answer.isChanging ? 'changing' : undefined}>
        {records.length === 0 ? empty : <Table rows={records} {...table} />}
        <Pager
          of={title}
          offset={Number(offset)}
          limit={limit}
          totalCount={totalCount}
          onTurn={(to) => onTurn(String(to))}
        />
      </div>
    </Card>
  );
}
