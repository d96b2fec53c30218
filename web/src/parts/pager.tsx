// Shown part of a long list, and the way to its neighbours.
import type { ReactNode } from 'react';
import { useChoice } from '../router.ts';
import { f, t } from '../texts/speech.ts';
import { Button } from './button.tsx';
import { Tool } from './tool.tsx';

export interface PagerProps {
  /** Name of the paged list, where a page has several. */
  of?: string | undefined;
  from: number;
  to: number;
  /** Undefined until it is known. */
  totalCount: number | undefined;
  isLast: boolean;
  onTurn(by: 1 | -1): void;
  /** Beside the two ways. */
  before?: ReactNode;
  between?: ReactNode;
}

export function Pager({ of, from, to, totalCount, isLast, onTurn, before, between }: PagerProps) {
  const total = totalCount === undefined ? '…' : f.quantity(totalCount);
  return (
    <nav className="pager" aria-label={of === undefined ? t('pager.label') : `${t('pager.label')}: ${of}`}>
      <span aria-live="polite">{t('pager.shown', { from: f.quantity(from), to: f.quantity(to), total })}</span>
      <span className="row">
        {before}
        <Tool label={t('pager.back')} icon="back" disabled={from <= 1} onClick={() => onTurn(-1)} />
        {between}
        <Tool label={t('pager.next')} icon="next" disabled={isLast} onClick={() => onTurn(1)} />
      </span>
    </nav>
  );
}

/** One page of a list that is kept in the address under this name; `pager` shows which, below it. */
export function usePages(name: string, limit: number) {
  const [text, setOffset] = useChoice(name, '0');
  const offset = Number(text);
  return {
    limit,
    offset,
    pager: (totalCount: number, of?: string): ReactNode =>
      totalCount > 0 && (
        <Pager
          {...{ of, totalCount, from: offset + 1, to: Math.min(offset + limit, totalCount) }}
          isLast={offset + limit >= totalCount}
          onTurn={(by) => setOffset(String(Math.max(0, offset + by * limit)))}
        />
      ),
  };
}

/** Place in a list that is read by its cursor, kept in the address; `pager` leads to what is older, and back to the newest. */
export function useCursor() {
  const [after, setAfter] = useChoice('after', '');
  const turn = (name: 'pager.newest' | 'pager.older', to: string): ReactNode => (
    <Button size="small" tone="quiet" onClick={() => setAfter(to)} text={t(name)} />
  );
  return {
    after: after || null,
    pager: ({ endCursor, hasNextPage }: { endCursor: string | null; hasNextPage: boolean }): ReactNode => (
      <>
        {after !== '' && turn('pager.newest', '')}
        {hasNextPage && turn('pager.older', endCursor ?? '')}
      </>
    ),
  };
}
