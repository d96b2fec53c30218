// Files the sales of a till and what was done with its drawer, each once and in its maker's name: by one tab at a time, under the keys that were made when the sale was begun.
import type { AnyVariables, Client, TypedDocumentNode } from 'urql';
import { MakeClient, WalkInClient } from '../api/counter.ts';
import { CreateOrder, GenerateInvoice } from '../api/orders.ts';
import { problemOf, type Problem } from '../api/problem.ts';
import { CloseTill, CountTill, MoveTillCash, OpenTill } from '../api/tills.ts';
import { serviceNow } from '../clock.ts';
import { keyOf, orderOf, overAt, paymentOf } from '../rules/sale.ts';
import { isAct, isBehind, type KeptAct } from '../rules/till-day.ts';
import type { Company } from '../session.ts';
import { changeSale, keptAll, nextPlace, salesName, type Kept, type KeptSale } from './kept-sales.ts';
import { reportSales } from './report-sales.ts';
import { inOneTab } from '../till.ts';

/** The available quantity of the sold items has changed, and the X of the session. */
const TOUCHED = ['ItemInventory', 'TillSession', 'TillSessionPage'];
const WALK_IN = 'counter-walk-in';

/** Nothing can be filed now, so the sales after it wait as well. */
const SAY_NOTHING: readonly string[] = ['OFFLINE', 'SERVICE_UNAVAILABLE', 'UNAUTHENTICATED', 'RATE_LIMITED'];
/** It is not known whether it was done. */
const DOUBTFUL = 'INTERNAL_SERVER_ERROR';

export function sendSales(client: Client, company: Company): Promise<void> {
  return inOneTab(salesName(company), async () => {
    const tried = new Set<string>();
    const nextOne = async (): Promise<Kept | undefined> => {
      const all = await keptAll(company);
      const isDue = (kept: Kept): boolean => isAct(kept) || overAt(kept) <= serviceNow();
      return all.find((kept) => kept.state === 'waiting' && isDue(kept) && !tried.has(kept.id) && !isBehind(kept, all));
    };
    await reportSales(client, company);
    for (let next = await nextOne(); next; next = await nextOne()) {
      const { id } = next;
      tried.add(id);
      const filing = isAct(next) ? fileAct(client, company, next) : file(client, company, next);
      const problem = await filing.catch((error: Error) => error.cause as Problem | undefined);
      if (problem && SAY_NOTHING.includes(problem.code)) return;
      if (problem && problem.code !== DOUBTFUL) await changeSale(company, id, () => ({ state: 'refused', problem }));
    }
    await reportSales(client, company);
  });
}

/** Each step is kept when it is done, and the next begins there; what is refused is thrown. */
async function file(client: Client, company: Company, kept: KeptSale): Promise<undefined> {
  const { sale, soldAt } = kept;
  const keep = (part: Partial<KeptSale>) => changeSale(company, kept.id, () => part);
  const clientId = kept.clientId ?? (await clientOf(client, kept));
  await keep({ clientId });
  const orderId =
    kept.orderId ??
    (await ask(client, CreateOrder, { input: orderOf(sale, clientId, soldAt) }, keyOf(sale, 'order'))).createOrder.id;
  await keep({ orderId });
  const filing = { orderId, mode: sale.mode, payment: paymentOf(sale), madeBy: sale.madeBy ?? null };
  const { generateInvoice: invoice } = await ask(client, GenerateInvoice, filing, keyOf(sale, 'invoice'));
  await keep({ state: 'filed', filedAt: nextPlace(), invoice });
}

/** A Z that was made elsewhere meanwhile does not say what this till has to say: a person is told. */
async function fileAct(client: Client, company: Company, kept: KeptAct): Promise<undefined> {
  const { id, act, sessionId, madeBy, soldAt: saidAt } = kept;
  const stamp = { saidAt, madeBy };
  const entry = { id, sessionId, ...stamp };
  const send = <Data, Variables extends AnyVariables>(
    mutation: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ) => ask(client, mutation, variables, `till-${id}`);
  if (act.does === 'open') await send(OpenTill, { id, billingPointId: act.pointId, openingFloat: act.float, ...stamp });
  else if (act.does === 'move')
    await send(MoveTillCash, { ...entry, kind: act.kind, amount: act.amount, reason: act.reason });
  else if (act.does === 'count') await send(CountTill, { ...entry, cash: act.cash, others: act.others });
  else {
    const { closeTill: z } = await send(CloseTill, { sessionId, explanation: act.explanation, ...stamp });
    if (z.explanation !== act.explanation)
      throw refused({ code: 'CONFLICT', message: `Z ${z.zNumber ?? ''} · ${z.closedBy ?? ''}` });
  }
  await changeSale<KeptAct>(company, id, () => ({ state: 'filed', filedAt: nextPlace() }));
}

const refused = (problem: Problem): Error => new Error(problem.message, { cause: problem });

async function clientOf(client: Client, { sale }: KeptSale): Promise<string> {
  const sold = sale.client;
  if (sold?.id) return sold.id;
  if (sold?.made) return (await ask(client, MakeClient, { input: sold.made }, keyOf(sale, 'client'))).createClient.id;
  const found = await ask(client, WalkInClient, { externalId: WALK_IN }).catch((error: unknown) => {
    if (((error as Error).cause as Problem).code === 'NOT_FOUND') return { clientByExternalId: null };
    throw error;
  });
  if (found.clientByExternalId) return found.clientByExternalId.id;
  const input = { name: 'Consumidor final', receiverType: 'CONSUMIDOR_FINAL' as const, externalId: WALK_IN };
  return (await ask(client, MakeClient, { input }, WALK_IN)).createClient.id;
}

async function ask<Data, Variables extends AnyVariables>(
  client: Client,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  idempotencyKey?: string,
): Promise<Data> {
  const context = { requestPolicy: 'network-only' as const, idempotencyKey, additionalTypenames: TOUCHED };
  const request =
    idempotencyKey === undefined
      ? client.query(document, variables, context)
      : client.mutation(document, variables, context);
  const { data, error } = await request.toPromise();
  if (error) throw refused(problemOf(error));
  return data!;
}
