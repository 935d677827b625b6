import {
  recordsForFile,
  expectSound,
  fundedAccount,
  openRecords,
  placedAsk,
  reservation,
  reserve,
  settlement,
} from './scenario';

const ONE = 100_000_000n;

const records = recordsForFile();
afterEach(() => expectSound(records));

/** As releases before this one wrote it: the hold is a document of its own. */
async function withSeparateHold(fillId: string): Promise<void> {
  const fill = await records.fills.findOneAndUpdate({ _id: fillId }, { $unset: { hold: '' } });
  const { accountId, orderId: referenceId, priceScale8, quantityTokens, createdAt } = fill!;
  const terms = { accountId, referenceId, priceScale8, quantityTokens, createdAt };
  const hold = { ...fill!.hold!, resolvedAt: null };
  await records.holds.insertOne({ _id: fillId, reason: 'chat', ...terms, ...hold });
}

describe('a fill whose hold is a document of its own', () => {
  let accountId: string;
  let fillId: string;
  beforeEach(async () => {
    accountId = await fundedAccount(records, 10n * ONE);
    const askId = await placedAsk(records, { capacityTokens: 10_000 });
    fillId = await reserve(records, { accountId, askId, quantityTokens: 3_000 });
    await withSeparateHold(fillId);
    await expectSound(records);
  });

  it('is settled with it', async () => {
    const request = settlement(fillId, 1_000);
    const process = await openRecords(records.connection.name);
    expect(await process.ledger.settleFill(request)).toMatchObject({ status: 'settled' });
    await process.close();
    expect(await records.holds.findOne({ _id: fillId })).toMatchObject({
      status: 'captured',
      capturedScale8: ONE,
      releasedScale8: 2n * ONE,
      openScale8: 0n,
    });
    expect(await records.ledger.balanceOf(accountId)).toMatchObject({
      postedScale8: 9n * ONE,
      heldScale8: 0n,
    });
  });

  it('is released with it', async () => {
    const released = await records.ledger.releaseFill({ fillId, reason: 'seller_failed' });
    expect(released).toMatchObject({ status: 'released' });
    expect(await records.holds.findOne({ _id: fillId })).toMatchObject({
      status: 'released',
      releasedScale8: 3n * ONE,
      openScale8: 0n,
    });
    expect(await records.ledger.balanceOf(accountId)).toMatchObject({ heldScale8: 0n });
  });
});

