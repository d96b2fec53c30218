// A list as a tool: what narrows it, its rows in any order, the sums of all that match, and the way through its pages.
import { useEffect, useState, type ReactNode } from 'react';
import { go } from '../../router.ts';
import { f, t } from '../../texts/speech.ts';
import { ListBones } from '../bones.tsx';
import { Button } from '../button.tsx';
import { Failure, Message } from '../message.tsx';
import { Card } from '../page.tsx';
import { Table, type Column } from '../table.tsx';
import { useBeside } from './beside-record.tsx';
import { BulkBar, type BulkBarProps } from './bulk-bar.tsx';
import { FilterBar, InForce } from './filter-bar.tsx';
import { placesOf } from './list-address.ts';
import { pageOf, type ListColumn, type ListKind } from './list-kind.ts';
import { ListPager } from './list-pager.tsx';
import { ListTools } from './list-tools.tsx';
import { nextOrder, orderIn, useList } from './use-list.ts';
import { useRun } from './use-run.ts';
import './list.css';

export interface ListProps<Row extends { id: string }, Data> {
  kind: ListKind<Row, Data>;
  /** Content of a list without any record, whatever is asked. */
  none: ReactNode;
}

export function List<Row extends { id: string }, Data>({ kind, none }: ListProps<Row, Data>) {
  const running = useRun(kind.path);
  const list = useList(kind, running.state === 'running');
  const { state, args, rows, isBeside } = list;
  const [chosen, setChosen] = useState<readonly Row[]>([]);
  const question = JSON.stringify(args);
  // Rows chosen on another page may be out of sight.
  useEffect(() => setChosen([]), [question]);
  const isUnknown = rows.problem?.code === 'NOT_FOUND';
  const records = isUnknown ? [] : rows.data && pageOf<Row>(rows.data).records;
  const isNarrowed = Object.keys(args).length > 0 || state.page > 1;
  return (
    <Card isFlush>
      {!isBeside && (
        <div className="list-head">
          <FilterBar list={list} />
          <ListTools list={list} />
        </div>
      )}
      <InForce list={list} />
      {rows.state === 'failed' && !isUnknown ? (
        <Failure problem={rows.problem} again={rows.again} />
      ) : records === undefined ? (
        <ListBones />
      ) : records.length > 0 ? (
        <Records {...{ list, records, chosen }} onChoose={setChosen} />
      ) : isNarrowed ? (
        <Message icon="search" title={t('nothingFound')} text={t(kind.nothingFound ?? 'list.nothingMatches')}>
          <Button onClick={() => go(kind.path)} text={t('list.seeAll')} />
        </Message>
      ) : (
        none
      )}
      {kind.acts && !isBeside && <BulkBar list={list} chosen={chosen} onChoose={setChosen} running={running} />}
      <ListPager list={list} />
    </Card>
  );
}

interface RecordsProps<Row extends { id: string }, Data> extends Omit<BulkBarProps<Row, Data>, 'running'> {
  records: readonly Row[];
}

function Records<Row extends { id: string }, Data>({ list, records, chosen, onChoose }: RecordsProps<Row, Data>) {
  const { kind, state, rows, foot, choose, visible, isDense, isBeside } = list;
  const currentKey = useBeside();
  const summed = foot.data && pageOf<Row>(foot.data);
  const order = orderIn(kind, state);
  const aboutOf = isBeside ? kind.columns[0]?.show : undefined;
  const look = ['list-scroll', isDense && 'dense', rows.state === 'here' && rows.isChanging && 'changing'];
  const sortingOf = (column: ListColumn<Row>) =>
    column.order === undefined
      ? undefined
      : {
          direction: order?.field === column.order ? order.direction : undefined,
          onSort: () => choose({ sort: nextOrder(column, order) }),
        };
  const columnOf = (column: ListColumn<Row>): Column<Row> => {
    const { quantityOf, isNumber, onPhone } = column;
    const places = quantityOf ? placesOf(records.map((row) => quantityOf(row) ?? '')) : 0;
    const sum = (summed?.sums as Record<string, string | null> | undefined)?.[column.id];
    return {
      ...{ name: t(column.name), ...(isNumber && { isNumber }), ...(onPhone && { onPhone }) },
      sorting: sortingOf(column),
      foot: sum == null ? undefined : f.money(sum),
      show: (row) => (quantityOf ? <Aligned value={quantityOf(row)} places={places} /> : column.show?.(row)),
    };
  };
  const onChosen = (keys: readonly string[], isChosen: boolean): void => {
    const others = chosen.filter(({ id }) => !keys.includes(id));
    onChoose(isChosen ? [...others, ...records.filter(({ id }) => keys.includes(id))] : others);
  };
  const total = summed?.totalCount ?? 0;
  return (
    <div className={look.filter(Boolean).join(' ')}>
      <Table
        rows={records}
        keyOf={({ id }) => id}
        name={t(kind.name.name)}
        nameSorting={sortingOf(kind.name)}
        nameOf={(row) => kind.name.show?.(row)}
        aboutOf={aboutOf && ((row) => aboutOf(row))}
        currentKey={currentKey}
        linkOf={kind.linkOf ?? (({ id }) => `${kind.path}/${id}`)}
        columns={(isBeside ? visible.filter(({ onPhone }) => onPhone === 'beside') : visible).map(columnOf)}
        nameFoot={summed?.sums && !isBeside ? t('list.sum', { n: total, count: f.quantity(total) }) : undefined}
        choice={
          kind.acts && !isBeside
            ? { label: t('list.choosePage'), chosen: new Set(chosen.map(({ id }) => id)), onChoose: onChosen }
            : undefined
        }
      />
    </div>
  );
}

/** Point below point: what other numbers of the column have behind it stays free here. */
function Aligned({ value, places }: { value: string | null; places: number }) {
  if (value === null) return <span className="soft">—</span>;
  const missing = places - placesOf([value]);
  return (
    <>
      {f.quantity(value)}
      {missing > 0 && (
        <span className="free" aria-hidden="true">
          {missing === places ? '.' : ''}
          {'0'.repeat(missing)}
        </span>
      )}
    </>
  );
}
