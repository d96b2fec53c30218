// Counting on a phone or at a scanner: an item, how much of it, on which shelf; each line is kept here before it is sent.
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { newId } from '../../api/new-key.ts';
import { deviceNow, serviceNow } from '../../clock.ts';
import { useCatalog } from '../../counter/catalog.ts';
import { changeLines, useKeptLines, type KeptLine } from '../../counter/kept-counts.ts';
import { add, compare, multiply, readDecimal } from '../../format/decimal.ts';
import { Button } from '../../parts/button.tsx';
import { NumberField, TextField } from '../../parts/field.tsx';
import { Note } from '../../parts/message.tsx';
import { Card } from '../../parts/page.tsx';
import type { SoldItem } from '../../rules/sale.ts';
import { useSession } from '../../session.ts';
import { becomeTill } from '../../till.ts';
import { f, t } from '../../texts/speech.ts';
import { CodeField } from '../counter/code-field.tsx';
import './count.css';

interface Current {
  item: SoldItem;
  typed: string;
  /** Number before what is being typed over it, which may be a code. */
  quantity: string;
  /** Another one with each scan. */
  nth: number;
}

/** A scanner writes whole codes, which are longer than a quantity. */
const SHORTEST_CODE = 6;
/** More digits than a shelf has units are a code, also where no item has it. */
const isBarcode = (text: string): boolean => /^\d{8,}$/.test(text.trim());
const quantityIn = (text: string): string | undefined => (isBarcode(text) ? undefined : readDecimal(text));

export function CountingCard({ countId }: { countId: string }) {
  const counting = useCounting(countId);
  const { catalog, look, code, current, place, setPlace, take } = counting;
  const kept = useKeptLines().filter((line) => line.countId === countId);
  const waiting = kept.filter(({ problem }) => problem === undefined).length;
  return (
    <Card title={t('count.do')}>
      <div className="counting">
        <TextField
          label={t('count.shelf')}
          note={t('count.shelfNote')}
          value={place}
          onType={setPlace}
          maxLength={60}
          autoCapitalize="characters"
        />
        {catalog ? (
          <CodeField
            {...{ field: code, catalog, look, hasLines: false, stockOf: () => '' }}
            called={{ label: t('count.code'), hint: t('count.codeHint') }}
            onItem={take}
            onChange={() => undefined}
            onPay={() => undefined}
          />
        ) : (
          <Note tone="info" icon="clock" text={t('count.preparing')} />
        )}
        {current && <CurrentItem {...counting} current={current} />}
        {waiting > 0 && <Note tone="wait" icon="clock" text={t('count.waiting', { n: waiting })} />}
        {kept.map((line) => (
          <Refused
            key={line.id}
            line={line}
            words={`${line.name}: ${line.quantity === null ? '—' : f.quantity(line.quantity)}`}
          />
        ))}
      </div>
    </Card>
  );
}

type Counting = ReturnType<typeof useCounting>;

/** Enter keeps the quantity, and a code that is scanned into its field begins with the next item. */
function CurrentItem({ catalog, current, change, take, save, drop }: Counting & { current: Current }) {
  const { item, typed, nth } = current;
  const box = useRef<HTMLDivElement>(null);
  // The focus; a shelf that is being typed keeps it when a code is found late.
  useLayoutEffect(() => {
    if (document.activeElement?.closest('.counting > :first-child')) return;
    const field = box.current!.querySelector('input')!;
    field.focus();
    field.select();
  }, [nth]);
  const onKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const text = event.currentTarget.value.trim();
    const isCode = text.length >= SHORTEST_CODE || quantityIn(text) === undefined;
    const scanned = isCode ? catalog?.items.byCode(text) : undefined;
    if (!scanned) return void save(quantityIn(text));
    change({ typed: current.quantity });
    take(scanned.item, scanned.unit, '1');
  };
  const wrong = isBarcode(typed) ? t('counter.missing', { code: typed.trim() }) : t('count.quantityWrong');
  return (
    <div className="counting-item" ref={box}>
      <p className="strong">{item.name}</p>
      <p className="soft small">
        <span className="code">{item.sku}</span> · {item.unit}
      </p>
      <NumberField
        label={t('count.quantity')}
        onFocus={({ target }) => target.select()}
        value={typed}
        wrong={isQuantity(quantityIn(typed)) ? undefined : wrong}
        onType={(text) => change({ typed: text })}
        onBeforeInput={({ currentTarget: { value, selectionStart, selectionEnd } }) => {
          if (selectionStart === 0 && selectionEnd === value.length) change({ quantity: shownIn(current) });
        }}
        onKeyDown={onKey}
      />
      <div className="row">
        <Button tone="primary" onClick={() => void save(quantityIn(typed))} text={t('count.save')} />
        <Button onClick={() => void save(null)} text={t('count.takeBack')} />
        <Button tone="quiet" onClick={drop} text={t('count.leave')} />
      </div>
    </div>
  );
}

function Refused({ line, words }: { line: KeptLine; words: string }) {
  const company = useSession().company!;
  if (!line.problem) return null;
  return (
    <Note tone="bad" icon="alert" text={t('count.refused', { line: words, why: line.problem.message })}>
      <Button size="small" onClick={() => void changeLines(company, { remove: line.id })} text={t('count.forget')} />
    </Note>
  );
}

const isQuantity = (quantity: string | undefined): quantity is string =>
  quantity !== undefined && compare(quantity, '0') >= 0;

/** Quantity that stands in the field, else the one before. */
const shownIn = ({ typed, quantity }: Current): string => [quantityIn(typed)].find(isQuantity) ?? quantity;

/** The item that is being counted; one that is scanned again counts one more, and another one keeps it first. */
function useCounting(countId: string) {
  const company = useSession().company!;
  const { catalog, look } = useCatalog();
  const [current, show] = useState<Current>();
  // A scanned code that is looked up first is taken later, by what is being counted then.
  const latest = useRef<Current>(undefined);
  const setCurrent = (next: Current | undefined): void => {
    latest.current = next;
    show(next);
  };
  const [place, setPlace] = useState('');
  const code = useRef<HTMLInputElement>(null);
  useEffect(() => {
    becomeTill(company);
    void navigator.serviceWorker?.register('/assets/offline-shell.js', { scope: '/' });
  }, [company]);
  const keep = (one: Current, quantity: string | null): Promise<void> =>
    changeLines(company, {
      put: {
        ...{ id: newId(), countId, itemId: one.item.id, name: one.item.name, quantity, place: place.trim() },
        ...{ countedAt: new Date(serviceNow()).toISOString(), device: deviceNow(), madeBy: company.userName },
      },
    });
  const begin = (item: SoldItem, quantity: string): void => {
    setCurrent({ item, typed: quantity, quantity, nth: (latest.current?.nth ?? 0) + 1 });
  };
  const drop = (): void => {
    setCurrent(undefined);
    code.current?.focus();
  };
  return {
    ...{ catalog, look, code, current, place, setPlace, drop },
    change(part: Partial<Current>): void {
      if (latest.current) setCurrent({ ...latest.current, ...part });
    },
    take(item: SoldItem, unit: string | undefined, times: string): void {
      const factor = item.units.find((one) => one.unit === unit)?.factor ?? '1';
      const units = multiply(times, factor);
      const before = latest.current;
      if (before?.item.id === item.id) return begin(item, add(shownIn(before), units));
      if (before) void keep(before, shownIn(before));
      begin(item, units);
    },
    async save(quantity: string | null | undefined): Promise<void> {
      if (!current || (quantity !== null && !isQuantity(quantity))) return;
      await keep(current, quantity);
      drop();
    },
  };
}
