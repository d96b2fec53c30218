// Events of a run: users, the PAC, time and the worker, in random order; then everything is settled.
import { noticeBody } from '../../../simulator/webhooks.ts';
import type { SimulatedDocument } from '../../../simulator/documents.ts';
import { findLostOf } from '../../../src/certification/watch/find-lost-duties.ts';
import { sendNeverArrivedOf } from '../../../src/certification/watch/send-never-arrived.ts';
import { openDocuments, type OpenDocument } from '../../../src/certification/watch/open-documents.ts';
import { markPastDue } from '../../../src/invoicing/mark-past-due.ts';
import { inTenant, ofTenant } from '../../../src/tenancy/index.ts';
import { nothingSent, request, type Sent } from './client.ts';
import { voidOf } from './check-sent.ts';
import { documentsOf, isAccepted, type Row } from './documents.ts';
import { deliverNotice } from './door.ts';
import type { Life } from './life.ts';
import { afterRestore } from './restore.ts';
import { placeOf } from './place.ts';

const REASON = 'The client gave the order twice';
const DOWN = 'The PAC has told its customers that it is down';
const NOT_RECEIVED = 'The PAC says by telephone that it never came';

interface Told {
  raw: string;
  /** Company at the door of which it comes. */
  companyId: string;
  /** False when the PAC got no 200 for it. */
  answered: boolean;
}

export interface Story {
  orders: string[];
  /** Documents that may be at the PAC, in a way that is not known here. */
  held: string[];
  notices: Told[];
  /** Documents at the PAC: a notice that named nothing else was answered with 200, and nothing failed any more. */
  toldByIdAlone: Set<string>;
  sent: Sent;
}

const VOIDS = {
  INVOICE: { mutation: 'voidInvoice', argument: 'invoiceId' },
  CREDIT_NOTE: { mutation: 'voidCredit', argument: 'creditId' },
  DEBIT_NOTE: { mutation: 'voidDebitNote', argument: 'debitNoteId' },
};
const MOST_ORDERS = 3;
const DAY_MS = 86_400_000;
/** So that what is filed later is filed in another month. */
const A_MONTH_MS = 31 * DAY_MS;

/** A random number of steps, one after the other; a frozen flow overlaps with what follows it. */
export async function walk(life: Life): Promise<Story> {
  const story: Story = { orders: [], held: [], notices: [], toldByIdAlone: new Set(), sent: nothingSent() };
  const steps = life.two ? 10 + life.chance.below(12) : 4 + life.chance.below(8);
  if (life.chance.happens(0.5)) await calmBeginning(life, story);
  else await sell(life, story);
  const [from, to] = life.chance.happens(life.two ? 2 * RESTORED : RESTORED)
    ? [life.chance.below(steps - 1), steps - 1]
    : [];
  let setBack: (() => Promise<void>) | undefined;
  for (let step = 0; step < steps; step += 1) {
    if (step === from) setBack = await remember(life, story);
    await somethingHappens(life, story);
    if (step === to) await setBack!();
  }
  return story;
}

const RESTORED = 0.1;

/** Answers what sets all back to this moment, except for the PAC, and follows the runbook. */
async function remember(life: Life, story: Story): Promise<() => Promise<void>> {
  const since = life.now();
  const setBack = await life.remember();
  return async () => {
    life.say(`— restored to ${since.toISOString()}`);
    await setBack();
    // Answers in the time that is lost are lost as well.
    for (const notice of story.notices) notice.answered = false;
    const held = await life.calmly(() => afterRestore(life, since));
    const orders = await life.look<{ id: string }>('select id from orders where tenant_id = $1', [life.tenant.id]);
    story.held = held;
    story.orders = orders.map(({ id }) => id).filter((id) => !held.includes(id));
    for (let step = 0; step < 4; step += 1) await somethingHappens(life, story);
  };
}

