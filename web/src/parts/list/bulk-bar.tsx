// Actions on the chosen rows, or on all matches.
import { useRef, useState, type ReactNode } from 'react';
import { useClient } from 'urql';
import { f, t } from '../../texts/speech.ts';
import { Button } from '../button.tsx';
import { pageOf, type Act, type ActDialogProps } from './list-kind.ts';
import { RunDialog } from './run-dialog.tsx';
import type { RunOfMany } from './use-run.ts';
import type { ShownList } from './use-list.ts';

/** So many at a time are still seen through; of all matches, more are left for the next time. */
const MOST = 1000;
const PER_PAGE = 100;

export interface BulkBarProps<Row extends { id: string }, Data> {
  list: ShownList<Row, Data>;
  /** Also those of other pages. */
  chosen: readonly Row[];
  onChoose(chosen: readonly Row[]): void;
  running: RunOfMany;
}

export function BulkBar<Row extends { id: string }, Data>(props: BulkBarProps<Row, Data>) {
  const { list, chosen, onChoose, running } = props;
  const firstRows = useFirstRows(list);
  const [dialog, setDialog] = useState<{ Dialog(props: ActDialogProps<Row>): ReactNode; rows: readonly Row[] }>();
  const { kind, rows: page, foot } = list;
  const total = (foot.data && pageOf<Row>(foot.data).totalCount) ?? 0;
  const act = kind.acts?.find(({ name }) => name === running.run?.act);
  const changing = act && 'mutation' in act ? act : undefined;
  /** The chosen rows as they are by now, without those that match no more; as they were where they are behind those that can be asked for. */
  const present = async (): Promise<readonly Row[]> => {
    const here = (page.data && pageOf<Row>(page.data).records) ?? [];
    const isHere = ({ id }: Row): boolean => here.some((row) => row.id === id);
    const first = chosen.every(isHere) ? [] : await firstRows();
    const found = new Map([...first, ...here].map((row) => [row.id, row]));
    return chosen.flatMap((row) => found.get(row.id) ?? (first.length < MOST ? [] : [row]));
  };
  const begin = async (next: Act<Row>): Promise<void> => {
    const rows = await present();
    if ('Dialog' in next) setDialog({ Dialog: next.Dialog, rows });
    else
      running.begin(
        next.name,
        rows.map((row) => ({ id: row.id, name: next.nameOf(row), variables: next.variablesOf(row) })),
      );
  };
  const question = JSON.stringify(list.args);
  const latest = useRef(question);
  latest.current = question;
  const chooseFirst = async (): Promise<void> => {
    const rows = await firstRows();
    // Rows of another question are not in the list any more.
    if (latest.current === question) onChoose(rows);
  };
  return (
    <>
      {chosen.length > 0 && (
        <div className="row bulk-bar" role="region" aria-label={t('bulk.label')}>
          <span className="strong" role="status">
            {t('bulk.chosen', { n: chosen.length, count: f.quantity(chosen.length) })}
          </span>
          {total > chosen.length && chosen.length < MOST && (
            <Button
              tone="quiet"
              size="small"
              onClick={() => void chooseFirst()}
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
          <Button tone="quiet" size="small" onClick={() => onChoose([])} text={t('bulk.none')} />
        </div>
      )}
      {changing && <RunDialog act={changing} running={running} onClose={() => onChoose([])} />}
      {dialog && <dialog.Dialog rows={dialog.rows} running={running} onClose={() => setDialog(undefined)} />}
    </>
  );
}

/** All matches, in the order of the list. */
function useFirstRows<Row extends { id: string }, Data>({ kind, askFor }: ShownList<Row, Data>) {
  const client = useClient();
  return async (): Promise<readonly Row[]> => {
    const all: Row[] = [];
    for (let isMore = true; isMore && all.length < MOST;) {
      const variables = askFor({ limit: PER_PAGE, offset: all.length });
      const { data } = await client.query(kind.query, variables, { requestPolicy: 'network-only' }).toPromise();
      const page = data && pageOf<Row>(data);
      all.push(...(page?.records ?? []));
      isMore = page?.pageInfo?.hasNextPage ?? false;
    }
    return all;
  };
}
