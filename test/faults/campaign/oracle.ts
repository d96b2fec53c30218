// The invariants of a run; the simulator is the oracle of what the PAC did.
import { percentOf } from '../../../simulator/totals.ts';
import type { NextAction, OpenDocument } from '../../../src/certification/watch/open-documents.ts';
import type { LegalStatus } from '../../../src/fiscal/legal-status.ts';
import { Big } from 'big.js';
import { compare } from '../../../src/platform/decimal.ts';
import { fiscalMonth, type FiscalMonth } from '../../../src/reports/index.ts';
import { localDay } from '../../../src/tenancy/index.ts';
import { checkEvents } from './check-events.ts';
import { checkSent } from './check-sent.ts';
import { documentsOf, isAccepted, standsAtPac } from './documents.ts';
import type { Evidence } from './evidence.ts';
import type { Life } from './life.ts';
import { placeOf } from './place.ts';
import { count } from './tally.ts';
import type { Story } from './walk.ts';

/** A next action is a promise only if something will carry it out: a duty, or the operator. */
export const DUTY_OF: Record<NextAction, string | null> = {
  SUBMIT: 'submit',
  AWAIT_ANSWER: 'submit',
  ASK_PAC: 'poll-legal-status',
  AWAIT_VERDICT: 'poll-legal-status',
  VOID: 'void-at-pac',
  ASK_PAC_ABOUT_VOID: 'void-at-pac',
  ATTACH_PDF: 'attach-pdf',
  AWAIT_NOTICE_OR_OPERATOR: null,
  OPERATOR: null,
};

// The specification's words once more: the oracle takes no rule from the code that it judges.
const ONWARDS: Record<string, readonly LegalStatus[]> = {
  null: ['PAC_AUTHORIZED', 'DGI_AUTHORIZED', 'PAC_REJECTED', 'DGI_REJECTED'],
  PAC_AUTHORIZED: ['DGI_AUTHORIZED', 'DGI_REJECTED'],
};

/** P2: each document that is not at its end is among the open ones, and what is to come next is really going to come. */
export async function checkNextActions(life: Life, open: readonly OpenDocument[]): Promise<void> {
  const duties = life.queue.duties();
  for (const { documentId, number, nextAction } of open) {
    const wanted = DUTY_OF[nextAction];
    if (wanted === null) continue;
    const exists = duties.some(
      ({ job, payload }) => job.name === wanted && (payload as { documentId?: string }).documentId === documentId,
    );
    if (exists) continue;
    life.tally.withoutNextAction += 1;
    life.problems.push(`${number} waits for ${nextAction}, and there is no duty to do it`);
  }
  for (const document of await documentsOf(life)) {
    const isAtItsEnd =
      document.submission_state === 'NOT_REQUIRED' ||
      (document.submission_state === 'DONE' && document.legal_status !== 'PAC_AUTHORIZED');
    const isVoiding = document.void_state === 'ASKED' || document.void_state === 'UNKNOWN';
    if ((isAtItsEnd && !isVoiding) || open.some(({ documentId }) => documentId === document.id)) continue;
    life.tally.withoutNextAction += 1;
    life.problems.push(`${document.number} is ${document.submission_state} and not among the open documents`);
  }
}

/** At the end: nothing doubled, nothing lost, all books correct. */
export async function checkEnd(life: Evidence): Promise<void> {
  checkSent(life);
  await checkAcceptances(life);
  await checkLegalLives(life);
  await checkFiles(life);
  await checkBooks(life);
  if (!life.orderOf && !life.hasExactLines) await checkMoney(life);
  await checkEvents(life);
}

interface EventRow {
  document_id: string;
  kind: string;
  detail: { from?: LegalStatus | null; to?: LegalStatus };
}

async function checkAcceptances(life: Evidence): Promise<void> {
  const documents = await documentsOf(life);
  life.tally.documents += documents.length;
  const counts = Map.groupBy(life.pac.counts(), placeOf);
  for (const [place, ofBoth] of counts) {
    const acceptances = ofBoth.reduce((sum, one) => sum + one.acceptances, 0);
    life.tally.acceptancesMax = Math.max(life.tally.acceptancesMax, acceptances);
    if (acceptances > 1) life.problems.push(`${place} was accepted ${acceptances} times`);
    if (!life.orderOf && !documents.some((one) => one.place === place))
      life.problems.push(`${place} came to the PAC and is not known here`);
  }
  const placed = documents.filter(({ order_id }) => order_id !== null).map((one) => [one.place, one.order_id] as const);
  const orders = new Map([...(life.orderOf ?? []), ...placed]);
  for (const orderId of new Set(orders.values())) {
    const standing = life.pac
      .documents()
      .filter((one) => orders.get(placeOf(one.submission)) === orderId && isAccepted(life, one) && standsAtPac(one));
    life.tally.acceptancesMax = Math.max(life.tally.acceptancesMax, standing.length);
    if (standing.length > 1) {
      life.problems.push(
        `order ${orderId} stands at the PAC ${standing.length} times: ${standing.map((one) => one.numeration).join(', ')}`,
      );
    }
  }
}