/** Half of the runs have an invoice that the DGI has authorized, so that credits and voids of it meet faults. */
async function calmBeginning(life: Life, story: Story): Promise<void> {
  await life.calmly(async () => {
    await sell(life, story);
    for (const document of life.pac.documents().filter(({ legalStatus }) => legalStatus === 'PAC_AUTHORIZED')) {
      await life.pac.verdict(document.id, 'DGI_AUTHORIZED', { webhook: false });
      await tell(life, story, document, 'whole');
    }
  });
}

async function somethingHappens(life: Life, story: Story): Promise<void> {
  const { chance, tenant } = life;
  const documents = await documentsOf(life);
  const invoices = documents.filter(({ kind }) => kind === 'INVOICE');
  const credits = documents.filter(({ kind }) => kind === 'CREDIT_NOTE');
  const notes = documents.filter(({ kind }) => kind === 'DEBIT_NOTE');
  const atPac = life.pac.documents();
  const undecided = atPac.filter((document) => document.legalStatus === 'PAC_AUTHORIZED' && document.verdict !== null);
  const unknown = documents.filter(({ submission_state }) => submission_state === 'UNKNOWN');
  const nameless = atPac.filter(
    (found) => isAccepted(life, found) && unknown.some(({ place }) => place === placeOf(found.submission)),
  );
  const duties = life.queue.duties();
  const decided = atPac.filter(({ submission, legalStatus }) =>
    documents.some(
      (one) => one.place === placeOf(submission) && one.legal_status === legalStatus && /^DGI/.test(legalStatus),
    ),
  );
  const some = (list: readonly unknown[], weight: number): number => (list.length > 0 ? weight : 0);
  const invoice = (): string => chance.oneOf(invoices).id;
  const credit = (): string => chance.oneOf(credits).id;
  const note = (): string => chance.oneOf(notes).id;
  // The order of one that is held has an invoice at the PAC already.
  const internal = invoices.filter(({ mode, order_id: id }) => mode === 'PROFORM' && !story.held.includes(id ?? ''));
  const given = credits.filter(({ mode }) => mode === 'PROFORM');
  const certified = invoices.filter(({ legal_status }) => legal_status === 'DGI_AUTHORIZED');

  /** The subject is chosen when it happens. */
  const asked = (operation: string, variables: () => Record<string, unknown>) => () =>
    request(life, story.sent, operation, variables());
  const happening = chance.weighted<() => Promise<unknown>>([
    { weight: story.orders.length < (life.two ? 3 : 1) * MOST_ORDERS ? 2 : 0, choice: () => sell(life, story) },
    { weight: some(story.orders, 1), choice: () => generate(life, story, chance.oneOf(story.orders)) },
    { weight: some(invoices, 1.5), choice: () => pay(life, story, invoice()) },
    { weight: some(invoices, 1), choice: () => refund(life, story) },
    { weight: some(invoices, 0.7), choice: () => giveCredit(life, story, invoice()) },
    { weight: some(certified, 3), choice: () => giveCredit(life, story, chance.oneOf(certified).id) },
    {
      weight: some(internal, 2.5),
      choice: asked('convertInvoiceToDgi', () => ({ invoiceId: chance.oneOf(internal).id })),
    },
    { weight: some(given, 2.5), choice: asked('convertCreditToDgi', () => ({ creditId: chance.oneOf(given).id })) },
    { weight: some(credits, 1.5), choice: asked('applyCredit', () => ({ creditId: credit() })) },
    { weight: some(credits, 0.5), choice: asked('cancelCredit', () => ({ creditId: credit() })) },
    { weight: some(invoices, 0.7), choice: asked('cancelInvoice', () => ({ invoiceId: invoice() })) },
    { weight: 1, choice: asked('startContingency', () => ({ reason: DOWN })) },
    { weight: 0.7, choice: asked('endContingency', () => ({ explanation: DOWN })) },
    { weight: some(story.orders, 0.7), choice: () => changeOrder(life, story) },
    { weight: some(story.orders, 0.2), choice: asked('cancelOrder', () => ({ orderId: chance.oneOf(story.orders) })) },
    { weight: some(invoices, 1.5), choice: () => askForVoid(life, story.sent, chance.oneOf(invoices)) },
    { weight: some(credits, 0.8), choice: () => askForVoid(life, story.sent, chance.oneOf(credits)) },
    { weight: some(certified, 1.5), choice: () => debit(life, story, chance.oneOf(certified).id) },
    { weight: some(invoices, 0.3), choice: () => debit(life, story, invoice()) },
    { weight: some(notes, 0.5), choice: asked('cancelDebitNote', () => ({ debitNoteId: note() })) },
    { weight: some(notes, 0.8), choice: () => askForVoid(life, story.sent, chance.oneOf(notes)) },
    { weight: some(documents, 0.7), choice: asked('attachPacPdf', () => sourceOf(chance.oneOf(documents))) },
    { weight: some(undecided, 4), choice: () => pronounce(life, chance.oneOf(undecided)) },
    { weight: some(atPac, 4), choice: () => tell(life, story, chance.oneOf(atPac)) },
    { weight: some(nameless, 1.5), choice: () => tell(life, story, chance.oneOf(nameless), 'id') },
    { weight: some(atPac, 0.3), choice: () => tellMixedUp(life, story, chance.oneOf(atPac), chance.oneOf(atPac)) },
    { weight: 0.05, choice: () => tellOfAStranger(life, story) },
    { weight: some(decided, 0.4), choice: () => contradict(life, story, chance.oneOf(decided)) },
    { weight: some(unknown, 0.4), choice: () => settle(life, story.sent, chance.oneOf(unknown), chance.oneOf(atPac)) },
    { weight: 0.5, choice: async () => life.setClocks() },
    { weight: some(story.notices, 0.7), choice: () => deliver(life, chance.oneOf(story.notices)) },
    { weight: some(unknown, 1), choice: () => settle(life, story.sent, chance.oneOf(unknown)) },
    { weight: Math.max(1, some(duties, 6)), choice: () => nextDuty(life) },
    { weight: some(duties, 0.7), choice: () => life.run(chance.oneOf(duties), { isRepeated: true }) },
    { weight: life.frozen() > 0 ? 3 : 0, choice: () => life.thawOne() },
    { weight: 1, choice: async () => life.pass(chance.oneOf([100, 3000, 21_000, 90_000, 3_600_000, A_MONTH_MS])) },
    { weight: life.resends ? 1 : 0, choice: () => sendNeverArrived(life) },
    { weight: life.two ? 5 : 0, choice: () => breakDown(life, story) },
    { weight: 0.2, choice: () => life.act('mark past due', (app) => inTenant(app, tenant, markPastDue)) },
  ]);
  await happening?.();
}

