// Goods have come, or a receipt of them is taken back: how much of what, and in which lots.
import { useState } from 'react';
import type { PurchaseOrderViewAnswer } from '../../api/answers.ts';
import { ReceivePurchaseOrder, ReversePurchaseReceipt } from '../../api/purchasing.ts';
import { useAct } from '../../api/use-act.ts';
import { keepDraft, readDraft, useDraft } from '../../draft.ts';
import { compare, isPositive, readDecimal } from '../../format/decimal.ts';
import { Button } from '../../parts/button.tsx';
import { NumberField, TextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
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

/** Quantity of each line that has come or goes back, and the reason where one is needed. */
function useReceipt({ order, isReversal, onClose }: ReceiveDialogProps) {
  const draft = `${isReversal ? 'reverse' : 'receive'}${order.id}`;
  const receiving = useAct(ReceivePurchaseOrder, MOVED, { draft });
  const reversing = useAct(ReversePurchaseReceipt, MOVED, { draft });
  const mostOf = (line: Line): string => (isReversal ? line.quantityReceived : missingOf(line));
  // As they were seen: what is in doubt may be done already, and is sent again as it was.
  const [open, keepSeen] = useDraft(`${draft}.seen`, () => order.lines.filter((line) => isPositive(mostOf(line))));
  const [receipts, setReceipts] = useDraft<Record<string, Receipt>>(`${draft}.receipts`, {});
  const receiptOf = ({ id }: Line): Receipt => receipts[id] ?? NOTHING;
  const [reason, setReason] = useDraft(`${draft}.reason`, () => '');
  const [wasTried, setTried] = useState(false);
  const isOver = open.some((line) => compare(readDecimal(receiptOf(line).quantity) ?? '0', mostOf(line)) > 0);
  const needsReason = isReversal || isOver;
  const receive = async (): Promise<void> => {
    setTried(true);
    const read = open.map((line) => ({ line, ...receiptOf(line), quantity: readDecimal(receiptOf(line).quantity) }));
    if (read.some(({ quantity }) => quantity === undefined) || (needsReason && reason.trim() === '')) return;
    const lines = read.flatMap(({ line, quantity = '0', lotNumber, expirationDate }) => {
      if (!isPositive(quantity)) return [];
      const came = isReversal
        ? { expectedReceived: line.quantityReceived }
        : { expirationDate: expirationDate || null };
      return [{ lineId: line.id, quantity, lotNumber: lotNumber.trim() || null, ...came }];
    });
    if (lines.length === 0) return;
    keepSeen(open);
    const input = { purchaseOrderId: order.id, lines };
    const isDone = isReversal
      ? await reversing.act({ input: { ...input, reason: reason.trim() } })
      : await receiving.act({ input: { ...input, overReceiptReason: isOver ? reason.trim() : null } });
    if (!isDone) {
      if (readDraft(`${draft}.request`) === undefined) keepDraft(`${draft}.seen`, undefined);
      return;
    }
    tell(t(isReversal ? 'purchase.reversed' : 'purchase.received'));
    if (receiving.isHere()) onClose();
  };
  return {
    ...{ draft, doing: isReversal ? reversing : receiving, receive },
    ...{ open, mostOf, receiptOf, reason, setReason, needsReason, wasTried },
    change: (line: Line, part: Partial<Receipt>): void =>
      setReceipts({ ...receipts, [line.id]: { ...receiptOf(line), ...part } }),
    all: (): void =>
      setReceipts(Object.fromEntries(open.map((line) => [line.id, { ...receiptOf(line), quantity: mostOf(line) }]))),
  };
}

export function ReceiveDialog(props: ReceiveDialogProps) {
  const { order, locations, isReversal, onClose } = props;
  const form = useReceipt(props);
  const { draft, doing, reason, wasTried } = form;
  return (
    <FormDialog
      {...{ draft, doing, onClose }}
      title={t(isReversal ? 'purchase.reverseTitle' : 'purchase.receiveTitle', { number: order.number })}
      isWide
      action={t(isReversal ? 'purchase.reverse' : 'purchase.receive')}
      tone={isReversal ? 'danger solid' : 'primary'}
      onSubmit={() => void form.receive()}
    >
      {isReversal && <p>{t('purchase.reverseNote')}</p>}
      <div>
        <Button size="small" onClick={form.all} text={t(isReversal ? 'purchase.allBack' : 'purchase.allCame')} />
      </div>
      <ul className="credit-lines">
        {form.open.map((line) => (
          <ReceiptLine key={line.id} {...{ line, isReversal, form }} place={placeName(locations, line.locationId)} />
        ))}
      </ul>
      {form.needsReason && (
        <TextField
          label={t(isReversal ? 'purchase.reverseReason' : 'purchase.overReason')}
          note={t('purchase.overNote')}
          value={reason}
          wrong={wasTried && reason.trim() === '' ? t('isNeeded') : undefined}
          onType={form.setReason}
        />
      )}
    </FormDialog>
  );
}

interface ReceiptLineProps {
  line: Line;
  place: string | undefined;
  isReversal: boolean;
  form: ReturnType<typeof useReceipt>;
}

function ReceiptLine({ line, place, isReversal, form }: ReceiptLineProps) {
  const [most, receipt] = [form.mostOf(line), form.receiptOf(line)];
  const onChange = (part: Partial<Receipt>): void => form.change(line, part);
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
        wrong={form.wasTried && readDecimal(receipt.quantity) === undefined ? t('isNumber') : undefined}
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
