// Takes a sale back at the counter, or exchanges it: the note, the goods and the money in one transaction, then the call.
import { itemsOfLines, requiredText } from '../catalog/index.ts';
import { lockDocument, submit, type TenantContext } from '../certification/index.ts';
import type { CafeChoice } from '../fiscal/cafe.ts';
import type { GenerationMode } from '../fiscal/document.ts';
import { seriesOf, USUAL_TYPE } from '../fiscal/document-types.ts';
import { lockSeries } from '../numbers/index.ts';
import { add, compare, isPositive, lesser, subtract, type Decimal } from '../platform/decimal.ts';
import { badInput, conflict, readAll, readEach } from '../platform/errors.ts';
import { createOrder, levelsOfOrder, type LinesInput } from '../sales/index.ts';
import { writeOff, type GoodsOptions } from '../stock/index.ts';
import type { Effect, TenantDb } from '../tenancy/index.ts';
import { applyCredit } from './apply-credit.ts';
import { issuing, MAX_REASON_LENGTH } from './certify.ts';
import type { InvoicingContext } from './context.ts';
import { openTillOf, type Counter, type OpenTill } from './counter.ts';
import { dueOfOrder, writeInvoice } from './generate-invoice.ts';
import { goodsOfLines } from './goods-of-lines.ts';
import { assertLines, writeCredit } from './issue-credit.ts';
import { partProblems, sumOf, termsOfParts, type PaymentPart } from './payment-parts.ts';
import {
  commitAndReadCredit,
  linesOfCredits,
  paymentsOfInvoices,
  readCredit,
  readInvoice,
  type InvoiceRecord,
} from './records.ts';
import { lockInvoice } from './refresh-invoice-status.ts';
import { giveBack } from './refund-payment.ts';
import { money } from './register-payment.ts';
import { cashFirst, freedBy, takeOf, type LeftPayment, type MethodAmount } from './return-money.ts';
import { assertMayReturn, creditedOf, modeOfNote, paymentsLeft } from './sale-to-return.ts';

interface ReturnedLine {
  invoiceLineId: string;
  quantity: Decimal;
  isDamaged?: boolean | null | undefined;
}

export interface NewReturn {
  invoiceId: string;
  reason: string;
  /** Left out: all that is left to credit. Damaged goods are written off; a line may be named for both. */
  lines?: readonly ReturnedLine[] | null | undefined;
  /** Money that goes back now; left out: all, by the methods in which it came, cash first. The rest stays with us for the client. */
  refunds?: readonly MethodAmount[] | null | undefined;
  exchange?: Exchange | null | undefined;
  cafe?: CafeChoice | null | undefined;
  hasKey?: boolean;
}

/** Goods that the client takes instead, and how the difference is paid. */
export interface Exchange extends LinesInput {
  payments?: readonly PaymentPart[] | null | undefined;
}

export interface Returned {
  /** The credit note. */
  id: string;
  /** Invoice of the exchange. */
  exchangeId: string | null;
}

type CounterReturn = NewReturn & { counter: Counter; mode: GenerationMode };

export async function returnSale(
  context: TenantContext,
  input: NewReturn,
  counter: Counter,
  effect: Effect,
): Promise<Returned> {
  const mode = modeOfNote(await context.inTenant((db) => readInvoice(db, input.invoiceId)));
  let returned: (Returned & { isFiled: boolean }) | undefined;
  const issue = issuing(
    () => ({ mode, type: USUAL_TYPE.CREDIT_NOTE }),
    async (own, db, request: CounterReturn) => {
      returned = await writeReturn(own, db, request);
      return { ...returned, isNew: true };
    },
    commitAndReadCredit,
  );
  await issue(context, { ...input, counter, mode }, counter.person, effect);
  const { id, exchangeId, isFiled } = returned!;
  // The duty of the invoice is written; this is its first try.
  if (exchangeId !== null && isFiled)
    await submit(context, exchangeId).catch((error: unknown) =>
      context.log.warn({ err: error, documentId: exchangeId, what: 'submit' }, 'not done at the first try'),
    );
  return { id, exchangeId };
}

