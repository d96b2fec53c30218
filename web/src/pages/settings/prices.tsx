// Price lists: what a client that has one pays instead of an item's own price.
import { useState } from 'react';
import type { FoundItem } from '../../parts/found.ts';
import { CreatePriceList, PriceLists, Prices, SetPrices, UpdatePriceList } from '../../api/settings.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { readDecimal } from '../../format/decimal.ts';
import { Archive, ArchivedChip } from '../../parts/archive.tsx';
import { Button } from '../../parts/button.tsx';
import { Message } from '../../parts/message.tsx';
import { Card } from '../../parts/page.tsx';
import { usePages } from '../../parts/pager.tsx';
import { ItemPicker } from '../../parts/pickers.tsx';
import { Segments } from '../../parts/segments.tsx';
import { Table } from '../../parts/table.tsx';
import { ask, askButton } from '../../parts/ask.tsx';
import { Answered } from '../../parts/answered.tsx';
import { useChoice } from '../../router.ts';
import { f, t } from '../../texts/speech.ts';

const LIST_LIMIT = 25;

export function PriceSettings() {
  const [chosen, choose] = useChoice('list', '');
  const add = askButton(t('prices.new'), {
    ...{ action: t('save'), done: t('saved'), mutation: CreatePriceList, look: { icon: 'plus' } },
    draft: 'newPriceList',
    fields: [{ name: 'name', label: t('item.name'), isNeeded: true }],
    variables: ({ name }) => ({ name: name! }),
  });
  return (
    <Answered answer={useAnswer(PriceLists, {})} rows={4}>
      {({ priceLists }) => {
        const list = priceLists.find(({ id }) => id === chosen) ?? priceLists[0];
        return (
          <>
            <div className="row">
              {list && (
                <Segments
                  label={t('settings.prices')}
                  value={list.id}
                  onChoose={(id) => choose(id, 'from')}
                  options={priceLists.map(({ id, name }) => [id, name])}
                />
              )}
              {list && <ArchivedChip at={list.archivedAt} />}
              {add}
              {list && (
                <Archive
                  record={list}
                  mutation={UpdatePriceList}
                  variablesOf={(archived) => ({ priceListId: list.id, input: { archived } })}
                />
              )}
            </div>
            {list ? (
              <PriceTable key={list.id} id={list.id} name={list.name} />
            ) : (
              <Message isCard icon="items" title={t('prices.none')} text={t('prices.noneText')} />
            )}
          </>
        );
      }}
    </Answered>
  );
}

function PriceTable({ id, name }: { id: string; name: string }) {
  const { pager, ...page } = usePages('from', LIST_LIMIT);
  const [isPicking, setPicking] = useState(false);
  const edit = priceForm(id);
  return (
    <>
      {isPicking ? (
        <ItemPicker stockOf={(item) => f.money(item.unitPrice)} onPick={(item) => edit(item)} />
      ) : (
        <div>
          <Button size="small" icon="plus" onClick={() => setPicking(true)} text={t('picker.item')} />
        </div>
      )}
      <Answered answer={useAnswer(Prices, { priceListId: id, ...page })} card={{ title: name }}>
        {({ listPrices: { records, totalCount } }, className) => (
          <Card title={name} isFlush>
            <div className={className}>
              {records.length === 0 ? (
                <Message icon="items" title={t('prices.empty')} text={t('prices.noneText')} />
              ) : (
                <Table
                  rows={records}
                  keyOf={({ item, unit }) => `${item.id} ${unit}`}
                  name={t('item')}
                  nameOf={({ item }) => item.name}
                  aboutOf={({ item }) => item.sku}
                  columns={[
                    { name: t('prices.own'), isNumber: true, show: ({ item }) => f.money(item.unitPrice) },
                    { name: t('prices.unit'), onPhone: 'below', show: ({ unit }) => unit },
                    { name: t('price'), isNumber: true, onPhone: 'beside', show: ({ price }) => f.money(price) },
                    {
                      name: t('edit'),
                      isNameHidden: true,
                      show: ({ item, unit, price }) => (
                        <Button
                          size="small"
                          tone="quiet"
                          aria-label={t('editOf', { name: `${item.name} (${unit})` })}
                          onClick={() => edit(item, unit, price)}
                          text={t('edit')}
                        />
                      ),
                    },
                  ]}
                />
              )}
              {pager(totalCount, name)}
            </div>
          </Card>
        )}
      </Answered>
    </>
  );
}

type Priced = Pick<FoundItem, 'id' | 'name' | 'unitPrice'>;

/** Asks for the price of an item on this list; empty takes it off the list. */
const priceForm =
  (id: string) =>
  (item: Priced, unit?: string, price = ''): void =>
    ask({
      draft: ['price', id, item.id, unit].join(' '),
      title: item.name,
      about: t('prices.usual', { price: f.money(item.unitPrice) }),
      action: t('save'),
      done: t('saved'),
      fields: [{ name: 'price', kind: 'decimal', label: t('prices.price'), note: t('prices.priceNote') }],
      record: { price },
      mutation: SetPrices,
      variables: ({ price: typed = '' }) => ({
        priceListId: id,
        prices: [
          { itemId: item.id, price: typed.trim() === '' ? null : (readDecimal(typed) ?? typed), ...(unit && { unit }) },
        ],
      }),
    });
