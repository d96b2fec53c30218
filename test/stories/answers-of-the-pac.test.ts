// What the PAC gives back beside its verdict: the XML beside the PDF, the QR link, and the DGI's authorization.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { attachPdfOnDuty } from '../../src/certification/verdict/attach-pdf.ts';
import { pollLegalStatus } from '../../src/certification/verdict/poll-legal-status.ts';
import { invoicedOrder } from '../support/business.ts';
import { sendNotice, timelineOf } from '../support/notices.ts';
import { eventually, quietWorld, type Answer, type TestTenant, type World } from '../support/world.ts';

const ANSWERED = `query ($id: UUID!) { invoice(id: $id) { cufe qrUrl authorization { protocol at }
  xml { filename contentType url sha256 } pdf { filename } files { contentType } } }`;

async function read(shop: TestTenant, id: string): Promise<Answer> {
  return (await shop.get(ANSWERED, { id })).invoice;
}

const WAYS: Record<string, (here: World, shop: TestTenant, invoice: Answer) => Promise<unknown>> = {
  notice: (here, shop, { documentId, cufe }) =>
    sendNotice(here, shop, { id: documentId, cufe, legalStatus: 'DGI_AUTHORIZED' }),
  poll: async (here, shop, { id }) => {
    const [row] = await here.query<{ poll_count: number }>('select poll_count from fiscal_documents where id = $1', [
      id,
    ]);
    await pollLegalStatus(here.app, shop.tenant, id, row!.poll_count);
  },
  operator: (_, shop, { id }) =>
    shop.get('mutation ($id: UUID!) { attachPacPdf(sourceId: $id, sourceType: INVOICE) { id } }', { id }),
};

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
          (one) => one.xml !== null,
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
        await attachPdfOnDuty(here.app, shop.tenant, invoice.id);
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
    await assert.rejects(attachPdfOnDuty({ ...here.app, pac }, shop.tenant, invoice.id), /XML of document .* HTTP 503/);
    const without = await read(shop, invoice.id);
    assert.deepEqual([without.pdf.filename, without.xml], [`${invoice.cufe}.pdf`, null]);
    here.simulator.setKnobs({ xml: 'text' });
    await attachPdfOnDuty(here.app, shop.tenant, invoice.id);
    assert.deepEqual(
      (await read(shop, invoice.id)).files.map((file: Answer) => file.contentType),
      ['application/pdf', 'application/xml'],
    );
  });

  test('a PAC that shows no XML leaves nothing to be fetched', async () => {
    const here = await quietWorld();
    here.simulator.setKnobs({ xml: 'none' });
    const shop = await here.tenant();
    const { invoice } = await invoicedOrder(shop);
    await attachPdfOnDuty(here.app, shop.tenant, invoice.id);
    const { xml, authorization, qrUrl } = await read(shop, invoice.id);
    assert.deepEqual([xml, authorization], [null, null]);
    assert.match(qrUrl, /FacturasPorQR/);
  });
});
