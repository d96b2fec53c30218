// A card that is a table: above it a remark, in place of an empty one a message, and below it its pager or its sums.
import type { ReactNode } from 'react';
import { Card, type CardProps } from './page.tsx';
import { idOf, Table, type Keyed, type TableProps } from './table.tsx';

export interface TableCardProps<Row> extends TableProps<Row>, Pick<CardProps, 'title' | 'tools'> {
  above?: ReactNode;
  /** In place of the table while it has no rows; null: no card either; left out: a table without rows. */
  none?: ReactNode;
  below?: ReactNode;
}

export function TableCard<Row>(props: TableCardProps<Row> & Keyed<Row>) {
  const { title, tools, above, none, below, keyOf = idOf, ...table }: TableCardProps<Row> = props;
  if (none === null && table.rows.length === 0) return null;
  return (
    <Card {...{ title, tools }} isFlush>
      {above}
      {none !== undefined && table.rows.length === 0 ? none : <Table {...table} keyOf={keyOf} />}
      {below}
    </Card>
  );
}