async function checkLegalLives(life: Evidence): Promise<void> {
  const documents = await documentsOf(life);
  for (const found of life.pac.documents()) {
    if (!isAccepted(life, found)) continue;
    const ours = documents.find((one) => one.place === placeOf(found.submission));
    // A document that a restore has lost and the operator has not taken back.
    if (!ours && life.orderOf) continue;
    // A notice may bring a rejection with the CUFE alone; then there is nothing left to ask for by the id.
    const isNamed = ours?.document_id === found.id || (ours?.document_id === null && ours.cufe === found.cufe);
    const isHeld =
      isNamed &&
      ours.legal_status === found.legalStatus &&
      (ours.pac_company_id ?? found.companyId) === found.companyId;
    if (!isHeld) {
      life.tally.lost += 1;
      life.problems.push(
        `${placeOf(found.submission)} is ${found.legalStatus} at ${found.companyId} as ${found.id}, and here ` +
          `${ours?.submission_state} ${ours?.legal_status} as ${ours?.document_id} of ${ours?.pac_company_id}`,
      );
    }
    const isVoid = ours?.void_state === 'DONE';
    if (ours && isVoid !== (found.voided !== null)) {
      life.problems.push(
        `${ours.number} is ${isVoid ? '' : 'not '}void here, and ${found.voided ? '' : 'not '}at the PAC`,
      );
    }
  }
  for (const document of documents) {
    count(
      life.tally.ends,
      `${document.kind} ${document.legal_status ?? document.submission_state}${document.void_state === 'DONE' ? ' VOID' : ''}`,
    );
    const isOver = document.submission_state === 'NOT_REQUIRED' || document.submission_state === 'DONE';
    if (!isOver) life.problems.push(`${document.number} is still ${document.submission_state}`);
    if (document.legal_status === 'PAC_AUTHORIZED') life.problems.push(`${document.number} never got its verdict`);
    if (document.void_state === 'ASKED' || document.void_state === 'UNKNOWN') {
      life.problems.push(`the void of ${document.number} is still ${document.void_state}`);
    }
    const isKnownToPac = life.pac
      .documents()
      .some((one) => placeOf(one.submission) === document.place && isAccepted(life, one));
    if ((document.legal_status === 'DGI_AUTHORIZED' || document.legal_status === 'DGI_REJECTED') && !isKnownToPac) {
      life.problems.push(`${document.number} is ${document.legal_status} here, and the PAC never accepted it`);
    }
  }
  await checkVoids(life);
  const moves = await life.look<EventRow>(
    `select document_id, kind, detail from document_events where tenant_id = $1 and kind = 'LEGAL_STATUS' order by at, id`,
    [life.tenant.id],
  );
  const statuses = new Map<string, LegalStatus>();
  for (const { document_id, detail } of moves) {
    const before = statuses.get(document_id) ?? null;
    if ((detail.from ?? null) !== before || !ONWARDS[String(before)]?.includes(detail.to!)) {
      life.problems.push(`${document_id} went from ${before} to ${detail.to}`);
    }
    statuses.set(document_id, detail.to!);
  }
  // The series is the part before the ten digits.
  const numbers = await life.look<{ series: string; last_number: number; used: number }>(
    `select n.series, n.last_number, count(d.id)::int as used from document_numbers n
     left join fiscal_documents d on d.tenant_id = n.tenant_id and n.series in (left(d.number, -11), left(d.proforma_number, -11))
     where n.tenant_id = $1 and n.series !~ '^(PED|OC|FP)' group by n.series, n.last_number`,
    [life.tenant.id],
  );
  for (const { series, last_number, used } of numbers) {
    if (last_number !== used && !life.orderOf)
      life.problems.push(`${last_number} numbers of ${series} were taken, ${used} have a document`);
  }
}

