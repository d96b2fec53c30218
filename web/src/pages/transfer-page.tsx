// One transfer: what was sent, what has come and what is in transit; receiving it in parts, and closing it.
import type { TransferViewAnswer } from '../api/answers.ts';
import { CloseTransfer, ReceiveTransfer, TransferView } from '../api/transfers.ts';
import { useAnswer } from '../api/use-answer.ts';
import { compare, isPositive, readDecimal } from '../format/decimal.ts';
import { PageBones } from '../parts/bones.tsx';
import type { FieldSpec } from '../parts/edit-form.tsx';
import { Facts } from '../parts/facts.tsx';
import { Link } from '../parts/link.tsx';
import { Card, Page, backTo } from '../parts/page.tsx';
import { RecordPage } from '../parts/record-page.tsx';
import { numberCell } from '../parts/table.tsx';
import { TableCard } from '../parts/table-card.tsx';
import { askButton } from '../parts/ask.tsx';
import { f, t } from '../texts/speech.ts';
import { TransferChip } from './transfers-page.tsx';

type Transfer = NonNullable<TransferViewAnswer['transfer']>;
type Line = Transfer['lines'][number];

const TOUCHES = ['Transfer', 'TransferPage', 'Item', 'ItemInventory', 'ItemMovementPage', 'ItemStockMetrics'];

export function TransferPage({ id }: { id: string }) {
  const answer = useAnswer(TransferView, { id });
  return (
    <RecordPage title={t('transfers.one')} back={backTo('nav.transfers')} bones={<PageBones />} answer={answer}>
      {({ transfer }) => transfer && <View transfer={transfer} />}
    </RecordPage>
  );
}

function View({ transfer }: { transfer: Transfer }) {
  const { status, lines, from, to } = transfer;
  return (
    <Page
      title={`${from.name} → ${to.name}`}
      chips={<TransferChip status={status} />}
      about={[`${f.instant(transfer.sentAt)} · ${transfer.sentBy}`, transfer.note].filter(Boolean).join(' · ')}
      tools={status === 'IN_TRANSIT' && <Acts transfer={transfer} />}
    >
      <div className="stack">
        <TableCard
          title={t('lines')}
          rows={lines}
          name={t('item')}
          nameOf={({ item }) => <Link to={`/items/${item.id}`}>{item.name}</Link>}
          aboutOf={({ item }) => `${item.sku} · ${item.unit}`}
          columns={[
            numberCell<Line>(t('transfers.sent'), ({ quantity }) => f.quantity(quantity)),
            numberCell<Line>(t('transfers.came'), ({ received }) => f.quantity(received)),
            numberCell<Line>(t('transfers.lost'), ({ lost }) => f.quantity(lost)),
            numberCell<Line>(t('transfers.IN_TRANSIT'), ({ inTransit }) => f.quantity(inTransit)),
          ]}
        />
        <Card>
          <Facts
            facts={[
              [t('transfers.value'), f.money(transfer.valueInTransit)],
              status !== 'IN_TRANSIT' && [
                t(`transfers.${status}`),
                `${f.instant(transfer.statusAt)} · ${transfer.statusBy}`,
              ],
              status === 'CLOSED' && [t('transfers.valueLost'), f.money(transfer.valueLost)],
              transfer.reason !== null && [t('transfers.reason'), transfer.reason],
            ]}
          />
        </Card>
      </div>
    </Page>
  );
}

/** Receiving what has come of it, and closing it without the rest. */
function Acts({ transfer: { id, lines } }: { transfer: Transfer }) {
  const open = lines.filter(({ inTransit }) => isPositive(inTransit));
  const quantityOf = (line: Line): FieldSpec => ({
    ...{ name: line.id, kind: 'decimal', label: `${line.item.name} (${line.item.unit})` },
    note: t('transfers.most', { quantity: f.quantity(line.inTransit) }),
  });
  return (
    <div className="row">
      {askButton(t('transfers.receive'), {
        ...{ look: { tone: 'primary', needs: 'operator', icon: 'check' }, about: t('transfers.receiveAbout') },
        draft: `receive${id}`,
        record: Object.fromEntries(open.map((line) => [line.id, line.inTransit])),
        fields: (typed) =>
          open.map((line) => ({ ...quantityOf(line), wrong: !isTaken(typed[line.id], line) && t('isNumber') })),
        ...{ mutation: ReceiveTransfer, touches: TOUCHES, done: t('transfers.received') },
        variables: (typed) => ({
          input: {
            id,
            lines: open.flatMap((line) => {
              const quantity = readDecimal(typed[line.id] ?? '') ?? '0';
              return isPositive(quantity) ? [{ lineId: line.id, quantity }] : [];
            }),
          },
        }),
      })}
      {askButton(t('transfers.close'), {
        ...{ look: { tone: 'danger', needs: 'operator' }, tone: 'danger', about: t('transfers.closeAbout') },
        draft: `close${id}`,
        fields: [{ name: 'reason', label: t('transfers.reason'), isNeeded: true }],
        ...{ mutation: CloseTransfer, touches: TOUCHES, done: t('transfers.closed') },
        variables: ({ reason }) => ({ id, reason: reason?.trim() ?? '' }),
      })}
    </div>
  );
}

/** From nothing to all that is in transit. */
function isTaken(typed: string | undefined, { inTransit }: Line): boolean {
  const quantity = readDecimal(typed?.trim() || '0');
  return quantity !== undefined && compare(quantity, '0') >= 0 && compare(quantity, inTransit) <= 0;
}
