// Probes tenant isolation from within: a canary tenant gets a row of everything, a second tenant, the prober, queries every field of the
// schema, and all of it is rolled back. Any data of the canary in an answer to the prober is a leak.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { graphql, type ExecutionResult } from 'graphql';
import { v7 as uuid } from 'uuid';
import { ensureDefaultLocation } from '../../src/catalog/index.ts';
import { receiveNotice } from './receive-notice.ts';
import { attachFile } from '../../src/files/index.ts';
import { keepPlan } from '../../src/requests/index.ts';
import { noClient, type GuardedPacClient } from '../../src/pac/index.ts';
import { DomainError } from '../../src/platform/errors.ts';
import { createLogger } from '../../src/platform/log.ts';
import { createTenant } from '../../src/company/index.ts';
import { actorOf, inTenant, localDay, rehearse, type Tenant } from '../../src/tenancy/index.ts';
import { browserSessions, createToken, inviteMember } from '../../src/access/index.ts';
import { requestContext, type App } from '../../src/graphql/context.ts';
import { among, fieldsOf, operationOf, takesId, type Operation } from './every-field.ts';
import { schema } from '../../src/api/schema.ts';

export interface ProbeReport {
  /** One sentence per field that leaks. */
  problems: string[];
  asked: string[];
  /** Fields that show no data even to the canary itself, so that they prove little. */
  silent: string[];
}

const UUIDS = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const RUC = { ruc: '155596713-2-2015', dv: '59' };

type Ask = (app: App, tenant: Tenant, operation: Operation) => Promise<ExecutionResult>;

/** `through` wraps each query; tests use it to inject a leak. */
export async function probeIsolation(
  app: App,
  through: (ask: Ask, ...asked: Parameters<Ask>) => ReturnType<Ask> = (ask, ...asked) => ask(...asked),
): Promise<ProbeReport> {
  const askAs: Ask = (...asked) => through(askInProcess, ...asked);
  return rehearse(app, { id: 'canary' }, async ({ db }) => {
    const world = apart(app, db);
    const mark = `canary-${uuid()}`;
    const prober = await createTenant(world, { name: 'prober' });
    const questions = fieldsOf('query');
    const withoutId = questions.filter((field) => !takesId(field));

    // One day for all questions, however long they take: an answer that names today would differ after midnight without a leak.
    const asOf = localDay(prober.timeZone, world.clock.now());
    const [year, month] = asOf.split('-').map(Number) as [number, number];
    const time = { year, month, asOf };
    const before = new Map<string, string>();
    for (const field of withoutId)
      before.set(field.name, textOf(await askAs(world, prober, question(field, {}, time))));

    const canary = await createTenant(world, { name: mark, pacCompanyId: mark, ...RUC });
    const ids = await addRows(world, canary, mark);
    const report: ProbeReport = { problems: [], asked: [], silent: [] };
    const secrets = new Set([mark, canary.id, ...Object.values(ids)]);
    for (const field of questions) {
      const own = textOf(await askAs(world, canary, question(field, ids, time)));
      const shown = own.match(UUIDS) ?? [];
      for (const id of shown) secrets.add(id);
      if (!own.includes(mark) && shown.length === 0) report.silent.push(field.name);
    }
    for (const field of questions) {
      const asked = question(field, ids, time);
      const answer = await askAs(world, prober, asked);
      report.asked.push(field.name);
      report.problems.push(...problemsOf(field.name, answer, secrets, asked, before.get(field.name)));
    }
    return report;
  });
}

function problemsOf(
  name: string,
  answer: ExecutionResult,
  secrets: ReadonlySet<string>,
  asked: Operation,
  before: string | undefined,
): string[] {
  const text = textOf(answer);
  const given = JSON.stringify(asked.variables);
  if ([...secrets].some((secret) => text.includes(secret) && !given.includes(secret))) {
    return [`the field ${name} tells one tenant of another`];
  }
  if (before !== undefined) {
    return text === before ? [] : [`the field ${name} answers one tenant otherwise when another one has rows`];
  }
  const refusal = answer.errors?.[0]?.originalError;
  const isUnknown = refusal instanceof DomainError && refusal.code === 'NOT_FOUND';
  return isUnknown ? [] : [`the field ${name} answers for an id of another tenant`];
}

