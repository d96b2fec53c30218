// Payload for an order, with everything that the PAC would refuse about it; uses no number and writes nothing.
import { choosePoint, findClient, itemsOfLines, type Client } from '../catalog/index.ts';
import { openContingency, type TenantContext } from '../certification/index.ts';
import type { DocumentType } from '../fiscal/document-types.ts';
import type { Finding } from '../fiscal/finding.ts';
import { isPositive, subtract, type Decimal } from '../platform/decimal.ts';
import { DomainError, sentence, type Sentence } from '../platform/errors.ts';
import { roundingOf, totalsOf, type Totals } from '../fiscal/money.ts';
import { amountsOfRows, findOrder, linesOfOrders } from '../sales/index.ts';
import type { Tenant, TenantDb } from '../tenancy/index.ts';
import { askPac } from './check-ruc.ts';
import type { InvoicingContext } from './context.ts';
import { dayOfPayload } from './fiscal-day.ts';
import { invoiceFacts, pointOf, type InvoiceRequest } from './generate-invoice.ts';
import { problemOfGoods, readInvoiceType } from './invoice-type.ts';
import { examinePayload } from './pac-payload.ts';
import { issuerFindings } from './payload/issuer-findings.ts';
import { changeOf } from './payment-parts.ts';
import { assertDueFrom, paymentTerms } from './payment-terms.ts';
import { retentionOn } from './retention.ts';

export interface InvoicePreview extends Totals {
  /** As it would be sent, with zeros where the number and the security code will stand. */
  payload: object;
  retention: Decimal;
  /** Change to give back from the cash. */
  change: Decimal;
  /** Everything that stands in the way, or that the PAC would refuse. */
  problems: Sentence[];
  /** The same, each with its field, and then what the PAC may refuse. */
  findings: Finding<Sentence>[];
  /** The PAC's answer about the client's RUC, where it was asked; it decides nothing here. */
  advice: Sentence[];
}

export interface PreviewRequest extends Pick<
  InvoiceRequest,
  'orderId' | 'payment' | 'retention' | 'billingPointId' | 'documentType' | 'export'
> {
  asksPac: boolean;
}

// Placeholders that the PAC's form allows; zeros are shown, and are never a number.
const SOME_NUMBER = '0000000001';
const SOME_CODE = '000000001';

export async function previewInvoice(context: TenantContext, request: PreviewRequest): Promise<InvoicePreview> {
  const { pacCompanyId } = context.tenant;
  const { client, ...preview } = await context.inTenant((db) => examine(context, db, request));
  const { ruc, dv, receiver_type: receiverType } = client;
  const canAsk = ruc !== null && receiverType !== 'EXTRANJERO' && pacCompanyId !== null;
  if (!request.asksPac || !canAsk) return { ...preview, advice: [] };
  const { advice, findings } = await askPac(context, pacCompanyId, { ruc, dv, receiverType });
  return { ...preview, advice, findings: [...preview.findings, ...findings] };
}

async function examine(
  context: InvoicingContext,
  db: TenantDb,
  { orderId, payment, retention: withheld, billingPointId, ...typeInput }: PreviewRequest,
): Promise<Omit<InvoicePreview, 'advice'> & { client: Client }> {
  const order = await findOrder(db, orderId);
  const { type, exportData } = readInvoiceType(typeInput);
  const lines = await linesOfOrders(db, [orderId]);
  const items = await itemsOfLines(db, lines);
  const client = await findClient(db, order.client_id);
  const totals = totalsOf(amountsOfRows(lines, roundingOf(db.tenant)));
  const issuedAt = context.clock.now();
  const ofPayment: Finding<Sentence>[] = [];
  const retention = orFind(ofPayment, () => retentionOn(totals.tax, client, withheld), null);
  const due = subtract(totals.total, retention?.amount ?? '0');
  const sale = { due_date: order.due_date, issue_day: dayOfPayload(issuedAt) };
  const terms = orFind(ofPayment, () => paymentTerms(payment, sale, due), paymentTerms(null, sale, due));
  orFind(ofPayment, () => assertDueFrom(sale.issue_day, terms), undefined);
  const facts = {
    exportData,
    ...invoiceFacts({ lines, items, client, total: totals.total, retention, terms, issuedAt }),
  };
  const point = await choosePoint(db, pointOf(order, lines, billingPointId));
  const { needs, namesOfficesByCode } = context.pac.profileOf(db.tenant.pacMake);
  const { draft, findings } = examinePayload({
    ...facts,
    documentType: type,
    numeration: SOME_NUMBER,
    billingPoint: point.code,
    securityCode: SOME_CODE,
    officeId: point.pacOfficeId,
    cafe: db.tenant.cafe,
    contingency: (await openContingency(db)) ?? null,
    rounding: roundingOf(db.tenant),
    needs,
    refusesDocumented: db.tenant.refusesDocumented,
    found: issuerFindings(db.tenant, {
      type,
      officeId: point.pacOfficeId,
      isOfficeByCode: namesOfficesByCode === true,
      named: client.ruc,
    }),
  });
  const { information } = draft as { information: object };
  const payload = { ...draft, information: { ...information, numeration: '0000000000', securityCode: '000000000' } };
  const ofGoods = problemOfGoods(type, items);
  const found = [
    ...obstacles(context, db.tenant, order, type),
    ...(ofGoods ? [refused('documentType', ofGoods)] : []),
    ...ofPayment,
    ...findings,
  ];
  const refusals = found.filter(({ severity }) => severity === 'REFUSED');
  return {
    payload,
    ...totals,
    retention: retention?.amount ?? '0',
    change: isPositive(changeOf(due, terms)) ? changeOf(due, terms) : '0',
    problems: refusals.map(({ problem }) => problem),
    findings: [...refusals, ...found.filter(({ severity }) => severity === 'WARNED')],
    client,
  };
}

const refused = (field: string, problem: Sentence): Finding<Sentence> => ({ severity: 'REFUSED', field, problem });

/** A refused input becomes one more finding; the preview goes on without it. */
function orFind<T>(findings: Finding<Sentence>[], read: () => T, without: T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'BAD_USER_INPUT') throw error;
    const problems = error.problems.length > 0 ? error.problems : [error];
    for (const { sentence: message } of problems) {
      const { field } = message.params;
      findings.push(refused(typeof field === 'string' ? field : 'payment', message));
    }
    return without;
  }
}

/** Obstacles before the PAC is asked at all. */
function obstacles(
  context: InvoicingContext,
  tenant: Tenant,
  { number, status }: { number: string; status: string },
  type: DocumentType,
): Finding<Sentence>[] {
  return [
    ...(tenant.suspendedAt !== null || tenant.closedAt !== null
      ? [refused('tenant', sentence('The business is suspended: nothing is changed and nothing is filed'))]
      : []),
    ...(tenant.pacCompanyId === null
      ? [refused('tenant.pacCompanyId', sentence('PAC company ID is not configured for this tenant'))]
      : []),
    ...(context.pac.profileOf(tenant.pacMake).takes(type)
      ? []
      : [refused('documentType', sentence('The PAC takes no documents of the type {type}', { type }))]),
    ...(status === 'CANCELED' ? [refused('order', sentence('Order {number} is canceled', { number }))] : []),
    ...(status === 'INVOICED'
      ? [refused('order', sentence('Order {number} has its invoice already', { number }))]
      : []),
  ];
}