/** Others find that one of the two is away, or back, and it lasts. */
async function breakDown(life: Life, story: Story): Promise<void> {
  const { chance } = life;
  life.two!.breakDown(chance);
  life.pass(chance.oneOf([0, 30_000, 150_000]));
  if (chance.happens(0.7)) await sell(life, story);
}

/** The rule is an operator's word for each that it sends again. */
export async function sendNeverArrived(life: Life): Promise<void> {
  const unknown = (await documentsOf(life)).filter(({ submission_state }) => submission_state === 'UNKNOWN');
  await life.calmly(() => life.act('send what never arrived', (app) => sendNeverArrivedOf(ofTenant(app, life.tenant))));
  for (const { id, place, submission_state } of await documentsOf(life)) {
    if (submission_state === 'PENDING' && unknown.some((one) => one.id === id)) life.allow(place!);
  }
}

/** A document that is shown to an operator, because the answer to its void was lost, is sent again by this word. */
async function askForVoid(life: Life, sent: Sent, { id, kind }: Pick<Row, 'id' | 'kind'>): Promise<void> {
  const { mutation, argument } = VOIDS[kind];
  const shown = (await documentsOf(life)).find((one) => one.id === id)!;
  if (shown.void_state === 'UNKNOWN' && shown.is_parked) life.allow(voidOf(shown.document_id!));
  await request(life, sent, mutation, { [argument]: id, reason: REASON });
}

