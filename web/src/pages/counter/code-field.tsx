// The one field of the counter: a code, scanned or typed, a name, or what changes the last line.
import { useDeferredValue, useEffect, useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { Catalog } from '../../counter/catalog.ts';
import { PickerList } from '../../parts/picker.tsx';
import { isShortNumber, readEntry, wasRead, type Entry } from '../../rules/counter-entry.ts';
import type { SoldItem } from '../../rules/sale.ts';
import { useWords } from '../../texts/use-words.tsx';

export interface CodeFieldProps {
  field: RefObject<HTMLInputElement | null>;
  catalog: Catalog | undefined;
  /** Asks the service for what has changed. */
  look(): Promise<Catalog | undefined>;
  stockOf(item: SoldItem): string;
  hasLines: boolean;
  onItem(item: SoldItem, unit: string | undefined, quantity: string): void;
  /** Change of the last line. */
  onChange(entry: Exclude<Entry, { does: 'find' }>): void;
  /** Enter where nothing is typed. */
  onPay(): void;
}

const MOST = 8;
export function CodeField({ field, catalog, look, stockOf, hasLines, onItem, onChange, onPay }: CodeFieldProps) {
  const { t } = useWords();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const [missing, setMissing] = useState('');
  const shown = useDeferredValue(typed);
  const wanted = readEntry(shown);
  const seen = useRef({ since: 0, isChosen: false });
  useEffect(() => {
    seen.current = { since: performance.now(), isChosen: false };
  }, [shown, catalog]);
  const code = wanted?.does === 'find' && wanted.code.length > 1 ? wanted.code : '';
  const options = catalog?.items.byWords(code, MOST) ?? [];
  const isOpen = options.length > 0;

  const take = (item: SoldItem, unit: string | undefined, quantity: string): void => {
    setTyped('');
    setActive(0);
    onItem(item, unit, quantity);
  };
  const enter = async (text: string): Promise<void> => {
    setMissing('');
    const entry = readEntry(text);
    if (!entry) return onPay();
    // A scanner does not wait: the next code is typed into an empty field.
    setTyped('');
    if (entry.does !== 'find') return onChange(entry);
    const find = (one: Catalog | undefined) => one?.items.byCode(entry.code);
    const known = find(catalog);
    if (known) return take(known.item, known.unit, entry.quantity);
    const { since, isChosen } = seen.current;
    const list = { text: shown, stoodMs: performance.now() - since, isChosen };
    const named = wasRead(list, text) ? options[active] : undefined;
    if (named) return take(named, undefined, entry.quantity);
    if (text.trim() === entry.code && isShortNumber(entry.code)) {
      // Without a line it is the number of what comes next.
      return hasLines ? onChange({ does: 'quantity', quantity: entry.code }) : setTyped(`${Number(entry.code)}*`);
    }
    const fresh = find(await look());
    if (fresh) return take(fresh.item, fresh.unit, entry.quantity);
    setMissing(entry.code);
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter') {
      event.preventDefault();
      void enter(event.currentTarget.value);
    } else if (isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      seen.current.isChosen = true;
      setActive((active + (event.key === 'ArrowDown' ? 1 : options.length - 1)) % options.length);
    } else if (event.key === 'Escape') setTyped('');
  };
  return (
    <div className="field picker code-field">
      <label htmlFor={id} className="hidden-text">
        {t('counter.code')}
      </label>
      <input
        ref={field}
        id={id}
        className="input"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
        autoComplete="off"
        autoFocus
        placeholder={t('counter.codeHint')}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKey}
      />
      {isOpen && (
        <PickerList
          id={id}
          label={t('counter.code')}
          keys={options.map((item) => item.id)}
          names={options.map((item) => (
            <>
              <span>
                {item.name} <span className="soft small">{item.sku}</span>
              </span>
              <span className="soft small">{stockOf(item)}</span>
            </>
          ))}
          active={active}
          isLoading={false}
          onPoint={setActive}
          onPick={(index) => take(options[index]!, undefined, wanted?.does === 'find' ? wanted.quantity : '1')}
        />
      )}
      <span role="alert" className="field-note is-bad">
        {missing !== '' && t('counter.missing', { code: missing })}
      </span>
    </div>
  );
}
