/** The printed page, read back from its bytes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import type { SimulatedDocument } from './documents.ts';
import { printDocument } from './pdf.ts';
import { documentBody, simulate, submit } from './test-support.ts';

// The standard fonts are written in WinAnsi, as hexadecimal pieces between which the letters are kerned.
function textOf(pdf: Buffer): string {
  const streams = pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g);
  const content = [...streams]
    .map(([, stream]) => inflateSync(Buffer.from(stream!, 'latin1')).toString('latin1'))
    .join('\n');
  const shown = [...content.matchAll(/\[([^\]]*)\] TJ/g)].map(([, pieces]) =>
    [...pieces!.matchAll(/<([0-9a-f]*)>/g)].map(([, hex]) => Buffer.from(hex!, 'hex').toString('latin1')).join(''),
  );
  return shown.join('\n');
}

const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;

async function issued(t: Parameters<typeof simulate>[0], change: (body: ReturnType<typeof documentBody>) => void) {
  const companies = [{ companyId: 'c', ruc: '155596713-2-2015', name: 'Ñandú y Cía., S.A.' }];
  const simulator = await simulate(t, { companies });
  const body = documentBody({ number: 42, issueDate: '2026-03-01T10:20:30-05:00' });
  change(body);
  assert.equal((await submit(simulator, body, { company: 'c' })).status, 201);
  return simulator.documents()[0]!;
}

test('one page shows issuer, receiver, lines, totals and CUFE', async (t) => {
  const document = await issued(t, () => {});
  const pdf = await printDocument(document);
  const text = textOf(pdf);
  assert.equal(pagesOf(pdf), 1);
  for (const expected of [
    'COMPROBANTE AUXILIAR DE FACTURA ELECTRÓNICA',
    'Ñandú y Cía., S.A.',
    'RUC: 155596713-2-2015 DV: 59',
    'Número: 0000000042',
    'Fecha de emisión: 01/03/2026 10:20:30',
    'Café Boquete',
    '8-442-445 DV: 08',
    'Cafetera',
    '8.50',
    '5.00',
    '2.45 (7%)',
    'Efectivo: 62.90',
    '60.45',
    '62.90',
    'SIN VALOR FISCAL',
    document.cufe,
  ]) {
    assert.ok(text.includes(expected), `"${expected}" is missing in\n${text}`);
  }
});

test('the same document gives the same bytes', async (t) => {
  const document = await issued(t, () => {});
  const copy = structuredClone(document) satisfies SimulatedDocument;
  assert.deepEqual(await printDocument(copy), await printDocument(document));
});

test('a long document, long words and foreign letters stay on one page', async (t) => {
  const document = await issued(t, (body) => {
    const [line] = body.items;
    body.items = Array.from({ length: 200 }, (_, index) => ({
      ...line!,
      number: String(index + 1).padStart(4, '0'),
      description: `漢字 😀\n${'x'.repeat(400)}`,
    }));
    body.totals.paymentMethods = [{ type: '02', amount: 1_000_000 }];
  });
  const pdf = await printDocument(document);
  assert.equal(pagesOf(pdf), 1);
  assert.ok(textOf(pdf).includes('y 176 líneas más'));
});
