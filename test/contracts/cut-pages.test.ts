/** A page of contracts with very many lots ends early, and behind it come those that it has left out. */
import { randomUUID } from 'node:crypto';
import type { Response } from 'express';
import { Cursors } from '../../api/cursor';
import { contractsHandler } from '../../api/market/contract-views';
import { uuidV7At } from '../../domain/ids';
import { LOTS_PER_PAGE } from '../../records/queries/contract-lots';
import { recordsForFile } from '../records/scenario';

const START_MS = Date.now() - 3_600_000;

const records = recordsForFile();

/** Contracts of an account, oldest first, with so many lots of a token. @returns their ids */
async function contracts(accountId: string, lotsOfEach: readonly number[]): Promise<string[]> {
  const ids = lotsOfEach.map((_, at) => uuidV7At(START_MS + at, randomUUID()));
  const createdAt = new Date(START_MS);
  await records.contracts.insertMany(ids.map((_id) => ({ _id, accountId, createdAt })) as never);
  const window = { opensAt: createdAt, endsAt: new Date(Date.now() + 3_600_000) };
  const amounts = { costScale8: 1n, quantityTokens: 1, remainingTokens: 1, reservedTokens: 0 };
  const lots = lotsOfEach.flatMap((count, at) =>
    Array.from({ length: count }, (_, place) => ({
      _id: `${ids[at]} ${place}`,
      contractId: ids[at],
      priceScale8: 1n,
      status: 'open',
      ...amounts,
      ...window,
    })),
  );
  await records.lots.insertMany(lots as never);
  return ids;
}

/** The contracts on each page of ten, with the number of their lots. */
async function pagesOf(accountId: string): Promise<[string, number][][]> {
  const handler = contractsHandler(records, new Cursors('pepper'));
  const pages: [string, number][][] = [];
  let cursor: string | null = null;
  do {
    let body: any;
    const locals = { buyer: { accountId, keyId: 'key', quotas: {} } };
    const res = { locals, json: (sent: unknown) => (body = sent) } as unknown as Response;
    const query = { limit: 10, ...(cursor === null ? {} : { cursor }) };
    await handler({} as never, res as never, { query } as never);
    pages.push(body.contracts.map((one: any) => [one.contract_id, one.quantity]));
    cursor = body.next_cursor;
  } while (cursor !== null && pages.length < 9);
  return pages;
}

test('each contract is on one page, with all of its lots', async () => {
  const accountId = randomUUID();
  const half = LOTS_PER_PAGE / 2;
  const [first, second, third] = await contracts(accountId, [3, half, half + 1]);
  expect(await pagesOf(accountId)).toEqual([
    [[third, half + 1]],
    [
      [second, half],
      [first, 3],
    ],
  ]);
});

test('a contract with more lots than a page is a page of its own', async () => {
  const accountId = randomUUID();
  const [first, second] = await contracts(accountId, [1, LOTS_PER_PAGE + 9]);
  expect(await pagesOf(accountId)).toEqual([[[second, LOTS_PER_PAGE + 9]], [[first, 1]]]);
});