/** Voids in the PAC's journal equal those of the timelines, whatever the verdict was and whichever came first. */
async function checkVoids(life: Evidence): Promise<void> {
  const told = await life.look<{ number: string; document_id: string | null; times: number }>(
    `select d.number, d.document_id, count(*)::int as times from document_events e
     join fiscal_documents d on d.tenant_id = e.tenant_id and d.id = e.document_id
     where e.tenant_id = $1 and e.kind = 'VOIDED' group by d.number, d.document_id`,
    [life.tenant.id],
  );
  const acting = (life.all ?? life.pac).acting().filter(({ operation, isDone }) => operation === 'void' && isDone);
  const done = new Set(acting.map(({ documentId }) => documentId));
  for (const { number, document_id: id, times } of told) {
    if (times > 1) life.problems.push(`the timeline of ${number} tells of ${times} voids`);
    if (!done.has(id)) life.problems.push(`the timeline of ${number} tells of a void that the PAC never did`);
  }
  for (const id of done) {
    const isHere = (await documentsOf(life)).some(({ document_id }) => document_id === id);
    if (isHere && !told.some(({ document_id }) => document_id === id))
      life.problems.push(`the PAC has voided ${id}, and no timeline tells of it`);
  }
}

/** P4: what was answered with 200 is kept, and does not wait for ever. */
export async function checkNotices(life: Life, { notices }: Story): Promise<void> {
  const kept = await life.look<{ body: object; state: string; pac_document_id: string | null }>(
    'select body, state, pac_document_id from pac_notices where tenant_id = $1',
    [life.tenant.id],
  );
  for (const { raw, answered } of notices) {
    if (!answered) continue;
    const same = kept.find(({ body }) => sameJson(body, JSON.parse(raw) as object));
    if (!same) life.problems.push(`the notice ${raw} was answered with 200 and is not kept`);
    else if (same.state === 'WAITING') life.problems.push(`the notice ${raw} still waits`);
  }
}

function sameJson(one: object, other: object): boolean {
  const sorted = (value: object) => JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return sorted(one) === sorted(other);
}

/** P5 */
async function checkFiles(life: Evidence): Promise<void> {
  const rows = await life.look<{
    number: string;
    legal_status: LegalStatus | null;
    document_id: string;
    pages: string[];
  }>(
    `select d.number, d.legal_status, d.document_id,
       array(select f.sha256 || ' ' || f.storage_key from files f where f.tenant_id = d.tenant_id and f.source_id = d.id
         and f.content_type = 'application/pdf' order by f.created_at, f.id) as pages
     from fiscal_documents d where d.tenant_id = $1`,
    [life.tenant.id],
  );
  for (const { number, legal_status, document_id, pages: files } of rows) {
    const pages = files.map((file) => file.split(' ')[0]!);
    life.tally.pdfs += pages.length;
    const missing = files.filter((file) => life.stored?.has(file.split(' ')[1]!) === false);
    if (missing.length > 0) life.problems.push(`${number} has a PDF of which nothing is stored`);
    // The page that the PAC prints, and the one that it prints after the DGI's verdict where that is another.
    if (pages.length > (life.pages ? 2 : 1) || new Set(pages).size < pages.length) {
      life.tally.pdfsDoubled += 1;
      life.problems.push(`${number} has ${pages.length} PDFs`);
    }
    if (legal_status !== 'DGI_AUTHORIZED') continue;
    if (pages.length === 0) life.problems.push(`${number} has no PDF`);
    else if (life.pages && !life.pages.get(document_id)?.has(pages.at(-1)!))
      life.problems.push(`the newest PDF of ${number} is not the one of after the verdict`);
  }
}

interface InvoiceFactsRow {
  number: string;
  invoice_status: string;
  total: string;
  retention: string;
  paid: string;
  credited: string;
  payments: string;
  applied: string;
  debited_now: string;
  voided_at: Date | null;
  canceled_at: Date | null;
  due_date: string | null;
}

/** P6 and P9: goods, units sold, what is left to credit, and what is owed, each counted anew from the documents. */
async function checkBooks(life: Evidence): Promise<void> {
  const books = await life.verify();
  life.problems.push(...books.map(({ check, detail }) => `books, ${check}: ${detail}`));
  await checkUnits(life);
  await checkCredited(life);
  await checkInvoiceStatuses(life);
}

