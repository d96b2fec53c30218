import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOfAnotherOffice, seriesOf, type PointAtPac, type Stranger } from './strangers.ts';

const point = (officeId: string, branchAtPac: string, code: string, mark: string): PointAtPac => ({
  ...{ id: `${officeId} ${code}`, officeId, branchCode: 'ours', branchAtPac, code, mark, pacOfficeId: null },
});
const POINTS = [
  point('head', '0000', '001', ''),
  point('head', '0000', '002', '0000-002'),
  point('david', '0001', '001', '0001-001'),
];

// [branch and billing point of a CUFE, the series that it can be of]
const SERIES: [string, string, string[]][] = [
  ['0000', '001', ['FAC']],
  ['0000', '002', ['FAC-0000-002']],
  ['0001', '001', ['FAC-0001-001']],
  ['0001', '002', []],
  ['0002', '001', []],
];

for (const [branch, code, series] of SERIES) {
  test(`a document of the branch ${branch} and the billing point ${code} is of ${series.join() || 'no series'}`, () => {
    const cufe = `FE0120000155596713-2-2015-59${branch}202603020000000007${code}0121234567890`;
    assert.deepEqual(seriesOf({ series: 'FAC', cufe } as Stranger, POINTS), series);
  });
}

test('the PAC may give all offices one branch', () => {
  const cufe = 'FE0120000155596713-2-2015-5900002026030200000000070010121234567890';
  const points = POINTS.map((one) => ({ ...one, branchAtPac: '0000' }));
  assert.deepEqual(seriesOf({ series: 'FAC', cufe } as Stranger, points), ['FAC', 'FAC-0001-001']);
});

// [branch of the other document, our point, whether it is another office's of ours]
const OTHERS: [string, string, boolean][] = [
  ['0001', 'head 001', true],
  ['0000', 'head 002', false],
  ['0000', 'david 001', true],
  ['0007', 'head 001', false],
];

for (const [branch, at, expected] of OTHERS) {
  test(`${branch} is ${expected ? '' : 'not '}another office than that of ${at}`, () => {
    assert.equal(isOfAnotherOffice(POINTS, at, branch), expected);
  });
}
