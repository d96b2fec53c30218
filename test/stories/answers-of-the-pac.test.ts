// Files and data that the PAC gives back beside its verdict: the XML beside the PDF, the QR link, and the DGI's authorization.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { findDocument } from '../../src/certification/index.ts';
import { attachAtOnce, attachPdfOnDuty } from '../../src/certification/verdict/attach-pdf.ts';
import { pollLegalStatus } from '../../src/certification/verdict/poll-legal-status.ts';
import { sendByEmail } from '../../src/certification/requests/send-by-email.ts';
import type { CafeChoice } from '../../src/fiscal/cafe.ts';
import { generateInvoice } from '../../src/invoicing/index.ts';
import { findTenant, inTenant, ofTenant } from '../../src/tenancy/index.ts';
import { invoicedOrder, newClient, newItem, newOrder, newSale } from '../support/business.ts';
import { sendNotice, timelineOf } from '../support/notices.ts';
import { eventually, newShop, quietWorld, type Answer, type TestTenant, type World } from '../support/world.ts';

const ANSWERED = `query ($id: UUID!) { invoice(id: $id) { cufe qrUrl authorization { protocol at }
  xml { filename contentType url sha256 } pdf { filename } files { contentType } } }`;

async function read(shop: TestTenant, id: string): Promise<Answer> {
  return (await shop.get(ANSWERED, { id })).invoice;
}

const WAYS: Record<string, (here: World, shop: TestTenant, invoice: Answer) => Promise<unknown>> = {
  notice: (here, shop, { documentId, cufe }) =>
    sendNotice(here, shop, { id: documentId, cufe, legalStatus: 'DGI_AUTHORIZED' }),
  poll: async (here, shop, { id }) => {
    const [row] = await here.sql<{ poll_count: number }>`select poll_count from fiscal_documents where id = ${id}`;
    await pollLegalStatus(ofTenant(here.app, shop.tenant), id, row!.poll_count);
  },
  operator: (_, shop, { id }) =>
    shop.get('mutation ($id: UUID!) { attachPacPdf(sourceId: $id, sourceType: INVOICE) { id } }', { id }),
};

describe('what the DGI remarks on a document that it authorizes', () => {
  after(async () => (await quietWorld()).simulator.setKnobs({ remarks: [] }));
  const REMARKS = `query ($id: UUID!) { invoice(id: $id) { legalStatus remarks rejectionReasons }
    documentTimeline(documentId: $id) { kind reason told } }`;

  for (const [way, learn] of Object.entries(WAYS)) {
    test(`is kept once and shown, and is no rejection: by ${way}`, async () => {
      const { here, shop } = await newShop(quietWorld());
      here.simulator.setKnobs({ remarks: [] });
      const { invoice: plain } = await invoicedOrder(shop);
      await here.simulator.verdict(plain.documentId, 'DGI_AUTHORIZED', { webhook: false });
      here.simulator.setKnobs({ remarks: ['Dirección incompleta', 'Teléfono sin formato'] });
      const { invoice } = await invoicedOrder(shop);
      await here.simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED', { webhook: false });
      for (const one of [plain, invoice]) await learn(here, shop, one);
      const said = ['Dirección incompleta (1508)', 'Teléfono sin formato (1508)'];
      const read = (id: string) => shop.get(REMARKS, { id }, 'viewer');
      const shown = await eventually(
        () => read(invoice.id),
        (one) => one.invoice.remarks.length > 0,
      );
      assert.deepEqual(shown.invoice.remarks, said);
      assert.deepEqual(shown.invoice.rejectionReasons, []);
      // Another look brings nothing new.
      await attachPdfOnDuty(ofTenant(here.app, shop.tenant), invoice.id);
      await WAYS['operator']!(here, shop, invoice);
      const noted = (await read(invoice.id)).documentTimeline.filter(({ kind }: Answer) => kind === 'REMARKED');
      assert.deepEqual(noted, [
        {
          kind: 'REMARKED',
          reason: said.join('; '),
          told: `The DGI has authorized it and remarks: ${said.join('; ')}.`,
        },
      ]);
      const without = await eventually(
        () => read(plain.id),
        ({ documentTimeline: events }) => events.some(({ kind }: Answer) => kind === 'PDF_ATTACHED'),
      );
      assert.deepEqual(without.invoice.remarks, [], 'the authorization itself is no remark');
    });
  }
});

