// The counter: items are scanned, the client pays, and the next sale begins; with or without network.
import { useEffect, useRef, useState, type ReactElement, type RefObject } from 'react';
import { useConnection } from '../api/connection.ts';
import { tillsOf } from '../api/places.ts';
import { later } from '../parts/later.tsx';
import { Button } from '../parts/button.tsx';
import { SmallSelect, TextField, Wrong } from '../parts/field.tsx';
import { Link } from '../parts/link.tsx';
import { NoPac } from '../parts/no-pac.tsx';
import { Card, Page } from '../parts/page.tsx';
import { Receiver } from '../parts/receiver.tsx';
import { TypedLines } from '../parts/typed-lines.tsx';
import { stockAtPlace } from '../parts/stock-at-place.ts';
import { mostParts, type SaleClient } from '../rules/sale.ts';
import { after, endAll, listen } from '../store.ts';
import { f, t } from '../texts/speech.ts';
import { ClientDialog } from './counter/client-dialog.tsx';
import { CodeField } from './counter/code-field.tsx';
import { DoneCard } from './counter/done-card.tsx';
import { KeptDialog } from './counter/kept-dialog.tsx';
import { PayDialog } from './counter/pay-dialog.tsx';
import { useSaleActs, useTill, type SaleActs, type Till } from './counter/use-till.ts';
import { withLines } from '../rules/basket.ts';
import './counter.css';

const ReturnDialog = later(() => import('./counter/return-dialog.tsx'), 'ReturnDialog');

type Field = RefObject<HTMLInputElement | null>;

export function CounterPage() {
  const field: Field = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState<OpenDialogProps['open']>();
  const [slip, setSlip] = useState('');
  const onClose = (): void => setOpen(undefined);
  const till = useTill();
  const acts = useSaleActs(till, field, onClose);
  const { sale, tenant, because } = till;
  const { done, undo, forgetDone } = acts;
  const onPay = (): void => setOpen('pay');
  const onReturn = (code = ''): void => {
    forgetDone();
    setSlip(code);
    setOpen('return');
  };
  const onPark = (): void => (sale.lines.length === 0 ? setOpen('kept') : void acts.park());
  useKeys(
    {
      F2: () => setOpen('client'),
      F4: () => document.querySelector<HTMLElement>('.counter-discount input')?.focus(),
      F7: () => onReturn(),
      F8: onPark,
      F9: () => because === undefined && onPay(),
      ...(done && { F6: undo }),
    },
    field,
    open !== undefined,
  );
  return (
    <Page title={t('nav.counter')} tools={<Tools till={till} onKept={() => setOpen('kept')} />}>
      <NoPac tenant={tenant} />
      <div className="columns counter">
        <SaleCard {...{ till, acts, field, onReturn }} onPay={() => (because === undefined ? onPay() : forgetDone())} />
        <div className="stack">
          <ClientCard client={sale.client} onOpen={() => setOpen('client')} />
          <SumCard {...{ till, field, onPay, onPark, onReturn }} />
        </div>
      </div>
      {open && <OpenDialog {...{ open, till, acts, slip, onClose }} />}
    </Page>
  );
}

interface OpenDialogProps {
  open: 'pay' | 'client' | 'kept' | 'return';
  till: Till;
  acts: SaleActs;
  /** Code of the sale that has come back, where it was scanned. */
  slip: string;
  onClose(): void;
}

function OpenDialog({ open, till, acts, slip, onClose }: OpenDialogProps) {
  const { device, catalog, company, sales, sale, setSale, totals, due, because } = till;
  const dialogs: Record<typeof open, () => ReactElement> = {
    pay: () => (
      <PayDialog
        {...{ due, because, onClose }}
        isNamed={sale.client !== null}
        most={mostParts(due !== totals.total)}
        onPaid={(parts, change) => acts.keep('waiting', parts, change)}
      />
    ),
    client: () => (
      <ClientDialog
        clients={catalog?.clients ?? []}
        onPick={(client) => {
          setSale((present) => ({ ...present, client }));
          onClose();
        }}
        onClose={onClose}
      />
    ),
    return: () => (
      <ReturnDialog
        {...{ company, onClose }}
        code={slip}
        paper={device.paper ?? 'roll'}
        basket={because === undefined ? { due: totals.total, order: acts.orderNow() } : undefined}
        onExchanged={acts.clear}
      />
    ),
    kept: () => <KeptDialog {...{ sales, onClose }} onResume={acts.onResume} />,
  };
  return dialogs[open]();
}