const sourceOf = ({ id, kind }: Row) => ({ sourceId: id, sourceType: kind });

async function sell(life: Life, story: Story): Promise<void> {
  const { chance, tenant } = life;
  const lines = someLines(life);
  const today = life.now().getTime();
  const dueDate = chance.happens(0.3)
    ? new Date(today + chance.oneOf([-1, 0, 1]) * DAY_MS).toISOString().slice(0, 10)
    : null;
  const ordered = await request(life, story.sent, 'createOrder', {
    input: { clientId: life.clientId, lines, dueDate, ...(chance.happens(0.2) ? { discount: '1.37' } : {}) },
  });
  // A client whose answer was lost lists the orders.
  const known = await life.look<{ id: string }>('select id from orders where tenant_id = $1 order by number', [
    tenant.id,
  ]);
  story.orders = known.map(({ id }) => id).filter((id) => !story.held.includes(id));
  if (ordered.is === 'done') await generate(life, story, (ordered.value as { id: string }).id);
}

function changeOrder(life: Life, story: Story): Promise<unknown> {
  const orderId = life.chance.oneOf(story.orders);
  return request(life, story.sent, 'updateOrder', { orderId, input: { lines: someLines(life) } });
}

/** One of the items or more, the first of them now and then by the dozen, some with a discount or with ISC. */
function someLines({ chance, itemIds }: Life) {
  const from = chance.below(2);
  return itemIds
    .slice(from, from + 1 + chance.below(3))
    .map((itemId) => ({
      itemId,
      quantity: String(1 + chance.below(9)),
      ...(itemId === itemIds[0] && chance.happens(0.3) ? { unit: 'docena' } : {}),
      ...(chance.happens(0.3) ? { discount: chance.oneOf(['0.05', '1', '1.335']) } : {}),
      ...(chance.happens(0.2) ? { iscRate: '5' } : {}),
    }));
}

/** Left out: the tenant's first. */
function somePoint({ chance, secondPointId }: Life): string | null {
  return chance.happens(0.4) ? secondPointId : null;
}

function generate(life: Life, story: Story, orderId: string): Promise<unknown> {
  const mode = life.chance.happens(0.9) ? 'DGI' : 'PROFORM';
  return request(life, story.sent, 'generateInvoice', { orderId, mode, billingPointId: somePoint(life) });
}

function pay(life: Life, story: Story, invoiceId: string): Promise<unknown> {
  const amount = life.chance.oneOf(['1', '10.70', '53.5', '200']);
  return request(life, story.sent, 'registerPayment', { invoiceId, amount, method: 'CASH' });
}

async function refund(life: Life, story: Story): Promise<void> {
  const payments = await life.look<{ id: string }>(
    'select id from payments where tenant_id = $1 order by created_at, id',
    [life.tenant.id],
  );
  if (payments.length === 0) return;
  const paymentId = life.chance.oneOf(payments).id;
  await request(life, story.sent, 'refundPayment', { paymentId, amount: '0.7', reason: 'Paid too much' });
}

async function giveCredit(life: Life, story: Story, invoiceId: string): Promise<void> {
  const { chance, tenant } = life;
  const rows = await life.look<{ id: string }>(
    'select id from invoice_lines where tenant_id = $1 and invoice_id = $2 order by line_number',
    [tenant.id, invoiceId],
  );
  const lines = chance.happens(0.4) ? null : [{ invoiceLineId: chance.oneOf(rows).id, quantity: '1' }];
  const mode = chance.happens(0.7) ? 'DGI' : 'PROFORM';
  const input = {
    invoiceId,
    mode,
    reason: 'Goods came back',
    lines,
    restock: chance.happens(0.8),
    billingPointId: somePoint(life),
  };
  await request(life, story.sent, 'createCredit', { input });
}