describe('reserving a fill', () => {
  it('holds the money and takes the quantity, and plans the first attempt', async () => {
    const accountId = await fundedAccount(records, 10n * ONE);
    const askId = await placedAsk(records, { capacityTokens: 10_000 });
    const fillId = await reserve(records, { accountId, askId, quantityTokens: 3_000 });

    expect(await records.ledger.balanceOf(accountId)).toMatchObject({
      postedScale8: 10n * ONE,
      heldScale8: 3n * ONE,
    });
    expect(await records.asks.findOne({ _id: askId })).toMatchObject({
      remainingTokens: 7_000,
      reservedTokens: 3_000,
      status: 'active',
    });
    const fill = await records.fills.findOne({ _id: fillId });
    expect(fill).toMatchObject({
      status: 'reserved',
      hold: { status: 'open', amountScale8: 3n * ONE, openScale8: 3n * ONE },
      attempts: [{ number: 1, state: 'planned' }],
    });
    expect(await records.orders.findOne({ _id: fill?.orderId ?? '' })).toMatchObject({
      status: 'open',
      fillId,
    });
  });

  it('gives the first answer to a repetition and holds once', async () => {
    const accountId = await fundedAccount(records, 1n * ONE);
    const askId = await placedAsk(records, { capacityTokens: 1_000 });
    const request = await reservation(records, { accountId, askId, quantityTokens: 1_000 });
    expect(await records.ledger.reserveFill(request)).toEqual({ status: 'reserved' });
    expect(await records.ledger.reserveFill(request)).toMatchObject({
      status: 'duplicate',
      fill: { _id: request.fill.fillId, status: 'reserved' },
    });
    expect(await records.ledger.balanceOf(accountId)).toMatchObject({ heldScale8: 1n * ONE });
  });

  it('is refused without the money, and leaves no trace', async () => {
    const accountId = await fundedAccount(records, 1n * ONE - 1n);
    const askId = await placedAsk(records, { capacityTokens: 1_000 });
    const request = await reservation(records, { accountId, askId, quantityTokens: 1_000 });
    expect(await records.ledger.reserveFill(request)).toEqual({
      status: 'refused',
      reason: 'insufficient_balance',
    });
    expect(await records.fills.findOne({ _id: request.fill.fillId })).toBeNull();
    expect(await records.orders.findOne({ _id: request.order.orderId })).toBeNull();
    expect(await records.asks.findOne({ _id: askId })).toMatchObject({ remainingTokens: 1_000 });
  });

  it('is refused for an account that never had a deposit', async () => {
    const accountId = await fundedAccount(records, 0n);
    const askId = await placedAsk(records, { capacityTokens: 1_000 });
    const request = await reservation(records, { accountId, askId, quantityTokens: 1 });
    expect(await records.ledger.reserveFill(request)).toMatchObject({
      reason: 'insufficient_balance',
    });
  });

  it.each([
    ['ask_short', { quantityTokens: 1_001 }],
    ['stale_epoch', { quantityTokens: 1, epoch: 99 }],
  ])('is refused with %s, and holds nothing', async (reason, parts) => {
    const accountId = await fundedAccount(records, 10n * ONE);
    const askId = await placedAsk(records, { capacityTokens: 1_000 });
    const request = await reservation(records, { accountId, askId, ...parts });
    expect(await records.ledger.reserveFill(request)).toEqual({ status: 'refused', reason });
    expect(await records.ledger.balanceOf(accountId)).toMatchObject({ heldScale8: 0n });
  });

  it('is refused on a cancelled ask', async () => {
    const accountId = await fundedAccount(records, 10n * ONE);
    const askId = await placedAsk(records, { capacityTokens: 1_000 });
    const request = await reservation(records, { accountId, askId, quantityTokens: 1 });
    await records.ledger.cancelAsk(askId, request.fill.sellerId);
    expect(await records.ledger.reserveFill(request)).toMatchObject({ reason: 'ask_not_active' });
  });

  it('is refused behind a tombstone, however late it comes', async () => {
    const accountId = await fundedAccount(records, 10n * ONE);
    const askId = await placedAsk(records, { capacityTokens: 1_000 });
    const request = await reservation(records, { accountId, askId, quantityTokens: 1 });
    const { fillId, modelId, tenor } = request.fill;
    const tombstone = { fillId, askId, book: { modelId, tenor } };
    expect(await records.ledger.abandonFill(tombstone)).toEqual({ status: 'abandoned' });
    expect(await records.ledger.abandonFill(tombstone)).toEqual({ status: 'abandoned' });
    expect(await records.ledger.reserveFill(request)).toMatchObject({ reason: 'abandoned' });
  });

  it('leaves no tombstone on a fill that was written after all', async () => {
    const accountId = await fundedAccount(records, 10n * ONE);
    const askId = await placedAsk(records, { capacityTokens: 1_000 });
    const fillId = await reserve(records, { accountId, askId, quantityTokens: 1 });
    const book = { modelId: 'gpt-4o', tenor: 'spot' } as const;
    expect(await records.ledger.abandonFill({ fillId, askId, book })).toMatchObject({
      status: 'known',
      fill: { status: 'reserved' },
    });
  });

  it('gives an order one live fill at a time, and another after a release', async () => {
    const accountId = await fundedAccount(records, 10n * ONE);
    const askId = await placedAsk(records, { capacityTokens: 1_000 });
    const parts = { accountId, askId, quantityTokens: 10 };
    const first = await reservation(records, parts);
    const { orderId } = first.order;
    await records.ledger.reserveFill(first);
    const second = await reservation(records, { ...parts, orderId });
    expect(await records.ledger.reserveFill(second)).toMatchObject({ reason: 'order_closed' });

    await records.ledger.releaseFill({ fillId: first.fill.fillId, reason: 'seller_failed' });
    expect(await records.ledger.reserveFill(second)).toEqual({ status: 'reserved' });
    await records.ledger.settleFill(settlement(second.fill.fillId, 10));
    const third = await reservation(records, { ...parts, orderId });
    expect(await records.ledger.reserveFill(third)).toMatchObject({ reason: 'order_closed' });
  });
});

