// What would be sent for an order, and everything that the PAC would refuse about it; uses no number and writes nothing.
import { choosePoint, findClient, itemsById, type Client } from '../catalog/index.ts';
import { USUAL_TYPE } from '../fiscal/document-types.ts';
import { holderOf } from '../fiscal/receiver.ts';
import { parseRuc, rucCheckDigits, rucHolder } from '../fiscal/ruc.ts';
import { sentence, type Sentence } from '../platform/errors.ts';
import { totalsOf, type Totals } from '../fiscal/money.ts';
import { amountsOfRow, findOrder, linesOfOrders } from '../sales/index.ts';
import { inTenant, type Tenant, type TenantDb } from '../tenancy/index.ts';
import type { InvoicingContext } from './context.ts';
import { invoiceFacts, pointOf, type InvoiceRequest } from './generate-invoice.ts';
import { examinePayload } from './pac-payload.ts';
import { paymentTerms } from './payment-terms.ts';

export interface InvoicePreview extends Totals {
  /** As it would be sent, with zeros where the number and the security code will stand. */
  payload: object;
  /** Everything that stands in the way, or that the PAC would refuse. */
  problems: Sentence[];
  /** What the PAC says about the client's RUC, where it was asked; it decides nothing here. */
  advice: Sentence[];
}

export interface PreviewRequest extends Pick<InvoiceRequest, 'orderId' | 'payment' | 'billingPointId'> {
  asksPac: boolean;
}

// What the PAC's form allows in their places; what is shown are zeros, which are never a number.
const SOME_NUMBER = '0000000001';
const SOME_CODE = '000000001';

export async function previewInvoice(
  context: InvoicingContext,
  tenant: Tenant,
  request: PreviewRequest,
): Promise<InvoicePreview> {
  const { client, ...preview } = await inTenant(context, tenant, (db) => examine(context, db, request));
  return { ...preview, advice: request.asksPac ? await askAboutRuc(context, tenant, client) : [] };
}

async function examine(
  context: InvoicingContext,
  db: TenantDb,
  { orderId, payment, billingPointId }: PreviewRequest,
): Promise<Omit<InvoicePreview, 'advice'> & { client: Client }> {
  const order = await findOrder(db, orderId);
  const lines = await linesOfOrders(db, [orderId]);
  const items = await itemsById(
    db,
    lines.map((line) => line.item_id),
  );
  const client = await findClient(db, order.client_id);
  const totals = totalsOf(lines.map(amountsOfRow));
  const facts = invoiceFacts({
    lines,
    items,
    client,
    total: totals.total,
    terms: paymentTerms(payment, order, totals.total),
    issuedAt: context.clock.now(),
  });
  const point = await choosePoint(db, pointOf(order, lines, billingPointId));
  const { draft, problems } = examinePayload({
    ...facts,
    documentType: USUAL_TYPE.INVOICE,
    numeration: SOME_NUMBER,
    billingPoint: point.code,
    securityCode: SOME_CODE,
    officeId: point.pacOfficeId,
  });
  const { information } = draft as { information: object };
  const payload = { ...draft, information: { ...information, numeration: '0000000000', securityCode: '000000000' } };
  return {
    payload,
    ...totals,
    problems: [...obstacles(db.tenant, order), ...problems, ...rucProblems(client)],
    client,
  };
}

/** What stands in the way before the PAC is asked at all. */
function obstacles(tenant: Tenant, { number, status }: { number: string; status: string }): Sentence[] {
  return [
    ...(tenant.pacCompanyId === null ? [sentence('PAC company ID is not configured for this tenant')] : []),
    ...(status === 'CANCELED' ? [sentence('Order {number} is canceled', { number })] : []),
    ...(status === 'INVOICED' ? [sentence('Order {number} has its invoice already', { number })] : []),
  ];
}

/** Where the algorithm is certain, a check digit that differs will not pass. */
function rucProblems({ ruc, dv, receiver_type }: Client): Sentence[] {
  if (ruc === null) return [];
  const read = receiver_type === 'EXTRANJERO' ? null : parseRuc(ruc);
  if (!read?.certain || dv === null) return [];
  const right = rucCheckDigits(read.normalized, rucHolder(read.normalized, dv, holderOf(receiver_type)));
  return Number(right) === Number(dv)
    ? []
    : [sentence('The check digit (DV) of the RUC {ruc} is {right}, not {dv}', { ruc, right, dv })];
}

async function askAboutRuc(context: InvoicingContext, tenant: Tenant, client: Client): Promise<Sentence[]> {
  const { ruc, dv, receiver_type } = client;
  if (ruc === null || receiver_type === 'EXTRANJERO' || tenant.pacCompanyId === null) return [];
  const normalized = parseRuc(ruc)?.normalized ?? ruc;
  const holder = rucHolder(normalized, dv, holderOf(receiver_type));
  const answer = await context.pac.checkDigit(tenant.pacCompanyId, normalized, holder);
  switch (answer.outcome) {
    case 'found': {
      const isSame = dv === null || Number(dv) === Number(answer.checkDigit);
      const { checkDigit } = answer;
      return [
        isSame
          ? sentence('The PAC gives the RUC {ruc} the check digit (DV) {checkDigit}', { ruc, checkDigit })
          : sentence('The PAC gives the RUC {ruc} the check digit (DV) {checkDigit}, the client has {dv}', {
              ruc,
              checkDigit,
              dv,
            }),
      ];
    }
    case 'notFound':
      return [sentence('The PAC does not know the RUC {ruc}: {reasons}', { ruc, reasons: answer.reasons.join('; ') })];
    case 'refusedCredentials':
    case 'unavailable':
      return [sentence('The PAC could not be asked about the RUC {ruc}: {cause}', { ruc, cause: answer.cause })];
    default:
      return answer satisfies never;
  }
}