async function checkUnits(life: Evidence): Promise<void> {
  const { tenant } = life;
  const books = await life.look<{ id: string; on_hand: string; should: string; sold: string; sold_should: string }>(
    `with counted as (
       -- What a reversed invoice had taken is all back, whatever was credited of it before.
       select l.item_id, sum((l.quantity - coalesce(c.back, 0)) * l.unit_factor) as gone
       from invoices i
       join fiscal_documents d on d.tenant_id = i.tenant_id and d.id = i.id
       join invoice_lines l on l.tenant_id = i.tenant_id and l.invoice_id = i.id
       left join lateral (
         select sum(cl.quantity) as back from credit_lines cl
         join credits c on c.tenant_id = cl.tenant_id and c.id = cl.credit_id
         join fiscal_documents cd on cd.tenant_id = c.tenant_id and cd.id = c.id
         where cl.tenant_id = l.tenant_id and cl.invoice_line_id = l.id and c.restock
           and c.credit_status in ('UNAPPLIED', 'APPLIED') and coalesce(cd.legal_status, '') not like '%_REJECTED'
       ) c on true
       where i.tenant_id = $1 and i.voided_at is null and i.canceled_at is null and coalesce(d.legal_status, '') not like '%_REJECTED'
       group by l.item_id
     )
     select items.id,
       coalesce((select sum(on_hand) from stock_levels s where s.tenant_id = $1 and s.item_id = items.id), 0)::text as on_hand,
       ($2::numeric - coalesce(counted.gone, 0))::text as should,
       coalesce((select sum(units) from item_sales s where s.tenant_id = $1 and s.item_id = items.id and s.grain = 'D'), 0)::text as sold,
       coalesce(counted.gone, 0)::text as sold_should
     from items left join counted on counted.item_id = items.id where items.tenant_id = $1 and items.kind = 'GOODS'`,
    [tenant.id, life.stock],
  );
  for (const { id, on_hand, should, sold, sold_should } of books) {
    if (compare(on_hand, should) !== 0) life.problems.push(`${on_hand} of item ${id} are there, ${should} should be`);
    if (compare(sold, sold_should) !== 0)
      life.problems.push(`${sold} of item ${id} count as sold, ${sold_should} should`);
  }
  const moved = await life.look<{ sku: string }>(
    `select sku from items i where tenant_id = $1 and kind = 'SERVICE' and (
       exists (select from inventory_logs l where l.tenant_id = $1 and l.item_id = i.id)
       or exists (select from stock_reservations r where r.tenant_id = $1 and r.item_id = i.id)
       or exists (select from item_sales s where s.tenant_id = $1 and s.item_id = i.id))`,
    [tenant.id],
  );
  for (const { sku } of moved) life.problems.push(`the service ${sku} has moved stock`);
}

async function checkCredited(life: Evidence): Promise<void> {
  const credited = await life.look<{ number: string; quantity_credited: string; should: string }>(
    `select d.number, l.quantity_credited::text,
       coalesce((select sum(cl.quantity) from credit_lines cl
         join credits c on c.tenant_id = cl.tenant_id and c.id = cl.credit_id
         join fiscal_documents cd on cd.tenant_id = c.tenant_id and cd.id = c.id
         where cl.tenant_id = l.tenant_id and cl.invoice_line_id = l.id
           and c.credit_status in ('UNAPPLIED', 'APPLIED') and coalesce(cd.legal_status, '') not like '%_REJECTED'), 0)::text as should
     from invoice_lines l join fiscal_documents d on d.tenant_id = l.tenant_id and d.id = l.invoice_id where l.tenant_id = $1`,
    [life.tenant.id],
  );
  for (const { number, quantity_credited, should } of credited) {
    if (compare(quantity_credited, should) !== 0) {
      life.problems.push(`${quantity_credited} of a line of ${number} count as credited, ${should} should`);
    }
  }
}

async function checkInvoiceStatuses(life: Evidence): Promise<void> {
  const { tenant } = life;
  const invoices = await life.look<InvoiceFactsRow>(
    `select d.number, i.invoice_status, i.total, i.retention, i.paid, i.credited, i.voided_at, i.canceled_at, i.due_date,
       (select coalesce(sum(amount), 0) from payments p where p.tenant_id = i.tenant_id and p.invoice_id = i.id) -
         (select coalesce(sum(amount), 0) from refunds r where r.tenant_id = i.tenant_id and r.invoice_id = i.id) as payments,
       (select coalesce(sum(c.total), 0) from credits c where c.tenant_id = i.tenant_id and c.invoice_id = i.id and c.credit_status = 'APPLIED') as applied,
       (select coalesce(sum(n.total), 0) from debit_notes n where n.tenant_id = i.tenant_id and n.invoice_id = i.id and n.voided_at is null and n.canceled_at is null
         and not exists (select from fiscal_documents nd where nd.tenant_id = n.tenant_id and nd.id = n.id and nd.legal_status like '%_REJECTED')) as debited_now
     from invoices i join fiscal_documents d on d.tenant_id = i.tenant_id and d.id = i.id where i.tenant_id = $1`,
    [tenant.id],
  );
  const today = localDay(tenant.timeZone, life.now());
  const overpaid = await life.look<{ id: string }>(
    `select p.id from payments p where p.tenant_id = $1 and p.amount <
       (select sum(r.amount) from refunds r where r.tenant_id = p.tenant_id and r.payment_id = p.id)`,
    [tenant.id],
  );
  for (const { id } of overpaid) life.problems.push(`more of the payment ${id} was given back than was paid`);
  for (const invoice of invoices) {
    const should = statusOf(invoice, today);
    if (invoice.invoice_status !== should)
      life.problems.push(`${invoice.number} is ${invoice.invoice_status}, it should be ${should}`);
  }
}

