// Random tickets against stand-ins of either rule of rounding: our total is the certified total, counted here in integers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { xmlOf } from '../../simulator/answers.ts';
import { totalsOf as certifiedBy } from '../../simulator/totals.ts';
import { attachPdfOnDuty } from '../../src/certification/verdict/attach-pdf.ts';
import { verifyTenant } from '../../src/cli/verify-tenant.ts';
import { ITBMS_RATES } from '../../src/fiscal/itbms.ts';
import { amountsOfLines, totalsOf } from '../../src/fiscal/money.ts';
import { readOrCause, recount } from '../../src/pac/index.ts';
import { invoice, newClient, newItem, newOrder } from '../support/business.ts';
import { eventually, newShop, quietWorld, type Answer } from '../support/world.ts';

const RULES = ['line', 'document'] as const;
type Rule = (typeof RULES)[number];
const TICKETS = 1000;

interface Line {
  quantity: string;
  unitPrice: string;
  discount: string;
  taxRate: string;
  iscRate: string;
}

/** Numbers that are the same in each run. */
function seeded(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

const pick = <T>(any: (most: number) => number, all: readonly T[]): T => all[any(all.length)]!;
const decimal = (units: number, digits: number): string => (units / 10 ** digits).toFixed(digits);

function ticket(any: (most: number) => number): Line[] {
  const isLong = any(3) === 0;
  return Array.from({ length: 1 + any(isLong ? 80 : 8) }, () => {
    const price = 1 + any(any(4) === 0 ? 200_000 : 20_000);
    return {
      quantity: any(3) === 0 ? decimal(1 + any(9999), 3) : String(1 + any(30)),
      unitPrice: any(2) === 0 ? decimal(Math.ceil(price / 100), 2) : decimal(price, 4),
      discount: any(4) === 0 ? decimal(any(Math.floor(price / 100) + 1), 4) : '0',
      taxRate: pick(any, ['0', '7', '7', '7', '10', '15']),
      iscRate: pick(any, ['0', '0', '0', '5', '10']),
    };
  });
}

/** In millionths. */
const integer = (text: string): bigint => BigInt(Math.round(Number(text) * 1_000_000));
const half = (amount: bigint, unit: bigint) => (2n * amount + unit) / (2n * unit);
const sum = (all: bigint[]) => all.reduce((some, one) => some + one, 0n);

/** Net, ITBMS and ISC in cents. */
function truth(lines: readonly Line[], rule: Rule): bigint[] {
  const nets = lines.map(
    ({ quantity, unitPrice, discount }) => integer(quantity) * (integer(unitPrice) - integer(discount)),
  );
  const rates = (of: 'taxRate' | 'iscRate') => lines.map((line) => BigInt(line[of]));
  const CENT = 10n ** 10n;
  if (rule === 'document') {
    const taxes = (of: 'taxRate' | 'iscRate') => half(sum(nets.map((net, at) => net * rates(of)[at]!)), CENT * 100n);
    return [half(sum(nets), CENT), taxes('taxRate'), taxes('iscRate')];
  }
  const cents = nets.map((net) => half(net, CENT));
  const taxes = (of: 'taxRate' | 'iscRate') => sum(cents.map((net, at) => half(net * rates(of)[at]!, 100n)));
  return [sum(cents), taxes('taxRate'), taxes('iscRate')];
}

const inCents = (amount: string) => integer(amount) / 10_000n;

for (const rule of RULES)
  test(`of ${TICKETS} random tickets all are certified as they are counted here: rounding by ${rule}`, () => {
    const any = seeded(20_261_126);
    let apart = 0;
    for (let at = 0; at < TICKETS; at++) {
      const lines = ticket(any);
      const [net, itbms, isc] = truth(lines, rule) as [bigint, bigint, bigint];
      const amounts = amountsOfLines(lines, rule);
      const ours = totalsOf(amounts);
      const about = `ticket ${at}: ${JSON.stringify(lines)}`;
      assert.deepEqual(
        [ours.subtotal, ours.tax, ours.isc, ours.total].map(inCents),
        [net, itbms, isc, net + itbms + isc],
        about,
      );
      for (const line of amounts)
        for (const amount of [line.net, line.tax, line.isc]) assert.match(amount, /^\d+(\.\d{1,2})?$/, about);
      const sent = lines.map((line, index) => ({
        ...{ number: String(index + 1), code: 'A', description: 'A & B', unit: 'und', otherTaxes: [] },
        ...{ quantity: line.quantity, price: line.unitPrice, discount: line.discount, iscRate: line.iscRate },
        rate: ITBMS_RATES.find(({ percent }) => percent === line.taxRate)!.code,
      }));
      const file = readOrCause(Buffer.from(xmlOf(documentOf(sent, rule))));
      assert.ok(typeof file !== 'string', about);
      const { sums } = file;
      assert.deepEqual(
        [sums.net, sums.itbms, sums.isc, sums.total].map(inCents),
        [net, itbms, isc, net + itbms + isc],
        about,
      );
      assert.deepEqual(recount(file), [], about);
      if (truth(lines, 'line').join() !== truth(lines, 'document').join()) apart += 1;
    }
    assert.ok(apart > TICKETS / 2, `${apart} tickets tell the rules apart`);
  });

type Simulated = Parameters<typeof xmlOf>[0];

/** The parts of it that the XML shows. */
function documentOf(lines: Simulated['submission']['lines'], rule: Rule): Simulated {
  return {
    cufe: `FE${'0'.repeat(64)}`,
    ...{ issueDate: '2026-11-26T10:00:00-05:00', numeration: '0000000001', billingPoint: '001' },
    ...{ legalStatus: 'DGI_AUTHORIZED', acceptedAt: 0, reasons: [], issuer: { ruc: '1-1-1', dv: '00', name: 'A' } },
    submission: {
      documentType: '01',
      receiver: { type: '02', name: 'B', ruc: null, checkDigit: null },
      lines,
      totals: certifiedBy(lines, rule),
    },
  } as unknown as Simulated;
}

const ROUNDS = `mutation ($on: Boolean!) { updateTenant(input: { roundsOnce: $on }) { roundsOnce } }`;
const READ = `query ($id: UUID!, $order: UUID!) { order(id: $order) { total lines { total } } invoice(id: $id) { subtotal tax isc total parkedReason lines { net tax }
  certified { net itbms isc total differsBy } } }`;

for (const rule of RULES)
  test(`a company whose PAC rounds by ${rule} is certified what it ordered, sold, credited and booked`, async (t) => {
    const { here, shop } = await newShop(quietWorld());
    here.simulator.setKnobs({ rounding: rule, xml: 'text' });
    t.after(() => here.simulator.setKnobs({ rounding: 'line', xml: 'none' }));
    await shop.get(ROUNDS, { on: rule === 'document' }, 'admin');
    await eventually(
      () => shop.get('{ viewer { tenant { roundsOnce } } }'),
      ({ viewer }) => viewer.tenant.roundsOnce === (rule === 'document'),
    );
    const any = seeded(7);
    const clientId = await newClient(shop);
    const item = await newItem(shop, { stock: '100000' });
    const twenty = Array.from({ length: 20 }, () => ({
      quantity: '1',
      unitPrice: '0.35',
      discount: '0',
      taxRate: '7',
      iscRate: '0',
    }));
    const tickets = [
      twenty,
      ...Array.from({ length: 12 }, () => ticket(any).map((line) => ({ ...line, taxRate: '7', iscRate: '0' }))),
    ];
    for (const [at, lines] of tickets.entries()) {
      const ordered = lines.map(({ quantity, unitPrice, discount }) => ({
        itemId: item,
        quantity,
        unitPrice,
        discount,
      }));
      const sold: Answer = await invoice(shop, (await newOrder(shop, clientId, ordered)).id);
      await here.simulator.verdict(sold.documentId, 'DGI_AUTHORIZED', { webhook: false });
      await here.query(`update fiscal_documents set legal_status = 'DGI_AUTHORIZED' where id = $1`, [sold.id]);
      await attachPdfOnDuty(here.app, shop.tenant, sold.id);
      const { invoice: read, order } = await shop.get(READ, { id: sold.id, order: sold.orderId });
      const [net, itbms, isc] = truth(lines, rule) as [bigint, bigint, bigint];
      assert.deepEqual(read.certified.differsBy, [], read.parkedReason);
      for (const said of [
        [read.subtotal, read.tax, read.isc, read.total],
        [read.certified.net, read.certified.itbms, read.certified.isc, read.certified.total],
      ])
        assert.deepEqual(said.map(inCents), [net, itbms, isc, net + itbms + isc]);
      assert.equal(inCents(order.total), net + itbms + isc);
      assert.equal(sum(order.lines.map((line: Answer) => inCents(line.total))), net + itbms + isc);
      if (at > 2) continue;
      const input = { invoiceId: sold.id, reason: 'Todo', mode: 'DGI', restock: false };
      const { createCredit: credit } = await shop.get(
        'mutation ($input: CreateCreditInput!) { createCredit(input: $input) { id documentId total legalStatus } }',
        { input },
      );
      assert.equal(credit.total, read.total, 'the whole is credited as it was charged');
      assert.equal(here.simulator.document(credit.documentId)!.submission.totals.total, Number(read.total).toFixed(2));
    }
    // The verdicts above were written by no act.
    const { problems } = await verifyTenant(here.app, shop.tenant, []);
    assert.deepEqual(
      problems.filter(({ check }) => check !== 'acts'),
      [],
    );
    await here.query(
      `update invoice_lines set tax = tax + 0.01, net = net - 0.01 where id = (select id from invoice_lines where tenant_id = $1 and net > 1 limit 1)`,
      [shop.tenant.id],
    );
    const checks = (await verifyTenant(here.app, shop.tenant, [])).problems.map(({ check }) => check);
    assert.ok(checks.includes('line_amounts'), checks.join());
  });
