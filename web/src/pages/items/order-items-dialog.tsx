// The chosen items as purchase orders, one for each supplier: how much of what, at which cost, seen before any is made.
import { useState } from 'react';
import { CreatePurchaseOrder } from '../../api/purchasing.ts';
import { forgetDraft, useDraft } from '../../draft.ts';
import { isPositive } from '../../format/decimal.ts';
import { About } from '../../parts/about.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import type { ActDialogProps } from '../../parts/list/list-kind.ts';
import { Note } from '../../parts/message.tsx';
import { SupplierPicker } from '../../parts/pickers.tsx';
import { Table, type Column, actCell, numberCell } from '../../parts/table.tsx';
import { Tool } from '../../parts/tool.tsx';
import {
  bySupplier,
  lineToOrder,
  orderFrom,
  readToOrder,
  type ItemToOrder,
  type LineToOrder,
  type Typed,
} from '../../rules/items-to-order.ts';
import { lineNet, totalsOf } from '../../rules/line-totals.ts';
import { f, t } from '../../texts/speech.ts';
import './order-items.css';

const DRAFT = 'orderItems';

export function OrderItemsDialog({ rows, running, onClose }: ActDialogProps<ItemToOrder>) {
  const [typed, setTyped] = useDraft<Record<string, Typed>>(`${DRAFT}.typed`, {});
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  const [wasTried, setTried] = useState(false);
  const goods = rows.filter(({ kind }) => kind === 'GOODS');
  const groups = bySupplier(
    goods.filter(({ id }) => !leftOut.includes(id)).map((item) => lineToOrder(item, typed[item.id])),
  );
  const change = (lines: readonly LineToOrder[], part: Typed): void =>
    setTyped((present) => ({
      ...present,
      ...Object.fromEntries(lines.map(({ item: { id } }) => [id, { ...present[id], ...part }])),
    }));
  const columns = columnsOf(
    wasTried,
    (line, part) => change([line], part),
    ({ item }) => setLeftOut([...leftOut, item.id]),
  );
  const withSupplier = groups.flatMap(({ supplier, lines }) => (supplier ? [{ supplier, lines }] : []));
  const orders = withSupplier.map(({ supplier, lines }) => ({ supplier, input: orderFrom(supplier.id, lines) }));

  const isWrong = orders.some(({ input }) => input === undefined);
  const leave = (): void => {
    forgetDraft(DRAFT);
    onClose();
  };
  const order = (): void => {
    setTried(true);
    if (isWrong) return;
    const begun = running.begin(
      'bulk.order',
      orders.map(({ supplier, input }) => ({
        id: supplier.id,
        name: `${supplier.name} · ${countOf(input!.lines.length)}`,
        variables: { input },
      })),
    );
    leave();
    void running.goOn(CreatePurchaseOrder, begun);
  };
  return (
    <Dialog title={t('bulk.order')} isWide onClose={onClose}>
      <div className="form order-items">
        <p className="soft">{t('orderItems.about')}</p>
        {goods.length < rows.length && (
          <Note tone="info" icon="items" text={t('orderItems.services', { n: rows.length - goods.length })} />
        )}
        {groups.map(({ supplier, lines }) => (
          <SupplierLines
            key={supplier?.id ?? ''}
            {...{ supplier, lines, columns }}
            onSupplier={(chosen) => change(lines, { supplier: chosen })}
          />
        ))}
        {wasTried && isWrong && <Note tone="bad" icon="alert" isNews text={t('orderItems.wrong')} />}
        <div className="form-actions">
          <Button onClick={leave} text={t('cancel')} />
          <Button tone="primary" because={orders.length === 0 ? t('orderItems.nothing') : undefined} onClick={order}>
            {t('orderItems.create', { n: orders.length })}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

const countOf = (n: number): string => t('orderItems.count', { n, count: f.quantity(n) });

interface SupplierLinesProps {
  supplier: LineToOrder['supplier'];
  lines: readonly LineToOrder[];
  columns: readonly Column<LineToOrder>[];
  onSupplier(supplier: LineToOrder['supplier']): void;
}

/** Order to one supplier; or the items still without one. */
const SupplierLines = ({ supplier, lines, columns, onSupplier }: SupplierLinesProps) => (
  <section aria-label={supplier?.name ?? t('orderItems.unknown')}>
    <div className="spread">
      <h3>{supplier?.name ?? t('orderItems.unknown')}</h3>
      {supplier && (
        <span className="row">
          <span className="strong">{f.money(totalsOf(lines.map(amountsOf)).subtotal)}</span>
          <Button
            tone="quiet"
            size="small"
            aria-label={t('orderItems.changeSupplier', { name: supplier.name })}
            onClick={() => onSupplier(null)}
            text={t('change')}
          />
        </span>
      )}
    </div>
    {!supplier && (
      <>
        <p className="soft small">{t('orderItems.unknownNote')}</p>
        <SupplierPicker onPick={({ id, name }) => onSupplier({ id, name })} />
      </>
    )}
    <Table
      rows={lines}
      keyOf={({ item }) => item.id}
      name={countOf(lines.length)}
      nameOf={({ item }) => item.name}
      aboutOf={({ item }) => `${item.sku} · ${item.unit}`}
      columns={columns}
    />
  </section>
);

function columnsOf(
  wasTried: boolean,
  onChange: (line: LineToOrder, part: Typed) => void,
  onLeaveOut: (line: LineToOrder) => void,
): readonly Column<LineToOrder>[] {
  const field = (line: LineToOrder, name: 'quantity' | 'cost', label: string) => (
    <input
      className="input"
      inputMode="decimal"
      autoComplete="off"
      aria-label={label}
      aria-invalid={(wasTried && readToOrder(line)[name] === undefined) || undefined}
      value={line[name]}
      onChange={({ target }) => onChange(line, { [name]: target.value })}
    />
  );
  return [
    numberCell(t('item.available'), ({ item: { inventory, coverage } }) => (
      <>
        {f.quantity(inventory.available)}
        {isPositive(coverage.incomingQuantity) && (
          <About>{t('orderItems.coming', { quantity: f.quantity(coverage.incomingQuantity) })}</About>
        )}
      </>
    )),
    numberCell(t('quantity'), (line) => field(line, 'quantity', t('orderItems.quantityOf', { name: line.item.name }))),
    numberCell(t('purchases.unitCost'), (line) =>
      field(line, 'cost', t('orderItems.costOf', { name: line.item.name })),
    ),
    numberCell(t('subtotal'), (line) => f.money(lineNet(amountsOf(line)))),
    actCell(t('list.without'), (line) => (
      <Tool icon="cross" label={t('remove', { name: line.item.name })} onClick={() => onLeaveOut(line)} />
    )),
  ];
}

function amountsOf(line: LineToOrder) {
  const { quantity, cost } = readToOrder(line);
  return { quantity, price: cost, taxRate: '0' };
}
