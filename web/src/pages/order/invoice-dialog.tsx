// Preview of an invoice: its content, its problems, and where it will be sent.
import { GENERATION_MODES } from '../../../../src/fiscal/document.ts';
import { INCOTERMS, type Incoterm } from '../../../../src/fiscal/export.ts';
import { isRejected } from '../../../../src/fiscal/legal-status.ts';
import type {
  GenerateInvoiceAnswer,
  GenerateInvoiceVariables,
  OrderViewAnswer,
  PreviewInvoiceVariables,
} from '../../api/answers.ts';
import { PreviewInvoice } from '../../api/orders.ts';
import type { HeldAct } from '../../api/held.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { isPositive, readDecimal } from '../../format/decimal.ts';
import { About } from '../../parts/about.tsx';
import { EditDialog, type FieldSpecs, type Typed } from '../../parts/edit-form.tsx';
import { TotalLines, totalLines } from '../../parts/lines-card.tsx';
import { Note, Refusal } from '../../parts/message.tsx';
import { NoPac } from '../../parts/no-pac.tsx';
import { usePaymentTerms } from '../../parts/payment-terms.tsx';
import { dueOf, mostParts } from '../../rules/sale.ts';
import { lineNet } from '../../rules/line-totals.ts';
import { f, t } from '../../texts/speech.ts';
import { useViewer } from '../../viewer.tsx';

const ISSUED_MODES = GENERATION_MODES.filter((one) => one !== 'DGI_IMPORT');
type IssuedMode = (typeof ISSUED_MODES)[number];
const modeOf = (typed: Typed) => typed['mode'] as IssuedMode;

export interface InvoiceDialogProps {
  order: OrderViewAnswer['order'];
  generating: HeldAct<GenerateInvoiceAnswer, GenerateInvoiceVariables>;
}

export function InvoiceDialog({ order, generating }: InvoiceDialogProps) {
  const tenant = useViewer()?.tenant;
  const hasPac = tenant === undefined || tenant.pacCompanyId !== null;
  const due = dueOf(order, order.client);
  const draft = `invoice${order.id}`;
  const { payments, fields: payment } = usePaymentTerms(draft, due, order.dueDate, mostParts(due !== order.total));
  const type = useInvoiceType(order.client);
  const wanted = (typed: Typed) => ({
    ...{ orderId: order.id, payment: payments && payments.length > 0 ? { payments } : null },
    ...type.input(typed),
  });
  const generate = (typed: Typed): void => {
    const mode = modeOf(typed);
    generating.hold(
      { ...wanted(typed), mode },
      {
        about: t('held.invoice', { number: order.number, total: f.money(order.total) }),
        stays: mode !== 'DGI',
        done: ({ generateInvoice: { id, number, legalStatus } }) => ({
          text: t(isRejected(legalStatus) ? 'held.rejected' : 'held.invoiced', { number }),
          to: `/invoices/${id}`,
        }),
      },
    );
  };
  return (
    <EditDialog
      draft={draft}
      title={t('preview.title')}
      isWide
      action={t('preview.send.DGI')}
      buttonOf={(typed) => ({
        action: t(`preview.send.${modeOf(typed)}`),
        because:
          typed['mode'] === 'DGI' && !hasPac
            ? t('problem.PAC_COMPANY_NOT_CONFIGURED')
            : !payments
              ? t('pay.missing')
              : undefined,
      })}
      record={{ mode: hasPac ? 'DGI' : 'PROFORM', documentType: 'INTERNAL', currency: 'USD' }}
      fields={(typed) => [
        {
          ...{ name: 'mode', label: t('identity.mode'), kind: 'segments', note: t(`preview.mode.${modeOf(typed)}`) },
          options: ISSUED_MODES.map((one) => [one, t(`mode.${one}`)]),
        },
        { own: <DraftInvoice order={order} /> },
        ...type.fields(typed),
        { own: payment },
        { own: <NoPac tenant={tenant} /> },
      ]}
      below={(typed) => typed['mode'] === 'DGI' && <Preview wanted={wanted(typed)} />}
      doing={generating}
      onSubmit={generate}
      onClose={generating.close}
    />
  );
}

/** Type of the invoice, and the data of the export where it goes abroad. */
function useInvoiceType({ country }: OrderViewAnswer['order']['client']) {
  const types = useViewer()?.tenant.invoiceTypes ?? [];
  const chosen = ({ documentType }: Typed) => types.find(({ type }) => type === documentType);
  const hasExport = (typed: Typed): boolean => {
    const { exportData } = chosen(typed) ?? {};
    return exportData === 'REQUIRED' || (exportData === 'WHERE_ABROAD' && country !== null && country !== 'PA');
  };
  const currencyOf = ({ currency = '' }: Typed): string => currency.trim().toUpperCase();
  const isDollar = (typed: Typed): boolean => currencyOf(typed) === 'USD';
  const rateOf = ({ exchangeRate = '' }: Typed): string | undefined => readDecimal(exchangeRate);
  const wrongCurrency = (typed: Typed) => !/^[A-Z]{3}$/.test(currencyOf(typed)) && t('export.currencyWrong');
  const wrongRate = (typed: Typed) => !isPositive(rateOf(typed) ?? '0') && t('isNumber');
  const exportFields = (typed: Typed): FieldSpecs => [
    [
      {
        ...{ name: 'incoterm', label: t('export.incoterm'), isNeeded: true },
        options: [['', t('export.choose')], ...INCOTERMS.map((one) => [one, t(`incoterm.${one}`)] as const)],
      },
      { name: 'port', label: t('export.port'), input: { maxLength: 50 } },
    ],
    [
      { name: 'currency', label: t('export.currency'), note: t('export.currencyNote'), wrong: wrongCurrency(typed) },
      !isDollar(typed) && {
        ...{ name: 'exchangeRate', kind: 'decimal', label: t('export.rate'), isNeeded: true, wrong: wrongRate(typed) },
        note: t('export.rateNote', { currency: currencyOf(typed) }),
      },
    ],
  ];
  return {
    input(typed: Typed) {
      const { incoterm = '', port = '' } = typed;
      const isComplete = incoterm !== '' && !wrongCurrency(typed) && (isDollar(typed) || !wrongRate(typed));
      const exchangeRate = isDollar(typed) ? null : rateOf(typed)!;
      return {
        documentType: chosen(typed)?.type ?? null,
        export:
          hasExport(typed) && isComplete
            ? { incoterm: incoterm as Incoterm, currency: currencyOf(typed), exchangeRate, port: port.trim() || null }
            : null,
      };
    },
    fields: (typed: Typed): FieldSpecs => [
      types.length > 0 && {
        ...{ name: 'documentType', label: t('documentType') },
        note: chosen(typed)?.movesGoods === false ? t('documentType.services') : undefined,
        options: types.map(({ type }) => [type, t(`documentType.${type}`)]),
      },
      ...(hasExport(typed) ? exportFields(typed) : []),
    ],
  };
}

function DraftInvoice({ order }: { order: OrderViewAnswer['order'] }) {
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
      <TotalLines {...totalLines({ subtotal, tax, total })} />
    </div>
  );
}

/** The service's preview: obstacles, and the exact payload. */
function Preview({ wanted }: { wanted: PreviewInvoiceVariables }) {
  const answer = useAnswer(PreviewInvoice, wanted);
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