function statusOf(invoice: InvoiceFactsRow, today: string): string {
  if (invoice.voided_at) return 'VOID';
  const credited = new Big(invoice.applied);
  const charged = new Big(invoice.total).plus(invoice.debited_now);
  if (invoice.canceled_at || (credited.gt(0) && credited.gte(charged))) return 'CANCELED';
  const paid = new Big(invoice.payments);
  const left = charged.minus(credited).minus(invoice.retention).minus(paid);
  if (left.lt(0) && paid.gt(0)) return 'OVERPAID';
  if (left.eq(0) && (paid.gt(0) || new Big(invoice.retention).gt(0))) return 'PAID';
  if (left.gt(0) && invoice.due_date !== null && invoice.due_date < today) return 'PAST_DUE';
  if (paid.gt(0)) return 'PARTIALLY_PAID';
  return credited.gt(0) ? 'PARTIALLY_CANCELED' : 'UNPAID';
}

type Sums = Map<string, { amounts: Record<string, Big>; lines: number }>;

/**
 * Totals at the PAC, by type and by rate as the simulator counts them, equal those of the fiscal months. The last piece of a line
 * that is credited in parts takes what is left of it, which may be a cent less than the PAC counts for the piece alone.
 */
async function checkMoney(life: Evidence): Promise<void> {
  const standing = life.pac
    .documents()
    .filter((one) => isAccepted(life, one) && one.voided === null && one.legalStatus !== 'DGI_REJECTED');
  const theirs: Sums = new Map();
  for (const { submission } of standing) {
    for (const [at, line] of submission.lines.entries()) {
      const { net, tax, isc, total } = submission.totals.lines[at]!;
      sumUp(theirs, `type ${submission.documentType}`, { net, tax, isc, total });
      const isCredit = submission.documentType === '04';
      sumUp(theirs, `rate ${percentOf(line.rate)}`, { net, tax }, isCredit ? -1 : 1);
    }
  }
  const ours: Sums = new Map();
  for (const month of new Set(standing.map((one) => one.issueDate.slice(0, 7)))) {
    const [year, number] = month.split('-').map(Number) as [number, number];
    const { documents, rates } = await life.ask((db) => fiscalMonth(db, { year, month: number }));
    for (const { documentType, base: net, itbms: tax, isc, total } of documents.filter(isCounted))
      sumUp(ours, `type ${documentType}`, { net, tax, isc, total });
    for (const { rate, base: net, itbms: tax } of rates) sumUp(ours, `rate ${rate}`, { net, tax });
  }
  const hasCredits = standing.some(({ submission }) => submission.documentType === '04');
  for (const [name, { amounts, lines }] of theirs) {
    const cents = hasCredits && name !== 'type 01' ? 0.01 * lines : 0;
    for (const [part, amount] of Object.entries(amounts)) {
      const here = ours.get(name)?.amounts[part] ?? new Big(0);
      if (amount.minus(here).abs().lte(cents)) continue;
      life.problems.push(`${part} of ${name} is ${here.toFixed()} here and ${amount.toFixed()} at the PAC`);
    }
  }
  for (const name of ours.keys()) if (!theirs.has(name)) life.problems.push(`the PAC has nothing of ${name}`);
}

const isCounted = ({ state }: FiscalMonth['documents'][number]): boolean => state === 'COUNTED';

function sumUp(sums: Sums, name: string, given: Record<string, string>, sign: 1 | -1 = 1): void {
  const { amounts, lines } = sums.get(name) ?? { amounts: {}, lines: 0 };
  for (const [part, amount] of Object.entries(given))
    amounts[part] = (amounts[part] ?? new Big(0)).plus(new Big(amount).times(sign));
  sums.set(name, { amounts, lines: lines + 1 });
}
