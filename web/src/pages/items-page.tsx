// All items: what there is, and what runs out first.
import { useState } from 'react';
import type { ItemsAnswer } from '../api/answers.ts';
import { Items } from '../api/items.ts';
import { useAnswer } from '../api/use-answer.ts';
import { TableBones, Waiting } from '../parts/bones.tsx';
import { Button } from '../parts/button.tsx';
import { Link } from '../parts/link.tsx';
import { Failure, Message } from '../parts/message.tsx';
import { Card, Page } from '../parts/page.tsx';
import { Pager } from '../parts/pager.tsx';
import { SearchBox } from '../parts/search-box.tsx';
import { StockChip } from '../parts/stock-chip.tsx';
import { useChoice } from '../router.ts';
import { stockHealth } from '../rules/stock-health.ts';
import { useWords } from '../texts/use-words.tsx';
import { useMay } from '../viewer.tsx';
import { UrgentCard } from './items/urgent-card.tsx';
import { NewItemDialog } from './new-item-dialog.tsx';

const LIMIT = 25;
const URGENT_LIMIT = 6;

export function ItemsPage() {
  const { t } = useWords();
  const [search, setSearch] = useChoice('q', '');
  const [offset, setOffset] = useChoice('from', '0');
  const [urgentOffset, setUrgentOffset] = useChoice('urgent', '0');
  const [isCreating, setCreating] = useState(false);
  const mayCreate = useMay('operator');
  const answer = useAnswer(Items, {
    search: search === '' ? null : search,
    isSearching: search !== '',
    limit: LIMIT,
    offset: Number(offset),
    urgentLimit: URGENT_LIMIT,
    urgentOffset: Number(urgentOffset),
  });
  return (
    <Page
      title={t('nav.items')}
      about={t('items.about')}
      tools={
        <Button
          tone="primary"
          icon="plus"
          because={mayCreate ? undefined : t('needs.operator')}
          onClick={() => setCreating(true)}
        >
          {t('items.new')}
        </Button>
      }
    >
      <div className="stack">
        <SearchBox label={t('items.search')} value={search} onSearch={(text) => setSearch(text, 'from')} />
        {answer.data?.urgent && search === '' && (
          <UrgentCard
            urgent={answer.data.urgent}
            offset={Number(urgentOffset)}
            limit={URGENT_LIMIT}
            onTurn={(to) => setUrgentOffset(String(to))}
          />
        )}
        {answer.state === 'failed' ? (
          <Failure problem={answer.problem} again={answer.again} />
        ) : (
          <Card isFlush title={t('items.all')}>
            {answer.state === 'loading' ? (
              <Waiting>
                <TableBones />
              </Waiting>
            ) : (
              <div className={answer.isChanging ? 'changing' : undefined}>
                <ItemTable page={answer.data.items} isSearching={search !== ''} onCreate={() => setCreating(true)} />
                <Pager
                  offset={Number(offset)}
                  limit={LIMIT}
                  totalCount={answer.data.items.totalCount}
                  onTurn={(to) => setOffset(String(to))}
                />
              </div>
            )}
          </Card>
        )}
      </div>
      {isCreating && <NewItemDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

interface ItemTableProps {
  page: ItemsAnswer['items'];
  isSearching: boolean;
  onCreate(): void;
}

function ItemTable({ page, isSearching, onCreate }: ItemTableProps) {
  const { t } = useWords();
  if (page.records.length === 0 && isSearching) {
    return <Message icon="search" title={t('nothingFound')} text={t('items.nothingFound')} />;
  }
  if (page.records.length === 0) {
    return (
      <Message icon="items" title={t('items.none')} text={t('items.noneText')}>
        <Button tone="primary" icon="plus" onClick={onCreate}>
          {t('items.new')}
        </Button>
      </Message>
    );
  }
  return (
    <table className="table">
      <thead>
        <tr>
          <th>{t('item')}</th>
          <th>{t('items.state')}</th>
          <th className="number">{t('item.available')}</th>
          <th className="number">{t('price')}</th>
        </tr>
      </thead>
      <tbody>
        {page.records.map((item) => (
          <ItemRow key={item.id} item={item} />
        ))}
      </tbody>
    </table>
  );
}

function ItemRow({ item }: { item: ItemsAnswer['items']['records'][number] }) {
  const { t, f } = useWords();
  const { available, onHand, reorderLevel, leadTime } = item.inventory;
  return (
    <tr className="linked">
      <td>
        <Link to={`/items/${item.id}`} className="row-link">
          {item.name}
        </Link>
        <div className="soft small">{item.sku}</div>
      </td>
      <td data-label={t('items.state')}>
        <StockChip
          health={stockHealth({ available, incoming: undefined, reorderLevel, leadTime, daysOfCoverage: undefined })}
        />
      </td>
      <td className="number" data-label={t('item.available')}>
        <span>
          <span className="strong">{f.quantity(available)}</span> <span className="soft">{item.unit}</span>
          {available !== onHand && (
            <span className="soft small block">{t('items.onHand', { quantity: f.quantity(onHand) })}</span>
          )}
        </span>
      </td>
      <td className="number" data-label={t('price')}>
        {f.money(item.unitPrice)}
      </td>
    </tr>
  );
}
