/** Statements add up: line by line, page by page, at every moment, whatever is posted meanwhile. */
import type { StatementOf } from '../../records/queries/read-statement';
import { recordsForFile, expectSound, fundedAccount } from '../records/scenario';
import { SEED } from '../support/random';
import { type Parties, newParties, step } from './histories';
import { of, readWhole as readWholeOf } from './reading';

const records = recordsForFile();

const readWhole = (what: StatementOf, linesMax: number, between?: () => Promise<void>) =>
  readWholeOf(records, what, linesMax, between);

async function randomHistory(steps: number): Promise<Parties> {
  const accountId = await fundedAccount(records, 1_000_000_000_000n);
  const parties = await newParties(records, accountId);
  for (let at = 0; at < steps; at += 1) await step(records, parties);
  return parties;
}

test(`after a random history both statements end in the balances, in pages of any size (seed ${SEED})`, async () => {
  const { accountId, sellerId } = await randomHistory(60);
  const { postedScale8 } = await records.ledger.balanceOf(accountId);
  const payableScale8 = await records.ledger.sellerPayableScale8(sellerId);
  for (const linesMax of [1, 7, 1_000]) {
    const account = await readWhole(of('account', accountId), linesMax);
    expect([account.openingScale8, account.closingScale8]).toEqual([0n, postedScale8]);
    const seller = await readWhole(of('seller', sellerId), linesMax);
    expect([seller.openingScale8, seller.closingScale8]).toEqual([0n, payableScale8]);
  }
  const { lines } = await readWhole(of('account', accountId), 1_000);
  const lots = await records.lots.find({ accountId }).toArray();
  const told = lines.filter(({ kind }) => kind === 'escrow');
  expect(told.map(({ lotId, contractId }) => [lotId, contractId]).sort()).toEqual(
    lots.map(({ _id, contractId }) => [_id, contractId]).sort(),
  );
  await expectSound(records);
});

test('any two halves meet: the balance at a time is the same from both sides', async () => {
  const { accountId, sellerId } = await randomHistory(30);
  for (const what of [of('account', accountId), of('seller', sellerId)]) {
    const whole = await readWhole(what, 1_000);
    const middle = whole.lines[Math.floor(whole.lines.length / 2)]!.createdAt;
    const before = await readWhole({ ...what, to: middle }, 5);
    const after = await readWhole({ ...what, from: middle }, 5);
    expect(before.openingScale8).toBe(0n);
    expect(before.closingScale8).toBe(after.openingScale8);
    expect(after.closingScale8).toBe(whole.closingScale8);
    expect([...before.lines, ...after.lines]).toEqual(whole.lines);
  }
});

test('what is posted between two pages belongs to the next statement', async () => {
  const parties = await randomHistory(20);
  const what = of('account', parties.accountId);
  const { postedScale8 } = await records.ledger.balanceOf(parties.accountId);
  const whole = await readWhole(what, 3, () => step(records, parties));
  expect(whole.closingScale8).toBe(postedScale8);
  const later = await readWhole(what, 1_000);
  const now = await records.ledger.balanceOf(parties.accountId);
  expect(later.closingScale8).toBe(now.postedScale8);
});

test('read again and again while sixteen callers post, every statement adds up', async () => {
  const parties = await randomHistory(5);
  let posting = true;
  const callers = Array.from({ length: 16 }, async () => {
    while (posting) await step(records, parties);
  });
  for (let at = 0; at < 12; at += 1) {
    await readWhole(of('account', parties.accountId), 50);
    await readWhole(of('seller', parties.sellerId), 50);
  }
  posting = false;
  await Promise.all(callers);
  const { closingScale8 } = await readWhole(of('seller', parties.sellerId), 1_000);
  expect(closingScale8).toBe(await records.ledger.sellerPayableScale8(parties.sellerId));
  await expectSound(records);
}, 60_000);

test('payouts at once, of all that is owed and by few references: never more than is owed', async () => {
  const { sellerId } = await randomHistory(40);
  const owed = await records.ledger.sellerPayableScale8(sellerId);
  expect(owed).toBeGreaterThan(0n);
  const half = owed / 2n + 1n;
  const outcomes = await Promise.allSettled(
    Array.from({ length: 24 }, (_, at) =>
      records.ledger.payout({ sellerId, amountScale8: half, reference: `payout ${at % 3}` }),
    ),
  );
  const paid = outcomes.filter(
    (outcome) => outcome.status === 'fulfilled' && outcome.value.status === 'paid',
  );
  expect(paid).toHaveLength(1);
  expect(await records.ledger.sellerPayableScale8(sellerId)).toBe(owed - half);
  const { closingScale8, lines } = await readWhole(of('seller', sellerId), 1_000);
  expect(closingScale8).toBe(owed - half);
  expect(lines.at(-1)).toMatchObject({ kind: 'payout', amountScale8: -half });
});
