// Which part of a long list is shown, and the way to its neighbours.
import { useWords } from '../texts/use-words.tsx';
import { Icon } from './icon.tsx';

export interface PagerProps {
  /** Of what, where a page has several. */
  of?: string | undefined;
  offset: number;
  limit: number;
  totalCount: number;
  onTurn(offset: number): void;
}

export function Pager({ of, offset, limit, totalCount, onTurn }: PagerProps) {
  const { t, f } = useWords();
  if (totalCount === 0) return null;
  const last = Math.min(offset + limit, totalCount);
  const count = (value: number): string => f.quantity(String(value));
  return (
    <nav className="pager" aria-label={of === undefined ? t('pager.label') : `${t('pager.label')}: ${of}`}>
      <span aria-live="polite">
        {t('pager.shown', { from: count(offset + 1), to: count(last), total: count(totalCount) })}
      </span>
      <span className="row">
        <Turn
          label={t('pager.back')}
          icon="back"
          isOff={offset === 0}
          onTurn={() => onTurn(Math.max(0, offset - limit))}
        />
        <Turn label={t('pager.next')} icon="next" isOff={last >= totalCount} onTurn={() => onTurn(offset + limit)} />
      </span>
    </nav>
  );
}

interface TurnProps {
  label: string;
  icon: 'back' | 'next';
  isOff: boolean;
  onTurn(): void;
}

export function Turn({ label, icon, isOff, onTurn }: TurnProps) {
  return (
    <button type="button" className="tool" aria-label={label} disabled={isOff} onClick={onTurn}>
      <Icon name={icon} />
    </button>
  );
}