async function debit(life: Life, story: Story, invoiceId: string): Promise<void> {
  const { chance } = life;
  const line = { description: 'Carried to the door', quantity: '3', unitPrice: '1.335', taxRate: '7' };
  const mode = chance.happens(0.8) ? 'DGI' : 'PROFORM';
  const input = { invoiceId, mode, reason: 'Charged too little', lines: [line], billingPointId: somePoint(life) };
  await request(life, story.sent, 'createDebitNote', { input });
}

/** The DGI decides; whether a notice of it arrives is another matter. */
async function pronounce(life: Life, document: SimulatedDocument): Promise<void> {
  const said = life.chance.happens(0.85) ? 'DGI_AUTHORIZED' : 'DGI_REJECTED';
  life.say(`  the DGI says ${said} of ${document.numeration}`);
  await life.pac.verdict(document.id, said, { webhook: false });
}

/** A notice of what is true, late or early, whole or in part; now and then of what was true before, or of no status there is. */
async function tell(life: Life, story: Story, document: SimulatedDocument, how?: 'whole' | 'id'): Promise<void> {
  const { chance } = life;
  if (how !== undefined) {
    const { cufe, ...rest } = noticeBody(document, document.legalStatus);
    // Never the same twice: it is this one that has to be heard.
    const body = how === 'whole' ? { cufe, ...rest } : { ...rest, message: `notice ${story.notices.length}` };
    const notice = { raw: JSON.stringify(body), companyId: document.companyId, answered: false };
    story.notices.push(notice);
    return deliver(life, notice);
  }
  // A document that was never authorized cannot have been told as such.
  const isCurrent = chance.happens(0.85) || document.legalStatus === 'PAC_REJECTED';
  const status = isCurrent ? document.legalStatus : 'PAC_AUTHORIZED';
  const body: Record<string, unknown> = { ...noticeBody(document, status) };
  const left = chance.weighted([
    { weight: 8, choice: null },
    { weight: 2, choice: 'id' },
    { weight: 1, choice: 'cufe' },
    { weight: 0.5, choice: 'status' },
  ] as const);
  if (left === 'status') body['legalStatus'] = 'DGI_PENDING';
  else if (left) delete body[left];
  const notice = { raw: JSON.stringify(body), companyId: document.companyId, answered: false };
  story.notices.push(notice);
  const times = chance.happens(0.2) ? 2 : 1;
  for (let time = 0; time < times; time += 1) await deliver(life, notice);
}

/** A PAC that mixes up its documents, or a stranger who has seen the secret where it is no signature. */
async function tellMixedUp(life: Life, story: Story, one: SimulatedDocument, other: SimulatedDocument): Promise<void> {
  const { chance } = life;
  const isForged = life.signatureScheme === 'shared-secret' && chance.happens(0.5);
  const id = isForged ? one.id : one === other ? '01STRANGER0000000000000000' : other.id;
  const legalStatus = chance.oneOf(['DGI_AUTHORIZED', 'DGI_REJECTED']);
  const notice = {
    raw: JSON.stringify({ id, cufe: one.cufe, legalStatus }),
    companyId: one.companyId,
    answered: false,
  };
  story.notices.push(notice);
  await deliver(life, notice);
}

/** A decision is final. */
async function contradict(
  life: Life,
  story: Story,
  { id, cufe, companyId, legalStatus: told }: SimulatedDocument,
): Promise<void> {
  const legalStatus = told === 'DGI_REJECTED' ? 'DGI_AUTHORIZED' : 'DGI_REJECTED';
  const notice = { raw: JSON.stringify({ id, cufe, legalStatus }), companyId, answered: false };
  story.notices.push(notice);
  await deliver(life, notice);
}

