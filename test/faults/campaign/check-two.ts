// Two accounts at the end of a run: what has not left goes to the second while the first is away, and to the first again when it is back.
import { pacsOfMonth } from '../../../src/reports/certified-month.ts';
import { request } from './client.ts';
import { documentsOf, isAccepted, standsAtPac, type Row } from './documents.ts';
import type { Life } from './life.ts';
import { placeOf } from './place.ts';
import { count as tell } from './tally.ts';
import { settleAll, work, type Story } from './walk.ts';

const DAY_MS = 86_400_000;

/** Nothing else fails any more. */
export async function goOverAndBack(life: Life, story: Story): Promise<void> {
  const two = life.two!;
  const away = { untilMs: life.now().getTime() + DAY_MS, faults: { submit: DOWN, void: DOWN, get: DOWN, pdf: DOWN } };
  two.away(two.firstCompanyId, away, true);
  life.say('— the first PAC is away');
  await expectAt(life, story, null);
  // A question in between does not begin the time anew.
  life.pass(two.afterSeconds * 500);
  await life.act('ask each PAC that is held', (app) => app.pac.probeWhatIsDue());
  life.pass(two.afterSeconds * 500 + 5_000);
  await expectAt(life, story, two.secondCompanyId);
  two.back(two.firstCompanyId);
  life.say('— the first PAC is back');
  await life.act('ask each PAC that is held', (app) => app.pac.probeWhatIsDue());
  await expectAt(life, story, two.firstCompanyId);
  await settleAll(life);
}

const DOWN = ['refusedConnection'];

/** A sale of this moment; null: it waits. */
async function expectAt(life: Life, { sent, orders }: Story, companyId: string | null): Promise<void> {
  const lines = [{ itemId: life.itemIds[1]!, quantity: '1' }];
  const ordered = await request(life, sent, 'createOrder', { input: { clientId: life.clientId, lines } });
  if (ordered.is !== 'done') return;
  const orderId = (ordered.value as { id: string }).id;
  orders.push(orderId);
  await request(life, sent, 'generateInvoice', { orderId, mode: 'DGI', billingPointId: null });
  const sold = (await documentsOf(life)).find((one) => one.order_id === orderId);
  if (!sold) return;
  const at = companyOf(life, sold);
  if (at !== companyId) life.problems.push(`${sold.number} is at ${at}, it should be at ${companyId}`);
}

function companyOf(life: Life, { place }: Row): string | null {
  const found = life.pac.documents().find((one) => placeOf(one.submission) === place && isAccepted(life, one));
  return found?.companyId ?? null;
}

/** The month says which PAC has certified what, and no number came to a PAC before its turn. */
export async function checkTwo(life: Life): Promise<void> {
  const two = life.two!;
  await work(life);
  const names = new Set((await documentsOf(life)).map(({ place }) => place));
  const standing = life.pac
    .documents()
    .filter((one) => isAccepted(life, one) && standsAtPac(one) && names.has(placeOf(one.submission)));
  const months = Map.groupBy(standing, ({ issueDate }) => issueDate.slice(0, 7));
  for (const [month, documents] of months) {
    const [year, number] = month.split('-').map(Number) as [number, number];
    const told = await life.ask((db) => pacsOfMonth(db, { year, month: number }));
    for (const companyId of [two.firstCompanyId, two.secondCompanyId]) {
      const count = documents.filter((one) => one.companyId === companyId).length;
      tell(life.tally.actions, `documents at the ${companyId === two.firstCompanyId ? 'first' : 'second'} PAC`, count);
      const said = told.find((one) => one.companyId === companyId)?.count ?? 0;
      if (said !== count)
        life.problems.push(`${month} says that ${companyId} has certified ${said}, and it has ${count}`);
    }
  }
}
