// Events as a reader of the feed got them, against the facts: counted anew from the tables of the facts and the timelines, never from triggers.
import type { Evidence, Told } from './evidence.ts';
import { count } from './tally.ts';

interface Fact {
  type: string;
  entity: string;
  times: number;
}

const KIND = `case kind when 'CREDIT_NOTE' then 'credit' when 'DEBIT_NOTE' then 'debit_note' else 'invoice' end`;

/** Types with exactly one event for each fact. */
const FACTS = `
  with documents as (select *, ${KIND} as word from fiscal_documents where tenant_id = $1)
  select type, entity, count(*)::int as times from (
    select 'order.created' as type, id as entity from orders where tenant_id = $1
    union all select 'order.canceled', id from orders where tenant_id = $1 and status = 'CANCELED'
    union all select 'client.created', id from clients where tenant_id = $1
    union all select 'item.created', id from items where tenant_id = $1
    union all select 'price_list.created', id from price_lists where tenant_id = $1
    union all select 'location.created', id from locations where tenant_id = $1 and not is_default
    union all select 'supplier_invoice.created', id from supplier_invoices where tenant_id = $1
    union all select word || '.issued', id from documents
    union all select word || '.issued', id from documents where proforma_number is not null
    union all select word || '.' || case when e.detail ->> 'to' like '%REJECTED' then 'rejected' else lower(e.detail ->> 'to') end, d.id
      from document_events e join documents d on d.id = e.document_id where e.tenant_id = $1 and e.kind = 'LEGAL_STATUS'
    union all select word || '.voided', id from documents where void_state = 'DONE'
    union all select 'payment.recorded', id from payments where tenant_id = $1
    union all select 'payment.refunded', payment_id from refunds where tenant_id = $1
    union all select 'document.pdf_attached', source_id from files where tenant_id = $1 and content_type = 'application/pdf'
    union all select 'till.opened', id from till_sessions where tenant_id = $1
    union all select 'till.moved', session_id from till_entries where tenant_id = $1 and kind <> 'COUNT'
    union all select 'till.closed', id from till_closings where tenant_id = $1
    union all select 'stock.moved', item_id from inventory_logs where tenant_id = $1
  ) fact group by type, entity`;

/** Current state of a document; a copy that follows the events must agree. */
const NOW = `
  select d.id, d.number, ${KIND} as word, d.legal_status, d.submission_state = 'UNKNOWN' as is_unknown, d.parked_reason is not null as is_parked,
    coalesce(i.invoice_status, c.credit_status, n.debit_status) as status,
    array(select e.detail ->> 'to' from document_events e
      where e.tenant_id = $1 and e.document_id = d.id and e.kind = 'LEGAL_STATUS' order by e.at, e.id) as verdicts
  from fiscal_documents d
  left join invoices i on i.tenant_id = $1 and i.id = d.id
  left join credits c on c.tenant_id = $1 and c.id = d.id
  left join debit_notes n on n.tenant_id = $1 and n.id = d.id
  where d.tenant_id = $1`;

interface Now {
  id: string;
  number: string;
  word: string;
  legal_status: string | null;
  is_unknown: boolean;
  is_parked: boolean;
  status: string;
  verdicts: string[];
}

/** Nothing lost, nothing twice, nothing about what was rolled back, and of each document and stream in its order. */
export async function checkEvents(life: Evidence): Promise<void> {
  const told = await life.told();
  const facts = await life.look<Fact>(FACTS, [life.tenant.id]);
  life.tally.events += told.length;
  for (const { type } of told) count(life.tally.actions, `event ${type}`);
  if (new Set(told.map(({ id }) => id)).size < told.length) life.problems.push('an event was told twice');

  const types = new Set(facts.map(({ type }) => type));
  const heard = new Map<string, number>();
  for (const { type, entityId } of told) {
    heard.set(`${type} ${entityId}`, (heard.get(`${type} ${entityId}`) ?? 0) + 1);
  }
  for (const { type, entity, times } of facts) {
    const often = heard.get(`${type} ${entity}`) ?? 0;
    heard.delete(`${type} ${entity}`);
    if (often < times) {
      life.tally.eventsLost += times - often;
      life.problems.push(`${type} of ${entity} was told ${often} times, it happened ${times} times`);
    }
    if (often > times) nothing(life, `${type} of ${entity}`, often - times);
  }
  const documents = await life.look<Now>(NOW, [life.tenant.id]);
  const entities = new Set([...facts.map(({ entity }) => entity), ...documents.map(({ id }) => id)]);
  for (const [what, often] of heard) {
    const [type = '', entity = ''] = what.split(' ');
    if (types.has(type) || !entities.has(entity)) nothing(life, what, often);
  }
  const byEntity = Map.groupBy(told, ({ entityId }) => entityId);
  for (const document of documents) checkCopy(life, document, byEntity.get(document.id) ?? []);
  await checkStreams(life, told);
}

function nothing(life: Evidence, what: string, often: number): void {
  life.tally.eventsAboutNothing += often;
  life.problems.push(`${what} was told, and did not happen`);
}

/** Beliefs of a reader who knows only the events. */
function checkCopy(life: Evidence, document: Now, events: readonly Told[]): void {
  const copy = { verdicts: [] as string[], isUnknown: false, isParked: false, status: '' };
  for (const { type, data } of events) {
    const { status, legalStatus } = data as { status?: string; legalStatus?: string };
    const [word, happened] = type.split('.');
    if (/_authorized$|^rejected$/.test(happened!)) copy.verdicts.push(legalStatus!);
    if (happened === 'unknown' || happened === 'settled') copy.isUnknown = happened === 'unknown';
    if (happened === 'parked' || happened === 'unparked') copy.isParked = happened === 'parked';
    if (word === document.word && status !== undefined) copy.status = status;
  }
  const wrong = (what: string, is: unknown, should: unknown): void => {
    if (String(is) !== String(should))
      life.problems.push(`by its events ${what} of ${document.number} is ${String(is)}, not ${String(should)}`);
  };
  if (!events[0]?.type.endsWith('.issued'))
    life.problems.push(`the first event of ${document.number} is ${events[0]?.type}`);
  wrong('the course', copy.verdicts, document.verdicts);
  wrong('what is unknown', copy.isUnknown, document.is_unknown);
  wrong('what is parked', copy.isParked, document.is_parked);
  // The rejection of a debit note is told as its verdict.
  if (document.status !== 'REJECTED') wrong('the status', copy.status, document.status);
}

/** Movements of an item at a location come in the order of the ledger. */
async function checkStreams(life: Evidence, told: readonly Told[]): Promise<void> {
  const ledger = await life.look<{ stream: string; balances: string[] }>(
    `select item_id || ' ' || location_id as stream, array_agg(trim_scale(new_quantity)::text order by seq) as balances
     from inventory_logs where tenant_id = $1 group by 1`,
    [life.tenant.id],
  );
  const streams = Map.groupBy(
    told.filter(({ type }) => type === 'stock.moved').map(({ data }) => data as Record<string, string>),
    ({ id, locationId }) => `${id} ${locationId}`,
  );
  for (const { stream, balances } of ledger) {
    const heard = streams.get(stream)?.map(({ newQuantity }) => newQuantity) ?? [];
    if (heard.join(' ') !== balances.join(' '))
      life.problems.push(`the movements of ${stream} were told in another order`);
  }
}