describe('settling a fill', () => {
  it('charges the tokens used, owes the seller the rest of the fee, and gives the rest back', async () => {
    const accountId = await fundedAccount(records, 10n * ONE);
    const askId = await placedAsk(records, { capacityTokens: 10_000 });
    const fillId = await reserve(records, { accountId, askId, quantityTokens: 3_000 });
    const result = await records.ledger.settleFill(settlement(fillId, 1_500, { fees: () => 100 }));

    expect(result).toMatchObject({
      status: 'settled',
      fill: { status: 'settled', usedTokens: 1_500, costScale8: 150_000_000n },
      trade: { grossScale8: 150_000_000n, feeScale8: 1_500_000n, netScale8: 148_500_000n },
    });
    expect(await records.ledger.balanceOf(accountId)).toMatchObject({
      postedScale8: 850_000_000n,
      heldScale8: 0n,
    });
    expect(await records.asks.findOne({ _id: askId })).toMatchObject({
      remainingTokens: 8_500,
      reservedTokens: 0,
      soldTokens: 1_500,
    });
    const fill = await records.fills.findOne({ _id: fillId });
    expect(fill?.attempts).toMatchObject([{ state: 'delivered' }]);
    expect(await records.ledger.sellerPayableScale8(fill?.sellerId ?? '')).toBe(148_500_000n);
    expect(Buffer.from((await records.findAnswer(fill?.orderId ?? '')) ?? []).toString()).toBe(
      'sealed',
    );
  });

  it('keeps the fee of its settlement, also when it is settled again after the fee has changed', async () => {
    const accountId = await fundedAccount(records, 10n * ONE);
    const askId = await placedAsk(records, { capacityTokens: 10_000 });
    const fillId = await reserve(records, { accountId, askId, quantityTokens: 3_000 });
    await records.ledger.settleFill(settlement(fillId, 1_500, { fees: () => 100 }));
    const again = await records.ledger.settleFill(settlement(fillId, 1_500, { fees: () => 500 }));
    expect(again).toMatchObject({ status: 'duplicate', fill: { feeScale8: 1_500_000n } });
    const trade = await records.trades.findOne({ _id: fillId });
    expect(trade).toMatchObject({ feeScale8: 1_500_000n, netScale8: 148_500_000n });
  });

  it('tells a repetition what the first one wrote, whatever the repetition says', async () => {
    const accountId = await fundedAccount(records, 10n * ONE);
    const askId = await placedAsk(records, { capacityTokens: 1_000 });
    const fillId = await reserve(records, { accountId, askId, quantityTokens: 1_000 });
    const first = await records.ledger.settleFill(settlement(fillId, 400));
    const again = await records.ledger.settleFill(settlement(fillId, 900, { fees: () => 50 }));
    expect(again).toEqual({ ...first, status: 'duplicate' });
    expect(await records.ledger.releaseFill({ fillId, reason: 'late' })).toMatchObject({
      status: 'not_reserved',
      fill: { status: 'settled' },
    });
  });

  it('never charges above the reservation', async () => {
    const accountId = await fundedAccount(records, 1n * ONE);
    const askId = await placedAsk(records, { capacityTokens: 1_000 });
    const fillId = await reserve(records, { accountId, askId, quantityTokens: 1_000 });
    expect(await records.ledger.settleFill(settlement(fillId, 5_000))).toMatchObject({
      fill: { usedTokens: 1_000, costScale8: 1n * ONE },
    });
  });

  it('writes no capture when the cost rounds to zero', async () => {
    const accountId = await fundedAccount(records, 10n);
    const askId = await placedAsk(records, { capacityTokens: 1_000, priceScale8: 1n });
    const fillId = await reserve(records, { accountId, askId, quantityTokens: 1_000 });
    expect(await records.ledger.settleFill(settlement(fillId, 499))).toMatchObject({
      status: 'settled',
      trade: { grossScale8: 0n },
    });
    expect(await records.journals.findOne({ _id: `capture:${fillId}` })).toBeNull();
    expect(await records.ledger.balanceOf(accountId)).toMatchObject({
      postedScale8: 10n,
      heldScale8: 0n,
    });
  });

  it('fills an ask that has nothing left', async () => {
    const accountId = await fundedAccount(records, 10n * ONE);
    const askId = await placedAsk(records, { capacityTokens: 1_000 });
    const fillId = await reserve(records, { accountId, askId, quantityTokens: 1_000 });
    await records.ledger.settleFill(settlement(fillId, 1_000));
    expect(await records.asks.findOne({ _id: askId })).toMatchObject({
      status: 'filled',
      soldTokens: 1_000,
    });
  });

  it('is refused for a released and for an unknown fill', async () => {
    const accountId = await fundedAccount(records, 10n * ONE);
    const askId = await placedAsk(records, { capacityTokens: 1_000 });
    const fillId = await reserve(records, { accountId, askId, quantityTokens: 10 });
    await records.ledger.releaseFill({ fillId, reason: 'seller_failed' });
    expect(await records.ledger.settleFill(settlement(fillId, 10))).toMatchObject({
      status: 'not_reserved',
      fill: { status: 'released', releaseReason: 'seller_failed' },
    });
    expect(await records.ledger.settleFill(settlement('no-such-fill', 10))).toEqual({
      status: 'not_reserved',
      fill: null,
    });
  });
});