async function tellOfAStranger(life: Life, story: Story): Promise<void> {
  const companyId = life.tenant.pacCompanyId!;
  const notice = {
    raw: JSON.stringify({ id: '01STRANGER', legalStatus: 'DGI_AUTHORIZED' }),
    companyId,
    answered: false,
  };
  story.notices.push(notice);
  await deliver(life, notice);
}

async function deliver(life: Life, notice: Told): Promise<void> {
  if (!life.hasNotices(notice.companyId)) return;
  await life.act('notice', async (app, crash) => {
    if ((await deliverNotice(app, notice.companyId, notice.raw)) !== 200) return;
    notice.answered = true;
    crash();
  });
}

/** The operator asks the PAC, and says what is true; or else types another document's id. */
export async function settle(
  life: Life,
  sent: Sent,
  document: Pick<Row, 'id' | 'place'>,
  mistaken?: SimulatedDocument,
): Promise<void> {
  const found =
    mistaken ?? life.pac.documents().find((one) => placeOf(one.submission) === document.place && isAccepted(life, one));
  const settlement = found
    ? { documentId: document.id, pacDocumentId: found.id }
    : { documentId: document.id, notReceivedReason: NOT_RECEIVED };
  if (!found && document.place !== null) life.allow(document.place);
  await request(life, sent, 'settleSubmission', settlement);
}

async function nextDuty(life: Life): Promise<void> {
  const [duty] = life.queue.duties();
  const inMs = Math.max(0, (duty?.dueAt ?? Number.POSITIVE_INFINITY) - life.now().getTime());
  // Each minute, whatever else is due later.
  if (!duty || inMs > MINUTE_MS) return void (await findLost(life, MINUTE_MS));
  life.pass(inMs);
  await life.run(duty);
}

const MINUTE_MS = 60_000;

/** Answers how many duties were missing. */
async function findLost(life: Life, inMs: number): Promise<number> {
  life.pass(inMs);
  if (life.two) await life.act('ask each PAC that is held', (app) => app.pac.probeWhatIsDue());
  const outcome = await life.act('find-lost-duties', (app) => findLostOf(app, life.tenant));
  return outcome.is === 'done' ? (outcome.value as number) : 0;
}

const REST_WITHIN_MS = 3 * DAY_MS;
const MOST_DUTIES = 300;

/** No more faults: frozen processes go on, the DGI decides everything, and the worker does what is due for some days. */
export async function comeToRest(life: Life, story: Story, isTold = false): Promise<void> {
  const { sent } = story;
  life.say('— no more faults');
  await life.calm();
  // Documents that wait for the end are sent then; there may be none.
  await request(life, sent, 'endContingency', { explanation: DOWN });
  await pronounceAll(life);
  const unknown = (await documentsOf(life)).filter(({ submission_state }) => submission_state === 'UNKNOWN');
  for (const found of life.pac.documents().filter((one) => isAccepted(life, one))) {
    if (!unknown.some(({ place }) => place === placeOf(found.submission)) || life.chance.happens(0.5)) continue;
    await tell(life, story, found, 'id');
    if (life.hasNotices(found.companyId)) story.toldByIdAlone.add(found.id);
  }
  // Each notice arrives in the end, where that is what is tried.
  if (isTold)
    for (const found of life.pac.documents().filter((one) => isAccepted(life, one)))
      await tell(life, story, found, 'whole');
  await work(life);
  if (life.resends) await goOn(life, story, isTold);
}

