import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fits } from './fits.ts';
import type { PacProfile } from './face.ts';
import { MAKES } from './makes.ts';
import type { PacPayload } from './payload.ts';

const { hka, alanube } = { hka: MAKES.hka.profile, alanube: MAKES.alanube.profile };
const TAXPAYER = { type: '01', name: 'Istmo', country: 'PA' };
const FOREIGNER = { type: '04', name: 'Ana', country: 'CR', foreign: { number: '0' } };
const EXPORT = { incoterm: 'FOB', currency: 'USD' };

const payload = (more: object, information: object = {}): PacPayload =>
  ({
    receiver: { type: '02', country: 'PA' },
    information: { documentType: '01', destination: 1, ...information },
    ...more,
  }) as PacPayload;

/** To which, written for which of the two, from which office. */
const CASES: readonly [string, PacProfile, PacProfile, string, PacPayload, boolean][] = [
  ['a consumer', hka, alanube, '0000', payload({}), true],
  ['a taxpayer without an address', hka, alanube, '0000', payload({ receiver: TAXPAYER }), false],
  ['a taxpayer with a short one', hka, alanube, '0000', payload({ receiver: { ...TAXPAYER, address: 'Vía' } }), false],
  ['a taxpayer with one', hka, alanube, '0000', payload({ receiver: { ...TAXPAYER, address: 'Calle 50, local 3' } }), true],
  ['the State without one', hka, alanube, '0000', payload({ receiver: { ...TAXPAYER, type: '03' } }), false],
  ['a taxpayer without one, the other way', alanube, hka, '0000', payload({ receiver: TAXPAYER }), true],
  ['abroad without the data', hka, alanube, '0000', payload({ receiver: FOREIGNER }, { destination: 2 }), false],
  ['abroad with them', hka, alanube, '0000', payload({ receiver: FOREIGNER, exportation: EXPORT }, { destination: 2 }), true],
  ['a note abroad', hka, alanube, '0000', payload({ receiver: FOREIGNER, referencedDocuments: [{}] }, { documentType: '04', destination: 2 }), true],
  ['abroad without, the other way', alanube, hka, '0000', payload({ receiver: FOREIGNER }, { destination: 2 }), true],
  ['a second office by its code', hka, alanube, '0007', payload({ idOffice: 'office-7' }), true],
  ['a second office without an id', alanube, hka, '0007', payload({}), false],
  ['a second office with the id of that PAC', alanube, hka, '0007', payload({ idOffice: 'office-7' }), true],
  ["an id of the first one's office", alanube, alanube, '0000', payload({ idOffice: 'office-0' }), false],
  ['a type that it does not take', alanube, hka, '0000', payload({}, { documentType: '99' }), false],
]; // prettier-ignore

for (const [what, to, from, branch, written, isThere] of CASES)
  test(`${what}: ${isThere ? 'goes over' : 'waits'}`, () => {
    assert.equal(fits(to, written, { branch, writtenFor: from }), isThere);
  });
