// A list of records below its filters: waits, is empty, fails or shows, always in the same way.
import type { ReactNode } from 'react';
import type { Answer } from '../api/use-answer.ts';
import { Answered } from './answered.tsx';
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
  return (
    <Answered answer={answer} card={{ title }}>
      {(data, className) => {
        const { records, totalCount } = pageOf(data);
        return (
          <Card title={title} isFlush>
            <div className={className}>
              {records.length === 0 ? empty : <Table rows={records} {...table} />}
              <Pager
                {...{ limit, totalCount, of: title, offset: Number(offset) }}
                onTurn={(to) => onTurn(String(to))}
              />
            </div>
          </Card>
        );
      }}
    </Answered>
  );
}