describe('what the PAC gives back', () => {
  after(async () => (await quietWorld()).simulator.setKnobs({ xml: 'none' }));

  for (const xml of ['text', 'address'] as const) {
    for (const [way, learn] of Object.entries(WAYS)) {
      test(`the XML comes with the PDF: as ${xml}, by ${way}`, async () => {
        const here = await quietWorld();
        here.simulator.setKnobs({ xml });
        const shop = await here.tenant();
        const { invoice } = await invoicedOrder(shop);
        await here.simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED', { webhook: false });
        await learn(here, shop, invoice);
        const answered = await eventually(
          () => read(shop, invoice.id),
          (one) => one.xml !== null && one.authorization !== null,
        );
        assert.equal(answered.qrUrl, `https://dgi-fep.mef.gob.pa/Consultas/FacturasPorQR?chFE=${invoice.cufe}`);
        assert.match(answered.authorization.protocol, /^\d{10,}$/);
        assert.ok(Date.parse(answered.authorization.at) > 0);
        assert.deepEqual([answered.xml.filename, answered.xml.contentType], [`${invoice.cufe}.xml`, 'application/xml']);
        assert.equal(answered.pdf.filename, `${invoice.cufe}.pdf`);
        const response = await fetch(`${here.url}${answered.xml.url}`, {
          headers: { authorization: `Bearer ${await shop.token('viewer')}` },
        });
        const text = await response.text();
        assert.ok(text.startsWith('<?xml') && text.includes(`<dId>${invoice.cufe}</dId>`), text);
        const kinds = (await timelineOf(shop, invoice.id)).map(({ kind }) => kind);
        assert.equal(kinds.filter((kind) => kind === 'XML_ATTACHED').length, 1);
        await attachPdfOnDuty(ofTenant(here.app, shop.tenant), invoice.id);
        assert.deepEqual((await read(shop, invoice.id)).files, answered.files);
      });
    }
  }

  test('an XML that cannot be had keeps no PDF from its document, and the duty comes back for it alone', async () => {
    const here = await quietWorld();
    here.simulator.setKnobs({ xml: 'address' });
    const shop = await here.tenant();
    const { invoice } = await invoicedOrder(shop);
    await here.simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED', { webhook: false });
    const pac = { ...here.app.pac, downloadXml: async () => ({ outcome: 'unavailable' as const, cause: 'HTTP 503' }) };
    await assert.rejects(
      attachPdfOnDuty(ofTenant({ ...here.app, pac }, shop.tenant), invoice.id),
      /XML of document .* HTTP 503/,
    );
    const without = await read(shop, invoice.id);
    assert.deepEqual([without.pdf.filename, without.xml], [`${invoice.cufe}.pdf`, null]);
    here.simulator.setKnobs({ xml: 'text' });
    await attachPdfOnDuty(ofTenant(here.app, shop.tenant), invoice.id);
    assert.deepEqual(
      (await read(shop, invoice.id)).files.map((file: Answer) => file.contentType),
      ['application/pdf', 'application/xml'],
    );
  });

  test('what a try at once cannot have is left to the queue, with what it could have', async () => {
    const here = await quietWorld();
    here.simulator.setKnobs({ xml: 'address' });
    const shop = await here.tenant();
    const { pac } = here.app;
    const away = { outcome: 'unavailable' as const, cause: 'HTTP 503' };
    const left = async (id: string) => {
      const jobs = await here.sql`select name from pgboss.job
        where name = 'attach-pdf' and data->>'documentId' = ${id}`;
      const { files } = await read(shop, id);
      return { jobs: jobs.length, files: files.length };
    };
    const fetchNow = async (lacking: Partial<typeof pac>) => {
      const { invoice } = await invoicedOrder(shop);
      const app = { ...here.app, pac: { ...pac, ...lacking } };
      const document = await inTenant(app, shop.tenant, (db) => findDocument(db, invoice.id));
      await attachAtOnce(ofTenant(app, shop.tenant), document!, 'pac-webhook');
      return left(invoice.id);
    };
    assert.deepEqual(await fetchNow({ downloadXml: async () => away }), { jobs: 1, files: 1 });
    assert.deepEqual(await fetchNow({ downloadPdf: async () => away }), { jobs: 1, files: 0 });
    assert.deepEqual(await fetchNow({}), { jobs: 0, files: 2 });
  });

  test('a PAC that shows no XML leaves nothing to be fetched', async () => {
    const here = await quietWorld();
    here.simulator.setKnobs({ xml: 'none' });
    const shop = await here.tenant();
    const { invoice } = await invoicedOrder(shop);
    await attachPdfOnDuty(ofTenant(here.app, shop.tenant), invoice.id);
    const { xml, authorization, qrUrl } = await read(shop, invoice.id);
    assert.deepEqual([xml, authorization], [null, null]);
    assert.match(qrUrl, /FacturasPorQR/);
  });
});

const SEND =
  'mutation ($id: UUID!, $email: String) { sendDocument(documentId: $id, email: $email) { id legalStatus } }';

