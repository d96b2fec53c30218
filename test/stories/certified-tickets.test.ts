// Random tickets against stand-ins of either rule of rounding: our total is the certified total, counted here in integers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { xmlOf } from '../../simulator/answers.ts';
import { startSimulator } from '../../simulator/server.ts';
import { inPanama } from '../../simulator/test-support.ts';
import { attachPdfOnDuty } from '../../src/certification/verdict/attach-pdf.ts';
import { verifyTenant } from '../../src/cli/verify-tenant.ts';
import { ITBMS_RATES } from '../../src/fiscal/itbms.ts';
import { amountsOfLines, lineTotal, toldIsc, totalsOf } from '../../src/fiscal/money.ts';
import { MAKES, pacPayload, readOrCause, recount, type PacPayload } from '../../src/pac/index.ts';
import { assertNone } from '../support/assert-each.ts';
import { invoice, newClient, newItem, newOrder } from '../support/business.ts';
import { dice } from '../support/dice.ts';
import { newShop, quietWorld, type Answer } from '../support/world.ts';
import { ofTenant } from '../../src/tenancy/index.ts';

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

type Sums = [net: bigint, itbms: bigint, isc: bigint, total: bigint];

/** In cents. */
function truth(lines: readonly Line[], rule: Rule): Sums {
  const nets = lines.map(
    ({ quantity, unitPrice, discount }) => integer(quantity) * (integer(unitPrice) - integer(discount)),
  );
  const rates = (of: 'taxRate' | 'iscRate') => lines.map((line) => BigInt(line[of]));
  const CENT = 10n ** 10n;
  if (rule === 'document') {
    // A line has six digits; each sum is rounded once, that of all as well.
    const exact = nets.map((net) => half(net, 1_000_000n));
    const taxes = (of: 'taxRate' | 'iscRate') => sum(exact.map((net, at) => half(net * rates(of)[at]!, 100n)));
    const sums = [sum(exact), taxes('taxRate'), taxes('iscRate')] as const;
    return [...sums, sum([...sums])].map((amount) => half(amount, 10_000n)) as Sums;
  }
  const cents = nets.map((net) => half(net, CENT));
  const taxes = (of: 'taxRate' | 'iscRate') => sum(cents.map((net, at) => half(net * rates(of)[at]!, 100n)));
  const sums = [sum(cents), taxes('taxRate'), taxes('iscRate')] as const;
  return [...sums, sum([...sums])];
}

const inCents = (amount: string) => integer(amount) / 10_000n;

const ISSUER = { companyId: 'una', ruc: '155596713-2-2015', dv: '59', rucType: 2 } as const;

function payloadOf(lines: readonly Line[], rule: Rule, numeration: string, total: string): PacPayload {
  return pacPayload.parse({
    information: {
      ...{ issueType: '01', documentType: '01', numeration, billingPoint: '001', securityCode: '123456789' },
      ...{ nature: '01', operationType: 1, destination: 1, receiverContainer: 1, saleType: 1 },
      ...{ cafe: { format: 1, delivery: 1 }, issueDate: inPanama(new Date()) },
    },
    receiver: { type: '02', name: 'Consumidor final', country: 'PA' },
    items: lines.map((line, index) => ({
      ...{ number: String(index + 1).padStart(4, '0'), code: 'A', description: 'A & B', unit: 'und' },
      ...{
        quantity: Number(line.quantity),
        prices: { transfer: Number(line.unitPrice), discount: Number(line.discount) },
      },
      itbms: { rate: ITBMS_RATES.find(({ percent }) => percent === line.taxRate)!.code },
      ...(line.iscRate === '0' ? {} : { isc: { rate: Number(line.iscRate), amount: Number(toldIsc(line, rule)) } }),
    })),
    totals: { paymentTime: 1, paymentMethods: [{ type: '02', amount: Number(total) }] },
  });
}

