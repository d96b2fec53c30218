// Contingency: what is made while the PAC is down has the type of issue 02 for ever, and leaves when the contingency has ended.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { parseCufe } from '../../src/fiscal/cufe.ts';
import { findLostOf, submit } from '../../src/certification/index.ts';
import { jobsOf } from '../../src/wiring/app.ts';
import {
  invoice as generate,
  invoicedOrder,
  newClient,
  newItem,
  newOrder,
  newSale,
  readInvoice,
  untilInvoice,
} from '../support/business.ts';
import { newShop, quietWorld, type Answer, type TestTenant, type World } from '../support/world.ts';
import { ofTenant } from '../../src/tenancy/index.ts';

const REASON = 'El PAC no responde desde las ocho';
const WHY = 'La avería del PAC dura hasta mañana';
const START = `mutation ($reason: String!, $startedAt: DateTime, $explanation: String) {
  startContingency(reason: $reason, startedAt: $startedAt, explanation: $explanation) { id startedAt reason explanation endedAt mustBeExplained } }`;
const EXPLAIN = 'explainContingency { explanation mustBeExplained }';
const OPEN = '{ contingencies { id endedAt mustBeExplained documents { total waiting } } }';

const start = async (shop: TestTenant, more: object = {}): Promise<Answer> =>
  (await shop.get(START, { reason: REASON, ...more })).startContingency;
const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();

function submissions({ simulator }: World, { companyId }: TestTenant): number {
  return simulator.calls().filter((one) => one.companyId === companyId && one.operation === 'submit').length;
}

const issueTypes = (document: Answer) => [
  document.pacInput.information.issueType,
  parseCufe(document.expectedCufe)!.issueType,
];

/** Runs the worker for the duties of the tenant. */
async function doDuties(here: World, shop: TestTenant): Promise<void> {
  const due = await here.sql<{ id: string; name: string; data: object }>`select id, name, data from pgboss.job
    where group_id = ${shop.tenant.id} and state = 'created' and name = 'submit'`;
  for (const { id, name, data } of due) {
    const { job, run } = jobsOf(here.app).find((one) => one.job.name === name)!;
    await run(job.payload.parse(data) as never);
    await here.query(`update pgboss.job set state = 'completed' where id = $1`, [id]);
  }
}

