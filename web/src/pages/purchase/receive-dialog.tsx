// Goods have come, or a receipt of them is taken back: how much of what, and in which lots.
import type { PurchaseOrderViewAnswer } from '../../api/answers.ts';
import { ReceivePurchaseOrder, ReversePurchaseReceipt } from '../../api/purchasing.ts';
import { useAct } from '../../api/use-act.ts';
import { keepDraft, readDraft, useDraft } from '../../draft.ts';
import { compare, isPositive, readDecimal } from '../../format/decimal.ts';
import { Button } from '../../parts/button.tsx';
import { EditDialog, type Typed } from '../../parts/edit-form.tsx';
import { NumberField, TextField } from '../../parts/field.tsx';
import { tell } from '../../parts/toasts.tsx';
import { placeName } from '../../rules/place-name.ts';
import { missingOf } from '../../rules/purchase-lines.ts';
import { f, t } from '../../texts/speech.ts';

interface Receipt {
  quantity: string;
  lotNumber: string;
  expirationDate: string;
}

const NOTHING: Receipt = { quantity: '0', lotNumber: '', expirationDate: '' };

type Order = PurchaseOrderViewAnswer['purchaseOrder'];
type Line = Order['lines'][number];

export interface ReceiveDialogProps {
  order: Order;
  locations: PurchaseOrderViewAnswer['locations'];
  isReversal: boolean;
  onClose(): void;
}

const MOVED = ['PurchaseOrder', 'Item', 'ItemMovementPage', 'ItemStockMetrics'];

export function ReceiveDialog({ order, locations, isReversal, onClose }: ReceiveDialogProps) {
  const draft = `${isReversal ? 'reverse' : 'receive'}${order.id}`;
  const receiving = useAct(ReceivePurchaseOrder, MOVED, { draft });
  const reversing = useAct(ReversePurchaseReceipt, MOVED, { draft });
  const mostOf = (line: Line): string => (isReversal ? line.quantityReceived : missingOf(line));
  // As they were seen: what is in doubt may be done already, and is sent again as it was.
  const [open, keepSeen] = useDraft(`${draft}.seen`, () => order.lines.filter((line) => isPositive(mostOf(line))));
  const [receipts, setReceipts] = useDraft<Record<string, Receipt>>(`${draft}.receipts`, {});
  const read = open.map((line) => {
    const receipt = receipts[line.id] ?? NOTHING;
    return { line, receipt, most: mostOf(line), quantity: readDecimal(receipt.quantity) };
  });
  const isOver = read.some(({ quantity = '0', most }) => compare(quantity, most) > 0);
  const receive = async ({ reason = '', overReceiptReason = '' }: Typed): Promise<void> => {
    const lines = read.flatMap(({ line, quantity = '0', receipt: { lotNumber, expirationDate } }) => {
      if (!isPositive(quantity)) return [];
      const { id: lineId, quantityReceived: expectedReceived } = line;
      const came = isReversal ? { expectedReceived } : { expirationDate: expirationDate || null };
      return [{ lineId, quantity, lotNumber: lotNumber.trim() || null, ...came }];
    });
    if (lines.length === 0 || read.some(({ quantity }) => quantity === undefined)) return;
    keepSeen(open);
    const input = { purchaseOrderId: order.id, lines };
    const isDone = isReversal
      ? await reversing.act({ input: { ...input, reason: reason.trim() } })
      : await receiving.act({ input: { ...input, overReceiptReason: isOver ? overReceiptReason.trim() : null } });
    if (!isDone) {
      if (readDraft(`${draft}.request`) === undefined) keepDraft(`${draft}.seen`, undefined);
      return;
    }
    tell(t(isReversal ? 'purchase.reversed' : 'purchase.received'));
    if (receiving.isHere()) onClose();
  };
  const all = (): void =>
    setReceipts(Object.fromEntries(read.map(({ line, receipt, most }) => [line.id, { ...receipt, quantity: most }])));
  const quantities = (wasTried: boolean) => (
    <>
      <div>
        <Button size="small" onClick={all} text={t(isReversal ? 'purchase.allBack' : 'purchase.allCame')} />
      </div>
      <ul className="credit-lines">
        {read.map(({ line, receipt, most, quantity }) => (
          <ReceiptLine
            key={line.id}
            {...{ line, receipt, most, isReversal, place: placeName(locations, line.locationId) }}
            wrong={wasTried && quantity === undefined ? t('isNumber') : undefined}
            onChange={(part) => setReceipts({ ...receipts, [line.id]: { ...receipt, ...part } })}
          />
        ))}
      </ul>
    </>
  );
  return (
    <EditDialog
      {...{ draft, onClose, doing: isReversal ? reversing : receiving, isWide: true }}
      title={t(isReversal ? 'purchase.reverseTitle' : 'purchase.receiveTitle', { number: order.number })}
      action={t(isReversal ? 'purchase.reverse' : 'purchase.receive')}
      tone={isReversal ? 'danger solid' : 'primary'}
      above={isReversal && <p>{t('purchase.reverseNote')}</p>}
      fields={[
        { own: quantities },
        (isReversal || isOver) && {
          name: isReversal ? 'reason' : 'overReceiptReason',
          label: t(isReversal ? 'purchase.reverseReason' : 'purchase.overReason'),
          ...{ note: t('purchase.overNote'), isNeeded: true },
        },
      ]}
      onSubmit={receive}
    />
  );
}

interface ReceiptLineProps {
  line: Line;
  receipt: Receipt;
  most: string;
  place: string | undefined;
  isReversal: boolean;
  wrong: string | undefined;
  onChange(part: Partial<Receipt>): void;
}

function ReceiptLine({ line, receipt, most, place, isReversal, wrong, onChange }: ReceiptLineProps) {
  const named = [line.item.name, place].filter(Boolean).join(', ');
  const left = { quantity: f.quantity(most), unit: line.unit };
  return (
    <li>
      <div>
        <div className="strong">{line.item.name}</div>
        <div className="soft small">
          {place && `${place} · `}
          {t(isReversal ? 'purchase.isReceived' : 'purchase.stillMissing', left)}
        </div>
        <Button
          size="small"
          aria-label={`${t('purchase.allOfLine')}: ${named}`}
          onClick={() => onChange({ quantity: most })}
          text={t('purchase.allOfLine')}
        />
      </div>
      <NumberField
        label={t('quantityIn', { unit: line.unit })}
        aria-label={`${t('quantityIn', { unit: line.unit })}: ${named}`}
        value={receipt.quantity}
        wrong={wrong}
        onType={(quantity) => onChange({ quantity })}
      />
      {line.item.trackingMode !== 'NONE' && (
        <>
          <TextField label={t('lot')} value={receipt.lotNumber} onType={(lotNumber) => onChange({ lotNumber })} />
          {!isReversal && (
            <TextField
              label={t('purchase.expires')}
              type="date"
              value={receipt.expirationDate}
              onType={(expirationDate) => onChange({ expirationDate })}
            />
          )}
        </>
      )}
    </li>
  );
}
