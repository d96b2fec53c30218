// One item: what is there, how long it lasts, what happened to it, when to order it.
import { lazy, Suspense, useState } from 'react';
import type { ItemViewAnswer, MovementType } from '../api/answers.ts';
import { ItemHistory, ItemMovements, ItemView } from '../api/item.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Bone, Waiting } from '../parts/bones.tsx';
import { Button } from '../parts/button.tsx';
import { Chip } from '../parts/chip.tsx';
import { SmallSelect } from '../parts/field.tsx';
import { Failure } from '../parts/message.tsx';
import { Page } from '../parts/page.tsx';
import { StockChip } from '../parts/stock-chip.tsx';
import { useChoice } from '../router.ts';
import { stockHealth } from '../rules/stock-health.ts';
import { useWords } from '../texts/use-words.tsx';
import { useMay } from '../viewer.tsx';
import { AdjustDialog } from './item/adjust-dialog.tsx';
import { HistoryCard, type Range } from './item/history-card.tsx';
import { ItemBones } from './item/item-bones.tsx';
import { LedgerCard, type LedgerTab } from './item/ledger-card.tsx';
import { MetricCards } from './item/metric-cards.tsx';
import { ReorderCard } from './item/reorder-card.tsx';
import { TopClientsCard } from './item/top-clients-card.tsx';

// The chart's own code comes after the page: the numbers are there first.
const StockChart = lazy(() => import('./item/stock-chart.tsx'));

const LEDGER_LIMIT = 8;

const TYPES: Record<LedgerTab, MovementType[] | null> = {
  all: null,
  sales: ['VENTA'],
  purchases: ['COMPRA'],
  adjustments: ['AJUSTE'],
  returns: ['DEVOLUCION'],
};

export function ItemPage({ id }: { id: string }) {
  const { t } = useWords();
  const [location, setLocation] = useChoice('location', '');
  const [range, setRange] = useChoice<Range>('days', '60');
  const [tab, setTab] = useChoice<LedgerTab>('tab', 'all');
  const [offset, setOffset] = useChoice('from', '0');
  const [isAdjusting, setAdjusting] = useState(false);
  const mayAdjust = useMay('operator');

  const subject = { id, locationId: location === '' ? null : location };
  const history = { ...subject, rangeDays: Number(range) };
  const ledger = { ...subject, types: TYPES[tab], limit: LEDGER_LIMIT, offset: Number(offset) };
  // Everything in one request; a later choice of range or page asks for that part alone.
  const [first, setFirst] = useState({ history, ledger });
  const isOtherPlace = first.history.locationId !== subject.locationId;
  if (isOtherPlace) setFirst({ history, ledger });
  const view = useAnswer(ItemView, { ...first.history, ...first.ledger });
  const otherHistory = useAnswer(ItemHistory, history, { pause: same(history, first.history) });
  const otherLedger = useAnswer(ItemMovements, ledger, { pause: same(ledger, first.ledger) });

  if (view.state === 'failed') {
    return (
      <Page title={t('item')} back={{ to: '/items', label: t('nav.items') }}>
        <Failure problem={view.problem} again={view.again} />
      </Page>
    );
  }
  if (view.state === 'loading') {
    return (
      <Page title={t('item')} back={{ to: '/items', label: t('nav.items') }}>
        <Waiting>
          <ItemBones />
        </Waiting>
      </Page>
    );
  }
  const { item, locations, metrics, incoming, topClients } = view.data;
  const shownHistory = same(history, first.history) ? view.data.history : otherHistory.data?.history;
  const shownLedger = same(ledger, first.ledger) ? view.data.movements : otherLedger.data?.movements;
  // Of what is shown, which may still be the place before.
  const isOnePlace = view.answers.locationId != null;
  const health = stockHealth({
    available: metrics.availableQuantity,
    incoming,
    reorderLevel: isOnePlace ? '0' : item.inventory.reorderLevel,
    leadTime: item.inventory.leadTime,
    daysOfCoverage: metrics.daysOfCoverage,
  });
  return (
    <Page
      title={item.name}
      back={{ to: '/items', label: t('nav.items') }}
      chips={<StockChip health={health} />}
      about={<ItemFacts item={item} />}
      tools={
        <>
          {locations.length > 1 && (
            <SmallSelect
              label={t('location')}
              value={location}
              onChange={(event) => setLocation(event.target.value, 'from')}
            >
              <option value="">{t('location.all')}</option>
              {locations.map((place) => (
                <option key={place.id} value={place.id}>
                  {place.name}
                </option>
              ))}
            </SmallSelect>
          )}
          <Button icon="edit" because={mayAdjust ? undefined : t('needs.operator')} onClick={() => setAdjusting(true)}>
            {t('adjust')}
          </Button>
        </>
      }
    >
      <div className={view.isChanging ? 'stack changing' : 'stack'}>
        <MetricCards item={item} metrics={metrics} incoming={incoming} health={health} isOnePlace={isOnePlace} />
        <div className="columns">
          <div className="stack">
            <HistoryCard range={range} onRange={setRange}>
              {otherHistory.state === 'failed' && shownHistory === undefined ? (
                <Failure problem={otherHistory.problem} again={otherHistory.again} />
              ) : (
                <Suspense fallback={<Bone height={290} />}>
                  <StockChart
                    history={shownHistory ?? view.data.history}
                    isChanging={otherHistory.state === 'here' && otherHistory.isChanging}
                    unit={item.unit}
                    reorderLevel={isOnePlace ? '0' : item.inventory.reorderLevel}
                  />
                </Suspense>
              )}
            </HistoryCard>
            {otherLedger.state === 'failed' && shownLedger === undefined ? (
              <Failure problem={otherLedger.problem} again={otherLedger.again} />
            ) : (
              <LedgerCard
                tab={tab}
                onTab={(next) => setTab(next, 'from')}
                movements={shownLedger}
                isChanging={otherLedger.state === 'here' && otherLedger.isChanging}
                offset={Number(offset)}
                limit={LEDGER_LIMIT}
                onTurn={(to) => setOffset(String(to))}
                locations={locations}
                unit={item.unit}
              />
            )}
          </div>
          <div className="stack">
            <ReorderCard item={item} available={item.inventory.available} incoming={incoming} metrics={metrics} />
            <TopClientsCard clients={topClients} unit={item.unit} isOnePlace={isOnePlace} />
          </div>
        </div>
      </div>
      {isAdjusting && (
        <AdjustDialog
          item={item}
          locations={locations}
          locationId={subject.locationId}
          onClose={() => setAdjusting(false)}
        />
      )}
    </Page>
  );
}

function ItemFacts({ item }: { item: ItemViewAnswer['item'] }) {
  const { t, f } = useWords();
  return (
    <span className="row">
      <span className="code">{item.sku}</span>
      <span>
        {f.money(item.unitPrice)} · ITBMS {f.percent(item.taxRate)}
      </span>
      {item.trackingMode !== 'NONE' && <Chip tone="idle">{t(`tracking.${item.trackingMode}`)}</Chip>}
    </span>
  );
}

function same(a: object, b: object): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