for (const [rule, make] of [
  ['line', 'alanube'],
  ['document', 'hka'],
] as const)
  test(`of ${TICKETS} random tickets the stand-in of ${make} certifies all as they are counted here`, async (t) => {
    const pac = await startSimulator({ pac: make, apiKey: 'clave', webhookSecret: 'secret' });
    pac.setCompany(ISSUER);
    const [path, apiKey] = make === 'hka' ? ['/api', 'una:clave'] : ['', 'clave'];
    const client = MAKES[make].open({ baseUrl: `${pac.url}${path}`, apiKey, timeoutMs: 10_000, fileHosts: [] });
    t.after(async () => {
      await client.close();
      await pac.close();
    });
    const any = dice(20_261_126);
    let [apart, beside] = [0, 0];
    for (let at = 0; at < TICKETS; at++) {
      const lines = ticket(any);
      const sums = truth(lines, rule);
      const amounts = amountsOfLines(lines, rule);
      const ours = totalsOf(amounts);
      const about = `ticket ${at}: ${JSON.stringify(lines)}`;
      assert.deepEqual([ours.subtotal, ours.tax, ours.isc, ours.total].map(inCents), sums, about);
      assert.equal(sum(amounts.map((line) => inCents(lineTotal(line)))), sums[3], about);
      for (const line of amounts)
        for (const amount of [line.net, line.tax, line.isc]) assert.match(amount, /^\d+(\.\d{1,2})?$/, about);
      const numeration = String(at + 1).padStart(10, '0');
      const sent = await client.submit(
        'INVOICE',
        'una',
        payloadOf(lines, rule, numeration, ours.total),
        undefined,
        '0000',
      );
      assert.equal(sent.outcome, 'accepted', `${about} ${JSON.stringify(sent)}`);
      const file = readOrCause(Buffer.from(xmlOf(pac.documents('una').at(-1)! as never)));
      assert.ok(typeof file !== 'string', about);
      const { net, itbms, isc, total } = file.sums;
      assert.deepEqual([net, itbms, isc, total].map(inCents), sums, about);
      assert.deepEqual(recount(file), [], about);
      if (truth(lines, 'line').join() !== truth(lines, 'document').join()) apart += 1;
      if (sums[0] + sums[1] + sums[2] !== sums[3]) beside += 1;
    }
    assert.ok(apart > TICKETS / 2, `${apart} tickets tell the rules apart`);
    assert.equal(beside > TICKETS / 10, rule === 'document', `${beside} have a total beside the sum of its parts`);
  });

const READ = `query ($id: UUID!, $order: UUID!) { order(id: $order) { total lines { total } } invoice(id: $id) { subtotal tax isc total parkedReason lines { net tax }
  certified { net itbms isc total differsBy } } }`;

for (const rule of RULES)
  test(`a company whose PAC rounds by ${rule} is certified what it ordered, sold, credited and booked`, async (t) => {
    const { here, shop } = await newShop(quietWorld());
    here.simulator.setKnobs({ rounding: rule, xml: 'text' });
    t.after(() => here.simulator.setKnobs({ rounding: 'line', xml: 'none' }));
    await shop.call('updateTenant { roundsOnce }', { roundsOnce: rule === 'document' }, 'admin');
    const any = dice(7);
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
      ...Array.from({ length: 12 }, () => ticket(any).map((line) => ({ ...line, taxRate: '7' }))),
    ];
    for (const [at, lines] of tickets.entries()) {
      const ordered = lines.map(({ quantity, unitPrice, discount, iscRate }) => ({
        itemId: item,
        iscRate,
        quantity,
        unitPrice,
        discount,
      }));
      const sold: Answer = await invoice(shop, (await newOrder(shop, clientId, ordered)).id);
      await here.simulator.verdict(sold.documentId, 'DGI_AUTHORIZED', { webhook: false });
      await here.query(`update fiscal_documents set legal_status = 'DGI_AUTHORIZED' where id = $1`, [sold.id]);
      await attachPdfOnDuty(ofTenant(here.app, shop.tenant), sold.id);
      const { invoice: read, order } = await shop.get(READ, { id: sold.id, order: sold.orderId });
      const [net, itbms, isc, total] = truth(lines, rule);
      assert.deepEqual(read.certified.differsBy, [], read.parkedReason);
      for (const said of [
        [read.subtotal, read.tax, read.isc, read.total],
        [read.certified.net, read.certified.itbms, read.certified.isc, read.certified.total],
      ])
        assert.deepEqual(said.map(inCents), [net, itbms, isc, total]);
      assert.equal(inCents(order.total), total);
      assert.equal(sum(order.lines.map((line: Answer) => inCents(line.total))), total);
      if (at > 2) continue;
      const input = { invoiceId: sold.id, reason: 'Todo', mode: 'DGI', restock: false };
      const credit = await shop.call('createCredit { id documentId total legalStatus }', input);
      assert.equal(credit.total, read.total, 'the whole is credited as it was charged');
      assert.equal(here.simulator.document(credit.documentId)!.submission.totals.total, Number(read.total).toFixed(2));
    }
    // The verdicts above were written by no act.
    const { problems } = await verifyTenant(here.app, shop.tenant, []);
    assertNone(problems, ({ check }) => check !== 'acts');
    await here.sql`update invoice_lines set tax = tax + 0.01, net = net - 0.01
      where id = (select id from invoice_lines where tenant_id = ${shop.tenant.id} and net > 1 limit 1)`;
    const checks = (await verifyTenant(here.app, shop.tenant, [])).problems.map(({ check }) => check);
    assert.ok(checks.includes('line_amounts'), checks.join());
  });
