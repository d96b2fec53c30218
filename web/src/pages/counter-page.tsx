// The counter: items are scanned, the client pays, and the next sale begins; with or without network.
import { useEffect, useRef, useState, type RefObject } from 'react';
import { undoSeconds } from '../api/held.ts';
import { newKey } from '../api/new-key.ts';
import { useConnection } from '../api/connection.ts';
import { useCatalog } from '../counter/catalog.ts';
import { changeSale, keepSale, persistSales, useKeptSales, type KeptSale } from '../counter/kept-sales.ts';
import { becomeTill } from '../counter/till.ts';
import { useDraft } from '../draft.ts';
import { add, isPositive, readDecimal } from '../format/decimal.ts';
import { Button } from '../parts/button.tsx';
import { SmallSelect, TextField } from '../parts/field.tsx';
import { NoPac } from '../parts/no-pac.tsx';
import { Card, Page } from '../parts/page.tsx';
import { Receiver } from '../parts/receiver.tsx';
import { useTell } from '../parts/toasts.tsx';
import { TypedLines } from '../parts/typed-lines.tsx';
import { useShelf } from '../parts/use-shelf.tsx';
import { useStockAt } from '../parts/use-stock-at.ts';
import type { Entry } from '../rules/counter-entry.ts';
import * as rules from '../rules/sale.ts';
import { takenBy } from '../rules/stock-at.ts';
import { useSession } from '../session.ts';
import { useWords } from '../texts/use-words.tsx';
import { useMay, useViewer } from '../viewer.tsx';
import { ClientDialog } from './counter/client-dialog.tsx';
import { CodeField } from './counter/code-field.tsx';
import { DoneCard, type Device } from './counter/done-card.tsx';
import { KeptDialog } from './counter/kept-dialog.tsx';
import { PayDialog } from './counter/pay-dialog.tsx';
import './counter.css';

type Begun = Pick<rules.Sale, 'id' | 'client' | 'lines' | 'madeBy'> & { discount: string };
const begin = (): Begun => ({ id: newKey(), client: null, lines: [], discount: '' });

