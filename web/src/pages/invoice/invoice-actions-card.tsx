// Balance of an invoice, and the actions on it.
import { useState } from 'react';
import { isRejected } from '../../../../src/fiscal/legal-status.ts';
import { CreateDebitNote } from '../../api/debit-notes.ts';
import { useHeldAct } from '../../api/held.ts';
import { CreateCredit } from '../../api/invoices.ts';
import { isPositive } from '../../format/decimal.ts';
import { LinkButton } from '../../parts/link-button.tsx';
import { Opens, Sum } from '../../parts/opens.tsx';
import { Card } from '../../parts/page.tsx';
import { actionOf, type Invoice } from '../../rules/document-rules.ts';
import { f, t } from '../../texts/speech.ts';
import { ActionRows, type ActionRowProps } from '../document/action-row.tsx';
import { EndingActions } from '../document/ending-actions.tsx';
import { LegalActions } from '../document/legal-actions.tsx';
import { ConvertAction } from './convert-action.tsx';
import { CreditDialog } from './credit-dialog.tsx';
import { DebitDialog } from './debit-dialog.tsx';
import { PaymentDialog } from './payment-dialog.tsx';

export function InvoiceActionsCard({ invoice }: { invoice: Invoice }) {
  const [isPaying, setPaying] = useState(false);
  const crediting = useHeldAct(CreateCredit, `credit${invoice.id}`, ['Credit', 'CreditPage', 'Invoice']);
  const debiting = useHeldAct(CreateDebitNote, `debit${invoice.id}`, ['DebitNote', 'DebitNotePage', 'Invoice']);
  const owes = isPositive(invoice.balance);
  const notes: readonly ActionRowProps[] = [
    {
      ...{ label: t('makeCredit'), icon: 'credits', possible: actionOf(invoice, 'createCredit') },
      ...{ isBusy: crediting.isBusy, onDo: crediting.open },
    },
    {
      ...{ label: t('makeDebit'), icon: 'debits', possible: actionOf(invoice, 'createDebitNote') },
      ...{ isBusy: debiting.isBusy, onDo: debiting.open },
    },
  ];
  const hasFailed = isRejected(invoice.legalStatus);
  return (
    <Card title={t('balance')}>
      <Balance invoice={invoice} hasFailed={hasFailed} />
      {hasFailed && invoice.orderId !== null && (
        <LinkButton to={`/orders/${invoice.orderId}`} icon="orders" isFull text={t('invoice.again')} />
      )}
      <ul className="actions">
        {!hasFailed && (
          <>
            <ActionRows
              rows={[
                {
                  ...{ label: t('pay'), icon: 'check', tone: owes ? 'primary' : 'plain', onDo: () => setPaying(true) },
                  ...{ possible: actionOf(invoice, 'registerPayment'), note: owes ? undefined : t('pay.nothingOwed') },
                },
              ]}
            />
            <ConvertAction invoice={invoice} />
            <LegalActions kind="INVOICE" document={invoice} />
            <ActionRows rows={notes} />
          </>
        )}
        <EndingActions document={invoice} name="Invoice" />
      </ul>
      {isPaying && <PaymentDialog invoice={invoice} onClose={() => setPaying(false)} />}
      {crediting.isOpen && <CreditDialog invoice={invoice} creating={crediting} />}
      {debiting.isOpen && <DebitDialog invoice={invoice} creating={debiting} />}
    </Card>
  );
}

const Balance = ({ invoice, hasFailed }: { invoice: Invoice; hasFailed: boolean }) => (
  <div className="balance">
    <div className={hasFailed ? 'soft' : 'balance-value'}>
      {hasFailed ? (
        t('balance.rejected')
      ) : (
        <Opens name={t('balance')} why={() => <BalanceWhy invoice={invoice} />}>
          {f.money(invoice.balance)}
        </Opens>
      )}
    </div>
    <div className="soft small">
      {t('balance.of', { total: f.money(invoice.total), paid: f.money(invoice.paid) })}
      {isPositive(invoice.debited) && ` · ${t('balance.debited', { debited: f.money(invoice.debited) })}`}
      {isPositive(invoice.credited) && ` · ${t('balance.credited', { credited: f.money(invoice.credited) })}`}
    </div>
  </div>
);

function BalanceWhy({ invoice }: { invoice: Invoice }) {
  const { total, certifiedMore, debited, paid, credited, balance } = invoice;
  return (
    <Sum
      rows={[
        [t('total'), f.money(total)],
        certifiedMore !== '0' && [t('balance.certified'), f.money(certifiedMore)],
        isPositive(debited) && [t('balance.debits'), f.money(debited)],
        [t('balance.payments'), `− ${f.money(paid)}`],
        isPositive(credited) && [t('balance.credits'), `− ${f.money(credited)}`],
        [t('balance'), f.money(balance), true],
      ]}
    />
  );
}
