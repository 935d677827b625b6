import fc from 'fast-check';
import {
  clearRecords,
  recordsForFile,
  expectSound,
  fundedAccount,
  placedAsk,
  settlement,
} from '../records/scenario';
import { boughtTicket, draw, fillOrder, newOrder, nthFill } from './records-scenario';

const USD = 100_000_000n;

const records = recordsForFile();
beforeEach(() => clearRecords(records));
afterEach(() => expectSound(records));

const balance = async (accountId: string) => {
  const { postedScale8, heldScale8 } = await records.ledger.balanceOf(accountId);
  return { posted: postedScale8, held: heldScale8 };
};

describe('an order for capacity', () => {
  it('holds its limit x its open quantity, and gives back what the price was better', async () => {
    const accountId = await fundedAccount(records, 10n * USD);
    const askId = await placedAsk(records, { capacityTokens: 5_000, priceScale8: USD / 2n });
    const order = newOrder(accountId, { quantityTokens: 4_000 });
    expect(await records.ledger.capacity.open(order)).toEqual({ status: 'opened' });
    expect(await balance(accountId)).toEqual({ posted: 10n * USD, held: 4n * USD });

    const fill = nthFill(order._id, 1, { askId, quantityTokens: 1_000, priceScale8: USD / 2n });
    const filled = await fillOrder(records, order._id, fill);
    expect(filled).toMatchObject({ status: 'recorded', order: { openTokens: 3_000 } });
    expect(await balance(accountId)).toEqual({ posted: 10n * USD - USD / 2n, held: 3n * USD });
    await expectSound(records);

    expect(await fillOrder(records, order._id, fill)).toMatchObject({ status: 'recorded' });
    expect(await balance(accountId)).toEqual({ posted: 10n * USD - USD / 2n, held: 3n * USD });

    const close = { orderId: order._id, status: 'cancelled', reason: 'asked for' } as const;
    expect(await records.ledger.capacity.close(close)).toMatchObject({ status: 'closed' });
    expect(await records.ledger.capacity.close(close)).toMatchObject({ status: 'ended' });
    expect(await balance(accountId)).toEqual({ posted: 10n * USD - USD / 2n, held: 0n });
  });

  it('is opened once, and once per client_order_id', async () => {
    const accountId = await fundedAccount(records, 10n * USD);
    const order = newOrder(accountId, { clientOrderId: 'mine' });
    await records.ledger.capacity.open(order);
    expect(await records.ledger.capacity.open(order)).toMatchObject({ status: 'duplicate' });
    const namesake = newOrder(accountId, { clientOrderId: 'mine' });
    expect(await records.ledger.capacity.open(namesake)).toEqual({
      status: 'known',
      orderId: order._id,
    });
    const dear = newOrder(accountId, { quantityTokens: 10_000 });
    expect(await records.ledger.capacity.open(dear)).toEqual({
      status: 'refused',
      reason: 'insufficient_balance',
    });
  });

  it('refuses fills that its asks cannot give, all of a call or none', async () => {
    const accountId = await fundedAccount(records, 10n * USD);
    const good = await placedAsk(records, { capacityTokens: 500 });
    const old = await placedAsk(records, { capacityTokens: 500, epoch: 2 });
    const order = newOrder(accountId);
    await records.ledger.capacity.open(order);
    const fills = [
      nthFill(order._id, 1, { askId: good, quantityTokens: 500 }),
      nthFill(order._id, 2, { askId: old, quantityTokens: 500 }),
    ];
    expect(await fillOrder(records, order._id, ...fills)).toMatchObject({
      status: 'refused',
      fillId: fills[1]!.fillId,
      reason: 'stale_epoch',
    });
    expect(await records.lots.countDocuments()).toBe(0);
    const short = nthFill(order._id, 3, { askId: good, quantityTokens: 600 });
    expect(await fillOrder(records, order._id, short)).toMatchObject({ reason: 'ask_short' });
    const book = { modelId: order.modelId, tenor: order.tenor };
    await records.ledger.abandonFill({ fillId: fills[0]!.fillId, askId: good, book });
    expect(await fillOrder(records, order._id, fills[0]!)).toMatchObject({ reason: 'abandoned' });
    await records.ledger.cancelAsk(good, (await records.asks.findOne({ _id: good }))!.sellerId);
    const late = nthFill(order._id, 4, { askId: good, quantityTokens: 500 });
    expect(await fillOrder(records, order._id, late)).toMatchObject({ reason: 'ask_not_active' });
  });

  it('adds up for any prices and parts, on an account without a unit to spare', async () => {
    const cases = fc.record({
      limit: fc.bigInt({ min: 1n, max: 99_999n }),
      parts: fc.array(
        fc.record({ tokens: fc.integer({ min: 1, max: 999 }), discount: fc.nat(2) }),
        { minLength: 1, maxLength: 8 },
      ),
      open: fc.nat(500),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ limit, parts, open }) => {
        const quantityTokens = parts.reduce((sum, { tokens }) => sum + tokens, open);
        const held = (limit * BigInt(quantityTokens) + 999n) / 1_000n;
        const accountId = await fundedAccount(records, held);
        const order = newOrder(accountId, { limitPriceScale8: limit, quantityTokens });
        await records.ledger.capacity.open(order);
        for (const [index, { tokens, discount }] of parts.entries()) {
          const priceScale8 = limit > BigInt(discount) ? limit - BigInt(discount) : limit;
          const askId = await placedAsk(records, { capacityTokens: tokens, priceScale8 });
          const fill = nthFill(order._id, index + 1, {
            askId,
            quantityTokens: tokens,
            priceScale8,
          });
          expect(await fillOrder(records, order._id, fill)).toMatchObject({ status: 'recorded' });
        }
        if (open > 0) {
          await records.ledger.capacity.close({
            orderId: order._id,
            status: 'cancelled',
            reason: 'asked for',
          });
        }
        expect((await balance(accountId)).held).toBe(0n);
      }),
      { numRuns: 15 },
    );
  });
});

