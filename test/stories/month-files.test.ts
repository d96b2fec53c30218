// The accountant's month: what counts by type and rate, what each figure is made of, and what changed after it was declared.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { invoice, newClient, newItem, newOrder } from '../support/business.ts';
import { sendNotice } from '../support/notices.ts';
import { createWorld, type Answer, type TestTenant, type World } from '../support/world.ts';

const AMOUNTS = 'base itbms isc otherTaxes total retention';
const MONTH = `query ($year: Int!, $month: Int!) { fiscalMonth(year: $year, month: $month) {
  from to dueDay net { ${AMOUNTS} } before { base itbms }
  documents { documentType kind state count ${AMOUNTS} rates { rate base itbms } }
  rates { rate base itbms } lateChanges { number documentId kind what state total }
  series { series kind first last count billingPoint { code } exceptions { number class } } } }`;

const VOID = 'mutation ($id: UUID!) { voidInvoice(invoiceId: $id, reason: "Made out to the wrong client") { id } }';
const PANAMA = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Panama' });
const thisMonth = () => {
  const [year, month] = PANAMA.format().split('-').map(Number);
  return { year: year!, month: month! };
};
const monthBefore = ({ year, month }: { year: number; month: number }) =>
  month === 1 ? { year: year - 1, month: 12 } : { year, month: month - 1 };

let here: World;

interface Shop extends TestTenant {
  sold: Answer[];
  voided: Answer;
  rejected: Answer;
  unknown: Answer;
  credit: Answer;
}

async function sell(shop: TestTenant, lines: [price: string, taxRate: string][], client?: string): Promise<Answer> {
  const items = await Promise.all(lines.map(([price, taxRate]) => newItem(shop, { negative: true, price, taxRate })));
  const clientId = await newClient(shop, client);
  const order = await newOrder(
    shop,
    clientId,
    items.map((itemId) => ({ itemId, quantity: '3' })),
  );
  return invoice(shop, order.id);
}

/** One of each fate. */
async function shopOfTheMonth(): Promise<Shop> {
  const shop = await here.tenant();
  const sold = [
    await sell(shop, [
      ['1.005', '7'],
      ['3', '0'],
    ]),
    await sell(shop, [['2', '10']], '=cmd|calc, S.A.'),
    await sell(shop, [
      ['7.77', '15'],
      ['0.333', '7'],
    ]),
  ];
  const voided = await sell(shop, [['100', '7']]);
  await shop.get(VOID, { id: voided.id });
  here.simulator.nextFault({ name: 'pacReject', companyId: shop.companyId });
  const rejected = await sell(shop, [['50', '7']]);
  here.simulator.nextFault({ name: 'lostAnswer', companyId: shop.companyId, operation: 'submit' });
  const unknown = await sell(shop, [['40', '7']]);
  const { documentId, cufe } = sold[0];
  await here.simulator.verdict(documentId, 'DGI_AUTHORIZED', { webhook: false });
  await sendNotice(here, shop, { id: documentId, cufe, legalStatus: 'DGI_AUTHORIZED' });
  const { createCredit: credit } = await shop.get(
    'mutation ($input: CreateCreditInput!) { createCredit(input: $input) { id number total } }',
    {
      input: {
        invoiceId: sold[0].id,
        reason: 'Devuelto',
        lines: [{ invoiceLineId: sold[0].lines[0].id, quantity: '1' }],
      },
    },
  );
  return { ...shop, sold, voided, rejected, unknown, credit };
}

const monthOf = async (shop: TestTenant, asked = thisMonth()): Promise<Answer> =>
  (await shop.get(MONTH, asked)).fiscalMonth;

const cents = (amount: string): number => Math.round(Number(amount) * 100);

before(async () => {
  here = await createWorld({ works: false });
});