/** Runs the worker for the tenant's e-mails that are due or late; returns their number. */
async function sendEmails(here: World, shop: TestTenant): Promise<number> {
  const due = await here.sql<{ data: never }>`delete from pgboss.job
    where group_id = ${shop.tenant.id} and name = 'send-by-email' returning data`;
  for (const { data } of due) await sendByEmail(ofTenant(here.app, shop.tenant), data);
  return due.length;
}

const emailEvents = async (shop: TestTenant, id: string) =>
  (await timelineOf(shop, id)).filter(({ kind }) => kind.includes('EMAIL')).map(({ kind }) => kind);

describe('a document by e-mail', () => {
  test('goes to the receiver, or to the address that is given', async () => {
    const { here, shop, invoice } = await newSale(quietWorld());
    const { errors } = await shop.ask(SEND, { id: invoice.id });
    const { code, field } = errors![0]!.extensions as Answer;
    assert.deepEqual([code, field], ['BAD_USER_INPUT', 'email']);
    await shop.get(SEND, { id: invoice.id, email: 'ana@example.com' });
    assert.deepEqual(await emailEvents(shop, invoice.id), ['EMAIL_ASKED']);
    await sendEmails(here, shop);
    assert.deepEqual(await emailEvents(shop, invoice.id), ['EMAIL_ASKED', 'SENT_BY_EMAIL']);
    assert.equal(await sendEmails(here, shop), 0);
  });

  test('is tried again while the PAC is away, and told each time', async () => {
    const { here, shop, invoice } = await newSale(quietWorld());
    here.simulator.nextFault({ name: 'http503', companyId: shop.companyId, operation: 'notify' });
    await shop.get(SEND, { id: invoice.id, email: 'ana@example.com' });
    await sendEmails(here, shop);
    await eventually(
      async () => {
        await sendEmails(here, shop);
        return emailEvents(shop, invoice.id);
      },
      (events) => events.at(-1) === 'SENT_BY_EMAIL',
    );
    assert.ok((await emailEvents(shop, invoice.id)).includes('EMAIL_NOT_SENT'));
  });

  for (const [what, email] of [
    ['no address', 'no-one'],
    ['two in one', 'a@example.com b@example.com'],
  ] as const) {
    test(`${what} is refused`, async () => {
      const shop = await (await quietWorld()).tenant();
      const { invoice } = await invoicedOrder(shop);
      assert.equal((await shop.refusal(SEND, { id: invoice.id, email })).code, 'BAD_USER_INPUT');
    });
  }

  test('only what the PAC has authorized', async () => {
    const { shop } = await newShop(quietWorld());
    const rejected = (await invoicedOrder(shop, { clientName: 'PAC_REJECT' })).invoice;
    const proforma = (await invoicedOrder(shop, { mode: 'PROFORM' })).invoice;
    for (const { id } of [rejected, proforma]) {
      assert.equal((await shop.refusal(SEND, { id, email: 'ana@example.com' })).code, 'CONFLICT');
    }
  });
});

describe('the printed page', () => {
  const SET = 'mutation ($cafe: CafeInput) { updateTenant(input: { cafe: $cafe }) { cafe { format delivery } } }';

  test('is a letter sent electronically, what the tenant wants, or what the document wants', async () => {
    const { here, shop } = await newShop(quietWorld());
    const clientId = await newClient(shop);
    const itemId = await newItem(shop, { stock: '10' });
    const cafeOf = async (tenant: TestTenant['tenant'], cafe?: CafeChoice) => {
      const { id: orderId } = await newOrder(shop, clientId, [{ itemId, quantity: '1' }]);
      const { pac_input } = await generateInvoice(ofTenant(here.app, tenant), { orderId, mode: 'DGI', cafe }, 'ana');
      return (pac_input as Answer).information.cafe;
    };
    const now = async () => (await findTenant(here.app, shop.tenant.id))!;
    assert.deepEqual(await cafeOf(await now()), { format: 3, delivery: 3 });
    const { updateTenant } = await shop.get(SET, { cafe: { format: 'TILL_ROLL', delivery: 'PAPER' } });
    assert.deepEqual(updateTenant.cafe, { format: 'TILL_ROLL', delivery: 'PAPER' });
    assert.deepEqual(await cafeOf(await now()), { format: 2, delivery: 2 });
    assert.deepEqual(await cafeOf(await now(), { format: 'NONE' }), { format: 1, delivery: 2 });
    const { id: orderId } = await newOrder(shop, clientId, [{ itemId, quantity: '1' }]);
    const sold = await shop.call('generateInvoice { id pacInput }', {
      orderId,
      cafe: { format: 'LETTER', delivery: 'NONE' },
    });
    assert.deepEqual(sold.pacInput.information.cafe, { format: 3, delivery: 1 });
    assert.deepEqual((await shop.get(SET, { cafe: null })).updateTenant.cafe, {
      format: 'LETTER',
      delivery: 'ELECTRONIC',
    });
  });
});
