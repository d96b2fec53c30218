// A count: counting, what is left to count, what differs with its value, and the posting.
import { useState } from 'react';
import type { StockCountValuesAnswer, StockCountOfAnswer } from '../api/answers.ts';
import {
  DiscardStockCount,
  EndStockCount,
  PostStockCount,
  StockCountItems,
  StockCountOf,
  StockCountSumsOf,
  StockCountValues,
} from '../api/stock-counts.ts';
import { useAnswer } from '../api/use-answer.ts';
import { compare } from '../format/decimal.ts';
import { Answered } from '../parts/answered.tsx';
import { PageBones } from '../parts/bones.tsx';
import { Facts } from '../parts/facts.tsx';
import { Message, Note } from '../parts/message.tsx';
import { Card, Page, backTo } from '../parts/page.tsx';
import { usePages } from '../parts/pager.tsx';
import { RecordPage } from '../parts/record-page.tsx';
import { Segments } from '../parts/segments.tsx';
import { cell, mainCell, numberCell } from '../parts/table.tsx';
import { TableCard } from '../parts/table-card.tsx';
import { askButton } from '../parts/ask.tsx';
import { f, t } from '../texts/speech.ts';
import { useMay } from '../viewer.tsx';
import { CountingCard } from './count/counting-card.tsx';
import { CountChip } from './stock-counts-page.tsx';

type Count = NonNullable<StockCountOfAnswer['stockCount']>;
type Item = StockCountValuesAnswer['stockCountItems']['records'][number];

const TOUCHES = ['StockCount', 'StockCountPage', 'StockCountItem', 'StockCountItemPage', 'Item', 'ItemInventory'];
/** Others count at the same time, which no event tells. */
const LOOKED_AT = { everyMs: () => 10_000, isTimed: true };
const STATES = ['TO_COUNT', 'COUNTED', 'DIFFERENT'] as const;
type State = (typeof STATES)[number];

export function StockCountPage({ id }: { id: string }) {
  const answer = useAnswer(StockCountOf, { id }, LOOKED_AT);
  return (
    <RecordPage title={t('count')} back={backTo('nav.counts')} bones={<PageBones />} answer={answer}>
      {({ stockCount }) => stockCount && <CountView count={stockCount} />}
    </RecordPage>
  );
}

function CountView({ count }: { count: Count }) {
  const [isReader, mayCount] = [useMay('viewer'), useMay('cashier')];
  const isOpen = count.status === 'OPEN' || count.status === 'ENDED';
  return (
    <Page
      title={count.name}
      chips={<CountChip status={count.status} />}
      about={[
        count.location.name,
        count.category,
        count.notCountedDays !== null && t('count.notFor', { n: count.notCountedDays }),
        count.isBlind && t('count.blind'),
        `${f.instant(count.openedAt)} · ${count.openedBy}`,
      ]
        .filter(Boolean)
        .join(' · ')}
    >
      <div className="stack">
        {isOpen && mayCount && <CountingCard countId={count.id} />}
        {isReader && <ReviewCard count={count} />}
        <ItemsCard key={count.status} count={count} hasCosts={isReader} />
      </div>
    </Page>
  );
}

