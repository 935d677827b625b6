/** Money of a lot that is drawn in parts: each part is rounded half up, and all parts are the payment. */
import { LOT_STATUSES, type LotBalance, type LotMove, closeLot, endDraw } from '../../domain/lots';
import { costScale8 } from '../../domain/money';

interface Ledger {
  readonly lot: LotBalance;
  readonly drawnScale8: bigint;
  readonly paidScale8: bigint;
  readonly refundedScale8: bigint;
}

/** A lot as its purchase leaves it. */
function bought(priceScale8: bigint, quantityTokens: number): Ledger {
  const escrowScale8 = costScale8(priceScale8, quantityTokens);
  const counts = { remainingTokens: quantityTokens, reservedTokens: 0 };
  const nothing = { drawnScale8: 0n, paidScale8: 0n, refundedScale8: 0n };
  return { lot: { status: 'open', priceScale8, ...counts, escrowScale8 }, ...nothing };
}

function after({ lot, ...sums }: Ledger, move: LotMove): Ledger {
  const { drawScale8, paidScale8, refundedScale8 } = move;
  return {
    lot: {
      status: move.status,
      priceScale8: lot.priceScale8,
      remainingTokens: lot.remainingTokens + move.remainingTokens,
      reservedTokens: lot.reservedTokens + move.reservedTokens,
      escrowScale8: lot.escrowScale8 - drawScale8 - paidScale8 - refundedScale8,
    },
    drawnScale8: sums.drawnScale8 + drawScale8,
    paidScale8: sums.paidScale8 + paidScale8,
    refundedScale8: sums.refundedScale8 + refundedScale8,
  };
}

function reserved(ledger: Ledger, tokens: number): Ledger {
  const { lot } = ledger;
  const remainingTokens = lot.remainingTokens - tokens;
  return {
    ...ledger,
    lot: { ...lot, remainingTokens, reservedTokens: lot.reservedTokens + tokens },
  };
}

function drawn(ledger: Ledger, reservedTokens: number, usedTokens = reservedTokens): Ledger {
  return ended(reserved(ledger, reservedTokens), reservedTokens, usedTokens);
}

function ended(
  ledger: Ledger,
  reservedTokens: number,
  usedTokens: number,
  isDefault = false,
): Ledger {
  return after(ledger, endDraw(ledger.lot, { reservedTokens, usedTokens, isDefault }));
}

/** Prices at which one token costs less than a unit, half a unit, and a unit and a half. */
const PRICES = [1n, 333n, 499n, 500n, 501n, 999n, 1_000n, 1_499n, 1_500n, 1_501n, 123_457n];

test.each([
  [1_499n, 1, 1n],
  [1_500n, 1, 2n],
  [1_501n, 1, 2n],
  [499n, 1, 0n],
  [500n, 1, 1n],
  [333n, 2, 1n],
  [333n, 4, 1n],
  [333n, 5, 2n],
])('a draw at %d of %d tokens costs %d, as long as others are left', (price, tokens, cost) => {
  expect(drawn(bought(price, 100), 64, tokens).drawnScale8).toBe(cost);
});

test.each(PRICES)(
  'however a lot at %d is divided, its draws and its remainder are what was paid',
  (price) => {
    for (const quantity of [1, 2, 3, 7, 10]) {
      for (const part of [1, 2, 3, 7]) {
        const whole = bought(price, quantity);
        let ledger = whole;
        while (ledger.lot.remainingTokens > 0) {
          ledger = drawn(ledger, Math.min(part, ledger.lot.remainingTokens));
          expect(ledger.lot.escrowScale8).toBeGreaterThanOrEqual(0n);
        }
        expect(ledger.lot).toMatchObject({ status: 'exhausted', escrowScale8: 0n });
        expect(ledger.drawnScale8 + ledger.paidScale8).toBe(whole.lot.escrowScale8);
        // The remainder of the roundings: at most half a unit for each draw.
        const draws = BigInt(Math.ceil(quantity / part));
        expect(2n * ledger.paidScale8).toBeLessThanOrEqual(draws + 1n);
        expect(ledger.refundedScale8).toBe(0n);
      }
    }
  },
);

test('draws that are rounded up take no more than is in escrow', () => {
  // Three tokens cost 4.5, so 5 were paid; two draws of 1.5 take 2 each, and 1 is left for the third.
  let ledger = bought(1_500n, 3);
  const costs: bigint[] = [];
  for (let at = 0; at < 3; at += 1) {
    const before = ledger.drawnScale8;
    ledger = drawn(ledger, 1);
    costs.push(ledger.drawnScale8 - before);
  }
  expect(costs).toEqual([2n, 2n, 1n]);
  expect(ledger.lot).toMatchObject({ status: 'exhausted', escrowScale8: 0n });
});

