// Preview of an invoice: its content, its problems, and where it will be sent.
import { useState } from 'react';
import { GENERATION_MODES } from '../../../../src/fiscal/document.ts';
import { isRejected } from '../../../../src/fiscal/legal-status.ts';
import type {
  GenerateInvoiceAnswer,
  GenerateInvoiceVariables,
  OrderViewAnswer,
  PreviewInvoiceAnswer,
} from '../../api/answers.ts';
import { PreviewInvoice } from '../../api/orders.ts';
import type { HeldAct } from '../../api/held.ts';
import { useAnswer, type Answer } from '../../api/use-answer.ts';
import { About } from '../../parts/about.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TotalLines, useTotals } from '../../parts/lines-card.tsx';
import { Note, Refusal } from '../../parts/message.tsx';
import { NoPac } from '../../parts/no-pac.tsx';
import { usePaymentTerms } from '../../parts/payment-terms.tsx';
import { Segments } from '../../parts/segments.tsx';
import { dueOf, mostParts } from '../../rules/sale.ts';
import { lineNet } from '../../rules/line-totals.ts';
import { useWords } from '../../texts/use-words.tsx';
import { useViewer } from '../../viewer.tsx';

const ISSUED_MODES = GENERATION_MODES.filter((one) => one !== 'DGI_IMPORT');
type IssuedMode = (typeof ISSUED_MODES)[number];

export interface InvoiceDialogProps {
  order: OrderViewAnswer['order'];
  generating: HeldAct<GenerateInvoiceAnswer, GenerateInvoiceVariables>;
  onClose(): void;
}

export function InvoiceDialog({ order, generating, onClose }: InvoiceDialogProps) {
  const { t, f } = useWords();
  const viewer = useViewer();
  const hasPac = viewer === undefined || viewer.tenant.pacCompanyId !== null;
  const [mode, setMode] = useState<IssuedMode>(hasPac ? 'DGI' : 'PROFORM');
  const due = dueOf(order, order.client);
  const { payments, fields } = usePaymentTerms(due, order.dueDate, mostParts(due !== order.total));
  const payment = payments && payments.length > 0 ? { payments } : null;
  const preview = useAnswer(PreviewInvoice, { orderId: order.id, payment });
  const generate = (): void => {
    generating.hold(
      { orderId: order.id, mode, payment },
      {
        about: t('held.invoice', { number: order.number, total: f.money(order.total) }),
        stays: mode !== 'DGI',
        done: ({ generateInvoice: { id, number, legalStatus } }) => ({
          said: t(isRejected(legalStatus) ? 'held.rejected' : 'held.invoiced', { number }),
          to: `/invoices/${id}`,
        }),
      },
    );
    onClose();
  };
  return (
    <Dialog title={t('preview.title')} isWide onClose={onClose}>
      <div className="row">
        <Segments<IssuedMode>
          label={t('identity.mode')}
          value={mode}
          onChoose={setMode}
          options={ISSUED_MODES.map((one) => [one, t(`mode.${one}`)])}
        />
        <span className="soft small">{t(mode === 'DGI' ? 'preview.dgi' : 'preview.proform')}</span>
      </div>
      <DraftInvoice order={order} />
      {fields}
      <NoPac tenant={viewer?.tenant} />
      {mode === 'DGI' && <Preview answer={preview} />}
      <Refusal problem={generating.refusal} />
      <div className="form-actions">
        <Button onClick={onClose} text={t('cancel')} />
        <Button
          tone="primary"
          isBusy={generating.isBusy}
          because={
            mode === 'DGI' && !hasPac
              ? t('problem.PAC_COMPANY_NOT_CONFIGURED')
              : !payments
                ? t('pay.missing')
                : undefined
          }
          onClick={generate}
          text={t(mode === 'DGI' ? 'preview.send' : 'preview.make')}
        />
      </div>
    </Dialog>
  );
}

function DraftInvoice({ order }: { order: OrderViewAnswer['order'] }) {
  const { t, f } = useWords();
  const { subtotal, tax, total } = order;
  return (
    <div className="preview">
      <div className="spread">
        <span>
          <About>{t('client')}</About>
          <span className="strong">{order.client.name}</span>
        </span>
        <span className="soft small number">
          {t(`receiver.${order.client.receiverType}`)}
          {order.client.ruc !== null && (
            <span className="block">
              RUC {order.client.ruc} {order.client.dv !== null && `DV ${order.client.dv}`}
            </span>
          )}
        </span>
      </div>
      <ul className="records">
        {order.lines.map((line) => (
          <li key={line.id}>
            <span>
              {line.item.name}
              <About>
                {f.quantity(line.quantity)} {line.unit} × {f.money(line.unitPrice)} · ITBMS {f.percent(line.taxRate)}
              </About>
            </span>
            <span>{f.money(lineNet({ ...line, price: line.unitPrice }))}</span>
          </li>
        ))}
      </ul>
      <TotalLines {...useTotals({ subtotal, tax, total })} />
    </div>
  );
}

/** The service's preview: obstacles, and the exact payload. */
function Preview({ answer }: { answer: Answer<PreviewInvoiceAnswer> }) {
  const { t } = useWords();
  if (answer.state !== 'here') return answer.state === 'failed' ? <Refusal problem={answer.problem} /> : null;
  const { problems, findings, payload } = answer.data.previewInvoice;
  const warnings = findings.filter(({ severity }) => severity === 'WARNED');
  return (
    <>
      {problems.length === 0 ? (
        <Note tone="good" icon="check" text={t('preview.fine')} />
      ) : (
        <Note tone="bad" icon="alert" isNews>
          <div className="strong">{t('preview.problems', { n: problems.length })}</div>
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Note>
      )}
      {warnings.length > 0 && (
        <details className="payload">
          <summary className="soft small">{t('preview.warnings', { n: warnings.length })}</summary>
          <ul>
            {warnings.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </details>
      )}
      <details className="payload">
        <summary className="soft small">{t('preview.payload')}</summary>
        <pre className="code" tabIndex={0}>
          {JSON.stringify(payload, null, 2)}
        </pre>
      </details>
    </>
  );
}
