// Items to order now, the most urgent first: how long each lasts, its incoming goods, and the order a click away.
import { useState } from 'react';
import type { UrgentItemsAnswer } from '../../api/answers.ts';
import { UrgentItems } from '../../api/items.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { isPositive } from '../../format/decimal.ts';
import { About } from '../../parts/about.tsx';
import { Bone } from '../../parts/bones.tsx';
import { Chip } from '../../parts/chip.tsx';
import { LinkButton } from '../../parts/link-button.tsx';
import { Note } from '../../parts/message.tsx';
import { usePages } from '../../parts/pager.tsx';
import { StockChip } from '../../parts/stock-chip.tsx';
import { cell, mainCell, numberCell, Quantity, Table, type Column } from '../../parts/table.tsx';
import { stockHealth } from '../../rules/stock-health.ts';
import { f, t } from '../../texts/speech.ts';
import { Coverage } from './coverage.tsx';

type Urgent = UrgentItemsAnswer['urgent'];

const LIMIT = 6;

/** A line above the list until it is opened: an item is looked for more often than ordered. */
export function UrgentCard() {
  const { pager, ...page } = usePages('urgent', LIMIT);
  const [isOpen, setOpen] = useState(page.offset > 0);
  const { data, state } = useAnswer(UrgentItems, page);
  if (!data) return state === 'failed' ? null : <Bone height={52} />;
  const { records, totalCount } = data.urgent;
  if (totalCount === 0) return <Note tone="good" icon="check" text={t('urgent.none')} />;
  return (
    <section className="card flush" aria-label={t('urgent')}>
      <details className="urgent" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <h2>{t('urgent')}</h2>
          <Chip tone="wait" text={t('urgent.count', { n: totalCount, count: f.quantity(totalCount) })} />
        </summary>
        <p className="soft small lines-about">{t('urgent.about')}</p>
        <Table
          rows={records}
          keyOf={(row) => row.item.id}
          name={t('item')}
          linkOf={(row) => `/items/${row.item.id}`}
          nameOf={(row) => row.item.name}
          aboutOf={(row) => row.item.sku}
          columns={columns()}
        />
        {totalCount > LIMIT && pager(totalCount, t('urgent'))}
      </details>
    </section>
  );
}

const columns = (): readonly Column<Urgent['records'][number]>[] => [
  cell(t('items.state'), (row) => <StockChip status={healthOf(row)} />),
  mainCell(t('item.available'), ({ availableQuantity, dailyVelocity, item }) => (
    <>
      <Quantity value={f.quantity(availableQuantity)} unit={item.unit} isStrong />
      {isPositive(dailyVelocity) && <About>{t('urgent.perDay', { quantity: f.about(dailyVelocity) })}</About>}
    </>
  )),
  { name: t('metric.coverage'), show: (row) => <Coverage of={row} leadTime={row.item.inventory.leadTime} /> },
  numberCell(t('metric.incoming'), ({ incomingQuantity, item: { inventory } }) => (
    <>
      {isPositive(incomingQuantity) ? f.quantity(incomingQuantity) : <span className="soft">—</span>}
      {inventory.leadTime > 0 && <About>{t('urgent.takes', { n: inventory.leadTime })}</About>}
    </>
  )),
  {
    ...{ name: t('urgent.order'), isNumber: true, isNameHidden: true, onPhone: 'below' },
    show: ({ item }) => (
      <span className="above-row-link">
        <LinkButton
          to={`/purchasing/new?item=${item.id}`}
          tone="plain"
          size="small"
          label={t('urgent.orderItem', { name: item.name })}
          text={t('urgent.order')}
        />
      </span>
    ),
  },
];

const healthOf = ({ availableQuantity, incomingQuantity, daysOfCoverage, item }: Urgent['records'][number]) =>
  stockHealth({ ...item.inventory, available: availableQuantity, incoming: incomingQuantity, daysOfCoverage });
