// Credits an invoice, whole or in part; the goods come back with it unless it is money only.
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import {
  assertCountable,
  claimExternalId,
  findClient,
  itemsOfLines,
  nextNumberAt,
  readOwnWords,
  requiredText,
  type Client,
  type Item,
  type OwnWords,
  type OwnWordsColumns,
} from '../catalog/index.ts';
import { isBeingVoided, lockDocument, type FiscalDocument } from '../certification/index.ts';
import type { CafeChoice } from '../fiscal/cafe.ts';
import { judgeAge } from '../fiscal/deadlines.ts';
import type { GenerationMode } from '../fiscal/document.ts';
import { USUAL_TYPE } from '../fiscal/document-types.ts';
import type { Finding } from '../fiscal/finding.ts';
import { amountsOfLines, roundingOf, totalsOf, type LineAmounts, type Totals } from '../fiscal/money.ts';
import { isRejected } from '../fiscal/legal-status.ts';
import { add, compare, plain, positive, subtract, type Decimal } from '../platform/decimal.ts';
import { badInput, conflict, notFound, readAll, readEach } from '../platform/errors.ts';
import { jsonRows, sqlRow, type Sql } from '../platform/sql.ts';
import { livingCredit } from '../rollups/index.ts';
import { amountColumns, baseQuantity, termsOfRow, totalColumns } from '../sales/index.ts';
import type { GoodsOptions } from '../stock/index.ts';
import { inPipeline, pipeline, type Tenant, type TenantDb } from '../tenancy/index.ts';
import { assertNotCertified, issuing, MAX_REASON_LENGTH, open, type DocumentFacts } from './certify.ts';
import type { InvoicingContext } from './context.ts';
import { dayOfPayload, issuance, type Issued } from './fiscal-day.ts';
import { creditAmounts, NOTHING, termsOfNet } from './credit-amounts.ts';
import { comeTo, creditTogether, termsOfNote } from './credit-together.ts';
import { goodsOfLines, moveSoldGoods } from './goods-of-lines.ts';
import { balanceOf } from './invoice-status.ts';
import { originalOf } from './payload/exportation.ts';
import { receiverOf } from './payload/receiver.ts';
import { linesOfInvoices, commitAndReadCredit, readInvoice, type InvoiceLine, type InvoiceRecord } from './records.ts';
import { lockInvoice } from './refresh-invoice-status.ts';
import { assertNoTwin } from './twin-credit.ts';

export interface NewCredit extends OwnWords {
  invoiceId: string;
  mode: GenerationMode;
  reason: string;
  /** Left out: all that is left to credit. */
  lines?: readonly { invoiceLineId: string; quantity: Decimal }[] | null | undefined;
  restock: boolean;
  /** Applied as soon as it is certified. */
  isReturn?: boolean;
  /** Levels of goods that leave after those of the note came back. */
  later?: GoodsOptions['later'];
  /** Point of issue; default: the invoice's point. */
  billingPointId?: string | null | undefined;
  cafe?: CafeChoice | null | undefined;
  /** The caller has said by a key of its own that this is no repetition. */
  hasKey?: boolean;
}

export const createCredit = issuing(
  ({ mode }: NewCredit) => ({ mode, type: USUAL_TYPE.CREDIT_NOTE }),
  writeCredit,
  commitAndReadCredit,
);

export interface CreditPreview extends Totals {
  /** Balance of the invoice once the credit is applied. */
  balance: Decimal;
  /** Findings of a note that is filed today. */
  findings: Finding[];
}

/** Totals of a credit of these lines, by the arithmetic of the credit itself; nothing is written. */
export async function previewCredit(
  { clock, pac }: InvoicingContext,
  db: TenantDb,
  { invoiceId, lines }: Pick<NewCredit, 'invoiceId' | 'lines'>,
): Promise<CreditPreview> {
  const invoice = await readInvoice(db, invoiceId);
  const totals = totalsOf(await chooseLines(db, invoiceId, lines ?? undefined));
  const { creditDays } = pac.profileOf(db.tenant.pacMake);
  const findings = invoice.mode === 'PROFORM' ? [] : ageOf(invoice, clock.now(), creditDays);
  return { ...totals, balance: balanceOf({ ...invoice, credited: add(invoice.credited, totals.total) }), findings };
}