describe('fiscalMonth', () => {
  test('each type and state has its rates, which add up to its amounts, and those that count to the month', async () => {
    const shop = await shopOfTheMonth();
    const month = await monthOf(shop);
    assert.deepEqual(
      month.documents.map(({ documentType, state, count }: Answer) => [documentType, state, count]),
      [
        ['01', 'COUNTED', 3],
        ['01', 'OPEN', 1],
        ['01', 'REJECTED', 1],
        ['01', 'VOIDED', 1],
        ['04', 'COUNTED', 1],
      ],
    );
    for (const { base, itbms, rates } of month.documents as Answer[])
      for (const [name, amount] of [
        ['base', base],
        ['itbms', itbms],
      ] as const)
        assert.equal(
          rates.reduce((sum: number, one: Answer) => sum + cents(one[name]), 0),
          cents(amount),
        );
    const [invoices, , , voided, credits] = month.documents;
    assert.deepEqual(
      invoices.rates.map(({ rate }: Answer) => rate),
      ['0', '7', '10', '15'],
    );
    assert.deepEqual(voided.rates, [{ rate: '7', base: '300', itbms: '21' }]);
    assert.deepEqual(
      credits.rates.map(({ rate }: Answer) => rate),
      ['7'],
    );
    for (const { rate, base, itbms } of month.rates as Answer[]) {
      const of = (one: Answer, name: string) =>
        cents(one.rates.find((each: Answer) => each.rate === rate)?.[name] ?? '0');
      assert.equal(cents(base), of(invoices, 'base') - of(credits, 'base'), rate);
      assert.equal(cents(itbms), of(invoices, 'itbms') - of(credits, 'itbms'), rate);
    }
    const [{ series, kind, billingPoint }] = month.series;
    assert.deepEqual([series, kind, billingPoint.code], ['FAC', 'INVOICE', '001']);
  });

  test('each figure is the sum of the list of its documents', async () => {
    const shop = await shopOfTheMonth();
    const month = await monthOf(shop);
    const FIELDS = { INVOICE: 'invoices', CREDIT_NOTE: 'credits', DEBIT_NOTE: 'debitNotes' } as const;
    const listed = async (kind: keyof typeof FIELDS, asked: object): Promise<Answer> => {
      const { list } = await shop.get(
        `query ($from: Date, $to: Date, $state: FiscalMonthState, $type: String, $rate: Decimal) {
          list: ${FIELDS[kind]}(from: $from, to: $to, monthState: $state, documentType: $type, taxRate: $rate) {
            totalCount records { id } sums { subtotal tax total } } }`,
        { from: month.from, to: month.to, ...asked },
      );
      return list;
    };
    for (const { kind, documentType: type, state, ...one } of month.documents as Answer[]) {
      const { totalCount, sums } = await listed(kind, { state, type });
      assert.deepEqual(
        [totalCount, sums],
        [one.count, { subtotal: one.base, tax: one.itbms, total: one.total }],
        state,
      );
      for (const { rate } of one.rates) assert.ok((await listed(kind, { state, type, rate })).totalCount > 0);
    }
    const ofTen = await listed('INVOICE', { state: 'COUNTED', rate: '10' });
    assert.deepEqual(ofTen.records, [{ id: shop.sold[1].id }]);
    assert.equal((await listed('INVOICE', { type: '03' })).totalCount, 0);
  });

  test('the month before stands beside it, and what happened after the day of the return is told', async () => {
    const shop = await shopOfTheMonth();
    const now = await monthOf(shop);
    assert.deepEqual(now.lateChanges, []);
    // All of it was issued, and said, three months ago; the void of today is late for that month.
    const asked = monthBefore(monthBefore(monthBefore(thisMonth())));
    for (const table of ['invoices', 'credits'])
      await here.query(
        `update ${table} set issue_day = issue_day - interval '3 months', issued_at = issued_at - interval '3 months' where tenant_id = $1`,
        [shop.tenant.id],
      );
    await here.query(
      `update fiscal_documents set settled_at = settled_at - interval '3 months' where tenant_id = $1 and id <> $2`,
      [shop.tenant.id, shop.rejected.id],
    );
    const month = await monthOf(shop, asked);
    assert.deepEqual(
      new Set(month.lateChanges.map(({ number, what, state }: Answer) => `${number} ${what} ${state}`)),
      new Set([`${shop.voided.number} VOIDED VOIDED`, `${shop.rejected.number} VERDICT REJECTED`]),
    );
    assert.match(month.dueDay, /-15$/);
    const next = asked.month === 12 ? { year: asked.year + 1, month: 1 } : { ...asked, month: asked.month + 1 };
    const after = await monthOf(shop, next);
    assert.deepEqual(after.before, { base: month.net.base, itbms: month.net.itbms });
  });
});