describe('a window that ends while a draw is under way', () => {
  const underWay = () => reserved(bought(1_500n, 10), 4);
  const closed = (status: 'expired' | 'defaulted') => {
    const ledger = underWay();
    return after(ledger, closeLot(ledger.lot, status));
  };

  test('keeps the price of the draw, and pays the rest to the seller', () => {
    const ledger = closed('expired');
    expect(ledger).toMatchObject({ paidScale8: 9n, refundedScale8: 0n, lot: { escrowScale8: 6n } });
    expect(ended(ledger, 4, 3)).toMatchObject({
      drawnScale8: 5n,
      paidScale8: 10n,
      refundedScale8: 0n,
      lot: { escrowScale8: 0n },
    });
  });

  test('leaves each of two draws its own price, and the last one the remainder', () => {
    const two = reserved(reserved(bought(1_499n, 10), 1), 1);
    const ledger = after(two, closeLot(two.lot, 'expired'));
    expect(ledger.lot).toMatchObject({ remainingTokens: 0, escrowScale8: 3n });
    const first = ended(ledger, 1, 0);
    expect(first.lot.escrowScale8).toBe(2n);
    expect(ended(first, 1, 1)).toMatchObject({ drawnScale8: 1n, lot: { escrowScale8: 0n } });
  });

  test('pays the seller what rounding leaves beside the price of the draw', () => {
    const one = reserved(bought(1_400n, 4), 1);
    expect(after(one, closeLot(one.lot, 'expired'))).toMatchObject({
      paidScale8: 5n, // three tokens cost 4.2
      lot: { escrowScale8: 1n },
    });
  });

  test('gives the buyer what a seller that failed did not deliver', () => {
    expect(ended(closed('expired'), 4, 0, true)).toMatchObject({
      drawnScale8: 0n,
      paidScale8: 9n,
      refundedScale8: 6n,
      lot: { escrowScale8: 0n },
    });
  });

  test('gives the buyer all that a defaulted lot did not deliver', () => {
    expect(ended(closed('defaulted'), 4, 3)).toMatchObject({
      drawnScale8: 5n,
      paidScale8: 0n,
      refundedScale8: 10n,
      lot: { escrowScale8: 0n },
    });
  });
});

describe('the tokens of a lot', () => {
  const lot = (more: Partial<LotBalance> = {}): LotBalance => ({
    ...({ status: 'open', priceScale8: 1_000n, remainingTokens: 6, reservedTokens: 4 } as const),
    escrowScale8: 10n,
    ...more,
  });
  const draw = { reservedTokens: 4, usedTokens: 3, isDefault: false };
  const nothing = {
    remainingTokens: 0,
    reservedTokens: 0,
    drawnTokens: 0,
    paidTokens: 0,
    refundedTokens: 0,
    drawScale8: 0n,
    paidScale8: 0n,
    refundedScale8: 0n,
  };

  test('that a draw did not use are left for others, while the window lasts', () => {
    expect(endDraw(lot(), draw)).toEqual({
      ...nothing,
      status: 'open',
      drawnTokens: 3,
      reservedTokens: -4,
      remainingTokens: 1,
      drawScale8: 3n,
    });
    expect(endDraw(lot(), { ...draw, usedTokens: 0, isDefault: true })).toEqual({
      ...nothing,
      status: 'open',
      reservedTokens: -4,
      remainingTokens: 4,
    });
  });

  test('are exhausted by the draw that uses the last one, which pays what rounding has left', () => {
    const last = lot({ remainingTokens: 0, escrowScale8: 5n });
    expect(endDraw(last, { ...draw, usedTokens: 4 })).toEqual({
      ...nothing,
      status: 'exhausted',
      drawnTokens: 4,
      reservedTokens: -4,
      drawScale8: 4n,
      paidScale8: 1n,
    });
    const another = lot({ remainingTokens: 0, reservedTokens: 5 });
    expect(endDraw(another, { ...draw, usedTokens: 4 })).toMatchObject({
      status: 'open',
      paidScale8: 0n,
    });
  });

  test.each(['expired', 'exhausted'] as const)(
    'that a draw did not use are paid for when the lot is %s',
    (status) => {
      const closed = lot({ status, remainingTokens: 0, escrowScale8: 4n });
      expect(endDraw(closed, draw)).toEqual({
        ...nothing,
        status,
        drawnTokens: 3,
        reservedTokens: -4,
        drawScale8: 3n,
        paidTokens: 1,
        paidScale8: 1n,
      });
      expect(endDraw(closed, { ...draw, usedTokens: 0, isDefault: true })).toEqual({
        ...nothing,
        status,
        reservedTokens: -4,
        refundedTokens: 4,
        refundedScale8: 4n,
      });
    },
  );

  test('that a draw did not use are refunded when the seller has failed', () => {
    const closed = lot({ status: 'defaulted', remainingTokens: 0, escrowScale8: 4n });
    expect(endDraw(closed, draw)).toEqual({
      ...nothing,
      status: 'defaulted',
      drawnTokens: 3,
      reservedTokens: -4,
      drawScale8: 3n,
      refundedTokens: 1,
      refundedScale8: 1n,
    });
  });

  test('of two draws beyond the window: the first leaves the price of the second', () => {
    const closed = lot({ status: 'expired', remainingTokens: 0, reservedTokens: 6 });
    expect(endDraw({ ...closed, escrowScale8: 9n }, draw)).toMatchObject({
      drawScale8: 3n,
      paidTokens: 1,
      paidScale8: 1n,
    });
    // Roundings have left less than the tokens cost.
    expect(endDraw({ ...closed, escrowScale8: 3n }, draw)).toMatchObject({
      drawScale8: 3n,
      paidTokens: 1,
      paidScale8: 0n,
    });
    expect(endDraw({ ...closed, escrowScale8: 2n }, draw)).toMatchObject({ drawScale8: 2n });
  });

  test('leave it with its window, but for those under way', () => {
    expect(closeLot(lot(), 'expired')).toEqual({
      ...nothing,
      status: 'expired',
      remainingTokens: -6,
      paidTokens: 6,
      paidScale8: 6n,
    });
    expect(closeLot(lot(), 'defaulted')).toEqual({
      ...nothing,
      status: 'defaulted',
      remainingTokens: -6,
      refundedTokens: 6,
      refundedScale8: 6n,
    });
    expect(closeLot(lot({ escrowScale8: 3n }), 'expired')).toMatchObject({ paidScale8: 0n });
    expect(closeLot(lot(), 'voided')).toEqual({
      ...closeLot(lot(), 'defaulted'),
      status: 'voided',
    });
    expect(LOT_STATUSES).toEqual(['open', 'exhausted', 'expired', 'defaulted', 'voided']);
  });
});