function ageOf(invoice: Dated & { number: string }, at: Date, creditDays?: number): Finding[] {
  const day = invoice.fiscal_day ?? invoice.issue_day;
  return judgeAge({ number: invoice.number, day }, dayOfPayload(at), creditDays);
}

interface LineToCredit extends LineAmounts {
  line: InvoiceLine;
  quantity: Decimal;
}

export async function writeCredit(
  context: InvoicingContext,
  db: TenantDb,
  input: NewCredit,
  createdBy: string,
): Promise<string> {
  const { reason, words } = readAll({
    reason: () => requiredText('reason', input.reason, MAX_REASON_LENGTH),
    lines: () => assertLines(input.lines),
    words: () => readOwnWords(input),
  });
  const document = await lockDocument(db, input.invoiceId);
  // From here on no other transaction credits this invoice: what is left to credit cannot be taken twice.
  const invoice = await lockInvoice(db, input.invoiceId);
  assertCreditable(document, invoice, input.mode);
  if (!input.hasKey) await assertNoTwin(db, context.clock, input);

  await claimExternalId(db, 'credits', words.external_id);

  const kind = { type: USUAL_TYPE.CREDIT_NOTE, mode: input.mode };
  const filing = { ...kind, name: document.number, begun: document.created_at };
  const contingency = await assertNotCertified(context, db, filing);

  const credited = await chooseLines(db, invoice.id, input.lines ?? undefined);
  const sold = credited.map(({ line }) => line);
  const items = await itemsOfLines(db, sold);
  const client = await findClient(db, invoice.client_id);
  const days = issuance(db, input.mode, context.clock.now());
  const { total } = totalsOf(credited);
  const facts = { issuedAt: days.issuedAt, invoice, client, items, credited, total };
  // All has been read: the tenant's next credit waits for the number.
  const intent = {
    ...kind,
    number: await nextNumberAt(db, input.mode === 'DGI' ? 'NC' : 'PNC', {
      chosenId: input.billingPointId,
      billingPointId: document.billing_point_id,
      locationIds: sold.map((line) => line.location_id),
    }),
    createdBy,
  };
  const id = await open(context, db, intent, () => ({
    ...creditFacts(context, db.tenant, document, facts),
    contingency,
    cafe: input.cafe,
  }));

  const credit = { id, number: intent.number.number, clientId: client.id, ...days, createdBy };
  await insertCredit(db, { ...input, reason }, { ...credit, words }, credited);
  const taken = credited.map(({ line, quantity }) => ({ id: line.id, quantity }));
  await moveQuantityCredited(db, taken);
  if (input.restock) {
    const back = credited.map(({ line, quantity }) => ({ ...line, quantity, invoice_line_id: line.id }));
    const goods = goodsOfLines(back, items);
    await moveSoldGoods(db, [{ type: 'CREDIT', ...credit, goods }], { createdBy, items, later: input.later ?? [] });
  }
  return id;
}

async function insertCredit(
  db: TenantDb,
  { invoiceId, reason, restock, isReturn = false }: Pick<NewCredit, 'invoiceId' | 'reason' | 'restock' | 'isReturn'>,
  { id, issuedAt, issueDay, fiscalDay, createdBy, words }: Issued & { words: OwnWordsColumns },
  credited: readonly LineToCredit[],
): Promise<void> {
  const credit = {
    tenant_id: db.tenant.id,
    id,
    invoice_id: invoiceId,
    credit_status: 'UNAPPLIED' as const,
    reason,
    restock,
    is_return: isReturn,
    ...totalColumns(totalsOf(credited)),
    issued_at: issuedAt,
    issue_day: issueDay,
    fiscal_day: fiscalDay,
    created_by: createdBy,
    ...words,
  };
  const lines = credited.map(({ line, quantity, ...amounts }, index) => ({
    tenant_id: db.tenant.id,
    id: uuid(),
    credit_id: id,
    invoice_line_id: line.id,
    line_number: index + 1,
    item_id: line.item_id,
    location_id: line.location_id,
    quantity,
    unit: line.unit,
    unit_factor: line.unit_factor,
    ...amountColumns(amounts),
  }));
  const written = db.with('credit', (one) => one.insertInto('credits').values(credit));
  await pipeline(db, written.insertInto('credit_lines').values(lines));
}

