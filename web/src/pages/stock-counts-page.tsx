// Conteos: the sheets of counts, newest first, and a new one.
import { useState } from 'react';
import type { StockCountsAnswer } from '../api/answers.ts';
import { newId } from '../api/new-key.ts';
import { Places } from '../api/places.ts';
import { OpenStockCount, StockCounts } from '../api/stock-counts.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Answered } from '../parts/answered.tsx';
import { Chip } from '../parts/chip.tsx';
import { Message } from '../parts/message.tsx';
import { Page } from '../parts/page.tsx';
import { usePages } from '../parts/pager.tsx';
import { cell } from '../parts/table.tsx';
import { TableCard } from '../parts/table-card.tsx';
import { askButton } from '../parts/ask.tsx';
import { f, t } from '../texts/speech.ts';
import { useMay } from '../viewer.tsx';

type Row = StockCountsAnswer['stockCounts']['records'][number];

const TONES = { OPEN: 'info', ENDED: 'wait', POSTED: 'good', DISCARDED: 'idle' } as const;

export const CountChip = ({ status }: Pick<Row, 'status'>) => (
  <Chip tone={TONES[status]} text={t(`count.status.${status}`)} />
);

export function StockCountsPage() {
  const { pager, ...page } = usePages('offset', 20);
  return (
    <Page title={t('nav.counts')} about={t('count.about')} tools={useMay('operator') && <NewCount />}>
      <Answered answer={useAnswer(StockCounts, page)} card={{}}>
        {({ stockCounts }) => (
          <TableCard
            rows={stockCounts.records}
            name={t('count')}
            nameOf={({ name }) => name}
            linkOf={({ id }) => `/counts/${id}`}
            none={<Message icon="check" title={t('count.none')} />}
            columns={[
              cell<Row>(t('status'), (row) => <CountChip {...row} />, { onPhone: 'beside' }),
              cell<Row>(t('count.place'), ({ location }) => location.name),
              cell<Row>(t('count.scope'), ({ category, notCountedDays: days }) =>
                [category, days !== null && t('count.notFor', { n: days })].filter(Boolean).join(' · '),
              ),
              cell<Row>(t('count.openedAt'), ({ openedAt, openedBy }) => `${f.instant(openedAt)} · ${openedBy}`),
              cell<Row>(t('count.lines'), ({ lineCount }) => t('count.linesOf', { n: lineCount })),
            ]}
            below={pager(stockCounts.totalCount)}
          />
        )}
      </Answered>
    </Page>
  );
}

function NewCount() {
  const [id, renew] = useState(newId);
  const locations = useAnswer(Places, {}).data?.locations ?? [];
  return askButton(t('count.new'), {
    ...{ look: { tone: 'primary', icon: 'plus' }, about: t('count.newAbout') },
    draft: 'newCount',
    record: { locationId: locations.find(({ isDefault }) => isDefault)?.id ?? '' },
    fields: (typed) => [
      { name: 'name', label: t('count.name'), isNeeded: true, input: { autoFocus: true } },
      { name: 'locationId', label: t('count.place'), options: locations.map((one) => [one.id, one.name] as const) },
      [
        { name: 'category', label: t('count.category'), note: t('count.categoryNote') },
        {
          ...{ name: 'notCountedDays', label: t('count.days'), note: t('count.daysNote') },
          input: { inputMode: 'numeric' },
          wrong: !/^([1-9]\d{0,3})?$/.test(typed['notCountedDays']?.trim() ?? '') && t('count.daysWrong'),
        },
      ],
      { name: 'isBlind', label: t('count.blind'), note: t('count.blindNote'), kind: 'check' },
      { name: 'isForCashiers', label: t('count.forCashiers'), kind: 'check' },
    ],
    ...{ mutation: OpenStockCount, touches: ['StockCount', 'StockCountPage'], done: t('count.opened') },
    variables: ({ name, locationId, category, notCountedDays, isBlind, isForCashiers }) => ({
      ...{ id, name: name?.trim() ?? '', locationId: locationId ?? '', category: category?.trim() || null },
      notCountedDays: notCountedDays?.trim() ? Number(notCountedDays) : null,
      ...{ isBlind: isBlind === 'true', isForCashiers: isForCashiers === 'true' },
    }),
    onDone: () => renew(newId()),
  });
}
