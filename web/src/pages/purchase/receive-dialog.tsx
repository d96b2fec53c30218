// Goods have come: how much of what, and in which lots.
import { useState } from 'react';
import type { PurchaseOrderViewAnswer } from '../../api/answers.ts';
import { ReceivePurchaseOrder } from '../../api/purchasing.ts';
import { useAct } from '../../api/use-act.ts';
import { useDraft } from '../../draft.ts';
import { isPositive, readDecimal } from '../../format/decimal.ts';
import { NumberField, TextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useTell } from '../../parts/toasts.tsx';
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
  onClose(): void;
}

export function ReceiveDialog({ order, onClose }: ReceiveDialogProps) {
  const { t } = useWords();
  const tell = useTell();
  const draft = `receive${order.id}`;
  const receiving = useAct(ReceivePurchaseOrder, ['PurchaseOrder', 'Item', 'ItemMovementPage', 'ItemStockMetrics'], {
    draft,
  });
  const open = order.lines.filter((line) => isPositive(missingOf(line)));
  const [receipts, setReceipts] = useDraft<Record<string, Receipt>>(`${draft}.receipts`, () =>
    Object.fromEntries(open.map((line) => [line.id, { quantity: missingOf(line), lotNumber: '', expirationDate: '' }])),
  );
  const [wasTried, setTried] = useState(false);

  const receive = async (): Promise<void> => {
    setTried(true);
    const read = open.map((line) => ({
      line,
      ...receipts[line.id]!,
      quantity: readDecimal(receipts[line.id]!.quantity),
    }));
    if (read.some(({ quantity }) => quantity === undefined)) return;
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
    if (await receiving.act({ input: { purchaseOrderId: order.id, lines } })) {
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
      <ul className="credit-lines">
        {open.map((line) => (
          <ReceiptLine
            key={line.id}
            line={line}
            receipt={receipts[line.id]!}
            wasTried={wasTried}
            onChange={(part) => setReceipts({ ...receipts, [line.id]: { ...receipts[line.id]!, ...part } })}
          />
        ))}
      </ul>
    </FormDialog>
  );
}

interface ReceiptLineProps {
  line: Line;
  receipt: Receipt;
  wasTried: boolean;
  onChange(part: Partial<Receipt>): void;
}

function ReceiptLine({ line, receipt, wasTried, onChange }: ReceiptLineProps) {
  const { t, f } = useWords();
  return (
    <li>
      <div>
        <div className="strong">{line.item.name}</div>
        <div className="soft small">
          {t('purchase.stillMissing', { quantity: f.quantity(missingOf(line)), unit: line.unit })}
        </div>
      </div>
      <NumberField
        label={t('quantityIn', { unit: line.unit })}
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
