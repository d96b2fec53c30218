// Goods have come: how much of what, and in which lots.
import { useState } from 'react';
import type { PurchaseOrderViewAnswer } from '../../api/answers.ts';
import { ReceivePurchaseOrder } from '../../api/purchasing.ts';
import { useAct } from '../../api/use-act.ts';
import { useDraft } from '../../draft.ts';
import { compare, isPositive, readDecimal } from '../../format/decimal.ts';
import { Button } from '../../parts/button.tsx';
import { NumberField, TextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useTell } from '../../parts/toasts.tsx';
import { placeName } from '../../rules/place-name.ts';
import { missingOf } from '../../rules/purchase-lines.ts';
import { useWords } from '../../texts/use-words.tsx';

interface Receipt {
  quantity: string;
  lotNumber: string;
  expirationDate: string;
}

type Order = PurchaseOrderViewAnswer['purchaseOrder'];
type Line = Order['lines'][number];

export interface ReceiveDialogProps {
  order: Order;
  locations: PurchaseOrderViewAnswer['locations'];
  onClose(): void;
}

export function ReceiveDialog({ order, locations, onClose }: ReceiveDialogProps) {
  const { t } = useWords();
  const tell = useTell();
  const draft = `receive${order.id}`;
  const receiving = useAct(ReceivePurchaseOrder, ['PurchaseOrder', 'Item', 'ItemMovementPage', 'ItemStockMetrics'], {
    draft,
  });
  const open = order.lines.filter((line) => isPositive(missingOf(line)));
  const [receipts, setReceipts] = useDraft<Record<string, Receipt>>(`${draft}.receipts`, () =>
    Object.fromEntries(open.map((line) => [line.id, { quantity: '0', lotNumber: '', expirationDate: '' }])),
  );
  const [reason, setReason] = useDraft(`${draft}.reason`, () => '');
  const [wasTried, setTried] = useState(false);
  const isOver = open.some((line) => compare(readDecimal(receipts[line.id]!.quantity) ?? '0', missingOf(line)) > 0);
  const all = (): void =>
    setReceipts(
      Object.fromEntries(open.map((line) => [line.id, { ...receipts[line.id]!, quantity: missingOf(line) }])),
    );

  const receive = async (): Promise<void> => {
    setTried(true);
    const read = open.map((line) => ({
      line,
      ...receipts[line.id]!,
      quantity: readDecimal(receipts[line.id]!.quantity),
    }));
    if (read.some(({ quantity }) => quantity === undefined) || (isOver && reason.trim() === '')) return;
    const lines = read.flatMap(({ line, quantity, lotNumber, expirationDate }) =>
      quantity !== undefined && isPositive(quantity)
        ? [
            {
              lineId: line.id,
              quantity,
              lotNumber: lotNumber.trim() === '' ? null : lotNumber.trim(),
              expirationDate: expirationDate === '' ? null : expirationDate,
            },
          ]
        : [],
    );
    if (lines.length === 0) return;
    if (
      await receiving.act({
        input: { purchaseOrderId: order.id, lines, overReceiptReason: isOver ? reason.trim() : null },
      })
    ) {
      tell(t('purchase.received'));
      onClose();
    }
  };
  return (
    <FormDialog
      draft={draft}
      title={t('purchase.receiveTitle', { number: order.number })}
      isWide
      action={t('purchase.receive')}
      doing={receiving}
      onSubmit={() => void receive()}
      onClose={onClose}
    >
      <div>
        <Button size="small" onClick={all}>
          {t('purchase.allCame')}
        </Button>
      </div>
      <ul className="credit-lines">
        {open.map((line) => (
          <ReceiptLine
            key={line.id}
            line={line}
            place={placeName(locations, line.locationId)}
            receipt={receipts[line.id]!}
            wasTried={wasTried}
            onChange={(part) => setReceipts({ ...receipts, [line.id]: { ...receipts[line.id]!, ...part } })}
          />
        ))}
      </ul>
      {isOver && (
        <TextField
          label={t('purchase.overReason')}
          note={t('purchase.overNote')}
          value={reason}
          wrong={wasTried && reason.trim() === '' ? t('isNeeded') : undefined}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
    </FormDialog>
  );
}

interface ReceiptLineProps {
  line: Line;
  place: string | undefined;
  receipt: Receipt;
  wasTried: boolean;
  onChange(part: Partial<Receipt>): void;
}

function ReceiptLine({ line, place, receipt, wasTried, onChange }: ReceiptLineProps) {
  const { t, f } = useWords();
  const named = [line.item.name, place].filter(Boolean).join(', ');
  return (
    <li>
      <div>
        <div className="strong">{line.item.name}</div>
        <div className="soft small">
          {[place, t('purchase.stillMissing', { quantity: f.quantity(missingOf(line)), unit: line.unit })]
            .filter(Boolean)
            .join(' · ')}
        </div>
        <Button
          size="small"
          aria-label={`${t('purchase.allOfLine')}: ${named}`}
          onClick={() => onChange({ quantity: missingOf(line) })}
        >
          {t('purchase.allOfLine')}
        </Button>
      </div>
      <NumberField
        label={t('quantityIn', { unit: line.unit })}
        aria-label={`${t('quantityIn', { unit: line.unit })}: ${named}`}
        value={receipt.quantity}
        wrong={wasTried && readDecimal(receipt.quantity) === undefined ? t('isNumber') : undefined}
        onChange={(event) => onChange({ quantity: event.target.value })}
      />
      {line.item.trackingMode !== 'NONE' && (
        <>
          <TextField
            label={t('lot')}
            value={receipt.lotNumber}
            onChange={(event) => onChange({ lotNumber: event.target.value })}
          />
          <TextField
            label={t('purchase.expires')}
            type="date"
            value={receipt.expirationDate}
            onChange={(event) => onChange({ expirationDate: event.target.value })}
          />
        </>
      )}
    </li>
  );
}
