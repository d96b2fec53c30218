// For each wall a small tree that it lets stand, and changes to the tree that it must find: what never fell may be no wall.
import { MACHINE_FOLDERS } from './walls.ts';

const [WORK, FARM] = MACHINE_FOLDERS;

/** Texts by path. */
export type Tree = Record<string, string>;

/** For each wall a tree that it lets stand, and changes to that tree each of which it must find, once. */
export const PROOFS: Record<string, { stands: Tree; falls: Tree[] }> = {
  'a folder of the dashboard reaches only what stands below it': {
    stands: {
      'web/src/rules/need.ts': `import type { Tone } from './tone.ts'; import type { TodayAnswer } from '../api/answers.ts';`,
      'web/src/session.ts': `import { tillOf } from './till.ts';`,
      'web/src/pages/items-page.tsx': `import { Table } from '../parts/table.tsx'; import './items.css';`,
      'web/src/routes.ts': `const page = () => import('./pages/items-page.tsx');`,
    },
    falls: [
      { 'web/src/rules/need.ts': `import type { Tone } from '../parts/chip.tsx';` },
      { 'web/src/session.ts': `import { leave } from './counter/leaving.tsx';` },
      { 'web/src/parts/link.tsx': `const late = await import('../pages/items-page.tsx');` },
      { 'web/src/api/client.ts': `import { t } from '../texts/words.ts';` },
      { 'web/src/elsewhere/new.ts': `import { stored } from '../stored.ts';` },
    ],
  },
  'a folder reaches only what stands below it': {
    stands: {
      'src/invoicing/void-invoice.ts': `import { a } from '../certification/index.ts'; import { b } from '../stock/index.ts'; import type { Database } from '../platform/database.ts';`,
      'src/stock/index.ts': `import { item } from '../catalog/index.ts';`,
      'src/stock/graphql.ts': `import { builder } from '../graphql/builder.ts'; import { ItemType } from '../catalog/graphql.ts';`,
      'src/stock/stock.test.ts': `import { anything } from '../invoicing/index.ts';`,
      'src/main.ts': `import { fence } from './canary/fence.ts'; import { app } from './wiring/app.ts';`,
    },
    falls: [
      { 'src/catalog/item.ts': `import { level } from '../stock/index.ts';` },
      { 'src/stock/lots.ts': `import type { Order } from '../sales/index.ts';` },
      { 'src/sales/order.ts': `import { receive } from '../purchasing/index.ts';` },
      { 'src/files/index.ts': `import { item } from '../catalog/index.ts';` },
      { 'src/platform/log.ts': `import { localDay } from '../tenancy/index.ts';` },
      { 'src/certification/submit.ts': `import { invoice } from '../invoicing/index.ts';` },
      { 'src/tenancy/tenant.ts': `import { config } from '../wiring/config.ts';` },
      { 'src/stock/graphql.ts': `import { checkDigit } from '../pac/index.ts';` },
      { 'src/graphql/context.ts': `import type { InvoicingContext } from '../invoicing/index.ts';` },
      { 'src/tenancy/find-tenant.ts': `import { changedSettings } from '../company/index.ts';` },
      { 'src/company/person.ts': `import { item } from '../catalog/index.ts';` },
      { 'src/stock/jobs.ts': `import { verify } from '../cli/verify.ts';` },
      { 'src/loyalty/points.ts': `import { localDay } from '../tenancy/index.ts';` },
    ],
  },
  'a room of a module reaches only its ground and the rooms before it': {
    stands: {
      'src/certification/requests/submit.ts': `import { a } from '../duties.ts'; import { b } from '../verdict/record-legal-status.ts'; import { c } from './send-request.ts';`,
      'src/certification/jobs.ts': `import { submit } from './requests/submit.ts';`,
      'src/sales/create-order.ts': `import { submit } from '../certification/index.ts';`,
    },
    falls: [
      { 'src/certification/verdict/attach-pdf.ts': `import { submit } from '../requests/submit.ts';` },
      { 'src/certification/duties.ts': `import type { Said } from './verdict/record-legal-status.ts';` },
    ],
  },
  'a module shows others its index.ts and nothing else': {
    stands: {
      'kits/conformance/judge.ts': `import type { PacClient } from '../../src/pac/face.ts';`,
      'src/sales/create-order.ts': `import { reserve } from '../stock/index.ts'; import type { ItemRow } from '../catalog/tables.ts'; import { add } from '../platform/decimal.ts';`,
      'src/stock/adjust-stock.ts': `import { recordMovements } from './record-movements.ts';`,
      'src/api/schema.ts': `import '../stock/graphql.ts';`,
      'src/sales/graphql.ts': `import { ItemType } from '../catalog/graphql.ts';`,
      'src/wiring/app.ts': `import { jobs } from '../certification/jobs.ts';`,
      'src/wiring/server.ts': `import { routes } from '../files/http.ts';`,
      'src/certification/submit.ts': `import { duties } from './jobs.ts';`,
    },
    falls: [
      { 'src/sales/create-order.ts': `import { lockLevel } from '../stock/reservations.ts';` },
      { 'src/sales/create-order.ts': `import { TABLES } from '../catalog/tables.ts';` },
      { 'src/wiring/server.ts': `import '../stock/graphql.ts';` },
      { 'src/main.ts': `import { jobs } from './certification/jobs.ts';` },
      { 'src/stock/adjust-stock.ts': `import { ItemType } from './graphql.ts';` },
      { 'src/sales/orders.ts': `const late = () => import('../stock/lots.ts');` },
    ],
  },
  'index.ts shows only names that another module or a test imports': {
    stands: {
      'src/stock/index.ts': `export { moveGoods } from './move-goods.ts'; export type { Movement } from './movement.ts';`,
      'src/sales/create-order.ts': `import { moveGoods } from '../stock/index.ts';`,
      'test/faults/lives.test.ts': `import type { Movement } from '../../src/stock/index.ts';`,
    },
    falls: [
      { 'src/sales/create-order.ts': `` },
      { 'test/faults/lives.test.ts': ``, 'src/stock/graphql.ts': `import type { Movement } from './index.ts';` },
    ],
  },
  'the PAC’s client knows nothing of ours but platform/ and fiscal/': {
    stands: {
      'src/pac/call.ts': `import { z } from 'zod'; import { a } from './json.ts'; import { b } from '../platform/errors.ts'; import { c } from '../fiscal/cufe.ts';`,
    },
    falls: [
      { 'src/pac/call.ts': `import type { Tenant } from '../tenancy/index.ts';` },
      { 'src/pac/call.ts': `import { start } from '../../simulator/server.ts';` },
    ],
  },
  'REST and the tools of assistants reach rules by the verbs alone': {
    stands: {
      'src/rest/http.ts': `import { VERBS } from '../verbs/index.ts'; import { notFound } from '../platform/errors.ts'; import { openApi } from './openapi.ts';`,
      'src/verbs/verb.ts': `import { schema } from '../api/schema.ts';`,
    },
    falls: [
      { 'src/rest/http.ts': `import { voidInvoice } from '../invoicing/index.ts';` },
      { 'src/mcp/plan.ts': `import type { ItemRow } from '../catalog/tables.ts';` },
      { 'src/mcp/plan.ts': `import { createExecutor } from '../api/execute-query.ts';` },
    ],
  },
  'commands that are operations reach rules by the verbs alone': {
    stands: {
      'src/cli/operations.ts': `import { VERBS } from '../verbs/index.ts'; import { command } from './command.ts';`,
      'src/cli/verify.ts': `import { verifyLedger } from '../stock/index.ts';`,
    },
    falls: [
      { 'src/cli/operations.ts': `import { createOffice } from '../catalog/index.ts';` },
      { 'src/cli/as-operator.ts': `import { createExecutor } from '../api/execute-query.ts';` },
    ],
  },
  'an adapter of a PAC is named by the registry and the conformance command alone': {
    stands: {
      'src/pac/makes.ts': `import { alanube } from './alanube/index.ts';`,
      'src/certification/http.ts': `import type { Notice } from '../pac/index.ts';`,
    },
    falls: [
      { 'src/certification/http.ts': `import { parseNotice } from '../pac/alanube/wire.ts';` },
      { 'src/pac/guarded-client.ts': `import type { AlanubeOptions } from './alanube/client.ts';` },
    ],
  },
  'paths, headers and parameters of a PAC stand in its adapter': {
    stands: { 'src/pac/alanube/client.ts': 'const path = `/pan/v1/${resource}?idCompany=${companyId}`;' },
    falls: [
      { 'src/certification/http.ts': `const header = request.headers['x-pac-signature'];` },
      { 'src/pac/guarded-client.ts': 'await ask(`/pan/v1/invoices/${id}`);' },
    ],
  },
  'the law depends on nothing but exact decimals': {
    stands: {
      'src/fiscal/legal-status.ts': `import type { DocumentKind } from './document.ts';`,
      'src/fiscal/legal-status.test.ts': `import assert from 'node:assert/strict';`,
      'src/fiscal/money.ts': `import { add } from '../platform/decimal.ts';`,
    },
    falls: [
      { 'src/fiscal/legal-status.ts': `import { badInput } from '../platform/errors.ts';` },
      { 'src/fiscal/legal-status.ts': `import { sql } from 'kysely';` },
    ],
  },
  'the words and rates of the law are listed in src/fiscal alone': {
    stands: {
      'src/fiscal/itbms.ts': `const RATES = ['0', '7', '10', '15'];`,
      'src/invoicing/sold-lines.ts': `sql\`legal_status in (\${literals(REJECTED)})\`; kind === 'INVOICE' ? 'FAC' : 'NC'; if (mode === 'DGI' && living.mode === 'PROFORM') refuse();`,
      'src/catalog/graphql.ts': `description: 'Percent: 0, 7, 10 or 15.'`,
      'simulator/webhooks.ts': `const OPPOSITE: Record<LegalStatus, LegalStatus> = {\n  PAC_AUTHORIZED: 'PAC_REJECTED',\n  DGI_AUTHORIZED: 'DGI_REJECTED',\n};`,
      'src/pac/alanube/wire.test.ts': `const both = ['PAC_REJECTED', 'DGI_REJECTED'];`,
    },
    falls: [
      { 'src/invoicing/sold-lines.ts': `sql\`legal_status in ('PAC_REJECTED', 'DGI_REJECTED')\`` },
      { 'src/certification/tables.ts': `type LegalStatus =\n  | 'PAC_REJECTED'\n  | 'DGI_REJECTED';` },
      { 'src/certification/submit.ts': `if (status === 'PAC_AUTHORIZED' || status === 'DGI_AUTHORIZED') return;` },
      { 'web/src/parts/filters.tsx': `const KINDS = ['INVOICE', 'CREDIT_NOTE'];` },
      { 'kits/demo/orders.ts': `mode: 'DGI' | 'PROFORM';` },
      { 'web/src/parts/party.tsx': `if (type === 'CONTRIBUYENTE' || type === 'GOBIERNO') needs();` },
      { 'src/certification/tables.ts': `type State = 'NOT_REQUIRED' | 'PENDING';` },
      { 'web/src/parts/rates.tsx': `const RATES = ['0', '7', '10', '15'];` },
      { 'src/invoicing/pac-payload.ts': `const CODES = { '0': '00', '7': '01', '10': '02', '15': '03' };` },
      { 'simulator/totals.ts': `const RATES = { '00': 0, '01': 7, '02': 10, '03': 15 };` },
    ],
  },
  'only the PAC’s client calls out: no other HTTP client': {
    stands: {
      'src/pac/call.ts': `import { request } from 'undici';`,
      'src/main.ts': `import { createServer } from 'node:http';`,
      'src/files/http.ts': `import type { IncomingHttpHeaders } from 'node:http';`,
    },
    falls: [
      { 'src/certification/attach-pdf.ts': `import { request } from 'undici';` },
      { 'src/certification/attach-pdf.ts': `import https from 'node:https';` },
      { 'src/main.ts': `import { createServer, get } from 'node:http';` },
    ],
  },
  'only signing-keys.ts fetches keys from an address': {
    stands: {
      'src/access/signing-keys.ts': `import { createRemoteJWKSet } from 'jose';`,
      'src/cli/token.ts': `import { SignJWT } from 'jose';`,
    },
    falls: [
      { 'src/cli/token.ts': `import { createRemoteJWKSet } from 'jose';` },
      { 'src/cli/token.ts': `import * as jose from 'jose';` },
    ],
  },
  'only the PAC’s client calls out: no fetch': {
    stands: {
      'src/pac/call.ts': `await fetch(url);`,
      'src/stock/lots.ts': `// fetch() would be wrong here\nawait store.fetch(key); prefetch(1);`,
    },
    falls: [
      { 'src/stock/lots.ts': `const answer = await fetch('https://example.org');` },
      { 'src/stock/lots.ts': `const socket = new WebSocket('wss://example.org');` },
      { 'src/stock/lots.ts': `const { fetch: get } = { fetch: globalThis.fetch };` },
    ],
  },
  'only the doors of the database and the PAC open sockets': {
    stands: {
      'src/platform/postgres.ts': `import { Socket } from 'node:net';`,
      'src/main.ts': `import { createServer } from 'node:net';`,
    },
    falls: [{ 'src/certification/submit.ts': `import { connect } from 'node:tls';` }],
  },
  'only certification submits, voids, downloads and sends': {
    stands: {
      'src/certification/submit.ts': `await context.pac.submit(kind);`,
      'src/catalog/graphql.ts': `ctx.app.pac.checkDigit(id);`,
    },
    falls: [
      { 'src/invoicing/void-invoice.ts': `await app.pac.voidDocument(kind);` },
      { 'src/invoicing/remind.ts': `await app.pac.sendByEmail(companyId);` },
    ],
  },
  'only the schema and the day’s board ask analytics': {
    stands: {
      'src/api/schema.ts': `import '../analytics/graphql.ts';`,
      'src/analytics/graphql.ts': `import { coverage } from './coverage.ts';`,
    },
    falls: [
      { 'src/stock/lots.ts': `import { coverage } from '../analytics/coverage.ts';` },
      { 'src/cli/verify.ts': `import type { Point } from '../analytics/index.ts';` },
    ],
  },
  'analytics writes nothing, and calls no module that does': {
    stands: {
      'src/analytics/top-clients.ts': `import { findItem, type Item } from '../catalog/index.ts'; sql\`select for update of x\`;`,
      'src/catalog/index.ts': `export { findItem } from './find-item.ts'; export { createItem } from './create-item.ts';`,
      'src/catalog/find-item.ts': `db.selectFrom('items');`,
      'src/catalog/create-item.ts': `db.insertInto('items');`,
    },
    falls: [
      { 'src/analytics/top-clients.ts': `import { createItem } from '../catalog/index.ts';` },
      { 'src/analytics/top-clients.ts': `db.deleteFrom('items')` },
      { 'src/analytics/top-clients.ts': `sql\`insert into seen (id) values (1)\`` },
      { 'src/analytics/top-clients.ts': `sql\`update items i\n set name = 'x'\`` },
    ],
  },
  'the ledger does not know why stock moves': {
    stands: { 'src/stock/lots.ts': `import { findItem } from '../catalog/index.ts';` },
    falls: [{ 'src/catalog/item.ts': `import type { Invoice } from '../invoicing/index.ts';` }],
  },
  'legal life does not know the business that follows from it': {
    stands: { 'src/certification/submit.ts': `import { client } from '../pac/index.ts';` },
    falls: [{ 'src/certification/submit.ts': `import { reverse } from '../stock/index.ts';` }],
  },
  'rules run without a world': {
    stands: {
      'src/fiscal/legal-status.ts': `import type { Kysely } from 'kysely'; import { badInput } from '../platform/errors.ts';`,
      'src/invoicing/credit-amounts.ts': `import { lineAmounts } from '../sales/index.ts'; import { z } from 'zod';`,
      'src/sales/index.ts': `export { lineAmounts } from './order.ts'; export { createOrder } from './create-order.ts';`,
      'src/sales/order.ts': `export const lineAmounts = 1;`,
      'src/sales/create-order.ts': `export const createOrder = 1;`,
      'src/platform/errors.ts': `export const badInput = 1;`,
    },
    falls: [
      { 'src/fiscal/legal-status.ts': `import { sql } from 'kysely';` },
      { 'src/invoicing/credit-amounts.ts': `import { createOrder } from '../sales/index.ts';` },
      { 'src/sales/order.ts': `export const lineAmounts = await something();` },
      { 'src/sales/order.ts': `import { systemClock } from '../platform/clock.ts';`, 'src/platform/clock.ts': `` },
    ],
  },
  'only the edges speak the wire': {
    stands: {
      'src/stock/graphql.ts': `import { builder } from '../graphql/builder.ts';`,
      'src/files/http.ts': `import type { FastifyInstance } from 'fastify';`,
      'src/wiring/server.ts': `import { fastify } from 'fastify';`,
    },
    falls: [
      { 'src/stock/lots.ts': `import { GraphQLError } from 'graphql';` },
      { 'src/stock/lots.ts': `import type { FastifyRequest } from 'fastify';` },
      { 'src/stock/lots.ts': `import type { RequestContext } from '../graphql/context.ts';` },
      { 'src/stock/lots.ts': `import multipart from '@fastify/multipart';` },
    ],
  },
  'a list of tables imports nothing of ours but the law and the kinds of rows': {
    stands: {
      'src/stock/tables.ts': `import type { Generated } from 'kysely'; import type { DocumentKind } from '../fiscal/document.ts'; import type { EntityRow } from '../platform/database.ts';`,
    },
    falls: [{ 'src/stock/tables.ts': `import type { ItemRow } from '../catalog/tables.ts';` }],
  },
  'a table is written by its own module alone': {
    stands: {
      'src/catalog/tables.ts': `declare module '../platform/database.ts' {\n  interface Database {\n    items: ItemRow;\n    clients: ClientRow;\n  }\n}`,
      'src/catalog/item.ts': `db.insertInto('items').execute();`,
      'src/sales/orders.ts': `db.selectFrom('items'); sql\`select * from items for update\`;`,
    },
    falls: [
      { 'src/sales/orders.ts': `db.insertInto('items').execute();` },
      { 'src/sales/orders.ts': `sql\`update items as i set name = 'x'\`` },
      { 'src/sales/orders.ts': `sql\`INSERT INTO clients (id) values (1)\`` },
      { 'src/sales/orders.ts': `await insertRows(db, 'clients', rows);` },
      { 'src/sales/orders.ts': `await addRow(db, 'clients', row, ['ruc']);` },
      { 'src/sales/orders.ts': `await adding(db, 'clients', row).execute();` },
      { 'src/sales/orders.ts': `await changing(db, 'items').set({ name }).execute();` },
    ],
  },
  'only stock/record-movements.ts and record-history.ts write the ledger': {
    stands: {
      'src/stock/record-movements.ts': `sql\`insert into inventory_logs (id) values (1)\``,
      'src/stock/stock-records.ts': `db.selectFrom('inventory_logs');`,
    },
    falls: [
      { 'src/stock/lots.ts': `db.insertInto('inventory_logs')` },
      { 'src/invoicing/void-invoice.ts': `sql\`insert into inventory_logs (id) values (1)\`` },
      { 'src/stock/lots.ts': `db.deleteFrom('inventory_logs')` },
    ],
  },
  'only certification/verdict/record-legal-status.ts moves a legal status': {
    stands: {
      'src/certification/verdict/record-legal-status.ts': `db.updateTable('fiscal_documents').set({ legal_status: to })`,
      'src/certification/open-certification.ts': `db.insertInto('fiscal_documents').values({ legal_status: null })`,
      'src/certification/submit.ts': `db.updateTable('fiscal_documents').set({ cufe }).where('legal_status', '=', x); sql\`update fiscal_documents set cufe = 1 where legal_status = 'X'\``,
    },
    falls: [
      {
        'src/certification/submit.ts': `db.updateTable('fiscal_documents').set({ cufe: f(1), legal_status: 'DGI_AUTHORIZED' })`,
      },
      { 'src/certification/submit.ts': `db.updateTable('fiscal_documents').set('legal_status', x)` },
      { 'src/certification/submit.ts': `db.updateTable('fiscal_documents').set({ legal_status })` },
      { 'src/certification/submit.ts': `on.column('id').doUpdateSet({ legal_status: x })` },
      {
        'src/certification/submit.ts': `sql\`update fiscal_documents\n set cufe = 1, legal_status = 'X'\n where id = 1\``,
      },
    ],
  },
  'only invoicing/refresh-invoice-status.ts moves an invoice status': {
    stands: { 'src/invoicing/refresh-invoice-status.ts': `db.updateTable('invoices').set({ invoice_status: x })` },
    falls: [
      { 'src/invoicing/register-payment.ts': `db.updateTable('invoices').set({ paid, invoice_status: 'PAID' })` },
    ],
  },
  'a tenant’s rows are reached only through inTenant': {
    stands: {
      'src/tenancy/in-tenant.ts': `context.db.connection()`,
      'src/wiring/server.ts': `app.db`,
      'src/stock/lots.ts': `db.selectFrom('lots')`,
    },
    falls: [{ 'src/stock/lots.ts': `await context.db.selectFrom('lots').execute()` }],
  },
  'only the queue steps out of the tenant’s role': {
    stands: { 'src/jobs/queue.ts': `import { asRole } from '../tenancy/index.ts';` },
    falls: [{ 'src/stock/lots.ts': `import { asRole, inTenant } from '../tenancy/index.ts';` }],
  },
  'only config.ts reads the environment': {
    stands: { 'src/wiring/config.ts': `process.env`, 'src/main.ts': `// not process.env\nprocess.exit(1)` },
    falls: [{ 'src/main.ts': `const port = process.env['PORT'];` }],
  },
  'only web/src/clock.ts asks the device for the time': {
    stands: { 'web/src/clock.ts': `Date.now()`, 'web/src/pages/sales-page.tsx': `new Date(serviceNow())` },
    falls: [
      { 'web/src/pages/sales-page.tsx': `const now = Date.now();` },
      { 'web/src/counter/kept-counts.ts': `const at = new Date().toISOString();` },
    ],
  },
  'only platform/clock.ts asks the machine for the time': {
    stands: {
      'src/platform/clock.ts': `new Date()`,
      'src/stock/lots.ts': `new Date(row.at); new Date(\n  0,\n); // new Date()`,
    },
    falls: [
      { 'src/stock/lots.ts': `const at = new Date();` },
      { 'src/stock/lots.ts': `const at = new Date( );` },
      { 'src/stock/lots.ts': `const at = new Date;` },
      { 'src/stock/lots.ts': `const at = Date.now();` },
      { 'src/stock/lots.ts': `const now = Date.now;` },
    ],
  },
  'a file is not found by the path of its address': {
    stands: { 'src/main.ts': `fileURLToPath(new URL('../migrations', import.meta.url))` },
    falls: [
      { 'src/main.ts': `new URL('../migrations', import.meta.url).pathname` },
      { 'test/run.ts': `new URL('.', import.meta.url).pathname` },
    ],
  },
  'the service imports none of its tools': {
    stands: { 'src/main.ts': `const script = new URL('../simulator/main.ts', import.meta.url);` },
    falls: [
      { 'src/main.ts': `import { start } from '../simulator/server.ts';` },
      { 'src/cli/folio.ts': `import type { World } from '../../test/support/world.ts';` },
    ],
  },
  'the service names a kit only where it starts one': {
    stands: { 'src/main.ts': `import { startRouter } from '../kits/groups/router.ts';` },
    falls: [
      { 'src/wiring/app.ts': `import { startRouter } from '../../kits/groups/router.ts';` },
      { 'src/pac/alanube/index.ts': `export type { Trial } from '../../../kits/conformance/index.ts';` },
    ],
  },
  'the simulator shares only the law, the signature and Alanube’s wire with us': {
    stands: { 'simulator/pac-calls.ts': `import { buildCufe } from '../src/fiscal/cufe.ts';` },
    falls: [
      { 'simulator/pac-calls.ts': `import { rucCheckDigits } from '../src/fiscal/ruc.ts';` },
      { 'simulator/totals.ts': `import { totalsOf } from '../src/fiscal/money.ts';` },
      { 'simulator/server.ts': `import type { Decimal } from '../src/platform/decimal.ts';` },
    ],
  },
  'the dashboard shares only the law and decimals with the service': {
    stands: { 'web/src/rules/line-totals.ts': `import { totalsOf } from '../../../src/fiscal/money.ts';` },
    falls: [{ 'web/src/rules/line-totals.ts': `import type { Order } from '../../../src/sales/index.ts';` }],
  },
  'no file imports itself in the end': {
    stands: {
      'src/stock/a.ts': `import { b } from './b.ts';`,
      'src/stock/b.ts': `import { c } from './c.ts';`,
      'src/stock/c.ts': ``,
    },
    falls: [
      { 'src/stock/b.ts': `import type { A } from './a.ts';` },
      { 'src/stock/c.ts': `import { a } from './a.ts';` },
      { 'src/stock/c.ts': `export * from './c.ts';` },
    ],
  },
  'every file is needed by a program, or by a test if it is there for tests': {
    stands: {
      'src/main.ts': `import { a } from './stock/a.ts'; new URL('stock/worker.ts', import.meta.url)`,
      'src/stock/a.ts': `import type { T } from './tables.ts'; const later = () => import('./b.ts');`,
      'src/stock/b.ts': ``,
      'src/stock/tables.ts': ``,
      'src/stock/worker.ts': ``,
      'src/stock/a.test.ts': `import { w } from '../../test/support/w.ts';`,
      'test/support/w.ts': ``,
      'migrations/0001_first.ts': ``,
    },
    falls: [
      { 'src/stock/d.ts': ``, 'src/stock/d.test.ts': `import { d } from './d.ts';` },
      { 'test/support/unused.ts': `import { w } from './w.ts';` },
      { 'src/stock/a.ts': `import type { T } from './tables.ts';` },
    ],
  },
  'a file opens with a sentence that says what it is for': {
    stands: {
      'src/a.ts': `// Does one thing.\nimport x from 'y';`,
      'src/b.ts': `/** Does another thing:\n * in two lines. */\n`,
      'src/c.ts': `#!/usr/bin/env node\n// Starts the whole\n// thing.\n`,
      'src/d.test.ts': `import x from 'y';`,
    },
    falls: [
      { 'src/a.ts': `import x from 'y';\n// Does one thing.` },
      { 'src/a.ts': `// helper functions` },
      { 'src/a.ts': `// Helpers.` },
      { 'bin/start.mjs': `import x from 'y';` },
    ],
  },
  'what a document points at exists': {
    stands: {
      'README.md': `[a](docs/open-questions.md) [b](docs/) [c](https://example.org) [d](#words) [e](docs/open-questions.md#x)`,
      'docs/open-questions.md': `| 7 | gap | answer | why, see [r](../README.md) | \`stock/lots.ts\`, \`migrations/0001_x.ts\` |`,
      'src/stock/lots.ts': `// Expires first, goes first (answer 7).`,
      'migrations/0001_x.ts': ``,
    },
    falls: [
      { 'README.md': `[a](docs/nowhere.md)` },
      { 'docs/operations.md': `[a](docs/open-questions.md)` },
      { 'docs/open-questions.md': `| 7 | gap | answer | why | \`stock/gone.ts\` |` },
      { 'docs/operations.md': `see \`gone/\`` },
      { 'src/stock/lots.ts': `// Expires first, goes first (answer 8).` },
    ],
  },
  'a sentence names the component that it speaks of': {
    stands: { 'src/a.ts': `// The caller waits here; hers is the next turn.`, 'docs/a.md': `The proxy ends TLS.` },
    falls: [{ 'src/a.ts': `// Whoever comes waits.` }, { 'docs/a.md': `A client says his name.` }],
  },
  'a file is a noun or a verb, never a drawer': {
    stands: { 'src/stock/lots.ts': ``, 'simulator/test-support.ts': `` },
    falls: [
      { 'src/utils.ts': `` },
      { 'src/stock/date-helpers.ts': `` },
      { 'src/common/lots.ts': `` },
      { 'src/stock/invoice-service.ts': `` },
    ],
  },
  'a comment begins with its subject': {
    stands: { 'src/a.ts': `// Cost of one unit.\nconst a = '// What';` },
    falls: [{ 'src/a.ts': `// What one costs.` }, { 'web/src/b.tsx': `  /** Of the unit; null: none. */` }],
  },
  'no test stands alone or aside': {
    stands: { 'src/a.test.ts': `test('only one is left', () => {});` },
    falls: [
      { 'src/a.test.ts': `test.only('x', () => {});` },
      { 'test/b.test.ts': `describe.skip('x', () => {});` },
      { 'test/b.test.ts': `test('x', { only: true }, () => {});` },
    ],
  },
  'a test of the dashboard waits as long as all do': {
    stands: { 'test/browser/a.test.ts': `await newContext(browser)` },
    falls: [
      { 'test/browser/a.test.ts': `page.setDefaultTimeout(15_000);` },
      { 'test/browser/a.test.ts': `await row.waitFor({ timeout: 5_000 });` },
      { 'test/browser/a.test.ts': `await it.browser.newContext()` },
    ],
  },
  'nothing is left for later': {
    stands: { 'src/a.ts': `// Nothing to do here.` },
    falls: [{ 'src/a.ts': `// TODO: more` }, { 'simulator/b.ts': `throw new Error('not implemented')` }],
  },
  'no path of one machine is in the project': {
    stands: { 'README.md': `see src${WORK}x.ts and https://example.org${WORK}y` },
    falls: [
      { 'README.md': `cd ${WORK}main` },
      { '.ci/run': `cp "${FARM}out" .` },
      { 'docs/operations.md': `(${WORK}x)` },
      { '.npmrc': `cache=${WORK}cache` },
    ],
  },
  'the lock file names no registry': {
    stands: { 'package-lock.json': `{ "resolved": "web", "integrity": "x" }` },
    falls: [{ 'package-lock.json': `{ "resolved": "https://registry.example.org/x.tgz" }` }],
  },
  'no file is larger than a megabyte': {
    stands: { 'docs/sales.csv': 'x'.repeat(1000) },
    falls: [{ 'docs/sales.csv': 'x'.repeat(1_000_001) }],
  },
};