describe('a lot', () => {
  async function lotOf(quantityTokens: number, priceScale8 = USD) {
    const accountId = await fundedAccount(records, 10n * USD);
    const askId = await placedAsk(records, { capacityTokens: quantityTokens, priceScale8 });
    const { lotId } = await boughtTicket(records, {
      accountId,
      askId,
      quantityTokens,
      priceScale8,
    });
    const read = async () => (await records.lots.findOne({ _id: lotId }))!;
    const { sellerId } = await read();
    const earned = () => records.ledger.sellerPayableScale8(sellerId);
    return { accountId, lotId, read, earned };
  }

  it('is paid for at the match and pays its seller draw by draw', async () => {
    const { accountId, lotId, read, earned } = await lotOf(4_000);
    expect(await balance(accountId)).toEqual({ posted: 6n * USD, held: 0n });
    expect(await earned()).toBe(0n);
    const { fillId } = await draw(records, lotId, 1_000);
    await records.ledger.settleFill(settlement(fillId, 500));
    expect(await read()).toMatchObject({ remainingTokens: 3_500, reservedTokens: 0, draws: 1 });
    expect(await earned()).toBe((USD / 2n / 100n) * 99n);
    expect(await balance(accountId)).toEqual({ posted: 6n * USD, held: 0n });
  });

  it('is never overdrawn by parallel draws', async () => {
    const { lotId, read } = await lotOf(1_000);
    const draws = await Promise.all(Array.from({ length: 40 }, () => draw(records, lotId, 90)));
    const reserved = draws.filter(({ result }) => result.status === 'reserved');
    expect(reserved).toHaveLength(11);
    await Promise.all(
      reserved.map(({ fillId }, index) =>
        index % 3 === 0
          ? records.ledger.releaseFill({ fillId, reason: 'seller_failed' })
          : records.ledger.settleFill(settlement(fillId, 80)),
      ),
    );
    expect(await read()).toMatchObject({ drawnTokens: 7 * 80, remainingTokens: 1_000 - 7 * 80 });
  });

  it('pays what is undrawn when its window ends, and the rest when the draws under way end', async () => {
    const { accountId, lotId, read, earned } = await lotOf(1_000, 12_345n);
    const [drawn, undone] = [await draw(records, lotId, 301), await draw(records, lotId, 99)];
    const end = { lotId, status: 'expired', reason: 'over' } as const;
    const early = await records.ledger.capacity.closeLot({ ...end, now: new Date() });
    expect(early.status).toBe('too_early');
    const later = new Date(Date.now() + 7_200_000);
    expect(await records.ledger.capacity.closeLot({ ...end, now: later })).toMatchObject({
      status: 'closed',
      lot: { paidTokens: 600, reservedTokens: 400 },
    });
    await expectSound(records);
    await records.ledger.settleFill(settlement(drawn.fillId, 100));
    await expectSound(records);
    await records.ledger.releaseFill({ fillId: undone.fillId, reason: 'seller_failed' });
    expect(await read()).toMatchObject({ drawnTokens: 100, paidTokens: 900, escrowScale8: 0n });
    const cost = 12_345n;
    expect(await earned()).toBe(cost - (cost + 50n) / 100n);
    expect((await balance(accountId)).posted).toBe(10n * USD - cost);
    expect((await draw(records, lotId, 1)).result).toEqual({ status: 'lot_short' });
  });

  it('gives everything undrawn back when its seller defaults, also behind its window', async () => {
    const { accountId, lotId, read, earned } = await lotOf(1_000);
    const [drawn, other] = [await draw(records, lotId, 300), await draw(records, lotId, 200)];
    const close = { lotId, status: 'defaulted', reason: 'failed', now: new Date() } as const;
    await records.ledger.capacity.closeLot(close);
    expect(await records.ledger.capacity.closeLot(close)).toMatchObject({ status: 'duplicate' });
    await records.ledger.settleFill(settlement(drawn.fillId, 300));
    await records.ledger.releaseFill({ fillId: other.fillId, reason: 'seller_failed' });
    expect(await read()).toMatchObject({ drawnTokens: 300, refundedTokens: 700, escrowScale8: 0n });
    expect((await balance(accountId)).posted).toBe(10n * USD - (3n * USD) / 10n);
    expect(await earned()).toBe(((3n * USD) / 1_000n) * 99n);
  });

  it('adds up for any draws at any price', async () => {
    const cases = fc.record({
      price: fc.bigInt({ min: 1n, max: 99_999n }),
      draws: fc.array(fc.tuple(fc.integer({ min: 1, max: 300 }), fc.nat(300)), { maxLength: 8 }),
      ending: fc.constantFrom('expired' as const, 'defaulted' as const, 'voided' as const),
      endsAfter: fc.nat(8),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ price, draws, ending, endsAfter }) => {
        const { lotId, read } = await lotOf(1_000, price);
        const now = new Date(Date.now() + (ending === 'expired' ? 7_200_000 : 0));
        const close = () =>
          records.ledger.capacity.closeLot({ lotId, status: ending, reason: 'test', now });
        const reserved: [string, number][] = [];
        for (const [tokens, used] of draws) {
          const { fillId, result } = await draw(records, lotId, tokens);
          if (result.status === 'reserved') reserved.push([fillId, Math.min(used, tokens)]);
        }
        for (const [index, [fillId, used]] of reserved.entries()) {
          if (index === endsAfter) await close();
          await records.ledger.settleFill(settlement(fillId, used));
        }
        await close();
        expect((await read()).escrowScale8).toBe(0n);
      }),
      { numRuns: 15 },
    );
  });
});