export function CounterPage() {
  const { t, f } = useWords();
  const tell = useTell();
  const company = useSession().company!;
  const isReached = useConnection();
  const maySell = useMay('operator');
  const { catalog, look } = useCatalog();
  const sales = useKeptSales() ?? [];
  const [sale, setSale] = useDraft<Begun>('counter.sale', begin);
  const [device, setDevice] = useDevice();
  const [open, setOpen] = useState<'pay' | 'client' | 'kept'>();
  const [doneId, setDoneId] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    becomeTill(company);
    void persistSales();
    void navigator.serviceWorker?.register('/assets/offline-shell.js', { scope: '/' });
  }, [company]);

  const { lines, client } = sale;
  const places = catalog?.places;
  const tenant = useViewer()?.tenant ?? places?.viewer.tenant;
  const place = device.place ?? places?.locations.find((one) => one.isDefault)?.id ?? null;
  const points = (places?.offices ?? []).flatMap((office) => office.billingPoints.map((one) => ({ ...one, office })));
  const prices = catalog?.prices[client?.priceList?.id ?? ''] ?? {};
  const discount = rules.readDiscount(sale.discount, lines, prices);
  const totals = rules.saleTotals(lines, discount, prices);
  const due = rules.dueOf(totals, client);
  // What was sold here and has no order yet has left, though the service knows nothing of it.
  const unknown = sales.filter((one) => one.state === 'waiting' && !one.orderId && one.sale.place === place);
  const shelf = useShelf({
    ...{ lines, locations: places?.locations ?? [], place, sellsWithoutStock: tenant?.sellsWithoutStock ?? false },
    besides: takenBy(unknown.flatMap((one) => one.sale.lines)),
    known: (item) => catalog?.items.byId(item.id) ?? item,
  });
  const isWhole = lines.length > 0 && discount !== undefined && lines.every((line) => rules.readLine(line, prices));
  const because = !isWhole ? t('newOrder.needsLines') : shelf.isShort ? t('shelf.refused') : undefined;
  const isReady = because === undefined;
  const setLines = (next: rules.DraftLine[]): void => setSale((present) => ({ ...present, lines: next }));
  const done = sales.find(({ id }) => id === doneId);

  const stockOf = useStockAt(places?.locations ?? [], place);
  const sell = (item: rules.SoldItem, unit: string | undefined, quantity: string): void => {
    setDoneId(undefined);
    setSale((present) => {
      const same = present.lines.find((line) => line.item.id === item.id && line.unit === unit && !line.price);
      const line = same ?? { key: Date.now(), item, unit, quantity: '0' };
      const sum = { ...line, quantity: add(readDecimal(line.quantity) ?? '0', quantity) };
      return { ...present, lines: [...present.lines.filter((one) => one !== same), sum] };
    });
  };
  const changeLast = (entry: Exclude<Entry, { does: 'find' }>): void =>
    setSale((present) => {
      const last = present.lines.at(-1);
      if (!last) return present;
      const told = rules.priceTold(last, prices);
      const changed = { ...last };
      if (entry.does === 'price') changed.price = entry.price;
      else if (entry.does === 'discount') changed.discount = rules.percentOff(told, entry.percent);
      else changed.quantity = entry.does === 'add' ? add(last.quantity, entry.quantity) : entry.quantity;
      const others = present.lines.slice(0, -1);
      return { ...present, lines: isPositive(changed.quantity) ? [...others, changed] : others };
    });

  const keep = async (state: 'parked' | 'waiting', parts: rules.Sale['parts'], change: string): Promise<void> => {
    const frozen = lines.map((line) => ({ ...line, price: rules.priceTold(line, prices) }));
    const kept: rules.Sale = {
      ...{ ...sale, lines: state === 'parked' ? lines : frozen, discount: discount ?? '0', place, parts },
      madeBy: sale.madeBy ?? company.userName,
      point: device.point ?? null,
      mode: tenant?.pacCompanyId ? 'DGI' : 'PROFORM',
    };
    const soldAt = new Date().toISOString();
    await keepSale(company, {
      id: sale.id,
      sale: kept,
      state,
      soldAt,
      due,
      change,
      heldUntil: Date.now() + undoSeconds() * 1000,
    });
    setOpen(undefined);
    setSale(begin());
    setDoneId(state === 'waiting' ? sale.id : undefined);
    field.current?.focus();
  };
  const park = async (): Promise<void> => {
    if (lines.length === 0) return setOpen('kept');
    await keep('parked', [], '0');
    tell(t('counter.parked'));
  };
  /** Back on the screen, under keys of its own; what is there now is parked. */
  const resume = async ({ id }: KeptSale, isFine: (kept: KeptSale) => boolean): Promise<void> => {
    const back = await changeSale(company, id, (kept) => (isFine(kept) && !kept.orderId ? null : undefined));
    if (!back) return;
    if (lines.length > 0) await keep('parked', [], '0');
    const known = back.sale.client && { ...back.sale.client, id: back.clientId ?? back.sale.client.id };
    setSale({
      ...back.sale,
      id: newKey(),
      client: known,
      // Who took the money of a sale that is corrected stays; one that was parked is the sale of who goes on with it.
      madeBy: back.state === 'refused' ? back.sale.madeBy : undefined,
      discount: back.sale.discount === '0' ? '' : back.sale.discount,
    });
    setDoneId(undefined);
    setOpen(undefined);
    field.current?.focus();
  };
  const onResume = (kept: KeptSale): void => void resume(kept, () => true);
  const undo = (): void =>
    void (done && resume(done, (kept) => kept.state === 'waiting' && rules.overAt(kept) > Date.now()));

  useKeys(
    {
      F2: () => setOpen('client'),
      F4: () => document.querySelector<HTMLElement>('.counter-discount input')?.focus(),
      F8: () => void park(),
      F9: () => isReady && setOpen('pay'),
      ...(done && { F6: undo }),
    },
    field,
    open !== undefined,
  );

  const waiting = sales.filter(({ state }) => state !== 'filed').length;
  return (
    <Page
      title={t('nav.counter')}
      tools={
        <>
          {places && places.locations.length > 1 && (
            <SmallSelect
              label={t('newOrder.place')}
              value={place ?? ''}
              onChange={({ target }) => setDevice({ ...device, place: target.value })}
              options={places.locations.map((one) => [one.id, one.name])}
            />
          )}
          {points.length > 1 && (
            <SmallSelect
              label={t('counter.point')}
              value={device.point ?? ''}
              onChange={({ target }) => setDevice({ ...device, point: target.value || undefined })}
              options={[
                ['', t('counter.anyPoint')],
                ...points.map(({ id, code, office }) => [id, `${office.name} · ${code}`] as const),
              ]}
            />
          )}
          <Button icon="clock" onClick={() => setOpen('kept')}>
            {t('counter.kept', { n: waiting })}
          </Button>
        </>
      }
    >
      <NoPac tenant={tenant} />
      <div className="columns counter">
        <Card>
          <CodeField
            field={field}
            catalog={catalog}
            look={look}
            stockOf={stockOf}
            hasLines={lines.length > 0}
            onItem={sell}
            onChange={changeLast}
            onPay={() => (isReady ? setOpen('pay') : setDoneId(undefined))}
          />
          {lines.length > 0 && (
            <TypedLines
              lines={lines}
              prices={prices}
              priceLabel={t('price')}
              wasTried
              note={shelf.note}
              onChange={setLines}
            />
          )}
          {lines.length === 0 && done && (
            <DoneCard {...{ kept: done, company, places, device, setDevice, onUndo: undo, onResume }} />
          )}
          <p className={lines.length > 0 || done ? 'counter-as-of soft small' : 'counter-idle soft'}>
            {catalog
              ? t(isReached ? 'counter.idle' : 'counter.idleOffline', {
                  ...{ n: catalog.items.count, time: f.instant(catalog.stockAt) },
                })
              : t('counter.loading')}
          </p>
        </Card>
        <div className="stack">
          <Card>
            <button type="button" className="counter-client" onClick={() => setOpen('client')}>
              <span>
                <span className="strong block">{client?.name ?? t('counter.walkIn')}</span>
                <span className="soft small">
                  {client ? <Receiver client={{ dv: null, ...client }} /> : t('counter.walkInNote')}
                </span>
              </span>
              <kbd>F2</kbd>
            </button>
          </Card>
          <Card>
            <div className="stack">
              <div className="spread small soft">
                <span>{t('subtotal')}</span>
                <span>{f.money(totals.subtotal)}</span>
              </div>
              <div className="counter-discount">
                <TextField
                  label={t('counter.discount')}
                  placeholder={t('counter.discountHint')}
                  value={sale.discount}
                  wrong={discount === undefined ? t('newOrder.discountWrong') : undefined}
                  onChange={({ target }) => setSale((present) => ({ ...present, discount: target.value }))}
                  onKeyDown={(event) => event.key === 'Enter' && field.current?.focus()}
                />
              </div>
              <div className="counter-total">
                <span className="soft small">{t('order.withTax', { tax: f.money(totals.tax) })}</span>
                <output>{f.money(due)}</output>
              </div>
              <Button tone="primary" because={maySell ? because : t('needs.operator')} onClick={() => setOpen('pay')}>
                {t('counter.pay')} <kbd>F9</kbd>
              </Button>
              <Button onClick={() => void park()}>
                {t('counter.park')} <kbd>F8</kbd>
              </Button>
            </div>
          </Card>
        </div>
      </div>
      {open === 'pay' && (
        <PayDialog
          due={due}
          because={because}
          isNamed={client !== null}
          most={rules.mostParts(due !== totals.total)}
          onPaid={(parts, change) => keep('waiting', parts, change)}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'client' && (
        <ClientDialog
          clients={catalog?.clients ?? []}
          onPick={(picked) => {
            setSale((present) => ({ ...present, client: picked }));
            setOpen(undefined);
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'kept' && <KeptDialog sales={sales} onResume={onResume} onClose={() => setOpen(undefined)} />}
    </Page>
  );
}

function useDevice(): [Device, (next: Device) => void] {
  const name = 'folio.counter';
  const [device, setDevice] = useState<Device>(() => JSON.parse(localStorage.getItem(name) ?? '{}') as Device);
  return [
    device,
    (next) => {
      setDevice(next);
      localStorage.setItem(name, JSON.stringify(next));
    },
  ];
}

/** Keys of the page, and whatever is typed or scanned beside a field goes into the first one. */
function useKeys(keys: Record<string, () => void>, field: RefObject<HTMLInputElement | null>, isOff: boolean): void {
  const latest = useRef({ keys, isOff });
  latest.current = { keys, isOff };
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (latest.current.isOff || event.ctrlKey || event.metaKey || event.altKey) return;
      const act = latest.current.keys[event.key];
      const isLost = event.key.length === 1 && !(event.target as Element).closest('input, select, textarea, button, a');
      if (!act && !isLost) return;
      // Another shortcut of the dashboard must not take a scanned letter.
      event.stopPropagation();
      if (isLost) field.current?.focus();
      else event.preventDefault();
      act?.();
    };
    const begin = setTimeout(() => field.current?.focus());
    window.addEventListener('keydown', press, true);
    return () => {
      clearTimeout(begin);
      window.removeEventListener('keydown', press, true);
    };
  }, [field]);
}
