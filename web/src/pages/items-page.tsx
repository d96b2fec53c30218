// All items: what there is, and what runs out first.
import { useState } from 'react';
import type { ItemsAnswer } from '../api/answers.ts';
import { Items } from '../api/items.ts';
import { useAnswer } from '../api/use-answer.ts';
import { TableBones } from '../parts/bones.tsx';
import { Button } from '../parts/button.tsx';
import { List, LIST_LIMIT } from '../parts/list-page.tsx';
import { Message } from '../parts/message.tsx';
import { Card, Page } from '../parts/page.tsx';
import { SearchBox } from '../parts/search-box.tsx';
import { StockChip } from '../parts/stock-chip.tsx';
import { Quantity, type Column } from '../parts/table.tsx';
import { useChoice } from '../router.ts';
import { stockHealth } from '../rules/stock-health.ts';
import { useWords } from '../texts/use-words.tsx';
import { useMay } from '../viewer.tsx';
import { Coverage } from './items/coverage.tsx';
import { UrgentCard } from './items/urgent-card.tsx';
import { NewItemDialog } from './new-item-dialog.tsx';

const URGENT_LIMIT = 6;

type ListedItem = ItemsAnswer['items']['records'][number];

export function ItemsPage() {
  const { t } = useWords();
  const columns = useColumns();
  const [search, setSearch] = useChoice('q', '', { isTyped: true });
  const [offset, setOffset] = useChoice('from', '0');
  const [urgentOffset, setUrgentOffset] = useChoice('urgent', '0');
  const [isCreating, setCreating] = useState(false);
  const mayCreate = useMay('operator');
  const isSearching = search !== '';
  const answer = useAnswer(Items, {
    search: search || null,
    isSearching,
    limit: LIST_LIMIT,
    offset: Number(offset),
    urgentLimit: URGENT_LIMIT,
    urgentOffset: Number(urgentOffset),
  });
  const newItem = (
    <Button
      tone="primary"
      icon="plus"
      because={mayCreate ? undefined : t('needs.operator')}
      onClick={() => setCreating(true)}
    >
      {t('items.new')}
    </Button>
  );
  return (
    <Page title={t('nav.items')} about={t('items.about')} tools={newItem}>
      <div className="stack">
        <SearchBox label={t('items.search')} value={search} onSearch={(text) => setSearch(text, 'from')} />
        {!isSearching && answer.state === 'loading' && (
          <Card title={t('urgent')} isFlush>
            <TableBones rows={URGENT_LIMIT} />
          </Card>
        )}
        {!isSearching && answer.data?.urgent && answer.data.items.totalCount > 0 && (
          <UrgentCard
            urgent={answer.data.urgent}
            offset={Number(urgentOffset)}
            limit={URGENT_LIMIT}
            onTurn={(to) => setUrgentOffset(String(to))}
          />
        )}
        <List
          title={t('items.all')}
          answer={answer}
          pageOf={(data) => data.items}
          offset={offset}
          onTurn={setOffset}
          empty={
            isSearching ? (
              <Message icon="search" title={t('nothingFound')} text={t('items.nothingFound')}>
                <Button onClick={() => setSearch('', 'from')}>{t('items.seeAll')}</Button>
              </Message>
            ) : (
              <Message icon="items" title={t('items.none')} text={t('items.noneText')}>
                {newItem}
              </Message>
            )
          }
          keyOf={(item) => item.id}
          name={t('item')}
          linkOf={(item) => `/items/${item.id}`}
          nameOf={(item) => item.name}
          aboutOf={(item) => item.sku}
          columns={columns}
        />
      </div>
      {isCreating && <NewItemDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

function useColumns(): readonly Column<ListedItem>[] {
  const { t, f } = useWords();
  return [
    {
      name: t('items.state'),
      onPhone: 'below',
      show: ({ inventory, coverage: { daysOfCoverage, incomingQuantity: incoming } }) => (
        <StockChip health={stockHealth({ ...inventory, incoming, daysOfCoverage })} />
      ),
    },
    {
      name: t('metric.coverage'),
      onPhone: 'nowhere',
      show: ({ inventory, coverage: { daysOfCoverage, projectedStockoutDate } }) =>
        daysOfCoverage === null ? (
          <span className="soft">{t('metric.notSelling')}</span>
        ) : (
          <Coverage days={daysOfCoverage} leadTime={inventory.leadTime} date={projectedStockoutDate} />
        ),
    },
    {
      name: t('item.available'),
      isNumber: true,
      onPhone: 'beside',
      show: ({ unit, inventory: { available, onHand } }) => (
        <>
          <Quantity value={f.quantity(available)} unit={unit} isStrong />
          {available !== onHand && (
            <span className="soft small block">{t('items.onHand', { quantity: f.quantity(onHand) })}</span>
          )}
        </>
      ),
    },
    { name: t('price'), isNumber: true, onPhone: 'below', show: (item) => f.money(item.unitPrice) },
  ];
}
