// A sale that was just paid: the change, what has become of its document, and its printed page. The next sale may begin at once.
import { useEffect, useState } from 'react';
import type { ReceiptAnswer, SendDocumentVariables } from '../../api/answers.ts';
import { useConnection } from '../../api/connection.ts';
import { Receipt as ReceiptOf, SendDocument } from '../../api/counter.ts';
import { useAct, type Act } from '../../api/use-act.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { serviceNow } from '../../clock.ts';
import { changeSale, type KeptSale } from '../../counter/kept-sales.ts';
import { overAt } from '../../rules/sale.ts';
import { askAgainAfter } from '../../rules/waiting.ts';
import { Button } from '../../parts/button.tsx';
import { CheckField } from '../../parts/field.tsx';
import { Refusal } from '../../parts/message.tsx';
import { Segments } from '../../parts/segments.tsx';
import { LegalChip } from '../../parts/status.tsx';
import { tell } from '../../parts/toasts.tsx';
import { forTenant } from '../../session.ts';
import { f, t } from '../../texts/speech.ts';
import { useNow } from '../../use-now.ts';
import { InvoiceLink, WaysOn } from './kept-dialog.tsx';
import { Receipt, type Paper } from './receipt.tsx';
import type { SaleActs, Till } from './use-till.ts';

export function DoneCard({ kept, till, acts }: { kept: KeptSale; till: Till; acts: SaleActs }) {
  const { company, places, device, setDevice } = till;
  const isReached = useConnection();
  const now = useNow(1000);
  const { invoice: made, state } = kept;
  const answer = useAnswer(
    ReceiptOf,
    { id: made?.id ?? '' },
    { pause: made === undefined, everyMs: ({ invoice }) => askAgainAfter([{ ...kept.sale, ...invoice }]) },
  );
  const sending = useAct(SendDocument);
  const isHeld = state === 'waiting' && overAt(kept, now) > now && !kept.clientId;
  const invoice = answer.data?.invoice;
  return (
    <div className="counter-done" role="status">
      <span className="soft">{t('pay.change')}</span>
      <output>{f.money(kept.change)}</output>
      <div className="row">
        {made ? (
          <>
            <InvoiceLink {...made} />
            <LegalChip document={{ mode: kept.sale.mode, ...made, ...invoice }} />
          </>
        ) : state === 'refused' ? (
          <WaysOn kept={kept} onResume={acts.onResume} />
        ) : (
          <span className="soft">{t(isReached ? 'counter.filing' : 'counter.filedLater')}</span>
        )}
        {isHeld && (
          <Button onClick={acts.undo}>
            {t('counter.undo')} <kbd>F6</kbd>
          </Button>
        )}
      </div>
      <Refusal problem={kept.problem ?? sending.refusal} />
      <Papers {...{ kept, till, invoice, sending }} />
      <CheckField
        label={t('counter.printsAlone')}
        checked={device.printsAlone === true}
        onCheck={(printsAlone) => setDevice({ ...device, printsAlone })}
      />
      <p className="soft small">{t('counter.next')}</p>
      <Receipt
        kept={kept}
        company={{ ...company, ...places?.viewer.tenant }}
        filed={answer.data}
        paper={device.paper ?? 'roll'}
      />
    </div>
  );
}

interface PapersProps {
  kept: KeptSale;
  till: Till;
  invoice: ReceiptAnswer['invoice'] | undefined;
  sending: Act<unknown, SendDocumentVariables>;
}

/** Prints it, sends it by mail, or shows its PDF. */
function Papers({ kept, till: { company, device, setDevice }, invoice, sending }: PapersProps) {
  const isReached = useConnection();
  const [wantsPrint, setWantsPrint] = useState(device.printsAlone === true);
  // The client waits for the paper: what is not filed by now is printed as what it is.
  const canPrint = invoice !== undefined || !isReached || kept.state === 'refused';
  useEffect(() => {
    if (wantsPrint && overAt(kept) > serviceNow()) void changeSale(company, kept.id, () => ({ heldUntil: 0 }));
  }, [wantsPrint]);
  useEffect(() => {
    if (!wantsPrint || !canPrint) return;
    setWantsPrint(false);
    window.print();
  }, [wantsPrint, canPrint]);
  const send = async (): Promise<void> => {
    if (invoice && (await sending.act({ documentId: invoice.id })))
      tell(t('counter.sent', { email: invoice.client.email ?? '' }));
  };
  return (
    <div className="row">
      <Button icon="file" isBusy={wantsPrint} onClick={() => setWantsPrint(true)} text={t('counter.print')} />
      <Segments<Paper>
        label={t('counter.paper')}
        value={device.paper ?? 'roll'}
        onChoose={(paper) => setDevice({ ...device, paper })}
        options={(['roll', 'letter'] as const).map((one) => [one, t(`counter.${one}`)])}
      />
      {invoice?.client.email && invoice.cufe && (
        <Button needs="operator" isBusy={sending.isBusy} onClick={() => void send()} text={t('counter.send')} />
      )}
      {invoice?.pdf && (
        <a className="button plain" href={forTenant(invoice.pdf.url)} target="_blank" rel="noopener">
          PDF
        </a>
      )}
    </div>
  );
}
