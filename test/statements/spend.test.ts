/** What an account spent is what left its balance: of random histories, and of its days alone. */
import { v7 as uuidV7 } from 'uuid';
import { type DaySpend, readSpend } from '../../records/queries/read-spend';
import { boughtTicket } from '../contracts/records-scenario';
import { recordsForFile, fundedAccount, placedAsk } from '../records/scenario';
import { SEED } from '../support/random';
import { type Parties, step } from './histories';

const STEPS = 40;
const DAY_MS = 86_400_000;
/** Before the first and after the last record. */
const ALL = { from: new Date(0), to: new Date(Date.now() + DAY_MS) };

const records = recordsForFile();
let parties: Parties[];
beforeAll(async () => {
  const sellerId = uuidV7();
  const askId = await placedAsk(records, { capacityTokens: 1_000_000, sellerId });
  const made = async () => ({
    accountId: await fundedAccount(records, 1000000000n),
    sellerId,
    askId,
  });
  parties = [await made(), await made()];
  for (let at = 0; at < STEPS; at += 1) await step(records, parties[at % 2]!);
  // Whatever the steps were, one lot gives back what it cost.
  const terms = { accountId: parties[0]!.accountId, askId, quantityTokens: 100 };
  const { lotId } = await boughtTicket(records, terms);
  const now = new Date();
  await records.ledger.capacity.closeLot({ lotId, status: 'defaulted', reason: 'a test', now });
});

const sum = (rows: readonly DaySpend[], of: 'spentScale8' | 'refundedScale8') =>
  rows.reduce((total, row) => total + BigInt(row[of]), 0n);

/** What the journals of deposits say that was paid in. */
async function depositedScale8(accountId: string): Promise<bigint> {
  const deposits = await records.journals.find({ accountId, kind: 'deposit' }).toArray();
  return deposits.reduce((total, { lines }) => total + BigInt(lines[0]!.amountScale8), 0n);
}

test(`deposits less what was spent, and more what lots gave back, are the balance, seed ${SEED}`, async () => {
  let refundedScale8 = 0n;
  for (const { accountId } of parties) {
    const rows = await readSpend(records, { accountId, ...ALL });
    const { postedScale8 } = await records.ledger.balanceOf(accountId);
    const refunded = sum(rows, 'refundedScale8');
    const left = (await depositedScale8(accountId)) - sum(rows, 'spentScale8') + refunded;
    expect(left).toBe(postedScale8);
    refundedScale8 += refunded;
    const trades = await records.trades.find({ accountId }).toArray();
    expect(rows.reduce((count, row) => count + row.trades, 0)).toBe(trades.length);
    expect(rows.reduce((tokens, row) => tokens + row.tokens, 0)).toBe(
      trades.reduce((tokens, { quantityTokens }) => tokens + quantityTokens, 0),
    );
  }
  const lots = await records.lots.find({}).toArray();
  expect(refundedScale8).toBe(lots.reduce((total, lot) => total + lot.refundedScale8, 0n));
  expect(refundedScale8).toBeGreaterThan(0n);
});

test('a period begins with its first moment and ends before its last one', async () => {
  const [{ accountId }] = parties as [Parties];
  const trades = await records.trades.find({ accountId }).sort({ executedAt: 1 }).toArray();
  const [first, last] = [trades[0]!.executedAt, trades.at(-1)!.executedAt];
  const tradesIn = async (from: Date, to: Date) => {
    const rows = await readSpend(records, { accountId, from, to });
    return rows.reduce((count, row) => count + row.trades, 0);
  };
  const after = (time: Date) => new Date(time.getTime() + 1);
  const atLast = trades.filter(({ executedAt }) => executedAt.getTime() === last.getTime()).length;
  expect(await tradesIn(first, after(last))).toBe(trades.length);
  expect(await tradesIn(first, last)).toBe(trades.length - atLast);
  expect(await tradesIn(last, after(last))).toBe(atLast);
  expect(await tradesIn(after(last), ALL.to)).toBe(0);
});

test('nobody else spent it', async () => {
  expect(await readSpend(records, { accountId: uuidV7(), ...ALL })).toEqual([]);
});
