// Takes the money of a sale at the counter: Enter pays, or asks for the rest by another method.
import { useState } from 'react';
import { isTerm } from '../../../../src/fiscal/payment-methods.ts';
import type { PaymentPartInput } from '../../api/answers.ts';
import { isPositive } from '../../format/decimal.ts';
import { FormDialog, type FormDialogProps } from '../../parts/form-dialog.tsx';
import { Note } from '../../parts/message.tsx';
import { PaymentParts, readParts, typedPart, type TypedPart } from '../../parts/payment-parts.tsx';
import { paidBy } from '../../rules/sale.ts';
import { f, t } from '../../texts/speech.ts';

export interface PayDialogProps {
  due: string;
  /** Why it cannot be sold any more. */
  because: string | undefined;
  /** So many parts at most. */
  most: number;
  /** Only a client who is named can owe something. */
  isNamed: boolean;
  /** Answers when the sale is kept. */
  onPaid(parts: PaymentPartInput[], change: string): Promise<void>;
  onClose(): void;
}

export function PayDialog({ due, because: refused, most, isNamed, onPaid, onClose }: PayDialogProps) {
  const [parts, setParts] = useState([typedPart(due)]);
  const [doing, setDoing] = useState<FormDialogProps['doing']>({ isBusy: false });
  const read = readParts(parts);
  const { rest, change, isEnough, isStrange } = paidBy(read ?? [], due);
  const isFull = read && parts.length >= most && isPositive(rest);
  const because = refused ?? (isFull ? t('pay.mostParts', { most }) : undefined);
  // Parts that were asked about; later changes are asked about anew.
  const [confirming, setConfirming] = useState<TypedPart[]>();
  const asks = isStrange && confirming === parts;
  const lacksDebtor = !isNamed && parts.some(({ method }) => isTerm(method));
  const enter = async (): Promise<void> => {
    if (!read || lacksDebtor) return;
    if (isPositive(rest)) setParts([...parts, { ...typedPart(rest), method: 'DEBIT_CARD' }]);
    if (!isEnough) return;
    if (isStrange && !asks) return setConfirming(parts);
    setDoing({ isBusy: true });
    await onPaid(read, change).catch(() => setDoing({ isBusy: false, refusal: { code: 'NOT_KEPT', message: '' } }));
  };
  return (
    <FormDialog
      title={t('counter.payTitle', { due: f.money(due) })}
      action={asks ? t('counter.giveBack', { change: f.money(change) }) : t(isEnough ? 'counter.payDo' : 'pay.more')}
      because={because}
      doing={doing}
      onSubmit={() => void enter()}
      onClose={onClose}
    >
      <PaymentParts due={due} parts={parts} onChange={setParts} />
      {lacksDebtor && <Note tone="bad" icon="alert" isNews text={t('counter.noDebtor')} />}
      {(because !== undefined || asks) && (
        <Note tone="bad" icon="alert" isNews>
          {because ?? t('counter.strangeChange', { change: f.money(change) })}
        </Note>
      )}
    </FormDialog>
  );
}