function question(
  field: ReturnType<typeof fieldsOf>[number],
  ids: Record<string, string>,
  { asOf, ...month }: { year: number; month: number; asOf: string },
): Operation {
  const takes = (wanted: string): boolean => field.args.some(({ name }) => name === wanted);
  const more = {
    ...(takes('year') ? month : {}),
    ...(takes('asOf') ? { asOf } : {}),
    ...(field.name === 'salesBy' ? { from: asOf, to: asOf, by: 'CLIENT' } : {}),
    ...(takes('withEvents') ? { withEvents: true } : {}),
    ...(takes('sku') && ids['sku'] !== undefined ? { sku: ids['sku'] } : {}),
    ...(takes('number') && ids['number'] !== undefined ? { number: ids['number'] } : {}),
    ...(field.name === 'saleToReturn' ? { code: ids['number'] ?? 'none', lines: null } : {}),
    ...(takes('externalId') && ids['sku'] !== undefined ? { externalId: ids['sku'] } : {}),
    ...(takes('barcode') && ids['sku'] !== undefined ? { barcode: ids['sku'] } : {}),
  };
  return operationOf('query', field, among(ids), more);
}

function textOf({ data, errors }: ExecutionResult): string {
  return JSON.stringify({ data, errors: errors?.map(({ message }) => message) });
}

async function askInProcess(app: App, tenant: Tenant, { text, variables }: Operation): Promise<ExecutionResult> {
  const viewer = {
    userName: tenant.name,
    actor: actorOf(tenant.name),
    tokenId: null,
    roles: ['admin' as const],
    tenant,
  };
  return graphql({
    schema,
    source: text,
    variableValues: variables,
    contextValue: requestContext(app, { requestId: 'probe', language: 'en' }, viewer),
  });
}

/** The same dependencies without those that reach beyond the transaction: the PAC, the replica, the log; its clock stands still. */
function apart(app: App, db: App['db']): App {
  const { read: _, ...rest } = app;
  // The transaction is rolled back, so the witness must not expect its claim in the database.
  const witness = { ...app.witness, noteClaim: () => undefined };
  const now = app.clock.now();
  return {
    ...rest,
    db,
    witness,
    clock: { now: () => now },
    pac: withoutPac(app.pac),
    log: createLogger({ level: 'silent', readable: true }),
  };
}

function withoutPac({
  notices,
  certainty,
  takes,
  health,
  heldFor,
  downFor,
  isRefused,
  profile,
  profileOf,
  openBreakers,
  tally,
}: GuardedPacClient): GuardedPacClient {
  return {
    notices,
    certainty,
    takes,
    ...noClient('the PAC is not asked in a rehearsal'),
    health,
    heldFor,
    downFor,
    isRefused,
    profile,
    profileOf,
    refresh: async () => undefined,
    turn: async () => ({ end: () => undefined }),
    probeWhatIsDue: async () => undefined,
    openBreakers,
    tally,
  };
}

