// Shown part of a list, and the way to any other: a page before or after, one by its number, or one by its first letter.
import { useState } from 'react';
import { useClient } from 'urql';
import { f, t } from '../../texts/speech.ts';
import { SmallSelect } from '../field.tsx';
import { Form } from '../form.tsx';
import { Pager } from '../pager.tsx';
import { KEYS, SIZES } from './list-address.ts';
import { pageOf } from './list-kind.ts';
import type { ShownList } from './use-list.ts';

export function ListPager<Row extends { id: string }, Data>({ list }: { list: ShownList<Row, Data> }) {
  const client = useClient();
  const { kind, state, askFor, rows, foot, offset, choose, isBeside } = list;
  const [typed, setTyped] = useState<string>();
  const page = rows.data && pageOf<Row>(rows.data);
  const total = foot.data && pageOf<Row>(foot.data).totalCount;
  const length = page?.records?.length ?? 0;
  if (length === 0 && state.page === 1) return null;
  const pages = total === undefined ? undefined : Math.max(1, Math.ceil(total / state.size));
  const turnTo = (to: number): void => choose({ [KEYS.page]: to <= 1 ? undefined : String(Math.min(to, pages ?? to)) });
  const jump = async (): Promise<void> => {
    const text = typed?.trim() ?? '';
    setTyped(undefined);
    if (/^\d+$/.test(text)) return turnTo(Number(text));
    if (text === '') return;
    const { data } = await client.query(kind.query, askFor({ limit: 1, offset: 0, begins: text })).toPromise();
    const before = data && pageOf<Row>(data).countBefore;
    if (before != null) turnTo(Math.floor(before / state.size) + 1);
  };
  return (
    <Pager
      {...{ from: offset + Math.min(1, length), to: offset + length, totalCount: total }}
      isLast={!page?.pageInfo?.hasNextPage}
      onTurn={(by) => turnTo(state.page + by)}
      before={
        !isBeside && (
          <SmallSelect
            label={t('list.size')}
            value={state.size}
            onType={(size) => choose({ [KEYS.size]: size })}
            options={SIZES.map((size) => [size, t('list.perPage', { n: size })])}
          />
        )
      }
      between={
        !isBeside && (
          <Form className="row" onSubmit={() => void jump()}>
            <input
              className="input page-number"
              aria-label={t('list.page')}
              title={t('list.pageHint')}
              autoComplete="off"
              value={typed ?? String(state.page)}
              onFocus={({ target }) => target.select()}
              onChange={({ target }) => setTyped(target.value)}
              onBlur={() => setTyped(undefined)}
            />
            {pages !== undefined && t('list.pages', { count: f.quantity(pages) })}
          </Form>
        )
      }
    />
  );
}
