// Certified totals under either rule of rounding, counted in integers from the payload: equal to the books here, or a person is called.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { verifySales } from '../../src/invoicing/index.ts';
import { attachPdfOnDuty } from '../../src/certification/verdict/attach-pdf.ts';
import { invoice, newClient, newItem, newOrder } from '../support/business.ts';
import { quietWorld, type Answer, type TestTenant, type World } from '../support/world.ts';
import { inTenant, ofTenant } from '../../src/tenancy/index.ts';

const RULES = ['line', 'document'] as const;
type Rule = (typeof RULES)[number];

const RATES: Record<string, bigint> = { '00': 0n, '01': 7n, '02': 10n, '03': 15n };
const millionths = (amount = 0) => BigInt(Math.round(amount * 1_000_000));
const rounded = (amount: bigint, unit: bigint) => (2n * amount + unit) / (2n * unit);
const sum = (amounts: bigint[]) => amounts.reduce((all, one) => all + one, 0n);
const cents = (amount: string) => millionths(Number(amount)) / 10_000n;

/** Net and tax in cents. */
function counted({ items }: Answer, rule: Rule): [net: bigint, tax: bigint] {
  const lines: { net: bigint; rate: bigint }[] = items.map(({ quantity, prices, itbms }: Answer) => ({
    net: millionths(quantity) * (millionths(prices.transfer) - millionths(prices.discount)),
    rate: RATES[itbms.rate]!,
  }));
  if (rule === 'document')
    return [
      rounded(sum(lines.map(({ net }) => net)), 10n ** 10n),
      rounded(sum(lines.map(({ net, rate }) => net * rate)), 10n ** 12n),
    ];
  const inCents = lines.map(({ net, rate }) => ({ net: rounded(net, 10n ** 10n), rate }));
  return [sum(inCents.map(({ net }) => net)), sum(inCents.map(({ net, rate }) => rounded(net * rate, 100n)))];
}

async function shopUnder(t: TestContext, rule: Rule): Promise<{ here: World; shop: TestTenant }> {
  const here = await quietWorld();
  here.simulator.setKnobs({ rounding: rule, xml: 'text' });
  // Other files have the same world.
  t.after(() => here.simulator.setKnobs({ rounding: 'line', xml: 'none' }));
  return { here, shop: await here.tenant() };
}

async function sell(shop: TestTenant, lines: [quantity: string, unitPrice: string][]): Promise<Answer> {
  const itemId = await newItem(shop, { stock: '1000' });
  const ordered = lines.map(([quantity, unitPrice]) => ({ itemId, quantity, unitPrice }));
  return invoice(shop, (await newOrder(shop, await newClient(shop), ordered)).id);
}

/** The DGI's word and the XML come. */
async function certify({ here, shop }: { here: World; shop: TestTenant }, { id, documentId }: Answer): Promise<void> {
  await here.simulator.verdict(documentId, 'DGI_AUTHORIZED', { webhook: false });
  await here.query(`update fiscal_documents set legal_status = 'DGI_AUTHORIZED' where id = $1`, [id]);
  await attachPdfOnDuty(ofTenant(here.app, shop.tenant), id);
}

const BOOKED = 'id legalStatus documentId subtotal tax total parkedReason pacInput pacResponse';
const FILE = `mutation ($id: UUID!) { convertCreditToDgi(creditId: $id) { ${BOOKED} } }`;

/** By what left and by what the PAC certified of it. */
function assertSame(here: World, booked: Answer, rule: Rule, about: string): bigint {
  assert.equal(booked.legalStatus, 'PAC_AUTHORIZED', `${about}: ${JSON.stringify(booked.pacResponse)}`);
  const [net, tax] = counted(booked.pacInput, rule);
  assert.deepEqual([cents(booked.subtotal), cents(booked.tax), cents(booked.total)], [net, tax, net + tax], about);
  const { totals } = here.simulator.document(booked.documentId)!.submission;
  assert.deepEqual([cents(totals.net), cents(totals.tax), cents(totals.total)], [net, tax, net + tax], about);
  return net + tax;
}

const pieces = (count: number, size: string, last = size) => [...Array.from({ length: count - 1 }, () => size), last];