describe('releasing a fill', () => {
  it('gives everything back, once, and notes how the attempt ended', async () => {
    const accountId = await fundedAccount(records, 10n * ONE);
    const askId = await placedAsk(records, { capacityTokens: 1_000 });
    const fillId = await reserve(records, { accountId, askId, quantityTokens: 1_000 });
    const attempt = { number: 1, state: 'failed', detail: 'refused' } as const;
    const release = { fillId, reason: 'seller_failed', attempt };
    expect(await records.ledger.releaseFill(release)).toMatchObject({ status: 'released' });
    expect(await records.ledger.releaseFill(release)).toMatchObject({ status: 'duplicate' });
    expect(await records.ledger.balanceOf(accountId)).toMatchObject({
      postedScale8: 10n * ONE,
      heldScale8: 0n,
    });
    expect(await records.asks.findOne({ _id: askId })).toMatchObject({ remainingTokens: 1_000 });
    expect((await records.fills.findOne({ _id: fillId }))?.attempts).toMatchObject([
      { number: 1, state: 'failed', detail: 'refused' },
    ]);
  });
});

describe('attempts', () => {
  it('are planned once, end once, and only while the fill is reserved', async () => {
    const accountId = await fundedAccount(records, 10n * ONE);
    const askId = await placedAsk(records, { capacityTokens: 1_000 });
    const fillId = await reserve(records, { accountId, askId, quantityTokens: 10 });
    const { ledger } = records;
    expect(await ledger.planAttempt({ fillId, number: 1 })).toBe('duplicate');
    expect(await ledger.markAttempt({ fillId, number: 1, state: 'failed', detail: 'down' })).toBe(
      true,
    );
    expect(await ledger.markAttempt({ fillId, number: 1, state: 'delivered' })).toBe(false);
    expect(await ledger.planAttempt({ fillId, number: 2 })).toBe('planned');
    expect(await ledger.planAttempt({ fillId, number: 2 })).toBe('duplicate');
    await ledger.settleFill(settlement(fillId, 10, { attempt: 2 }));
    expect(await ledger.planAttempt({ fillId, number: 3 })).toBe('not_reserved');
    expect((await records.fills.findOne({ _id: fillId }))?.attempts).toMatchObject([
      { number: 1, state: 'failed', detail: 'down' },
      { number: 2, state: 'delivered' },
    ]);
  });
});
