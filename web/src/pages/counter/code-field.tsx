// The one field of the counter: a code, scanned or typed, a name, or what changes the last line.
import { useDeferredValue, useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { cufeIn } from '../../../../src/fiscal/cufe.ts';
import type { Catalog } from '../../counter/catalog.ts';
import { Button } from '../../parts/button.tsx';
import { later } from '../../parts/later.tsx';
import { Combobox } from '../../parts/picker.tsx';
import { isShortNumber, readEntry, wasRead, type Entry } from '../../rules/counter-entry.ts';
import type { SoldItem } from '../../rules/sale.ts';
import { t } from '../../texts/speech.ts';

export interface CodeFieldProps {
  field: RefObject<HTMLInputElement | null>;
  catalog: Catalog | undefined;
  /** Asks the service for what has changed. */
  look(): Promise<Catalog | undefined>;
  stockOf(item: SoldItem): string;
  hasLines: boolean;
  /** The sale: a code that is found late is not for the next one. */
  saleId?: string;
  onItem(item: SoldItem, unit: string | undefined, quantity: string): void;
  /** Change of the last line. */
  onChange(entry: Exclude<Entry, { does: 'find' }>): void;
  /** Enter where nothing is typed. */
  onPay(): void;
  /** The QR of a slip was scanned. */
  onSlip?(code: string): void;
  /** Called otherwise where nothing is sold. */
  called?: { label: string; hint: string };
}

const MOST = 8;
const CameraDialog = later(() => import('./camera-dialog.tsx'), 'CameraDialog');
/** A phone or a tablet with a camera; at a desk a scanner types. */
const hasCamera = 'mediaDevices' in navigator && matchMedia('(pointer: coarse)').matches;

export function CodeField(props: CodeFieldProps) {
  const { field, stockOf, called } = props;
  const { typed, setTyped, active, setActive, options, missing, take, enter, onKey } = useEntry(props);
  const [isLooking, setLooking] = useState(false);
  return (
    <Combobox
      className="code-field"
      label={called?.label ?? t('counter.code')}
      isLabelHidden
      isOpen={options.length > 0}
      choices={options.map((item) => ({ key: item.id, name: item.name, code: item.sku, about: stockOf(item) }))}
      active={active}
      input={{
        ...{ ref: field, autoFocus: true, placeholder: called?.hint ?? t('counter.codeHint') },
        ...{ value: typed, onKeyDown: onKey },
        onChange: ({ target }) => setTyped(target.value),
      }}
      onPoint={setActive}
      onPick={take}
    >
      <span role="alert" className="field-note is-bad">
        {missing !== '' && t('counter.missing', { code: missing })}
      </span>
      {hasCamera && (
        <div className="row">
          <Button size="small" icon="camera" onClick={() => setLooking(true)} text={t('counter.camera')} />
        </div>
      )}
      {isLooking && <CameraDialog onCode={(code) => void enter(code)} onClose={() => setLooking(false)} />}
    </Combobox>
  );
}

/** The text of the field, the items that it may name, and the effect of Enter. */
function useEntry({ catalog, look, hasLines, saleId, onItem, onChange, onPay, onSlip }: CodeFieldProps) {
  const [typed, setText] = useState('');
  const [active, setActive] = useState(0);
  const [missing, setMissing] = useState('');
  const deferred = useDeferredValue(typed);
  const wanted = readEntry(deferred);
  const seen = useRef({ since: 0, isChosen: false });
  useEffect(() => {
    seen.current = { since: performance.now(), isChosen: false };
  }, [deferred, catalog]);
  const presentId = useRef(saleId);
  presentId.current = saleId;
  const code = wanted?.does === 'find' && wanted.code.length > 1 ? wanted.code : '';
  const options = catalog?.items.byWords(code, MOST) ?? [];
  const setTyped = (text: string): void => {
    setText(text);
    setActive(0);
  };
  const take = (item: SoldItem, unit: string | undefined, quantity: string): void => {
    setTyped('');
    onItem(item, unit, quantity);
  };
  const enter = async (text: string): Promise<void> => {
    setMissing('');
    if (onSlip && cufeIn(text) !== null) {
      setText('');
      return onSlip(text);
    }
    const entry = readEntry(text);
    if (!entry) return onPay();
    // A scanner does not wait: the next code is typed into an empty field.
    setText('');
    if (entry.does !== 'find') return onChange(entry);
    const find = (one: Catalog | undefined) => one?.items.byCode(entry.code);
    const found = find(catalog);
    if (found) return take(found.item, found.unit, entry.quantity);
    const { since, isChosen } = seen.current;
    const list = { text: deferred, stoodMs: performance.now() - since, isChosen };
    const named = wasRead(list, text) ? options[active] : undefined;
    if (named) return take(named, undefined, entry.quantity);
    if (text.trim() === entry.code && isShortNumber(entry.code)) {
      // Without a line it is the number of what comes next.
      return hasLines ? onChange({ does: 'quantity', quantity: entry.code }) : setText(`${Number(entry.code)}*`);
    }
    const fresh = find(await look());
    // The field may hold a part of the next code by now.
    if (fresh && presentId.current === saleId) return onItem(fresh.item, fresh.unit, entry.quantity);
    setMissing(entry.code);
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter') {
      event.preventDefault();
      void enter(event.currentTarget.value);
    } else if (options.length > 0 && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      seen.current.isChosen = true;
      setActive((active + (event.key === 'ArrowDown' ? 1 : options.length - 1)) % options.length);
    } else if (event.key === 'Escape') setText('');
  };
  return {
    ...{ typed, setTyped, active, setActive, options, missing, enter, onKey },
    take: (index: number): void => take(options[index]!, undefined, wanted?.does === 'find' ? wanted.quantity : '1'),
  };
}