describe('contingency', () => {
  test('a sale in a contingency is made with type 02, waits, and is sent when it ends', async () => {
    const { here, shop } = await newShop();
    const normal = (await invoicedOrder(shop)).invoice;
    assert.deepEqual(issueTypes(normal), ['01', '01']);
    const { startedAt } = await start(shop);
    const { invoice } = await invoicedOrder(shop);
    assert.deepEqual(issueTypes(invoice), ['02', '02']);
    const { contingency } = invoice.pacInput.information;
    assert.equal(contingency.reason, REASON);
    assert.equal(Date.parse(contingency.startDate), Math.floor(Date.parse(startedAt) / 1000) * 1000);
    assert.deepEqual([invoice.submissionState, invoice.legalStatus, invoice.pdf], ['PENDING', null, null]);
    assert.equal(submissions(here, shop), 1, 'only what was made before has left');
    const [open] = (await shop.get(OPEN)).contingencies;
    assert.deepEqual(open.documents, { total: 1, waiting: 1 });
    await shop.call('endContingency');
    const sent = await untilInvoice(shop, invoice.id, (one) => one.legalStatus !== null);
    assert.equal(parseCufe(sent.cufe)!.issueType, '02');
    assert.equal(sent.cufe, invoice.expectedCufe);
    assert.deepEqual(issueTypes((await invoicedOrder(shop)).invoice), ['01', '01']);
    const documentTimeline = await shop.call('documentTimeline { kind told }', { documentId: invoice.id });
    assert.match(
      documentTimeline.find(({ kind }: Answer) => kind === 'NOT_SENT').told,
      /a contingency is open\. It is sent, under the same number, when the contingency ends/,
    );
  });

  test('a document made before keeps 01, also when it is sent in the contingency', async () => {
    const { here, shop } = await newShop(quietWorld());
    here.simulator.nextFault({ name: 'http401', companyId: shop.companyId, operation: 'submit' });
    const { invoice } = await invoicedOrder(shop);
    assert.equal(invoice.submissionState, 'PENDING');
    await start(shop);
    await here.query('update pac_requests set not_before = null where document_id = $1', [invoice.id]);
    await submit(ofTenant(here.app, shop.tenant), invoice.id);
    const sent = await readInvoice(shop, invoice.id);
    assert.deepEqual([sent.legalStatus, ...issueTypes(sent)], ['PAC_AUTHORIZED', '01', '01']);
  });

  test('credit notes and filed proformas are made so as well', async () => {
    const { here, shop, invoice } = await newSale(quietWorld());
    await here.simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED');
    const proforma = (await invoicedOrder(shop, { mode: 'PROFORM' })).invoice;
    await start(shop);
    const CREDIT =
      'mutation ($input: CreateCreditInput!) { createCredit(input: $input) { submissionState pacInput expectedCufe } }';
    const { createCredit } = await shop.get(CREDIT, {
      input: { invoiceId: invoice.id, reason: 'Devuelto', mode: 'DGI' },
    });
    assert.deepEqual([createCredit.submissionState, ...issueTypes(createCredit)], ['PENDING', '02', '02']);
    const CONVERT =
      'mutation ($id: UUID!) { convertInvoiceToDgi(invoiceId: $id) { submissionState pacInput expectedCufe } }';
    const { convertInvoiceToDgi } = await shop.get(CONVERT, { id: proforma.id });
    assert.deepEqual(
      [convertInvoiceToDgi.submissionState, ...issueTypes(convertInvoiceToDgi)],
      ['PENDING', '02', '02'],
    );
  });

  test('beyond 72 hours it must be explained before anything is filed or it ends, and what waits says so as well', async () => {
    const { here, shop } = await newShop(quietWorld());
    const refused = await shop.refusal(START, { reason: REASON, startedAt: hoursAgo(73) });
    assert.deepEqual([refused.code, refused.message.includes('72')], ['BAD_USER_INPUT', true]);
    await start(shop, { startedAt: hoursAgo(71) });
    const { invoice } = await invoicedOrder(shop);
    await here.sql`update contingencies set started_at = started_at - interval '2 hours'
      where tenant_id = ${shop.tenant.id}`;
    assert.equal((await shop.get(OPEN)).contingencies[0].mustBeExplained, true);
    assert.deepEqual((await shop.get('{ documentsNeedingPerson }')).documentsNeedingPerson, 1);
    const itemId = await newItem(shop, { stock: '10' });
    const order = await newOrder(shop, await newClient(shop), [{ itemId, quantity: '1' }]);
    assert.equal((await shop.refuses('generateInvoice', { orderId: order.id, mode: 'DGI' })).code, 'CONFLICT');
    assert.equal((await shop.refuses('endContingency')).code, 'BAD_USER_INPUT');
    assert.equal((await shop.call(EXPLAIN, { explanation: WHY })).mustBeExplained, false);
    const later = await generate(shop, order.id);
    const both = `${REASON}; ${WHY}`;
    assert.equal(later.pacInput.information.contingency.reason, both);
    const explained = await readInvoice(shop, invoice.id);
    assert.equal(explained.pacInput.information.contingency.reason, both);
    assert.equal(explained.expectedCufe, invoice.expectedCufe);
    await shop.call('endContingency');
    await doDuties(here, shop);
    assert.equal((await readInvoice(shop, invoice.id)).legalStatus, 'PAC_AUTHORIZED');
  });

  /** Rest of 250 characters, less the two that stand between it and an explanation of 15. */
  const LONGEST_REASON = 250 - 2 - 15;

  test('beside the longest reason there is room for an explanation, whatever spaces are around it', async () => {
    const { shop } = await newShop(quietWorld());
    const reason = 'x'.repeat(LONGEST_REASON);
    const [explanation, spaces] = ['y'.repeat(15), ' '.repeat(30)];
    await start(shop, { reason: spaces + reason, startedAt: hoursAgo(73), explanation });
    const { invoice } = await invoicedOrder(shop);
    assert.equal(invoice.pacInput.information.contingency.reason, `${reason}; ${explanation}`);
    await shop.call('endContingency');
  });

  test('a whole reason stays whole, however exactly its explanation fills the rest', async () => {
    const { shop } = await newShop(quietWorld());
    const reason = 'x'.repeat(100);
    await start(shop, { reason });
    const { invoice } = await invoicedOrder(shop);
    const explain = 'mutation ($explanation: String!) { explainContingency(explanation: $explanation) { reason } }';
    for (const length of [148, 149, 148]) {
      const { errors } = await shop.ask(explain, { explanation: 'y'.repeat(length) });
      const { field } = (errors?.[0]?.extensions ?? {}) as Answer;
      assert.equal(field, length > 148 ? 'explanation' : undefined);
      const told = (await readInvoice(shop, invoice.id)).pacInput.information.contingency.reason;
      assert.equal(told, `${reason}; ${'y'.repeat(148)}`);
    }
  });

  // A cut may come between words as well.
  for (const length of [LONGEST_REASON + 1, 240, 250])
    for (const word of ['R', 'sin red '])
      test(`a contingency that has a reason of ${length} characters, ${word}, is explained and ends: it is cut`, async () => {
        const { here, shop } = await newShop(quietWorld());
        await start(shop, { startedAt: hoursAgo(71) });
        // As it was before the reason had a bound of its own.
        const reason = `${word.repeat(length).slice(0, length - 1)}.`;
        await here.sql`update contingencies set reason = ${reason}, started_at = started_at - interval '2 hours'
          where tenant_id = ${shop.tenant.id}`;
        await shop.call('explainContingency', { explanation: WHY });
        const { invoice } = await invoicedOrder(shop);
        const beside = (explanation: string) => `${reason.slice(0, 250 - 2 - explanation.length - 1)} ; ${explanation}`;
        assert.equal(invoice.pacInput.information.contingency.reason, beside(WHY));
        for (let longer = WHY; longer.length <= LONGEST_REASON; longer += ' y la DGI no dice nada') {
          await shop.call('explainContingency', { explanation: longer });
          const told = (await readInvoice(shop, invoice.id)).pacInput.information.contingency.reason;
          assert.equal(told, beside(longer));
        }
        await shop.call('endContingency');
      });

  const REFUSED: [what: string, given: object, field: string][] = [
    ['a reason of 14 characters', { reason: 'x'.repeat(14) }, 'reason'],
    ['a reason of 234 characters', { reason: 'x'.repeat(LONGEST_REASON + 1) }, 'reason'],
    ['a reason of 251 characters', { reason: 'x'.repeat(251) }, 'reason'],
    ['a start in the future', { startedAt: hoursAgo(-48) }, 'startedAt'],
    ['more than 72 hours without a word', { startedAt: hoursAgo(72.1) }, 'explanation'],
    [
      'reason and explanation of 251 characters',
      { reason: 'x'.repeat(200), explanation: 'y'.repeat(49) },
      'explanation',
    ],
  ];
  for (const [what, given, field] of REFUSED) {
    test(`${what} is refused`, async () => {
      const shop = await (await quietWorld()).tenant();
      const { errors } = await shop.ask(START, { reason: REASON, ...given });
      const { code, field: named } = errors![0]!.extensions as Answer;
      assert.deepEqual([code, named], ['BAD_USER_INPUT', field]);
    });
  }

  test('one is open at a time, and what has ended stays so', async () => {
    const shop = await (await quietWorld()).tenant();
    assert.equal((await shop.refuses('endContingency')).message, 'No contingency is open');
    await start(shop, { startedAt: hoursAgo(100), explanation: WHY });
    assert.equal((await shop.refusal(START, { reason: REASON })).code, 'CONFLICT');
    await shop.call('endContingency');
    assert.equal((await shop.refuses('endContingency')).code, 'CONFLICT');
    await start(shop);
  });

  test('the database keeps the type of issue of what exists', async () => {
    const { here, invoice } = await newSale(quietWorld());
    await assert.rejects(
      here.sql`update fiscal_documents set pac_input = jsonb_set(pac_input, '{information,issueType}', '"02"')
        where id = ${invoice.id}`,
      /keeps the type of issue/,
    );
  });

  test('a duty that was lost while it was open is found when it has ended, and not before', async () => {
    const { here, shop } = await newShop(quietWorld());
    await start(shop);
    const { invoice } = await invoicedOrder(shop);
    const forget = async () => {
      await here.query(`delete from pgboss.job where group_id = $1 and name = 'submit'`, [shop.tenant.id]);
      await here.sql`update fiscal_documents set created_at = created_at - interval '1 hour' where id = ${invoice.id}`;
    };
    await forget();
    assert.equal(await findLostOf(here.app, shop.tenant), 0);
    await shop.call('endContingency');
    await forget();
    assert.equal(await findLostOf(here.app, shop.tenant), 1);
    await doDuties(here, shop);
    assert.equal((await readInvoice(shop, invoice.id)).legalStatus, 'PAC_AUTHORIZED');
  });

  test('whatever the order of start, end, sale, crash and duties: no number ever has two types', async () => {
    const here = await quietWorld();
    const STEPS = ['start', 'end', 'sell', 'sellAndCrash', 'work'] as const;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { minLength: 4, maxLength: 9 }), async (steps) => {
        const shop = await here.tenant();
        const itemId = await newItem(shop, { stock: '100' });
        const clientId = await newClient(shop);
        let isOpen = false;
        const made: { id: string; type: string }[] = [];
        for (const step of [
          ...steps,
          'sell',
          ...(steps.lastIndexOf('start') > steps.lastIndexOf('end') ? ['end'] : []),
          'work',
        ]) {
          if (step === 'start' && !isOpen) await start(shop);
          if (step === 'end' && isOpen) await shop.call('endContingency');
          if (step === 'start' || step === 'end') isOpen = step === 'start';
          if (step === 'work') await doDuties(here, shop);
          if (step.startsWith('sell')) {
            // A process that ends before it sends: only the duty is left.
            if (step === 'sellAndCrash')
              here.simulator.nextFault({ name: 'http401', companyId: shop.companyId, operation: 'submit' });
            const sold = await generate(shop, (await newOrder(shop, clientId, [{ itemId, quantity: '1' }])).id);
            made.push({ id: sold.id, type: isOpen ? '02' : '01' });
            assert.deepEqual(issueTypes(sold), [made.at(-1)!.type, made.at(-1)!.type]);
          }
        }
        await here.query(`update pac_requests set not_before = null where tenant_id = $1`, [shop.tenant.id]);
        await doDuties(here, shop);
        for (const { id, type } of made) {
          const { legalStatus, ...document } = await readInvoice(shop, id);
          assert.equal(legalStatus, 'PAC_AUTHORIZED', `${type} ${steps.join(' ')}`);
          assert.deepEqual([...issueTypes(document), parseCufe(document.cufe)!.issueType], [type, type, type]);
        }
        for (const { attempts, acceptances } of here.simulator
          .counts()
          .filter((one) => one.companyId === shop.companyId)) {
          assert.ok(attempts >= acceptances && acceptances === 1);
        }
        here.simulator.clearFaults();
      }),
      { numRuns: 12 },
    );
  });
});