test('an ISC of exact lines is certified as it is booked, where the cents of each line would be other ones', async (t) => {
  const { here, shop } = await shopUnder(t, 'document');
  await shop.get('mutation { updateTenant(input: { roundsOnce: true }) { id } }', {}, 'admin');
  const item = { sku: 'ISC', name: 'Perfume', unitPrice: '0.3399', taxRate: '7', iscRate: '25', kind: 'SERVICE' };
  const createItem = await shop.call('createItem', item, 'admin');
  const lines = ['1', '1', '1'].map((quantity) => ({ itemId: createItem.id, quantity, unitPrice: '0.3399' }));
  const sold = await invoice(shop, (await newOrder(shop, await newClient(shop), lines)).id);
  assert.deepEqual([sold.legalStatus, sold.rejectionReasons ?? []], ['PAC_AUTHORIZED', []]);
  // 0.3399 × 25 % = 0.084975 on each line, not 0.09; thrice 0.254925.
  assert.deepEqual(
    sold.pacInput.items.map(({ isc }: Answer) => isc),
    lines.map(() => ({ rate: 25, amount: 0.084975 })),
  );
  const { totals } = here.simulator.document(sold.documentId)!.submission;
  assert.deepEqual([cents(totals.net), cents(totals.isc), cents(totals.tax)], [102n, 25n, 7n]);
  // Thrice 0.448668, rounded once: a cent more than its parts.
  assert.deepEqual([cents(sold.total), cents(totals.total)], [135n, 135n]);
});

test('sums of orders by rate are those of documents that are rounded once', async (t) => {
  const { shop } = await shopUnder(t, 'document');
  await shop.call('updateTenant', { roundsOnce: true }, 'admin');
  const atSeven = await newItem(shop, { stock: '4' });
  const atTen = await newItem(shop, { stock: '3', taxRate: '10' });
  const clientId = await newClient(shop);
  const times = (count: number, itemId: string, unitPrice: string) =>
    Array.from({ length: count }, () => ({ itemId, quantity: '1', unitPrice }));
  const sums = async () =>
    (await shop.get('{ orders(limit: 1) { sums { subtotal tax taxes { rate base tax } } } }')).orders.sums;
  await newOrder(shop, clientId, times(3, atSeven, '0.5'));
  // Thrice 0.035 are 0.105, rounded 0.11; by lines it was 0.12.
  const first = { rate: '7', base: '1.5', tax: '0.11' };
  assert.deepEqual(await sums(), { subtotal: '1.5', tax: '0.11', taxes: [first] });
  await newOrder(shop, clientId, [...times(3, atTen, '0.333'), ...times(1, atSeven, '0.5')]);
  // Nets 0.333, 0.666, 0.999, 1.499 and taxes 0.0333, 0.0666, 0.0999, 0.1349: in cents 1.00 and 0.10 of the first rate, 0.50 and 0.03 of the other.
  assert.deepEqual(await sums(), {
    subtotal: '3',
    tax: '0.24',
    taxes: [
      { rate: '7', base: '2', tax: '0.14' },
      { rate: '10', base: '1', tax: '0.1' },
    ],
  });
});

for (const [before, rule] of [RULES, RULES.toReversed()] as [Rule, Rule][])
  test(`what was sold while the company rounded by ${before} is credited to the cent once it rounds by ${rule}`, async (t) => {
    const { here, shop } = await shopUnder(t, before);
    await shop.call('updateTenant', { roundsOnce: before === 'document' }, 'admin');
    const twenty = pieces(20, '1').map((quantity): [string, string] => [quantity, '0.35']);
    const sales = [await sell(shop, twenty), await sell(shop, twenty)];
    for (const sold of sales) {
      // 0.0245 of ITBMS on each line, 0.49 on all of them.
      assert.equal(assertSame(here, sold, before, 'the invoice'), before === 'line' ? 740n : 749n);
      await certify({ here, shop }, sold);
    }
    here.simulator.setKnobs({ rounding: rule });
    await shop.call('updateTenant', { roundsOnce: rule === 'document' }, 'admin');
    const some = sales[1]!.lines.slice(0, 9).map(({ id }: Answer) => ({ invoiceLineId: id, quantity: '1' }));
    for (const [sold, lines] of [
      [sales[0]!, null],
      [sales[1]!, some],
      [sales[1]!, null],
    ]) {
      const input = { invoiceId: sold.id, reason: 'Back', lines, restock: false };
      const { previewCredit } = await shop.get(
        'query ($id: UUID!, $lines: [CreditLineInput!]) { previewCredit(invoiceId: $id, lines: $lines) { total } }',
        { id: sold.id, lines },
      );
      const credit = await shop.call(`createCredit { ${BOOKED} }`, { ...input, mode: 'DGI' });
      assert.equal(previewCredit.total, credit.total);
      assertSame(here, credit, rule, 'the note');
      await shop.call('applyCredit', { creditId: credit.id });
    }
    for (const { id, total } of sales)
      assert.deepEqual(await shop.call('invoice { invoiceStatus credited balance }', { id }), {
        ...{ invoiceStatus: 'CANCELED', credited: total, balance: '0' },
      });
  });

