// One item: what is there, how long it lasts, what happened to it, when to order it.
import { useState } from 'react';
import type { ItemViewAnswer, MovementType } from '../api/answers.ts';
import { ItemHistory, ItemMovements, ItemView, UpdateItem } from '../api/item.ts';
import { useAnswer, type Answer } from '../api/use-answer.ts';
import { add } from '../format/decimal.ts';
import { later } from '../parts/later.tsx';
import { Archive, ArchivedChip } from '../parts/archive.tsx';
import { Bone } from '../parts/bones.tsx';
import { Button } from '../parts/button.tsx';
import { Chip } from '../parts/chip.tsx';
import { SmallSelect } from '../parts/field.tsx';
import { Card, Page, backTo } from '../parts/page.tsx';
import { usePages } from '../parts/pager.tsx';
import { RecordPage } from '../parts/record-page.tsx';
import { StockChip } from '../parts/stock-chip.tsx';
import { useChoice } from '../router.ts';
import { stockHealth } from '../rules/stock-health.ts';
import { f, t } from '../texts/speech.ts';
import { ItemDialog } from './item-dialog.tsx';
import { adjust } from './item/adjust.ts';
import { HistoryCard, type Range } from './item/history-card.tsx';
import { ItemBones } from './item/item-bones.tsx';
import { LEDGER_LIMIT, LedgerCard, type LedgerTab } from './item/ledger-card.tsx';
import { LotsCard } from './item/lots-card.tsx';
import { MetricCards } from './item/metric-cards.tsx';
import { PlacesStrip, type PlacesProps } from './item/places-strip.tsx';
import { ReorderCard } from './item/reorder-card.tsx';
import type { PartOfPage } from './item/stock-types.ts';
import { TopClientsCard } from './item/top-clients-card.tsx';
import { transfer } from './item/transfer.ts';
import './item/item.css';

const WhatIfBoard = later(() => import('./item/what-if-card.tsx'), 'default', <Bone height={300} />);

const TYPES: Record<LedgerTab, MovementType[] | null> = {
  all: null,
  sales: ['VENTA'],
  purchases: ['COMPRA'],
  adjustments: ['AJUSTE'],
  returns: ['DEVOLUCION'],
};

export function ItemPage({ id }: { id: string }) {
  const [location, setLocation] = useChoice('location', '');
  const [range, onRange] = useChoice<Range>('days', '60');
  const [tab, setTab] = useChoice<LedgerTab>('tab', 'all');
  const { offset, pager } = usePages('from', LEDGER_LIMIT);
  const { view: answer, history, ledger } = useItemAnswers(id, location || null, { range, tab, offset });
  if (answer.state !== 'here') {
    return (
      <RecordPage title={t('item')} back={backTo('nav.items')} bones={<ItemBones />} answer={answer}>
        {() => null}
      </RecordPage>
    );
  }
  const view = answer.data;
  const { item, metrics, purchases } = view;
  // Location of the shown answer, which may still be the one before.
  const locationId = answer.answers.locationId ?? null;
  const isOnePlace = locationId !== null;
  const incoming = isOnePlace ? add('0', ...purchases.map(({ quantity }) => quantity)) : view.incoming;
  const health = stockHealth({
    ...{ ...item.inventory, ...(isOnePlace && { reorderLevel: '0' }), incoming },
    ...{ available: metrics.availableQuantity, daysOfCoverage: metrics.daysOfCoverage },
  });
  const onLocation = (next: string): void => setLocation(next, 'from');
  return (
    <Page
      title={item.name}
      back={backTo('nav.items')}
      chips={
        <>
          <ArchivedChip at={item.archivedAt} />
          <StockChip status={health} />
        </>
      }
      about={<ItemFacts item={item} />}
      tools={<ItemTools {...{ view, location, onLocation }} />}
    >
      <div className={answer.isChanging ? 'stack changing' : 'stack'}>
        <MetricCards {...{ view, locationId, incoming, health }} />
        <PlacesStrip {...{ view, location, onLocation }} />
        <div className="columns">
          <div className="stack">
            <HistoryCard {...{ range, onRange, view, incoming, history, isOnePlace }} />
            <WhatIfCard key={locationId} item={item} locationId={locationId} />
            <LedgerCard
              {...{ view, tab, ledger }}
              onTab={(next) => setTab(next, 'from')}
              pager={pager(ledger.part?.totalCount ?? 0)}
            />
          </div>
          <div className="stack">
            <ReorderCard view={view} />
            {item.trackingMode !== 'NONE' && <LotsCard view={view} />}
            <TopClientsCard view={view} isOnePlace={isOnePlace} />
          </div>
        </div>
      </div>
    </Page>
  );
}

