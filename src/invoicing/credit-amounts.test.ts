import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { add, compare, subtract } from '../platform/decimal.ts';
import { lineAmounts } from '../sales/index.ts';
import { creditAmounts } from './credit-amounts.ts';

test('credited piece by piece, a line gives back to the cent what it charged', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 0, max: 100_000 }),
      fc.constantFrom('0', '7', '10', '15'),
      (pieces, mills, taxRate) => {
        const quantity = String(pieces.reduce((sum, piece) => sum + piece, 0));
        const unitPrice = (mills / 1000).toFixed(3);
        const charged = lineAmounts({ quantity, unitPrice, taxRate });
        let state = { quantityCredited: '0', netCredited: '0', taxCredited: '0' };
        for (const piece of pieces) {
          const line = { quantity, unitPrice, taxRate, ...charged, ...state };
          const { net, tax } = creditAmounts(line, String(piece));
          assert.ok(compare(net, '0') >= 0 && compare(tax, '0') >= 0, 'no piece is below nothing');
          state = {
            quantityCredited: add(state.quantityCredited, String(piece)),
            netCredited: add(state.netCredited, net),
            taxCredited: add(state.taxCredited, tax),
          };
        }
        assert.equal(compare(subtract(charged.net, state.netCredited), '0'), 0);
        assert.equal(compare(subtract(charged.tax, state.taxCredited), '0'), 0);
      },
    ),
  );
});
