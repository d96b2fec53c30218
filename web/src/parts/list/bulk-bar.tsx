// Actions on the chosen rows, or on all matches.
import { useState, type ReactNode } from 'react';
import { useClient } from 'urql';
import { f, t } from '../../texts/speech.ts';
import { Button } from '../button.tsx';
import { pageOf, type Act, type ActDialogProps } from './list-kind.ts';
import { RunDialog } from './run-dialog.tsx';
import type { RunOfMany } from './use-run.ts';
import type { ShownList } from './use-list.ts';

/** So many at a time are still seen through; more are left for the next time. */
const MOST = 1000;
const PER_PAGE = 100;

export interface BulkBarProps<Row extends { id: string }, Data> {
  list: ShownList<Row, Data>;
  chosen: ReadonlySet<string>;
  onChoose(chosen: ReadonlySet<string>): void;
  running: RunOfMany;
}

export function BulkBar<Row extends { id: string }, Data>(props: BulkBarProps<Row, Data>) {
  const { list, chosen, onChoose, running } = props;
  const rowsOf = useRows(list);
  const [dialog, setDialog] = useState<{ Dialog(props: ActDialogProps<Row>): ReactNode; rows: readonly Row[] }>();
  const { kind, foot } = list;
  const total = (foot.data && pageOf<Row>(foot.data).totalCount) ?? 0;
  const act = kind.acts?.find(({ name }) => name === running.run?.act);
  const changing = act && 'mutation' in act ? act : undefined;
  const begin = async (next: Act<Row>): Promise<void> => {
    const rows = await rowsOf(chosen);
    if ('Dialog' in next) setDialog({ Dialog: next.Dialog, rows });
    else
      running.begin(
        next.name,
        rows.map((row) => ({ id: row.id, name: next.nameOf(row), variables: next.variablesOf(row) })),
      );
  };
  return (
    <>
      {chosen.size > 0 && (
        <div className="row bulk-bar" role="region" aria-label={t('bulk.label')}>
          <span className="strong" role="status">
            {t('bulk.chosen', { n: chosen.size, count: f.quantity(chosen.size) })}
          </span>
          {total > chosen.size && chosen.size < MOST && (
            <Button
              tone="quiet"
              size="small"
              onClick={() => void rowsOf().then((rows) => onChoose(new Set(rows.map(({ id }) => id))))}
              text={t(total > MOST ? 'bulk.chooseFirst' : 'bulk.chooseAll', {
                count: f.quantity(Math.min(total, MOST)),
              })}
            />
          )}
          {kind.acts?.map((one) => (
            <Button
              key={one.name}
              size="small"
              icon={one.icon}
              needs={'prints' in one ? undefined : 'operator'}
              onClick={() => void begin(one)}
            >
              {t(one.name)}
            </Button>
          ))}
          <Button tone="quiet" size="small" onClick={() => onChoose(new Set())} text={t('bulk.none')} />
        </div>
      )}
      {changing && <RunDialog act={changing} running={running} onClose={() => onChoose(new Set())} />}
      {dialog && <dialog.Dialog rows={dialog.rows} running={running} onClose={() => setDialog(undefined)} />}
    </>
  );
}

/** Rows of the page are here; others are requested, in the order of the list. */
function useRows<Row extends { id: string }, Data>({ kind, askFor, rows }: ShownList<Row, Data>) {
  const client = useClient();
  return async (chosen?: ReadonlySet<string>): Promise<readonly Row[]> => {
    const here = (rows.data && pageOf<Row>(rows.data).records) ?? [];
    const found = here.filter(({ id }) => chosen?.has(id));
    if (found.length === chosen?.size) return found;
    const all: Row[] = [];
    for (let isMore = true; isMore && all.length < MOST;) {
      const variables = askFor({ limit: PER_PAGE, offset: all.length });
      const { data } = await client.query(kind.query, variables, { requestPolicy: 'network-only' }).toPromise();
      const page = data && pageOf<Row>(data);
      all.push(...(page?.records ?? []));
      isMore = page?.pageInfo?.hasNextPage ?? false;
    }
    return chosen ? all.filter(({ id }) => chosen.has(id)) : all;
  };
}