test('a total that exact lines do not have in cents is reached beside its parts, and `folio verify` names nothing', async (t) => {
  const { here, shop } = await shopUnder(t, 'line');
  await shop.call('updateTenant', { roundsOnce: false }, 'admin');
  // 3.48 and 0.24, 0.31 and 0.02; rounded once 3.79 come to 4.06 and 3.78 to 4.04.
  const sold = await sell(shop, [
    ['2', '1.74'],
    ['1', '0.31'],
  ]);
  assert.equal(assertSame(here, sold, 'line', 'the invoice'), 405n);
  await certify({ here, shop }, sold);
  here.simulator.setKnobs({ rounding: 'document' });
  await shop.call('updateTenant', { roundsOnce: true }, 'admin');
  const input = { invoiceId: sold.id, reason: 'Back', mode: 'DGI', restock: false };
  const credit = await shop.call(`createCredit { ${BOOKED} }`, input);
  const { totals } = here.simulator.document(credit.documentId)!.submission;
  assert.deepEqual([credit.legalStatus, credit.total, cents(totals.total)], ['PAC_AUTHORIZED', '4.05', 405n]);
  assert.deepEqual(counted(credit.pacInput, 'document'), [cents(credit.subtotal), cents(credit.tax)]);
  await shop.call('applyCredit', { creditId: credit.id });
  assert.equal((await shop.call('invoice { balance }', { id: sold.id })).balance, '0');
  const problems = async () => {
    const found = await inTenant(here.app, { ...shop.tenant, roundsOnce: true }, (db) => verifySales(db));
    return found.problems.map(({ check, detail }) => `${check}: ${detail}`);
  };
  assert.deepEqual(await problems(), []);
  await here.rewrite(['update credits set total = total - 0.01 where id = $1', [credit.id]]);
  assert.ok((await problems()).some((one) => one.startsWith('totals: ')));
});

test('a sale that was certified otherwise is credited to the cent, before the rule of the company is put right and after', async (t) => {
  const { here, shop } = await shopUnder(t, 'document');
  const lines = pieces(25, '1').map((quantity): [string, string] => [quantity, '0.5']);
  const sales = [await sell(shop, lines), await sell(shop, lines)];
  for (const sold of sales) await certify({ here, shop }, sold);
  for (const [at, total] of ['13.5', '13.38'].entries()) {
    const input = { invoiceId: sales[at]!.id, reason: 'Back', mode: 'DGI', restock: false };
    const credit = await shop.call(`createCredit { ${BOOKED} }`, input);
    assert.equal(credit.total, total);
    await certify({ here, shop }, credit);
    await shop.call('applyCredit', { creditId: credit.id });
    const { balance } = await shop.call('invoice { balance }', { id: input.invoiceId });
    assert.equal(balance, '0');
    await shop.call('updateTenant', { roundsOnce: true }, 'admin');
  }
});