/** Throws the refusal of `createCredit`, if there is one. */
export function assertCreditable(
  document: FiscalDocument,
  { invoice_status: status, canceled_at: canceledAt }: Pick<InvoiceRecord, 'invoice_status' | 'canceled_at'>,
  mode: GenerationMode,
): void {
  const { number, legal_status: legalStatus } = document;
  if (status === 'VOID' || canceledAt !== null)
    throw conflict('Invoice {number} is {status} and takes no credit', { number, status });
  if (isRejected(legalStatus))
    throw conflict('Invoice {number} is {legalStatus} and takes no credit', { number, legalStatus });
  assertNotBeingVoided(document);
  if (mode === 'DGI') assertCertified(document);
}

export function assertNotBeingVoided(invoice: FiscalDocument): void {
  if (!isBeingVoided(invoice)) return;
  throw conflict('Invoice {number} is being voided at the PAC and takes no credit meanwhile', {
    number: invoice.number,
  });
}

/** A credit note names an original that the DGI has authorized. */
export function assertCertified(invoice: FiscalDocument): void {
  if (invoice.legal_status !== 'DGI_AUTHORIZED' || invoice.cufe === null) {
    throw conflict('A credit note of mode DGI needs an invoice that is DGI_AUTHORIZED; {number} is {status}', {
      number: invoice.number,
      status: invoice.legal_status ?? invoice.mode,
    });
  }
}

export function assertLines(wanted: NewCredit['lines']): void {
  if (wanted?.length === 0)
    throw badInput('{field} must name at least one line; left out, the whole invoice is credited', { field: 'lines' });
  readEach('lines', wanted ?? [], ({ quantity }) => readAll({ quantity: () => positive('quantity', quantity) }));
}

async function chooseLines(db: TenantDb, invoiceId: string, wanted: NewCredit['lines']): Promise<LineToCredit[]> {
  const lines = await linesOfInvoices(db, [invoiceId]);
  const before = await creditedBefore(db, invoiceId);
  const quantities = new Map<string, Decimal>();
  assertLines(wanted);
  for (const [index, { invoiceLineId, quantity }] of (wanted ?? []).entries()) {
    if (!lines.some((line) => line.id === invoiceLineId))
      throw notFound('Invoice line', `lines[${index}].invoiceLineId`);
    quantities.set(invoiceLineId, add(quantities.get(invoiceLineId) ?? '0', quantity));
  }
  const chosen: { line: InvoiceLine; quantity: Decimal }[] = [];
  for (const line of lines) {
    const left = subtract(line.quantity, line.quantity_credited);
    const quantity = wanted ? quantities.get(line.id) : left;
    if (quantity === undefined || quantity === '0') continue;
    if (compare(quantity, left) > 0) {
      throw conflict('Line {lineNumber} has {left} left to credit, {quantity} asked for', {
        lineNumber: line.line_number,
        left,
        quantity,
      });
    }
    assertCountable(baseQuantity({ ...line, quantity }));
    chosen.push({ line, quantity });
  }
  if (chosen.length === 0) throw nothingLeft();
  const facts = lines.map((line) => {
    const { net, isc, other_tax: otherTax, tax } = line;
    return {
      ...termsOfRow(line),
      quantityCredited: line.quantity_credited,
      charged: { net, isc, otherTax, tax },
      credited: before.get(line.id) ?? NOTHING,
    };
  });
  const noteUnits = lines.map((line) => chosen.find((one) => one.line === line)?.quantity ?? '0');
  const rounding = roundingOf(db.tenant);
  const { left, owed } = await leftOf(db, invoiceId);
  const amounts =
    rounding === 'document'
      ? creditTogether(facts, noteUnits, left)
      : facts.map((line, index) => (noteUnits[index] === '0' ? NOTHING : creditAmounts(line, noteUnits[index]!)));
  const parts = chosen.map((one) => ({ ...one, ...amounts[lines.indexOf(one.line)]! }));
  const isLast = lines.every((line, index) => add(line.quantity_credited, noteUnits[index]!) === plain(line.quantity));
  if (!isLast || totalsOf(parts).total === left) return parts;
  return comeTo(owed, parts.map(partOfNote), rounding).map((moved, index) => ({ ...moved, ...chosen[index]! }));
}

const partOfNote = (part: LineToCredit) => ({ ...part, line: { ...termsOfRow(part.line), charged: part.line } });

function nothingLeft() {
  return conflict('Nothing is left to credit on this invoice');
}

