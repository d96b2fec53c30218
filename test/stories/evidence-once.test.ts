// Evidence is written once, by any login: triggers refuse what no grant keeps the owner of the tables from.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { invoice, newClient, newItem, newOrder, untilInvoice } from '../support/business.ts';
import { quietWorld, type TestTenant, type World } from '../support/world.ts';

let here: World;
let shop: TestTenant;
let id: string;

before(async () => {
  here = await quietWorld();
  shop = await here.tenant();
  const itemId = await newItem(shop, { stock: '5' });
  const { id: orderId } = await newOrder(shop, await newClient(shop), [{ itemId, quantity: '1' }]);
  ({ id } = await invoice(shop, orderId));
  await untilInvoice(shop, id, ({ legalStatus, cufe }) => legalStatus !== null && cufe !== null);
});

const CHANGES = {
  'what was sent': `fiscal_documents set pac_input = pac_input || '{"x": 1}'`,
  'what was sent, taken away': 'fiscal_documents set pac_input = null',
  'what was answered': `fiscal_documents set pac_response = '{}'`,
  'a CUFE': `fiscal_documents set cufe = cufe || '0'`,
  'a CUFE, taken away without a word': 'fiscal_documents set cufe = null, parked_reason = null',
  'the CUFE that we counted': `fiscal_documents set expected_cufe = 'FE'`,
  'the id at the PAC': `fiscal_documents set document_id = document_id || '7'`,
  'the id at the PAC, taken away without a word': 'fiscal_documents set document_id = null, parked_reason = null',
  'the company at the PAC': `fiscal_documents set pac_company_id = 'other'`,
  'a total': 'invoices set total = total + 1',
  'a tax': 'invoices set tax = tax + 1',
  'who made it': `invoices set created_by = 'eva'`,
};

describe('the superuser may not change', () => {
  for (const [name, change] of Object.entries(CHANGES)) {
    test(name, async () => {
      await assert.rejects(
        here.query(`update ${change} where tenant_id = $1 and id = $2`, [shop.tenant.id, id]),
        /is not changed|keeps the type of issue/,
      );
    });
  }
});

test('when money came, and where bytes lie', async () => {
  await shop.get('mutation ($id: UUID!) { registerPayment(invoiceId: $id, amount: "1") { id } }', { id });
  await here.sql`insert into files (tenant_id, id, source_id, filename, content_type, byte_size, sha256, storage_key)
     values (${shop.tenant.id}, gen_random_uuid(), ${id}, 'x.pdf', 'application/pdf', 1, repeat('0', 64), 'there')`;
  for (const change of [
    `payments set paid_at = paid_at - interval '1 month'`,
    `files set storage_key = 'elsewhere'`,
    `files set filename = 'y.pdf'`,
  ]) {
    await assert.rejects(
      here.query(`update ${change} where tenant_id = $1`, [shop.tenant.id]),
      /is not changed/,
      change,
    );
  }
  await here.query('update payments set paid_at = paid_at where tenant_id = $1', [shop.tenant.id]);
});

test('what says nothing new is let pass', async () => {
  await here.sql`update fiscal_documents set pac_input = pac_input, pac_response = pac_response, cufe = cufe
    where tenant_id = ${shop.tenant.id} and id = ${id}`;
});
