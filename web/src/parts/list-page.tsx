// A list of records with its filters: waits, is empty, fails or shows, always in the same way.
import type { ReactNode } from 'react';
import type { Answer } from '../api/use-answer.ts';
import { TableBones, Waiting } from './bones.tsx';
import { Failure } from './message.tsx';
import { Card } from './page.tsx';
import { Pager } from './pager.tsx';

export const LIST_LIMIT = 25;

export interface ListProps<Data, Row> {
  answer: Answer<Data>;
  pageOf(data: Data): { records: Row[]; totalCount: number };
  offset: string;
  onTurn(offset: string): void;
  empty: ReactNode;
  /** The names of the columns; those that begin with `#` hold numbers. */
  columns: readonly string[];
  row(record: Row): ReactNode;
}

export function List<Data, Row>({ answer, pageOf, offset, onTurn, empty, columns, row }: ListProps<Data, Row>) {
  if (answer.state === 'failed') return <Failure problem={answer.problem} again={answer.again} />;
  if (answer.state === 'loading') {
    return (
      <Card isFlush>
        <Waiting>
          <TableBones />
        </Waiting>
      </Card>
    );
  }
  const { records, totalCount } = pageOf(answer.data);
  return (
    <Card isFlush>
      <div className={answer.isChanging ? 'changing' : undefined}>
        {records.length === 0 ? (
          empty
        ) : (
          <table className="table">
            <thead>
              <tr>
                {columns.map((name) => (
                  <th key={name} className={name.startsWith('#') ? 'number' : undefined}>
                    {name.replace('#', '')}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>{records.map(row)}</tbody>
          </table>
        )}
        <Pager offset={Number(offset)} limit={LIST_LIMIT} totalCount={totalCount} onTurn={(to) => onTurn(String(to))} />
      </div>
    </Card>
  );
}
