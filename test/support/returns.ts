// A counter at which sales come back, for the stories of returns; amounts are counted in cents.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createToken } from '../../src/access/index.ts';
import type { Role } from '../../src/tenancy/index.ts';
import { operationNamed } from './operation-named.ts';
import { eventually, graphql, JWT_SECRET, world, type Answer, type TestTenant } from './world.ts';

const INVOICE = `id number documentId total legalStatus invoiceStatus paid balance change cufe qrUrl lines { id quantity quantityCredited }
  payments { id method amount reference refunds { amount reason movedTo } }`;
const CREDIT = `id number total mode legalStatus creditStatus documentId pacInput reason`;
export const ORDER = 'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id total } }';
export const SELL = `mutation ($id: UUID!, $mode: GenerationMode!, $payment: PaymentTermsInput) {
  generateInvoice(orderId: $id, mode: $mode, payment: $payment) { ${INVOICE} } }`;
export const RETURN = `mutation ($input: ReturnSaleInput!) {
  returnSale(input: $input) { id credit { ${CREDIT} invoice { ${INVOICE} } } exchange { ${INVOICE} pacInput } } }`;
export const TAKE = `mutation ($input: ReturnSaleInput!) { returnSale(input: $input) { id credit { number total } } }`;
export const FIND = `query ($code: String!, $lines: [CreditLineInput!]) {
  saleToReturn(code: $code, lines: $lines) { problem subtotal tax total back methods { method amount most } invoice { id number } } }`;
export const READ = `query ($id: UUID!) { invoice(id: $id) { ${INVOICE} } }`;
export const OPEN = `mutation ($id: UUID!, $point: UUID, $float: Decimal!) {
  openTill(id: $id, billingPointId: $point, openingFloat: $float) { id } }`;
export const COUNT = `mutation ($id: UUID!, $session: UUID!, $cash: [CashPiecesInput!]!, $others: [CountedAmountInput!]) {
  countTill(id: $id, sessionId: $session, cash: $cash, others: $others) { id } }`;
export const CLOSE = `mutation ($session: UUID!) { closeTill(sessionId: $session) { zNumber report {
  documents { kind mode count ended total } methods { method received returned expected difference } } } }`;

export interface Person {
  ask(query: string, variables?: object): Promise<Answer>;
  get(query: string, variables?: object): Promise<Answer>;
  call(asked: string, given?: object): Promise<Answer>;
  /** The one refusal. */
  refused(query: string, variables?: object): Promise<{ code: string; message: string; params: Answer }>;
}

/** A user of the company with a token of their own. */
export async function person(shop: TestTenant, userName: string, role: Role): Promise<Person> {
  const { app, clock, url } = await world();
  const made = { userName, role, expiresIn: '9h', now: clock.now() };
  const { token } = await createToken(app, shop.tenant, JWT_SECRET, made);
  const ask = (query: string, variables: object = {}) => graphql(url, query, variables, token);
  const get = async (query: string, variables?: object) => {
    const { data, errors } = await ask(query, variables);
    assert.equal(errors, undefined, JSON.stringify(errors));
    return data;
  };
  return {
    ask,
    get,
    async call(asked, given) {
      const { name, text, variables } = operationNamed(asked, given);
      return (await get(text, variables))[name];
    },
    async refused(query, variables) {
      const { errors } = await ask(query, variables);
      assert.equal(errors?.length, 1, JSON.stringify(errors));
      const { code, params } = errors[0]!.extensions as Answer;
      return { code, message: errors[0]!.message, params };
    },
  };
}

export const cents = (amount: string): number => Math.round(Number(amount) * 100);
export const text = (amount: number): string => String(amount / 100);
const coins = (amount: number) => [{ denomination: 'COIN_1C', pieces: amount }];

export interface Part {
  method: string;
  amount: string;
}

/** Sold, and certified by the DGI where it is fiscal. */
export async function sell(
  who: Person,
  clientId: string,
  lines: object[],
  payments: Part[],
  mode: 'DGI' | 'PROFORM' = 'PROFORM',
): Promise<Answer> {
  const order = await who.get(ORDER, { input: { clientId, lines } });
  const payment = payments.length === 0 ? { method: 'CASH' } : { payments };
  const { generateInvoice: sold } = await who.get(SELL, { id: order.createOrder.id, mode, payment });
  if (mode === 'PROFORM') return sold;
  const { simulator } = await world();
  await simulator.verdict(sold.documentId, 'DGI_AUTHORIZED');
  const read = () => who.get(READ, { id: sold.id });
  return (await eventually(read, ({ invoice }: Answer) => invoice.legalStatus === 'DGI_AUTHORIZED')).invoice;
}

export const back = (who: Person, input: object): Promise<Answer> =>
  who
    .get(RETURN, { input: { reason: 'Devolución', idempotencyKey: randomUUID(), ...input } })
    .then((one) => one.returnSale);

export const opened = async (who: Person, float = '0', point: string | null = null): Promise<string> => {
  const id = randomUUID();
  await who.get(OPEN, { id, float, point });
  return id;
};

/** The Z, after the drawer was counted as the test has it. */
export async function closed(who: Person, session: string, drawer: Record<string, number>): Promise<Answer> {
  const others = Object.entries(drawer).filter(([method, amount]) => method !== 'CASH' && amount !== 0);
  await who.get(COUNT, {
    ...{ id: randomUUID(), session, cash: coins(drawer['CASH'] ?? 0) },
    others: others.map(([method, amount]) => ({ method, amount: text(amount) })),
  });
  return (await who.get(CLOSE, { session })).closeTill;
}

export const ofMethod = (z: Answer, wanted: string): Answer =>
  z.report.methods.find(({ method }: Answer) => method === wanted);
