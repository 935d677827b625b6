/** Rows of the spend of an account: the largest instruments have their own, and the others share one. */
import { randomUUID } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import { spendHandler } from '../../api/market/spend';
import { asDouble } from '../../records/collections';
import { recordsForFile } from '../records/scenario';

const OWN_ROWS = 10;
const UNIT = 100_000_000n;

const records = recordsForFile();

/** So many trades of an account, each at so many units. */
async function buy(accountId: string, modelId: string, count: number, units: number) {
  const trades = Array.from({ length: count }, () => ({
    _id: uuidV7(),
    accountId,
    modelId,
    executedAt: new Date(),
    quantityTokens: asDouble(100),
    grossScale8: BigInt(units) * UNIT,
  }));
  await records.trades.insertMany(trades as never, { bypassDocumentValidation: true });
}

async function rowsOf(accountId: string): Promise<any[]> {
  const answers: { rows: any[] }[] = [];
  const res = {
    locals: { buyer: { accountId } },
    json: (body: { rows: any[] }) => answers.push(body),
  };
  await spendHandler(records)({} as never, res as never, { query: {} } as never);
  return answers[0]!.rows;
}

test('every trade, token and amount of a day is in its rows once', async () => {
  const accountId = randomUUID();
  for (let at = 0; at < OWN_ROWS; at += 1) await buy(accountId, `large-${at}`, 1, 100);
  await buy(accountId, 'large-0', 2, 100);
  await buy(accountId, 'small', 3, 1);
  await buy(accountId, 'smaller', 4, 1);
  await buy(randomUUID(), 'small', 5, 1);
  const rows = await rowsOf(accountId);
  expect(rows).toHaveLength(OWN_ROWS + 1);
  const row = (modelId: string | null) => rows.find(({ model_id }) => model_id === modelId);
  expect(row('large-0')).toMatchObject({ trades: 3, tokens: 300, spent: '300' });
  expect(row('large-1')).toMatchObject({ trades: 1, tokens: 100, spent: '100' });
  expect(row(null)).toMatchObject({ trades: 7, tokens: 700, spent: '7' });
});
