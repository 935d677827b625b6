import {
  recordsForFile,
  expectSound,
  fundedAccount,
  placedAsk,
  reserve,
  settlement,
} from './scenario';

const records = recordsForFile();
afterEach(() => expectSound(records));

describe('the largest amounts and quantities', () => {
  const LARGEST = 9_000_000_000_000_000_000n;
  const TRILLION = 1_000_000_000_000;

  it('keeps 9 x 10^18 units and 10^12 tokens exactly', async () => {
    const accountId = await fundedAccount(records, LARGEST);
    const priceScale8 = LARGEST / 1_000_000_000n;
    const askId = await placedAsk(records, { capacityTokens: TRILLION, priceScale8 });
    const fillId = await reserve(records, { accountId, askId, quantityTokens: TRILLION });
    expect(await records.ledger.balanceOf(accountId)).toMatchObject({
      postedScale8: LARGEST,
      heldScale8: LARGEST,
    });
    const result = await records.ledger.settleFill(settlement(fillId, TRILLION - 1));
    expect(result).toMatchObject({
      fill: { usedTokens: TRILLION - 1, costScale8: LARGEST - 9_000_000n },
    });
    expect(await records.ledger.balanceOf(accountId)).toMatchObject({ postedScale8: 9_000_000n });
    const trade = await records.trades.findOne({ _id: fillId });
    expect(trade).toMatchObject({ quantityTokens: TRILLION - 1 });
    expect(await records.ledger.sellerPayableScale8(trade?.sellerId ?? '')).toBe(
      LARGEST - 9_000_000n,
    );
  });

  it('refuses what no caller may send', async () => {
    const accountId = await fundedAccount(records, 1n);
    await expect(
      records.ledger.deposit({ accountId, amountScale8: LARGEST + 1n, reference: 'r' }),
    ).rejects.toThrow(RangeError);
    await expect(
      records.ledger.deposit({ accountId, amountScale8: 0n, reference: 'r' }),
    ).rejects.toThrow(RangeError);
    await expect(records.ledger.settleFill(settlement('fill', -1))).rejects.toThrow(RangeError);
    await expect(records.ledger.settleFill(settlement('fill', 0.5))).rejects.toThrow(RangeError);
  });
});

describe('types', () => {
  it('reads money as bigint and quantities as number, whatever their size', async () => {
    const accountId = await fundedAccount(records, 10_000_000_000n);
    const askId = await placedAsk(records, { capacityTokens: 3_000_000_000, priceScale8: 1n });
    for (const quantityTokens of [1, 1_500_000_000, 1_400_000_000]) {
      const fillId = await reserve(records, { accountId, askId, quantityTokens });
      await records.ledger.settleFill(settlement(fillId, quantityTokens));
    }
    const ask = await records.asks.findOne({ _id: askId });
    expect(ask).toMatchObject({ soldTokens: 2_900_000_001, remainingTokens: 99_999_999 });
    expect(typeof ask?.priceScale8).toBe('bigint');
    const [sum] = await records.trades
      .aggregate<{ tokens: number }>([
        { $match: { askId } },
        { $group: { _id: null, tokens: { $sum: '$quantityTokens' } } },
      ])
      .toArray();
    expect(sum?.tokens).toBe(2_900_000_001);
  });
});

describe('rounding', () => {
  it.each([
    // price per 1,000, reserved, used, held (up), charged (half up)
    [1n, 1_000, 500, 1n, 1n],
    [1n, 1_000, 499, 1n, 0n],
    [3n, 1_001, 833, 4n, 2n],
    [3n, 1_001, 834, 4n, 3n],
    [999n, 1, 1, 1n, 1n],
  ])(
    'at a price of %s holds %s tokens up and charges %s half up',
    async (priceScale8, reserved, used, held, charged) => {
      const accountId = await fundedAccount(records, 1_000n);
      const askId = await placedAsk(records, { capacityTokens: 10_000, priceScale8 });
      const fillId = await reserve(records, { accountId, askId, quantityTokens: reserved });
      expect((await records.ledger.balanceOf(accountId)).heldScale8).toBe(held);
      await records.ledger.settleFill(settlement(fillId, used));
      expect(await records.ledger.balanceOf(accountId)).toMatchObject({
        postedScale8: 1_000n - charged,
        heldScale8: 0n,
      });
    },
  );

  it('rounds the fee half up too, and gives seller and exchange the whole cost', async () => {
    const accountId = await fundedAccount(records, 1_000n);
    const askId = await placedAsk(records, { capacityTokens: 10_000, priceScale8: 50n });
    const fillId = await reserve(records, { accountId, askId, quantityTokens: 1_000 });
    expect(
      await records.ledger.settleFill(settlement(fillId, 1_000, { fees: () => 100 })),
    ).toMatchObject({ trade: { grossScale8: 50n, feeScale8: 1n, netScale8: 49n } });
  });

  it('leaves no empty line when the fee takes everything', async () => {
    const accountId = await fundedAccount(records, 1_000n);
    const askId = await placedAsk(records, { capacityTokens: 10_000, priceScale8: 50n });
    const fillId = await reserve(records, { accountId, askId, quantityTokens: 1_000 });
    await records.ledger.settleFill(settlement(fillId, 1_000, { fees: () => 10_000 }));
    const journal = await records.journals.findOne({ _id: `capture:${fillId}` });
    expect(journal?.lines.map(({ account }) => account)).not.toContain(
      expect.stringMatching(/^seller:/),
    );
  });
});
