// The printed page of a sale: the certified document with its CUFE and QR, or a receipt that says it is not one yet.
import { useViewer } from '../../viewer.tsx';
import { roundingOf } from '../../../../src/fiscal/money.ts';
import { issuerAsFiled } from '../../../../src/fiscal/cufe.ts';
import { useLayoutEffect, useRef } from 'react';
import type { ReceiptAnswer } from '../../api/answers.ts';
import { isPositive } from '../../format/decimal.ts';
import { receiptLines, saleTotals, type Sale } from '../../rules/sale.ts';
import type { KeptSale } from '../../counter/kept-sales.ts';
import type { Company } from '../../session.ts';
import { fitRoll, QrCode } from '../../parts/roll.tsx';
import { f, t } from '../../texts/speech.ts';

export type Paper = 'roll' | 'letter';

export interface ReceiptProps {
  kept: Pick<KeptSale, 'soldAt' | 'change'> & { sale: Pick<Sale, 'mode' | 'client' | 'parts' | 'lines' | 'discount'> };
  /** A credit note is printed as an invoice is, under another title. */
  isNote?: boolean;
  company: Pick<Company, 'tenantName'> & { ruc?: string | null; dv?: string | null };
  /** As the service has it, once it is filed. */
  filed: ReceiptAnswer | undefined;
  paper: Paper;
}

/** Alone on paper: the page around it does not print while it is here. */
export function Receipt({ kept, company, filed, paper, isNote = false }: ReceiptProps) {
  const page = useRef<HTMLElement>(null);
  useLayoutEffect(() => fitRoll(page.current!));
  const invoice = filed?.invoice;
  const isCertified = invoice?.cufe != null;
  const isProforma = kept.sale.mode === 'PROFORM';
  const certified = isNote ? 'receipt.noteTitle' : 'receipt.title';
  const seller = issuerAsFiled(invoice?.cufe, filed?.tenant ?? company);
  const client = invoice?.client ?? kept.sale.client;
  const point = invoice?.billingPoint;
  return (
    <article ref={page} className={`receipt ${paper}`} aria-label={t('receipt')}>
      <header>
        <strong>{filed?.tenant.name ?? company.tenantName}</strong>
        {seller.ruc && `RUC ${seller.ruc} DV ${seller.dv ?? ''}`}
        {point && <span>{[point.office.name, point.office.address].filter(Boolean).join(' · ')}</span>}
        {point && !isProforma && <span>{t('receipt.point', { office: point.office.code, point: point.code })}</span>}
      </header>
      <h2>{t(isCertified ? certified : isProforma ? 'mode.PROFORM' : 'receipt.provisional')}</h2>
      {!isCertified && <p className="box">{t(isProforma ? 'receipt.internal' : 'receipt.notFiscal')}</p>}
      <p>
        {invoice ? `${invoice.number} · ${f.instant(invoice.issuedAt)}` : f.instant(kept.soldAt)}
        <br />
        {client?.name ?? t('receiver.CONSUMIDOR_FINAL')}
        {client?.ruc && ` · RUC ${client.ruc} DV ${client.dv ?? ''}`}
      </p>
      <Amounts kept={kept} invoice={invoice} />
      {isCertified && invoice.qrUrl && (
        <footer>
          <QrCode text={invoice.qrUrl} />
          <span className="cufe">CUFE {invoice.cufe}</span>
          {invoice.authorization && (
            <span>{t('receipt.authorized', { protocol: invoice.authorization.protocol })}</span>
          )}
          <span>{t(invoice.environment === 'PRODUCTION' ? 'receipt.check' : 'receipt.test')}</span>
        </footer>
      )}
    </article>
  );
}

function Amounts({ kept: { sale, change }, invoice }: Pick<ReceiptProps, 'kept'> & { invoice: Filed | undefined }) {
  const tenant = useViewer()?.tenant;
  const totals = invoice ?? saleTotals(sale.lines, sale.discount, undefined, tenant && roundingOf(tenant));
  const taxes: [string, string][] = invoice
    ? invoice.taxes.map(({ rate, tax }) => [`${t('tax')} ${f.percent(rate)}`, tax])
    : [];
  const positive = (rows: [name: string, amount: string][]) => rows.filter(([, amount]) => isPositive(amount));
  const amounts: [name: string, amount: string, look?: 'total'][] = [
    [t('subtotal'), totals.subtotal],
    ...(invoice ? positive(taxes) : [[t('tax'), totals.tax] satisfies [string, string]]),
    ...positive([
      [t('isc'), totals.isc],
      [t('otherTax'), totals.otherTax],
    ]),
    [t('total'), totals.total, 'total'],
    ...sale.parts.map(({ method, amount }): [string, string] => [t(`method.${method}`), amount]),
    ...positive([[t('pay.change'), change]]),
  ];
  return (
    <table>
      <tbody>
        {linesOf(sale, invoice).map((line) => (
          <tr key={line.id}>
            <td>
              {line.name}
              <small>
                {f.quantity(line.quantity)} {line.unit} × {f.money(line.unitPrice)}
                {isPositive(line.discount) && ` ${t('lines.discount', { amount: f.money(line.discount) })}`}
              </small>
            </td>
            <td>{f.money(line.amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {amounts.map(([name, amount, look], at) => (
          <tr key={at} className={look}>
            <td>{name}</td>
            <td>{f.money(amount)}</td>
          </tr>
        ))}
      </tfoot>
    </table>
  );
}

type Filed = ReceiptAnswer['invoice'];

/** As they were filed, else as they were sold. */
const linesOf = (sale: ReceiptProps['kept']['sale'], filed: Filed | undefined) =>
  filed?.lines.map(({ description, net, ...line }) => ({ ...line, name: description, amount: net })) ??
  receiptLines(sale);
