// Traslados: goods on the way from one location to another, newest first.
import type { TransfersAnswer } from '../api/answers.ts';
import { Transfers } from '../api/transfers.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Answered } from '../parts/answered.tsx';
import { Chip } from '../parts/chip.tsx';
import { LinkButton } from '../parts/link-button.tsx';
import { Message } from '../parts/message.tsx';
import { Page } from '../parts/page.tsx';
import { usePages } from '../parts/pager.tsx';
import { Segments } from '../parts/segments.tsx';
import { cell, numberCell } from '../parts/table.tsx';
import { TableCard } from '../parts/table-card.tsx';
import { useChoice } from '../router.ts';
import { f, t } from '../texts/speech.ts';
import { useMay } from '../viewer.tsx';

type Row = TransfersAnswer['transfers']['records'][number];
type Status = Row['status'];

const TONES = { IN_TRANSIT: 'info', RECEIVED: 'good', CLOSED: 'idle' } as const;
const STATUSES = ['', 'IN_TRANSIT', 'RECEIVED', 'CLOSED'] as const;

export const TransferChip = ({ status }: Pick<Row, 'status'>) => (
  <Chip tone={TONES[status]} text={t(`transfers.${status}`)} />
);

export function TransfersPage() {
  const { pager, ...page } = usePages('offset', 20);
  const [status, setStatus] = useChoice('status', '');
  const answer = useAnswer(Transfers, { ...page, status: (status || null) as Status | null });
  return (
    <Page
      title={t('nav.transfers')}
      about={t('transfers.about')}
      tools={
        useMay('operator') && <LinkButton tone="primary" icon="plus" to="/transfers/new" text={t('transfers.new')} />
      }
    >
      <div className="stack">
        <div className="row">
          <Segments
            label={t('status')}
            value={status}
            onChoose={(one) => setStatus(one, 'offset')}
            options={STATUSES.map((one) => [one, t(one === '' ? 'transfers.any' : `transfers.${one}`)])}
          />
        </div>
        <Answered answer={answer} card={{}}>
          {({ transfers }) => (
            <TableCard
              rows={transfers.records}
              name={t('transfers.one')}
              nameOf={({ from, to }) => `${from.name} → ${to.name}`}
              linkOf={({ id }) => `/transfers/${id}`}
              none={<Message icon="swap" title={t(status === '' ? 'transfers.none' : 'nothingFound')} />}
              columns={[
                cell<Row>(t('status'), (row) => <TransferChip {...row} />, { onPhone: 'beside' }),
                cell<Row>(t('transfers.sentAt'), ({ sentAt, sentBy }) => `${f.instant(sentAt)} · ${sentBy}`),
                cell<Row>(t('transfers.note'), ({ note }) => note ?? ''),
                numberCell<Row>(t('lines'), ({ lines }) => String(lines.length)),
                numberCell<Row>(t('transfers.value'), ({ valueInTransit }) => f.money(valueInTransit)),
              ]}
              below={pager(transfers.totalCount)}
            />
          )}
        </Answered>
      </div>
    </Page>
  );
}