/** The shop goes on selling at each point, and the PAC tells of that: what never arrived is sent again by the rule. */
async function goOn(life: Life, story: Story, isTold: boolean): Promise<void> {
  const known = new Set(life.pac.documents().map(({ id }) => id));
  const tellAll = async (): Promise<void> => {
    for (const found of life.pac.documents())
      if (isTold || !known.has(found.id)) await tell(life, story, found, 'whole');
  };
  const sold: { invoiceId: string; billingPointId: string | null }[] = [];
  for (const billingPointId of [null, life.secondPointId]) {
    const ordered = await request(life, story.sent, 'createOrder', {
      input: { clientId: life.clientId, lines: someLines(life) },
    });
    if (ordered.is !== 'done') continue;
    const orderId = (ordered.value as { id: string }).id;
    story.orders.push(orderId);
    const made = await request(life, story.sent, 'generateInvoice', { orderId, mode: 'DGI', billingPointId });
    if (made.is === 'done') sold.push({ invoiceId: (made.value as { id: string }).id, billingPointId });
  }
  await pronounceAll(life);
  await tellAll();
  // Notes have numbers of their own, and are about what the DGI has authorized.
  for (const one of sold) {
    const note = { ...one, mode: 'DGI', reason: 'Counted anew' };
    const line = { description: 'Carried to the door', quantity: '1', unitPrice: '1', taxRate: '7' };
    await request(life, story.sent, 'createDebitNote', { input: { ...note, lines: [line] } });
    await request(life, story.sent, 'createCredit', { input: { ...note, lines: null, restock: true } });
  }
  await tellAll();
  life.pass(2 * 3_600_000);
  await sendNeverArrived(life);
  await pronounceAll(life);
  await work(life);
}

export async function work(life: Life): Promise<void> {
  const until = life.now().getTime() + REST_WITHIN_MS;
  for (let done = 0; done < MOST_DUTIES; done += 1) {
    const [duty] = life.queue.duties();
    if (duty && duty.dueAt <= until) {
      life.pass(Math.max(0, duty.dueAt - life.now().getTime()));
      await life.run(duty);
    } else if ((await findLost(life, 2 * MINUTE_MS)) === 0) return;
  }
  life.problems.push(`the worker does not come to rest: ${life.queue.duties()[0]?.job.name}`);
}

/** The operator does, truthfully, what the open documents ask an operator for; the PAC and the worker do the rest. */
export async function operate(life: Life, sent: Sent, open: readonly OpenDocument[]): Promise<void> {
  life.say('— the operator');
  // Pauses that the PAC has asked for are over by then; a refused operator comes back as well.
  life.pass(3_600_000);
  const documents = await documentsOf(life);
  for (const { documentId, nextAction } of open) {
    const document = documents.find(({ id }) => id === documentId)!;
    if (nextAction !== 'OPERATOR' && nextAction !== 'AWAIT_NOTICE_OR_OPERATOR') continue;
    // An id may be another document's where the CUFE beside it was ours; the portal shows which it is.
    const atPac = life.pac.documents().find((one) => one.cufe === document.cufe);
    const isMisnamed = document.legal_status !== null && document.document_id !== (atPac?.id ?? document.document_id);
    const isUnsettled =
      document.submission_state === 'UNKNOWN' ||
      isMisnamed ||
      (document.legal_status !== null && document.document_id === null);
    if (isUnsettled) await settle(life, sent, document);
    const now = (await documentsOf(life)).find(({ id }) => id === documentId)!;
    if (now.void_state === 'UNKNOWN' && now.document_id !== null) {
      await askForVoid(life, sent, now);
    }
  }
  await settleAll(life);
}

export async function settleAll(life: Life): Promise<void> {
  // Twice: what the operator has set free may be sent by the worker only, and then waits for its verdict.
  for (let time = 0; time < 2; time += 1) {
    await pronounceAll(life);
    await work(life);
  }
}

async function pronounceAll(life: Life): Promise<void> {
  for (const document of life.pac.documents()) {
    if (document.legalStatus === 'PAC_AUTHORIZED') await pronounce(life, document);
  }
}

export async function openNow(life: Life): Promise<OpenDocument[]> {
  let open: OpenDocument[] = [];
  await life.act('openDocuments', async (app) => {
    open = await inTenant(app, life.tenant, (db) => openDocuments(db));
  });
  return open;
}
