/** Each clause of the invariants of journals, balances and payables has a corruption it finds. */
import { moneyInvariants } from '../../records/invariants/money';
import { type Corruption, testClauses } from './clauses';
import { fundedAccount, placedAsk, recordsForFile, reserve, settlement } from './scenario';

const records = recordsForFile();
let accountId: string;
let sellerId: string;
let settledId: string;
let reservedId: string;

beforeAll(async () => {
  accountId = await fundedAccount(records, 10_000_000_000n);
  const askId = await placedAsk(records, { capacityTokens: 10_000 });
  const parts = { accountId, askId, quantityTokens: 1_000 };
  settledId = await reserve(records, parts);
  await records.ledger.settleFill(settlement(settledId, 500, { fees: () => 100 }));
  reservedId = await reserve(records, parts);
  ({ sellerId } = (await records.fills.findOne({ _id: settledId }))!);
});

const changeBalance = (by: object) =>
  records.balances.updateOne({ _id: accountId }, { $inc: by } as never);
const addPayable = (parts: object) => {
  const none = { paidScale8: 0n, earnedScale8: 0n, earnedUntil: new Date(0) };
  const payable = { _id: sellerId, ...none, version: 1, updatedAt: new Date(), ...parts };
  return records.payables.insertOne(payable);
};

const money: Corruption[] = [
  [
    'I1',
    'a journal whose line was raised',
    () =>
      records.journals.updateOne(
        { _id: `capture:${settledId}` },
        { $inc: { 'lines.2.amountScale8': 1n } },
      ),
    () => `capture:${settledId}`,
  ],
  [
    'I1',
    'an amount that is no int64',
    () => {
      const asDouble = { amountScale8: { $toDouble: '$$this.amountScale8' } };
      const lines = {
        $map: { input: '$lines', in: { $mergeObjects: ['$$this', asDouble] } },
      };
      return records.journals.updateOne({ _id: `hold:${reservedId}` }, [{ $set: { lines } }]);
    },
    () => `hold:${reservedId}`,
  ],
  [
    'I2',
    'a line that was dropped',
    () => records.journals.updateOne({ _id: `deposit:${accountId}:first` }, { $pop: { lines: 1 } }),
    () => 'posted',
  ],
  [
    'I3',
    'a balance that was changed without a journal',
    () => changeBalance({ postedScale8: 1n }),
    () => accountId,
  ],
  [
    'I3',
    'a journal that did not reach its balance',
    () => changeBalance({ version: -1 }),
    () => accountId,
  ],
  ['I3b', 'a payout without a journal', () => addPayable({ paidScale8: 1n }), () => sellerId],
  [
    'I3b',
    'a checkpoint that misses an earning',
    () => addPayable({ earnedUntil: new Date() }),
    () => sellerId,
  ],
  [
    'I4',
    'an account that is overdrawn',
    () => changeBalance({ heldScale8: 10_000_000_000n }),
    () => accountId,
  ],
];

testClauses(() => records, moneyInvariants, money);
