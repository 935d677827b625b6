/** The fee of a lot is rounded once, however many draws share it. */
import { endDraw } from '../../domain/lots';
import { lotWrites } from '../../records/ledger/lot-moves';
import type { LotDocument } from '../../records/documents/lot';

const QUANTITY_TOKENS = 11;

/** A lot whose draws of one token cost 1,000 units each. */
function bought(): LotDocument {
  const tokens = { drawnTokens: 0, paidTokens: 0, refundedTokens: 0, reservedTokens: 0, draws: 0 };
  const money = { earnedScale8: 0n, feeScale8: 0n, refundedScale8: 0n };
  const lot: Partial<LotDocument> = {
    _id: 'lot',
    accountId: 'buyer',
    sellerId: 'seller',
    orderId: 'order',
    status: 'open',
    ...tokens,
    ...money,
    quantityTokens: QUANTITY_TOKENS,
    remainingTokens: QUANTITY_TOKENS,
    priceScale8: 1000000n,
    escrowScale8: 11000n,
    feeBasisPoints: 25,
  };
  return lot as LotDocument;
}

test('the fees of draws that are rounded up and down add up to that of all of them', () => {
  let lot = bought();
  const fees: bigint[] = [];
  for (let at = 0; at < 10; at += 1) {
    const reserved = { ...lot, remainingTokens: lot.remainingTokens - 1, reservedTokens: 1 };
    const step = lotWrites({
      lot: reserved,
      move: endDraw(reserved, { reservedTokens: 1, usedTokens: 1, isDefault: false }),
      draw: { fillId: `fill ${at}`, orderId: 'order', reservedTokens: 1 },
      reason: 'drawn',
      now: new Date(),
    });
    fees.push(step.drawFeeScale8);
    ({ lot } = step);
  }
  // A quarter of a percent of 1,000 units is 2.5; of 10,000 it is 25.
  expect(fees).toEqual([3n, 2n, 3n, 2n, 3n, 2n, 3n, 2n, 3n, 2n]);
  expect(lot.feeScale8).toBe(25n);
});