function Tools({ till, onKept }: { till: Till; onKept(): void }) {
  const { device, setDevice, places, place, point, sales, session } = till;
  const time = session ? f.clock(session.openedAt) : '';
  const points = tillsOf(places?.offices);
  return (
    <>
      {session !== undefined && (
        <Link to="/till" className="soft small">
          {session ? t('counter.tillOpen', { time, n: Number.parseInt(time, 10) }) : t('counter.noTill')}
        </Link>
      )}
      {places && places.locations.length > 1 && (
        <SmallSelect
          label={t('newOrder.place')}
          value={place ?? ''}
          onType={(place) => setDevice({ ...device, place })}
          options={places.locations.map(({ id, name }) => [id, name])}
        />
      )}
      {points.length > 1 && (
        <SmallSelect
          label={t('counter.point')}
          value={point ?? ''}
          onType={(text) => setDevice({ ...device, point: text || undefined })}
          options={[['', t('counter.anyPoint')], ...points]}
        />
      )}
      <Button icon="clock" onClick={onKept}>
        {t('counter.kept', { n: sales.filter(({ state }) => state !== 'filed').length })}
      </Button>
    </>
  );
}

interface SaleCardProps {
  till: Till;
  acts: SaleActs;
  field: Field;
  onPay(): void;
  onReturn(code: string): void;
}

function SaleCard({ till, acts, field, onPay, onReturn }: SaleCardProps) {
  const isReached = useConnection();
  const { catalog, look, sale, setSale, places, place, prices, shelf } = till;
  const { done, sell, changeLast } = acts;
  const { lines } = sale;
  const stockOf = stockAtPlace(places?.locations ?? [], place);
  const hasLines = lines.length > 0;
  const idle = catalog?.items.count === 0 ? 'counter.noItems' : isReached ? 'counter.idle' : 'counter.idleOffline';
  return (
    <Card>
      <CodeField
        {...{ field, catalog, look, stockOf, hasLines, onPay }}
        saleId={till.sale.id}
        onItem={sell}
        onChange={changeLast}
        onSlip={onReturn}
      />
      {hasLines && (
        <TypedLines
          {...{ lines, prices }}
          priceLabel={t('price')}
          wasTried
          note={shelf.note}
          onChange={(next) => setSale((present) => withLines(present, next))}
        />
      )}
      {!hasLines && done && <DoneCard {...{ kept: done, till, acts }} />}
      <p className={hasLines || done ? 'counter-as-of soft small' : 'counter-idle soft'}>
        {catalog ? t(idle, { n: catalog.items.count, time: f.instant(catalog.stockAt) }) : t('counter.loading')}
      </p>
    </Card>
  );
}

const ClientCard = ({ client, onOpen }: { client: SaleClient | null; onOpen(): void }) => (
  <Card>
    <button type="button" className="counter-client" onClick={onOpen}>
      <span>
        <span className="strong block">{client?.name ?? t('counter.walkIn')}</span>
        <span className="soft small">
          {client ? <Receiver client={{ dv: null, ...client }} /> : t('counter.walkInNote')}
        </span>
      </span>
      <kbd>F2</kbd>
    </button>
  </Card>
);

type SumProps = { till: Till; field: Field } & Record<'onPay' | 'onPark' | 'onReturn', () => void>;

function SumCard({ till, field, onPay, onPark, onReturn }: SumProps) {
  const { sale, setSale, totals, discount, due, refused, because } = till;
  return (
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
            onType={(discount) => setSale((present) => ({ ...present, discount }))}
            onKeyDown={(event) => event.key === 'Enter' && field.current?.focus()}
          />
        </div>
        <div className="counter-total">
          <span className="soft small">{t('order.withTax', { tax: f.money(totals.tax) })}</span>
          <output>{f.money(due)}</output>
        </div>
        <Wrong text={refused} />
        <Button tone="primary" needs="cashier" because={because} onClick={onPay}>
          {t('counter.pay')} <kbd>F9</kbd>
        </Button>
        <Button onClick={onPark}>
          {t('counter.park')} <kbd>F8</kbd>
        </Button>
        <Button needs="cashier" onClick={() => onReturn()}>
          {t('return.open')} <kbd>F7</kbd>
        </Button>
      </div>
    </Card>
  );
}

/** Keys of the page, and whatever is typed or scanned beside a field goes into the first one. */
function useKeys(keys: Record<string, () => void>, field: RefObject<HTMLInputElement | null>, isOff: boolean): void {
  const latest = useRef({ keys, isOff });
  latest.current = { keys, isOff };
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (latest.current.isOff || event.ctrlKey || event.metaKey || event.altKey) return;
      const act = latest.current.keys[event.key];
      // No code begins with a space, which presses the button that has the focus.
      const isLost = /^\S$/.test(event.key) && !(event.target as Element).closest('input, select, textarea');
      if (!act && !isLost) return;
      // Another shortcut of the dashboard must not take a scanned letter.
      event.stopPropagation();
      if (isLost) field.current?.focus();
      else event.preventDefault();
      act?.();
    };
    return endAll(
      after(0, () => field.current?.focus()),
      listen(window, { keydown: press }, true),
    );
    // Anew when a dialog has closed, which gives the focus back to its button.
  }, [field, isOff]);
}