/** Creates a row of everything through the mutations; returns the ids by argument name. */
async function addRows(app: App, canary: Tenant, mark: string): Promise<Record<string, string>> {
  // The mark is part of every free text.
  async function say(text: string, variables: Record<string, unknown> = {}): Promise<Record<string, Row>> {
    const { data, errors } = await askInProcess(app, canary, { name: 'addRows', text, variables });
    if (errors) throw new Error('the rows of the canary could not be made', { cause: errors[0] });
    return data as Record<string, Row>;
  }

  await inTenant(app, canary, (db) => ensureDefaultLocation(db));
  const { prices } = await say(`mutation { prices: createPriceList(name: "${mark}") { id } }`);
  const { item, dated, client, supplier, office, place } = await say(`mutation {
    item: createItem(input: { sku: "${mark}", name: "${mark}", unitPrice: "10", barcodes: ["${mark}"] }) { id }
    dated: createItem(input: { sku: "${mark}-lots", name: "${mark}", unitPrice: "10", trackingMode: LOT }) { id }
    client: createClient(input: { name: "${mark}", email: "${mark}@example.com", priceListId: "${prices!.id}" }) { id }
    supplier: createSupplier(name: "${mark}", ruc: "${mark}") { id }
    office: createOffice(input: { code: "0001", name: "${mark}", address: "${mark}" }) { id }
    place: createLocation(name: "${mark}", code: "${mark.slice(-12)}") { id }
  }`);
  const ids = { itemId: item!.id, clientId: client!.id, supplierId: supplier!.id, locationId: place!.id };
  const of = `itemId: "${ids.itemId}"`;
  const { adjusted, reserved, sale, gift, open, purchase, bought } = await say(`mutation {
    adjusted: adjustInventory(input: { ${of}, quantityChange: "100", description: "${mark}" }) { id: sourceId }
    there: adjustInventory(input: { ${of}, quantityChange: "9", locationId: "${ids.locationId}", description: "${mark}" }) { id }
    came: adjustInventory(input: { itemId: "${dated!.id}", quantityChange: "3", lotNumber: "${mark}", expirationDate: "2030-01-31", unitCost: "2", description: "${mark}" }) { id }
    reserved: reserveStock(input: { ${of}, quantity: "1" }) { id }
    sale: createOrder(input: { clientId: "${ids.clientId}", lines: [{ ${of}, quantity: "5" }] }) { id }
    gift: createOrder(input: { clientId: "${ids.clientId}", dueDate: "2020-01-01", lines: [{ ${of}, quantity: "2" }] }) { id }
    open: createOrder(input: { clientId: "${ids.clientId}", lines: [{ ${of}, quantity: "1" }] }) { id }
    setPrices(priceListId: "${prices!.id}", prices: [{ ${of}, price: "9" }]) { id }
    purchase: createPurchaseOrder(input: { supplierId: "${ids.supplierId}", lines: [{ ${of}, quantity: "5", unitCost: "2", locationId: "${ids.locationId}" }] }) { id }
    bought: recordSupplierInvoice(input: { supplierId: "${ids.supplierId}", lines: [{ ${of}, quantity: "1", unitCost: "2" }] }) { id }
  }`);
  const { point } = await say(
    `mutation { point: createBillingPoint(officeId: "${office!.id}", code: "002", name: "${mark}") { id } }`,
  );
  // Nothing is sent: it is all taken back.
  const { hook } = await say(`mutation {
    hook: createWebhookEndpoint(url: "https://shop.example/${mark}", description: "${mark}") { endpoint { id } }
  }`);
  const endpointId = hook!.endpoint!.id;
  const { delivery } = await say(`mutation { delivery: sendTestWebhook(endpointId: "${endpointId}") { id } }`);
  const { internal, certified } = await say(`mutation {
    internal: generateInvoice(orderId: "${gift!.id}", mode: PROFORM) { id number lines { id } }
    certified: generateInvoice(orderId: "${sale!.id}") { id }
  }`);
  const tillSessionId = uuid();
  await say(`mutation { openTill(id: "${tillSessionId}", billingPointId: "${point!.id}", openingFloat: "1") { id } }`);
  const { paid, debit, generic, credit } = await say(`mutation {
    paid: registerPayment(invoiceId: "${internal!.id}", amount: "1", reference: "${mark}") { id payments { id } }
    generic: createGenericCredit(input: { clientId: "${ids.clientId}", reference: { number: "${mark.slice(-12)}", date: "2026-01-02" }, reason: "${mark}", mode: PROFORM, lines: [{ ${of}, unitPrice: "1" }] }) { id }
    debit: createDebitNote(input: { invoiceId: "${internal!.id}", reason: "${mark}", mode: PROFORM, lines: [{ ${of}, unitPrice: "1" }] }) { id }
    credit: createCredit(input: { invoiceId: "${internal!.id}", reason: "${mark}", mode: PROFORM }) { id }
  }`);
  const stockCountId = uuid();
  await say(`mutation {
    openStockCount(id: "${stockCountId}", name: "${mark}", locationId: "${ids.locationId}") { id }
    countStock(countId: "${stockCountId}", lines: [{ id: "${uuid()}", ${of}, quantity: "9", place: "${mark.slice(-12)}" }]) { id }
  }`);
  const transferId = uuid();
  const { second } = await say(
    `mutation { second: createLocation(name: "${mark} 2", code: "T${mark.slice(-11)}") { id } }`,
  );
  await say(`mutation {
    adjustInventory(input: { ${of}, quantityChange: "1", locationId: "${ids.locationId}", description: "${mark}" }) { id }
    sendTransfer(input: { id: "${transferId}", note: "${mark}", fromLocationId: "${ids.locationId}", toLocationId: "${second!.id}",
      lines: [{ ${of}, quantity: "1" }] }) { id }
  }`);
  // Its payment lies in this drawer.
  await say(`mutation {
    moveTillCash(id: "${uuid()}", sessionId: "${tillSessionId}", kind: IN, amount: "1", reason: "${mark}") { id }
    countTill(id: "${uuid()}", sessionId: "${tillSessionId}", cash: []) { id }
    closeTill(sessionId: "${tillSessionId}", explanation: "${mark}") { id }
  }`);
  const records = {
    ...{ CLIENT: ids.clientId, SUPPLIER: ids.supplierId, ITEM: ids.itemId, LOCATION: ids.locationId, ORDER: open!.id },
    ...{ INVOICE: internal!.id, CREDIT: credit!.id, DEBIT_NOTE: debit!.id, PAYMENT: paid!.payments![0]!.id },
    PURCHASE_ORDER: purchase!.id,
  };
  const named = Object.entries(records).map(
    ([type, id]) => `${type}: setExternal(type: ${type}, id: "${id}", externalId: "${mark}") { id }`,
  );
  await say(`mutation { ${named.join(' ')} }`);
  await say(`mutation { startContingency(reason: "${mark}") { id } end: endContingency { id } }`);
  const bytes = Buffer.from(`%PDF-${mark}`);
  const file = { filename: `${mark}.pdf`, contentType: 'application/pdf', bytes, storageKey: `${canary.id}/${mark}` };
  // The row only: bytes in the file store would not be rolled back.
  await inTenant(app, canary, (db) => attachFile(db, internal!.id, file));
  const body = { id: mark, legalStatus: 'PAC_AUTHORIZED' };
  const notice = { outcome: 'ok', documentId: mark, cufe: null, legalStatus: 'PAC_AUTHORIZED', message: null } as const;
  await receiveNotice(app, canary, { rawBody: Buffer.from(JSON.stringify(body)), body, notice });
  const wanted = { userName: mark, role: 'viewer', expiresIn: '1h', now: app.clock.now() } as const;
  const token = await createToken(app, canary, mark.repeat(2), wanted);
  await inTenant(app, canary, (db) => inviteMember(db, { userName: mark, role: 'viewer' }, app.clock.now()));
  const sessions = browserSessions({ ...app, openTenant: async () => canary }, [mark]);
  await sessions.open({ tenant: canary, userName: mark, actor: actorOf(mark), tokenId: null, roles: ['viewer'] });
  const remarked = JSON.stringify({ reasons: [`${mark} (2003)`] });
  await inTenant(app, canary, (db) =>
    sql`insert into document_events (tenant_id, id, document_id, kind, actor, detail)
      values (${canary.id}, ${uuid()}, ${certified!.id}, 'REMARKED', ${actorOf(mark)}, ${remarked}::jsonb)`.execute(db),
  );
  const planId = randomUUID();
  const asks = {
    ...{ id: planId, credential: `token:${token.id}`, actor: `agent:${mark} for user:${mark}` },
    user_name: mark,
  };
  const foreseen = { facts: { mark }, amount: '1', isFinal: true, officeIds: [] };
  await inTenant(app, canary, (db) =>
    keepPlan(db, { ...asks, operation: 'createClient', input: { name: mark } }, foreseen, app.clock.now()),
  );
  const { rows: acts } = await inTenant(app, canary, (db) =>
    sql<{ id: string }>`select id from acts where tenant_id = ${canary.id} order by id desc limit 1`.execute(db),
  );
  return {
    ...ids,
    actId: acts[0]!.id,
    planId,
    priceListId: prices!.id,
    sku: mark,
    number: internal!.number!,
    adjustmentId: adjusted!.id,
    reservationId: reserved!.id,
    orderId: open!.id,
    purchaseOrderId: purchase!.id,
    supplierInvoiceId: bought!.id,
    invoiceId: internal!.id,
    invoiceLineId: internal!.lines![0]!.id,
    documentId: certified!.id,
    sourceId: internal!.id,
    creditId: credit!.id,
    debitNoteId: debit!.id,
    genericCreditId: generic!.id,
    paymentId: paid!.payments![0]!.id,
    tokenId: token.id,
    officeId: office!.id,
    billingPointId: point!.id,
    endpointId,
    deliveryId: delivery!.id,
    tillSessionId,
    transferId,
    fromLocationId: ids.locationId,
    toLocationId: second!.id,
    stockCountId,
    countId: stockCountId,
  };
}

interface Row {
  id: string;
  number?: string;
  lines?: Row[];
  payments?: Row[];
  endpoint?: Row;
}