function WhatIfCard({ item, locationId }: { item: ItemViewAnswer['item']; locationId: string | null }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card
      title={t('whatIf')}
      tools={!isOpen && <Button size="small" onClick={() => setOpen(true)} text={t('whatIf.open')} />}
    >
      {isOpen ? <WhatIfBoard item={item} locationId={locationId} /> : <p className="soft">{t('whatIf.about')}</p>}
    </Card>
  );
}

/** Everything in one request; a later choice of range or page asks for that part alone. */
function useItemAnswers(
  id: string,
  locationId: string | null,
  { range, tab, offset }: { range: Range; tab: LedgerTab; offset: number },
) {
  const history = { id, locationId, rangeDays: Number(range) };
  const ledger = { id, locationId, types: TYPES[tab], limit: LEDGER_LIMIT, offset };
  const [first, setFirst] = useState({ history, ledger });
  if (first.history.locationId !== locationId) setFirst({ history, ledger });
  const view = useAnswer(ItemView, { ...first.history, ...first.ledger });
  const isFirstHistory = same(history, first.history);
  const isFirstLedger = same(ledger, first.ledger);
  const otherHistory = useAnswer(ItemHistory, history, { pause: isFirstHistory });
  const otherLedger = useAnswer(ItemMovements, ledger, { pause: isFirstLedger });
  return {
    view,
    history: partOf(otherHistory, isFirstHistory ? view.data?.history : otherHistory.data?.history),
    ledger: partOf(otherLedger, isFirstLedger ? view.data?.movements : otherLedger.data?.movements),
  };
}

const partOf = <Data, Part>(answer: Answer<Data>, part: Part | undefined): PartOfPage<Part> => ({
  part,
  isChanging: answer.state === 'here' && answer.isChanging,
  failed:
    answer.state === 'failed' && part === undefined ? { problem: answer.problem, again: answer.again } : undefined,
});

function ItemTools({ view: { item, locations }, location, onLocation }: PlacesProps) {
  const [isEditing, setEditing] = useState(false);
  const subject = { item, locations, locationId: location || null };
  return (
    <>
      {locations.length > 1 && (
        <SmallSelect
          label={t('location')}
          value={location}
          onType={onLocation}
          options={[['', t('location.all')], ...locations.map((place) => [place.id, place.name] as const)]}
        />
      )}
      {locations.length > 1 && (
        <Button icon="swap" needs="operator" onClick={() => transfer(subject)} text={t('transfer')} />
      )}
      <Archive
        record={item}
        mutation={UpdateItem}
        variablesOf={(archived) => ({ itemId: item.id, input: { archived } })}
        look={{ needs: 'operator' }}
      />
      <Button tone="quiet" needs="operator" onClick={() => setEditing(true)} text={t('editItem')} />
      <Button icon="edit" needs="operator" onClick={() => adjust(subject)} text={t('adjust')} />
      {isEditing && <ItemDialog item={item} onClose={() => setEditing(false)} />}
    </>
  );
}

const ItemFacts = ({ item }: { item: ItemViewAnswer['item'] }) => (
  <span className="row">
    <span className="code">{item.sku}</span>
    <span>
      {f.money(item.unitPrice)} · ITBMS {f.percent(item.taxRate)}
    </span>
    {item.trackingMode !== 'NONE' && <Chip tone="idle" text={t(`tracking.${item.trackingMode}`)} />}
  </span>
);

const same = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b);
