// The types of documents: that their table is complete, and what of a document goes with its type.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DOCUMENT_KINDS } from './document.ts';
import {
  brokenRules,
  DOCUMENT_TYPE_CODES,
  INTERNAL_SERIES,
  isAbroad,
  KIND_OF_SERIES,
  rulesOf,
  USUAL_TYPE,
  type DocumentType,
  type TypeFacts,
} from './document-types.ts';
import { assertEach } from '../../test/support/assert-each.ts';

test('there are ten types, each with a series of its own', () => {
  assert.deepEqual(DOCUMENT_TYPE_CODES, ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10']);
  const series = DOCUMENT_TYPE_CODES.map((type) => rulesOf(type).series);
  assert.deepEqual(series, ['FAC', 'FIM', 'FEX', 'NC', 'ND', 'NCG', 'NDG', 'FZF', 'REE', 'FOE']);
  assert.equal(Object.keys(KIND_OF_SERIES).length, new Set(series).size + Object.keys(INTERNAL_SERIES).length);
});

test('the usual type of a kind is of that kind, and a note on an electronic invoice names its CUFE', () => {
  for (const kind of DOCUMENT_KINDS) assert.equal(rulesOf(USUAL_TYPE[kind]).kind, kind);
  const named = DOCUMENT_TYPE_CODES.filter((type) => rulesOf(type).references.is === 'CUFE');
  assert.deepEqual(named, ['04', '05']);
});

const LOCAL: TypeFacts = { country: 'PA', receiverType: 'CONTRIBUYENTE', taxRates: ['7', '0'], hasExportData: false };
const FOREIGN: TypeFacts = { country: 'US', receiverType: 'EXTRANJERO', taxRates: ['0'], hasExportData: true };

const CASES: readonly (readonly [type: DocumentType, facts: TypeFacts, broken: readonly string[]])[] = [
  ['01', LOCAL, []],
  ['01', { ...LOCAL, hasExportData: true }, ['exportData M']],
  ['02', LOCAL, []],
  ['02', { ...LOCAL, country: 'US' }, ['country L']],
  ['03', FOREIGN, []],
  ['03', { ...FOREIGN, country: null }, []],
  ['03', { ...FOREIGN, hasExportData: false }, ['exportData H']],
  ['03', { ...FOREIGN, taxRates: ['0', '7'] }, ['taxRates M']],
  ['03', LOCAL, ['receivers M', 'country M', 'exportData H', 'taxRates M']],
  ['04', LOCAL, []],
  ['05', LOCAL, []],
  ['06', { ...LOCAL, hasExportData: true }, ['exportData L']],
  ['08', { ...LOCAL, taxRates: ['0'] }, []],
  ['08', { ...FOREIGN, hasExportData: false }, ['exportData M']],
  ['08', LOCAL, ['taxRates L']],
  ['09', { ...LOCAL, taxRates: ['0'] }, []],
  ['09', LOCAL, ['taxRates M']],
  ['10', { ...FOREIGN, hasExportData: false }, []],
  ['10', { ...FOREIGN, needsExportData: true, hasExportData: false }, ['exportData H']],
  ['10', { ...FOREIGN, needsExportData: true, hasExportData: true }, []],
  ['01', { ...LOCAL, needsExportData: true, hasExportData: false }, []],
  ['04', { ...FOREIGN, needsExportData: true, hasExportData: false }, []],
  ['10', { ...LOCAL, hasExportData: true }, ['receivers L', 'country L', 'exportData L', 'taxRates L']],
];

for (const [type, facts, expected] of CASES) {
  const name = `${facts.receiverType} in ${facts.country}, ${facts.taxRates.join(' and ')} %, export data ${facts.hasExportData}`;
  test(`type ${type} with ${name}: ${expected.join(', ') || 'breaks nothing'}`, () => {
    assertEach(brokenRules(type, facts), ({ rule, mark }) => `${rule} ${mark}`, expected);
  });
}

test('an export and an operation abroad go abroad, a free zone where its receiver is, and a sale at home stays', () => {
  const abroad = (country: string | null) => DOCUMENT_TYPE_CODES.filter((type) => isAbroad(type, country));
  assert.deepEqual(abroad('US'), ['03', '08', '10']);
  assert.deepEqual(abroad('PA'), ['03', '10']);
  assert.deepEqual(abroad(null), ['03', '10']);
});