for (const rule of RULES) {
  for (const [quantity, price, parts, whole] of [
    ['100', '0.05', pieces(15, '7', '2'), 535n],
    ['12', '0.35', pieces(12, '1'), 449n],
    ['12', '2.75', pieces(4, '3'), 3531n],
    ['7', '0.5', pieces(7, '1'), 375n],
    ['3', '10.005', pieces(3, '1'), 3212n],
  ] as const) {
    test(`rounding by ${rule}: ${quantity} × ${price} in ${parts.length} notes is certified as it is booked, and whole`, async (t) => {
      const { here, shop } = await shopUnder(t, rule);
      const sold = await sell(shop, [[quantity, price]]);
      assert.equal(assertSame(here, sold, rule, 'the invoice'), whole);
      await certify({ here, shop }, sold);
      const credited = [];
      for (const [index, part] of parts.entries()) {
        // Each third is internal at first, and filed once others have been.
        const mode = index % 3 === 1 ? 'PROFORM' : 'DGI';
        const lines = [{ invoiceLineId: sold.lines[0].id, quantity: part }];
        const input = { invoiceId: sold.id, reason: `Piece ${index}`, lines, mode, restock: false };
        credited.push({ mode, ...(await shop.call(`createCredit { ${BOOKED} }`, input)) });
      }
      let all = 0n;
      for (const [index, credit] of credited.entries()) {
        const filed = credit.mode === 'DGI' ? credit : (await shop.get(FILE, { id: credit.id })).convertCreditToDgi;
        assert.equal(filed.total, credit.total, 'filing changes no cent');
        all += assertSame(here, filed, rule, `note ${index + 1}`);
      }
      assert.equal(all, whole);
    });
  }

  test(`rounding by ${rule}: notes of parts of several lines, in any order, come to the whole`, async (t) => {
    const { here, shop } = await shopUnder(t, rule);
    await shop.call('updateTenant', { roundsOnce: rule === 'document' }, 'admin');
    const sold = await sell(shop, [
      ['3', '0.355'],
      ['7', '0.1234'],
      ['1.5', '2.333333'],
      ['2', '0.35'],
    ]);
    const whole = assertSame(here, sold, rule, 'the invoice');
    await certify({ here, shop }, sold);
    const notes = [
      [
        [3, '1'],
        [1, '5'],
        [0, '1'],
      ],
      [
        [2, '1.5'],
        [3, '1'],
      ],
      [
        [1, '1'],
        [0, '1'],
      ],
      [[0, '1']],
      [[1, '1']],
    ] as const;
    let all = 0n;
    for (const [index, parts] of notes.entries()) {
      const lines = parts.map(([line, quantity]) => ({ invoiceLineId: sold.lines[line].id, quantity }));
      const mode = index % 2 === 1 ? 'PROFORM' : 'DGI';
      const input = { invoiceId: sold.id, reason: `Parts ${index}`, lines, mode, restock: false };
      const credit = await shop.call(`createCredit { ${BOOKED} }`, input);
      const filed = mode === 'DGI' ? credit : (await shop.get(FILE, { id: credit.id })).convertCreditToDgi;
      assert.equal(filed.total, credit.total);
      all += assertSame(here, filed, rule, `note ${index + 1}`);
    }
    assert.equal(all, whole);
  });

  test(`rounding by ${rule}: what is certified is what is owed, or a person is called, or it is no invoice`, async (t) => {
    const { here, shop } = await shopUnder(t, rule);
    const outcomes = [];
    for (const [count, price] of [
      [3, '5.55'],
      [25, '0.5'],
      [20, '0.35'],
    ] as const) {
      const sold = await sell(
        shop,
        Array.from({ length: count }, () => ['1', price]),
      );
      const [net, tax] = counted(sold.pacInput, rule);
      if (sold.legalStatus === 'PAC_REJECTED') {
        assert.ok(net + tax > cents(sold.total), 'a PAC that counts more is paid too little');
        outcomes.push('refused');
        continue;
      }
      await certify({ here, shop }, sold);
      const held = await shop.call('invoice { total parkedReason }', { id: sold.id });
      const isSame = cents(held.total) === net + tax;
      assert.equal(held.parkedReason === null, isSame, `${count} × ${price}`);
      outcomes.push(isSame ? 'same' : held.parkedReason);
    }
    assert.deepEqual(
      outcomes,
      rule === 'line'
        ? ['same', 'same', 'same']
        : ['same', 'the DGI has certified a total of 13.38, ours is 13.5', 'refused'],
    );
  });
}