function ReviewCard({ count }: { count: Count }) {
  const { id, lineCount, status } = count;
  const isOpen = status === 'OPEN' || status === 'ENDED';
  const act = { touches: TOUCHES };
  return (
    <Card
      title={t('count.review')}
      tools={
        <div className="row">
          {count.status === 'OPEN' &&
            askButton(t('count.end'), {
              ...{ look: { tone: 'primary', needs: 'operator' }, about: t('count.endAbout') },
              ...{ mutation: EndStockCount, ...act, done: t('count.ended'), variables: () => ({ id }) },
            })}
          {count.status === 'ENDED' &&
            askButton(t('count.post'), {
              ...{ look: { tone: 'primary', needs: 'operator' }, about: t('count.postAbout') },
              ...{ mutation: PostStockCount, ...act, done: t('count.posted'), variables: () => ({ id, lineCount }) },
            })}
          {isOpen &&
            askButton(t('count.discard'), {
              ...{ look: { tone: 'danger', needs: 'operator' }, about: t('count.discardAbout'), tone: 'danger' },
              ...{ draft: `discard${id}`, fields: [{ name: 'reason', label: t('count.reason'), isNeeded: true }] },
              ...{ mutation: DiscardStockCount, ...act, done: t('count.discarded') },
              variables: ({ reason }) => ({ id, reason: reason?.trim() ?? '' }),
            })}
        </div>
      }
    >
      <Answered answer={useAnswer(StockCountSumsOf, { id: count.id }, LOOKED_AT)}>
        {({ stockCount }) =>
          stockCount?.sums ? (
            <>
              <Facts
                look="facts count-facts"
                facts={[
                  [t('count.state.TO_COUNT'), String(stockCount.sums.toCount)],
                  [t('count.state.COUNTED'), String(stockCount.sums.counted)],
                  [t('count.state.DIFFERENT'), String(stockCount.sums.different)],
                  [t('count.surplus'), f.money(stockCount.sums.surplus)],
                  [t('count.missing'), f.money(stockCount.sums.missing)],
                  stockCount.reason !== null && [t('count.reason'), stockCount.reason],
                ]}
              />
              {isOpen && stockCount.sums.waitingSales > 0 && (
                <Note tone="wait" icon="clock" text={t('count.sales', { n: stockCount.sums.waitingSales })} />
              )}
            </>
          ) : (
            <Note tone="info" icon="clock" text={t('count.isBlind')} />
          )
        }
      </Answered>
    </Card>
  );
}

function ItemsCard({ count, hasCosts }: { count: Count; hasCosts: boolean }) {
  const isHidden = count.isBlind && count.status === 'OPEN';
  const [state, setState] = useState<State>(count.status === 'OPEN' ? 'TO_COUNT' : 'DIFFERENT');
  const { pager, ...page } = usePages(`items-${state}`, 25);
  const query = hasCosts ? StockCountValues : (StockCountItems as unknown as typeof StockCountValues);
  const states = STATES.filter((one) => one !== 'DIFFERENT' || !isHidden);
  const quantity = (value: string | null): string => (value === null ? '—' : f.quantity(value));
  const columns = [
    mainCell<Item>(t('count.counted'), ({ counted }) => quantity(counted)),
    ...(isHidden
      ? []
      : [
          numberCell<Item>(t('count.expected'), ({ expected }) => quantity(expected)),
          numberCell<Item>(t('count.difference'), ({ difference }) => quantity(difference)),
        ]),
    ...(hasCosts && !isHidden ? [numberCell<Item>(t('count.value'), ({ value }) => value && f.amount(value))] : []),
    cell<Item>(t('count.lines'), (item) => <Lines item={item} />),
  ];
  return (
    <Answered answer={useAnswer(query, { id: count.id, state, ...page }, LOOKED_AT)} card={{}}>
      {({ stockCountItems }) => (
        <TableCard
          title={t('nav.items')}
          tools={
            <Segments<State>
              label={t('count.show')}
              options={states.map((one) => [one, t(`count.state.${one}`)] as const)}
              value={state}
              onChoose={setState}
            />
          }
          rows={stockCountItems.records}
          keyOf={({ item }) => item.id}
          name={t('item')}
          nameOf={({ item }) => item.name}
          aboutOf={({ item }) => <span className="code">{item.sku}</span>}
          none={<Message icon="items" title={t('count.noItems')} />}
          columns={
            state === 'TO_COUNT'
              ? [cell<Item>(t('count.unit'), ({ item }) => item.unit, { onPhone: 'beside' })]
              : columns
          }
          below={pager(stockCountItems.totalCount)}
        />
      )}
    </Answered>
  );
}

/** Shelves with what was counted there, and whether it asks for a recount. */
function Lines({ item }: { item: Item }) {
  const last = new Map(item.lines.map((line) => [line.place, line]));
  const moved = item.movedBetween !== null && compare(item.movedBetween, '0') !== 0;
  return (
    <>
      {[...last.values()]
        .filter(({ quantity }) => quantity !== null)
        .map(
          ({ place, quantity, countedBy }) =>
            `${place === '' ? '' : `${place}: `}${f.quantity(quantity!)} (${countedBy})`,
        )
        .join(' · ')}
      {moved && <span className="bad-text"> {t('count.movedBetween', { n: f.quantity(item.movedBetween!) })}</span>}
    </>
  );
}
