// Files that were asked for ahead go to their own document, as it was, and to no other.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FiscalDocument } from '../fiscal-document.ts';
import type { Brought } from './attach-pdf.ts';
import { comingFor, fits, type Ahead } from './files-ahead.ts';

const DOCUMENT = {
  ...{ id: 'a', legal_status: 'PAC_AUTHORIZED', document_id: '01', cufe: 'FE', void_state: null, awaits_pdf: true },
} as FiscalDocument;
const BROUGHT = {
  answer: { legalStatus: 'DGI_AUTHORIZED' },
  pdf: Buffer.from('%PDF'),
  xml: null,
  place: 'p',
} as Brought;
const ahead = (brought?: Brought): Ahead => ({ document: DOCUMENT, coming: Promise.resolve(brought), brought });

test('what is on its way for one document is given to no other, nor to one that has another id at the PAC', () => {
  const one = ahead(BROUGHT);
  assert.equal(comingFor(one, { ...DOCUMENT, legal_status: 'DGI_AUTHORIZED' }), one.coming);
  assert.equal(comingFor(one, { ...DOCUMENT, id: 'b' }), undefined);
  assert.equal(comingFor(one, { ...DOCUMENT, document_id: '02' }), undefined);
  assert.equal(comingFor(undefined, DOCUMENT), undefined);
});

test('a page comes with the verdict of the document as it was, whole, and shown under that verdict', () => {
  assert.equal(fits(ahead(BROUGHT), DOCUMENT, 'DGI_AUTHORIZED'), true);
  const others: Partial<FiscalDocument>[] = [
    { id: 'b' },
    { legal_status: 'DGI_AUTHORIZED' },
    { document_id: '02' },
    { cufe: 'FF' },
    { void_state: 'ASKED' },
    { awaits_pdf: false },
  ];
  for (const other of others) assert.equal(fits(ahead(BROUGHT), { ...DOCUMENT, ...other }, 'DGI_AUTHORIZED'), false);
  const pages: Brought[] = [
    { ...BROUGHT, answer: { ...BROUGHT.answer, legalStatus: 'PAC_AUTHORIZED' } },
    { ...BROUGHT, answer: { ...BROUGHT.answer, isVoided: true } },
    { ...BROUGHT, xml: { cause: 'expired' } },
  ];
  for (const page of pages) assert.equal(fits(ahead(page), DOCUMENT, 'DGI_AUTHORIZED'), false);
  assert.equal(fits(ahead(), DOCUMENT, 'DGI_AUTHORIZED'), false);
});