async function writeReturn(
  context: InvoicingContext,
  db: TenantDb,
  input: CounterReturn,
): Promise<Returned & { isFiled: boolean }> {
  const { counter, mode } = input;
  const { person } = counter;
  readAll({
    reason: () => requiredText('reason', input.reason, MAX_REASON_LENGTH),
    lines: () => assertLines(input.lines),
    refunds: () => readEach('refunds', input.refunds ?? [], ({ amount }) => money('amount', amount)),
  });
  const till = await openTillOf(db, person);
  const document = await lockDocument(db, input.invoiceId);
  assertMayReturn(db, document, till, counter);
  if (modeOfNote(document) !== mode)
    throw conflict('Invoice {number} is being filed: try again', { number: document.number });
  const later = input.exchange ? await lockInstead(db, input.invoiceId, input.exchange, till) : [];
  const credit = { ...input, mode, restock: true, isReturn: true, later, billingPointId: till?.pointId };
  const id = await writeCredit(context, db, credit, person);
  const { number, total } = await readCredit(db, id);
  await writeOffDamaged(db, { id, number }, input.lines ?? [], person);

  const invoice = await readInvoice(db, input.invoiceId);
  const freed = freedBy(invoice, await creditedOf(db, invoice.id), total);
  const order = input.exchange && (await orderInstead(db, invoice, input.exchange, till, person));
  const due = order ? await dueOfOrder(db, order) : '0';
  const used = lesser(freed, due);
  const left = cashFirst(await paymentsLeft(db, invoice.id));
  const { taken, rest } = chooseRefunds(left, subtract(freed, used), input.refunds);
  if (db.tenant.requiresOpenTill && !till && (taken.length > 0 || order))
    throw conflict('The till of {user} is not open', { user: person });

  const payments = await paymentsOfInvoices(db, [invoice.id]);
  const give = async ({ id: of, amount }: LeftPayment, reason: string, movedTo: string | null): Promise<void> => {
    const payment = payments.find((one) => one.id === of)!;
    await giveBack(db, payment, { amount, reason, movedTo, at: context.clock.now() }, person);
  };
  for (const one of taken) await give(one, number, null);
  let exchanged: InvoiceRecord | null = null;
  if (order) {
    const moved = takeOf(rest.toReversed(), used).taken;
    const parts = partsOf(input.exchange!, subtract(due, used), order);
    const sale = {
      ...{ orderId: order.id, mode: modeInstead(db) },
      payment: { payments: [...moved.map(({ method, amount }) => ({ method, amount, reference: number })), ...parts] },
      billingPointId: till?.pointId,
    };
    // Only one of the two is marked as being sent with its transaction.
    const { opening: _, ...later } = context;
    const made = await writeInvoice(later, db, sale, person);
    exchanged = await readInvoice(db, made.id);
    const paid = (await paymentsOfInvoices(db, [made.id])).filter(({ reference }) => reference === number);
    for (const one of moved) {
      const at = paid.findIndex(({ method, amount }) => method === one.method && compare(amount, one.amount) === 0);
      await give(one, exchanged.number, paid.splice(at, 1)[0]!.id);
    }
  }
  // A fiscal one is applied when it is certified.
  if (mode === 'PROFORM') await applyCredit(db, context.clock, id);
  return { id, exchangeId: exchanged?.id ?? null, isFiled: exchanged?.mode === 'DGI' };
}

/** They come back with the others, and leave at once by an adjustment that bears the id of the note's line. */
async function writeOffDamaged(
  db: TenantDb,
  note: { id: string; number: string },
  returned: NonNullable<NewReturn['lines']>,
  createdBy: string,
): Promise<void> {
  const written = returned.filter(({ isDamaged }) => isDamaged);
  const damaged = Map.groupBy(written, ({ invoiceLineId }) => invoiceLineId);
  if (damaged.size === 0) return;
  const lines = (await linesOfCredits(db, [note.id])).flatMap((line) => {
    const parts = damaged.get(line.invoice_line_id);
    return parts ? [{ ...line, quantity: add('0', ...parts.map(({ quantity }) => quantity)) }] : [];
  });
  const goods = goodsOfLines(lines, await itemsOfLines(db, lines)).map((line) => ({
    ...{ id: line.id, itemId: line.item_id, locationId: line.location_id, units: line.units },
    lineId: line.invoice_line_id,
  }));
  await writeOff(db, note.id, goods, { description: `Dañado: ${note.number}`, createdBy });
}

/** Refunds in the order of the payments, or as they were asked for; what they leave of the payments. */
function chooseRefunds(payments: readonly LeftPayment[], most: Decimal, refunds: NewReturn['refunds']) {
  if (!refunds) {
    const { taken, left } = takeOf(payments, most);
    return { taken, rest: left };
  }
  const amount = sumOf(refunds);
  if (compare(amount, most) > 0)
    throw conflict('{most} may go back of this sale, {amount} asked for', { most, amount, field: 'refunds' });
  return refunds.reduce<{ taken: LeftPayment[]; rest: readonly LeftPayment[] }>(
    ({ taken, rest }, one) => {
      const next = takeOf(rest, one.amount, one.method);
      if (!isPositive(next.missing)) return { taken: [...taken, ...next.taken], rest: next.left };
      const held = subtract(one.amount, next.missing);
      throw conflict('{most} of this sale came by {method}, {amount} asked for', {
        ...{ most: held, method: one.method, amount: one.amount, field: 'refunds' },
      });
    },
    { taken: [], rest: payments },
  );
}

const modeInstead = ({ tenant }: TenantDb): GenerationMode => (tenant.pacCompanyId === null ? 'PROFORM' : 'DGI');

/**
 * Keeps the order of locks of a sale, which has its number before its goods: here goods come back before there is a sale. Answers the
 * levels of the goods that leave, to be locked together with those of the goods that come back.
 */
async function lockInstead(
  db: TenantDb,
  invoiceId: string,
  exchange: Exchange,
  till: OpenTill | undefined,
): Promise<NonNullable<GoodsOptions['later']>> {
  const { client_id: clientId } = await lockInvoice(db, invoiceId);
  const levels = await levelsOfOrder(db, { ...exchange, clientId });
  await lockSeries(db, seriesOf(USUAL_TYPE.INVOICE, modeInstead(db)), till?.pointId ?? null);
  return levels;
}

const orderInstead = (
  db: TenantDb,
  { client_id: clientId }: InvoiceRecord,
  { lines, discount, mostDiscount }: Exchange,
  till: OpenTill | undefined,
  person: string,
) => createOrder(db, { lines, discount, mostDiscount, clientId, billingPointId: till?.pointId }, person);

/** Pays the difference: what the return has freed is left out. */
function partsOf({ payments }: Exchange, due: Decimal, order: { due_date: string | null }): readonly PaymentPart[] {
  const parts = payments ?? [];
  const [problem] = partProblems(due, parts.length > 0 ? termsOfParts(parts, order) : NO_PARTS);
  if (problem) throw badInput<string>(problem.template, { ...problem.params, field: 'exchange.payments' });
  return parts;
}

const NO_PARTS = { method: 'CASH', instalments: [], parts: [] } as const;