export function assertSomethingLeft(lines: readonly Pick<InvoiceLine, 'quantity' | 'quantity_credited'>[]): void {
  if (!lines.some((line) => compare(line.quantity, line.quantity_credited) > 0)) throw nothingLeft();
}

/** Total of an invoice less that of its valid credits, and the same of what was certified. */
async function leftOf(db: TenantDb, invoiceId: string): Promise<{ left: Decimal; owed: Decimal }> {
  const { left, more } = await sqlRow<{ left: Decimal; more: Decimal }>(db)`
    select invoice.total - coalesce(sum(credited.total), 0) as left, invoice.certified_more - coalesce(sum(credited.certified_more), 0) as more
    from invoices invoice left join (select credit.total, credit.certified_more ${validCredits(db, invoiceId)}) credited on true
    where invoice.tenant_id = ${db.tenant.id} and invoice.id = ${invoiceId} group by invoice.id, invoice.total, invoice.certified_more`;
  return { left: plain(left), owed: add(left, more) };
}

const validCredits = (db: TenantDb, invoiceId: string, lines = sql``): Sql => sql`
  from credits credit ${lines}
  join fiscal_documents document on document.tenant_id = credit.tenant_id and document.id = credit.id
  where credit.tenant_id = ${db.tenant.id} and credit.invoice_id = ${invoiceId}
    and ${livingCredit('credit', 'document')}`;

/** Quantity of each line in the valid credits of an invoice. */
async function creditedBefore(db: TenantDb, invoiceId: string): Promise<Map<string, LineAmounts>> {
  const { rows } = await sql<LineAmounts & { invoice_line_id: string }>`
    select line.invoice_line_id, sum(line.net) as net, sum(line.isc) as isc, sum(line.other_tax) as "otherTax",
      sum(line.tax) as tax
    ${validCredits(db, invoiceId, sql`join credit_lines line on line.tenant_id = credit.tenant_id and line.credit_id = credit.id`)}
    group by line.invoice_line_id`.execute(db);
  return new Map(rows.map((row) => [row.invoice_line_id, row]));
}

/** By the ids of lines of an invoice; negative quantities give back what a credit had taken. The caller holds the invoice, which shows both. */
export async function moveQuantityCredited(
  db: TenantDb,
  changes: readonly { id: string; quantity: Decimal }[],
): Promise<void> {
  await inPipeline(db)`
    with moved as (
      update invoice_lines line set quantity_credited = line.quantity_credited + change.quantity
      from jsonb_to_recordset(${jsonRows(changes)}) as change (id uuid, quantity numeric)
      where line.tenant_id = ${db.tenant.id} and line.id = change.id
      returning line.invoice_id
    )
    update invoices set updated_at = statement_timestamp()
    where tenant_id = ${db.tenant.id} and id in (select invoice_id from moved)`;
}

type Dated = Pick<InvoiceRecord, 'issue_day' | 'fiscal_day'>;

export interface CreditFacts {
  issuedAt: Date;
  invoice: Dated & { issued_at: Date };
  client: Client;
  items: ReadonlyMap<string, Item>;
  credited: readonly LineToCredit[];
  /** Total of the note. */
  total: Decimal;
}

export function creditFacts(
  { pac }: Pick<InvoicingContext, 'pac'>,
  tenant: Tenant,
  document: FiscalDocument,
  { issuedAt, invoice, client, items, credited, total }: CreditFacts,
): DocumentFacts {
  assertCertified(document);
  const rounding = roundingOf(tenant);
  const { creditDays } = pac.profileOf(tenant.pacMake);
  const terms =
    rounding === 'document'
      ? termsOfNote(credited.map(partOfNote), total)
      : credited.map(({ line, ...part }) => termsOfNet(termsOfRow(line), part));
  return {
    issuedAt,
    receiver: receiverOf(client),
    lines: credited.map(({ line }, index) => {
      const item = items.get(line.item_id)!;
      return {
        description: line.description,
        sku: item.sku,
        unit: line.unit ?? item.unit,
        cpbs: item.cpbs,
        ...terms[index]!,
        otherTaxCode: line.other_tax_code,
      };
    }),
    total: totalsOf(amountsOfLines(terms, rounding)).total,
    terms: { method: 'CASH', instalments: [] },
    referenced: originalOf(document, invoice.issued_at),
    found: ageOf({ ...invoice, number: document.number }, issuedAt, creditDays),
  };
}
