// Receives one payment for several invoices: one request for each, under a key of its own, so that a lost answer pays none of them twice.
import { useState } from 'react';
import { PAYING_METHODS } from '../../../../src/fiscal/payment-methods.ts';
import type { PaymentMethod } from '../../api/answers.ts';
import { RegisterPayment } from '../../api/invoices.ts';
import { OpenInvoices } from '../../api/people.ts';
import { useAct } from '../../api/use-act.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { forgetDraft, keepDraft, readDraft, useDraft } from '../../draft.ts';
import { compare, readDecimal, subtract } from '../../format/decimal.ts';
import { ListBones } from '../../parts/bones.tsx';
import { CheckField, NumberField, SelectField, TextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Note } from '../../parts/message.tsx';
import { tell } from '../../parts/toasts.tsx';
import { amountProblem, isFarTooMuch } from '../../rules/document-rules.ts';
import { owedOf, spreadPayment, type Share } from '../../rules/spread-payment.ts';
import { f, t } from '../../texts/speech.ts';

interface PayManyDialogProps {
  client: { id: string; name: string };
  onClose(): void;
}

/** Typed amount, its shares of the invoices, and the progress of payment. */
function usePayMany({ client, onClose }: PayManyDialogProps) {
  const draft = `payMany${client.id}`;
  const answer = useAnswer(OpenInvoices, { clientId: client.id });
  // Its draft has another name than the form's, which lasts until the last of the invoices is paid.
  const paying = useAct(RegisterPayment, ['ClientAccount'], { draft: `${draft}Act` });
  const [typed, setTyped] = useDraft<string | null>(`${draft}.typed`, null);
  const [left, setLeft] = useDraft<string[]>(`${draft}.left`, []);
  const [method, setMethod] = useDraft<PaymentMethod>(`${draft}.method`, 'BANK_TRANSFER');
  const [reference, setReference] = useDraft(`${draft}.reference`, '');
  // Fixed once the first request leaves: what is open then changes with each that is paid.
  const [plan, setPlan] = useDraft<{ shares: Share[]; paid: number } | null>(`${draft}.plan`, null);
  const [wasTried, setTried] = useState(false);

  const open = answer.data?.invoices.records ?? [];
  const chosen = open.filter(({ id }) => !left.includes(id));
  const owed = owedOf(chosen);
  const amount = readDecimal(typed ?? owed);
  const problem = amountProblem(amount);
  const shares = plan?.shares ?? spreadPayment(problem === undefined ? amount! : '0', chosen);
  const rest = subtract(owed, amount ?? '0');
  const shareOf = (id: string) => shares.find((share) => share.id === id);
  // The rest stands on the last invoice, which asks a second time where it is far too much.
  const last = shares.at(-1);
  const isTooMuch = plan === null && last !== undefined && isFarTooMuch(last.amount, last.balance);
  const [confirming, setConfirming] = useState<string>();
  const asks = isTooMuch && confirming === last.amount;
  const isPaid = (id: string) => shares.findIndex((share) => share.id === id) < (plan?.paid ?? 0);
  const visible = plan ? plan.shares : open;

  const pay = async (): Promise<void> => {
    setTried(true);
    if (problem !== undefined || shares.length === 0) return;
    if (isTooMuch && !asks) return setConfirming(last.amount);
    for (let paid = plan?.paid ?? 0; paid < shares.length; paid += 1) {
      setPlan({ shares, paid });
      const { id: invoiceId, amount: share, balance } = shares[paid]!;
      const payment = { invoiceId, amount: share, method, reference: reference.trim() || null };
      if (!(await paying.act({ ...payment, allowOverpayment: isFarTooMuch(share, balance) }))) return;
      if (!paying.isHere() && paid + 1 < shares.length) {
        // The dialog that is opened next goes on from here, unless the payment was given up.
        if (readDraft(`${draft}.plan`)) keepDraft(`${draft}.plan`, { shares, paid: paid + 1 });
        return;
      }
    }
    forgetDraft(draft);
    tell(t('payMany.done', { n: shares.length }));
    if (paying.isHere()) onClose();
  };
  return {
    ...{ draft, answer, paying, typed, setTyped, left, setLeft, method, setMethod, reference, setReference, plan, pay },
    ...{ open, owed, amount, rest, shares, shareOf, isPaid, asks, visible },
    problem: wasTried ? problem : undefined,
  };
}

export function PayManyDialog(props: PayManyDialogProps) {
  const { client, onClose } = props;
  const form = usePayMany(props);
  const { draft, answer, paying, typed, setTyped, left, setLeft, method, setMethod, reference, setReference } = form;
  const { plan, pay, open, owed, amount, rest, shares, shareOf, isPaid, asks, visible, problem } = form;
  return (
    <FormDialog
      isWide
      draft={draft}
      title={t('payMany.title', { name: client.name })}
      action={asks ? t('pay.tooMuchDo', { amount: f.money(amount!) }) : plan ? t('payMany.goOn') : t('payMany')}
      because={answer.state === 'loading' ? t('loading') : undefined}
      doing={paying}
      onSubmit={() => void pay()}
      onClose={onClose}
    >
      <div className="form-row">
        <NumberField
          label={t('pay.amount')}
          autoFocus
          value={typed ?? owed}
          readOnly={plan !== null}
          wrong={problem && t(problem)}
          note={compare(rest, '0') < 0 ? t('payMany.over', { amount: f.money(subtract('0', rest)) }) : undefined}
          onType={setTyped}
        />
        <SelectField
          label={t('pay.method')}
          value={method}
          disabled={plan !== null}
          onType={(text) => setMethod(text as PaymentMethod)}
          options={PAYING_METHODS.map((one) => [one, t(`method.${one}`)])}
        />
        <TextField
          label={t('pay.reference')}
          maxLength={200}
          value={reference}
          readOnly={plan !== null}
          onType={setReference}
        />
      </div>
      {answer.state === 'loading' ? (
        <ListBones rows={3} />
      ) : (
        <ul className="records shares" aria-label={t('payMany.shares')}>
          {visible.map(({ id, number, balance }) => (
            <li key={id}>
              <CheckField
                label={number}
                note={t('payMany.owes', { amount: f.money(balance) })}
                checked={plan !== null || !left.includes(id)}
                disabled={plan !== null}
                onCheck={(isIn) => setLeft(isIn ? left.filter((one) => one !== id) : [...left, id])}
              />
              <span className="row">
                {isPaid(id) && shareOf(id) && <Icon name="check" size={16} />}
                <span className={shareOf(id) ? 'strong' : 'soft'}>{f.money(shareOf(id)?.amount ?? '0')}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {plan && <Note tone="info" icon="clock" text={t('payMany.goesOn', { paid: plan.paid, total: shares.length })} />}
      {(answer.data?.invoices.totalCount ?? 0) > open.length && <p className="soft small">{t('payMany.hundred')}</p>}
    </FormDialog>
  );
}
