/** A change of the operator that cannot be recorded in the audit is not made. */
import { randomUUID } from 'node:crypto';
import { openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';

const exchange = Exchange.pooledForFile();

/** MongoDB refuses new records of the audit about this account or instrument. */
async function refuseRecordsOf(target: string | null): Promise<void> {
  const { connection, operatorActions } = exchange.records;
  const validator = target === null ? {} : { target: { $ne: target } };
  await connection.db!.command({ collMod: operatorActions.collectionName, validator });
}

afterEach(() => refuseRecordsOf(null));

test('no deposit, no key and no new name without a record of who did it', async () => {
  const { accountId, key } = await exchange.buyer('10');
  const path = `/admin/v1/accounts/${accountId}`;
  const change = (method: 'PATCH' | 'POST', at: string, body: object) =>
    exchange.send(method, `${path}${at}`, { admin: true, body });
  const changes = [
    () => change('POST', '/deposits', { amount: '5', reference: randomUUID() }),
    () => change('POST', '/keys', {}),
    () => change('PATCH', '', { name: 'Another name' }),
  ];
  const read = async () => (await exchange.admin('GET', `/accounts/${accountId}`)).body;
  const before = await read();

  await refuseRecordsOf(accountId);
  for (const make of changes) {
    expect(await make()).toMatchObject({ status: 500, body: { code: 'internal_error' } });
  }
  expect(await read()).toEqual(before);
  expect((await exchange.account(key)).balance).toBe('10');

  await refuseRecordsOf(null);
  for (const make of changes) expect((await make()).status).toBeLessThan(300);
  expect(await read()).toMatchObject({ name: 'Another name' });
  expect((await exchange.account(key)).balance).toBe('15');
});

test('no halt without a record: the market goes on, and may be looked at', async () => {
  const { key, model } = await openMarket(exchange);
  const halt = () =>
    exchange.send('PATCH', `/admin/v1/books/${model}`, {
      admin: true,
      body: { halted: true, reason: 'a test' },
    });
  await refuseRecordsOf(model);
  expect(await halt()).toMatchObject({ status: 500, body: { code: 'internal_error' } });
  expect((await exchange.chat(key, { model })).status).toBe(200);
  expect((await exchange.admin('GET', `/audit?target=${model}`)).body.actions).toEqual([]);
  await refuseRecordsOf(null);
  expect((await halt()).status).toBe(200);
  expect(await exchange.chat(key, { model })).toMatchObject({ body: { code: 'market_halted' } });
});
