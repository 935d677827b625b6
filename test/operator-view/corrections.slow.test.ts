/** Correcting journals: with a reason, once per reference, never more than is available; and what else an operator changes. */
import { placeOrder } from '../contracts/market';
import { openMarket } from '../e2e/market';
import { tokenbook, tokenbookJson } from '../cli/command';
import { Exchange } from '../support/exchange';

const exchange = Exchange.pooledForFile();
afterEach(() => exchange.expectExact());

const correct = (accountId: string, body: object) =>
  exchange.send('POST', `/admin/v1/accounts/${accountId}/corrections`, { admin: true, body });

describe('a correction', () => {
  test('moves money either way, and stands in the statement with its reason', async () => {
    const { accountId } = await exchange.buyer('10');
    const correctIt = (...args: string[]) =>
      tokenbookJson(exchange, 'accounts', 'correct', accountId, ...args);
    const credit = await correctIt(
      '--credit',
      '1.5',
      '--reference',
      'case-1',
      '--reason',
      'charged twice',
    );
    expect(credit).toMatchObject({ balance: '11.5', available: '11.5' });
    const debit = await correctIt(
      '--debit',
      '0.25',
      '--reference',
      'case-2',
      '--reason',
      'paid out by hand',
    );
    expect(debit).toMatchObject({ balance: '11.25' });
    const { lines } = await tokenbookJson(exchange, 'accounts', 'statement', accountId);
    expect(lines.slice(1)).toMatchObject([
      { kind: 'correction', amount: '1.5', reference: 'case-1', reason: 'charged twice' },
      { kind: 'correction', amount: '-0.25', balance: '11.25', reason: 'paid out by hand' },
    ]);
    const journal = await exchange.records.journals.findOne({
      _id: `correction:${accountId}:case-2`,
    });
    const size = { phase: 'posted', amountScale8: 25_000_000n };
    expect(journal!.lines).toEqual([
      { account: `buyer:${accountId}`, side: 'debit', ...size },
      { account: 'platform:corrections', side: 'credit', ...size },
    ]);
  });

  test('counts once per reference, however often and however many ask at once', async () => {
    const { accountId, key } = await exchange.buyer('10');
    const body = { debit: '3', reference: 'case', reason: 'why' };
    const answers = await Promise.all(Array.from({ length: 12 }, () => correct(accountId, body)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await exchange.account(key)).balance).toBe('7');
    for (const other of [
      { ...body, debit: '3.1' },
      { ...body, debit: undefined, credit: '3' },
    ]) {
      expect(await correct(accountId, other)).toMatchObject({
        status: 422,
        body: { code: 'idempotency_conflict', param: 'reference' },
      });
    }
  });

  test('takes what is available to the last unit, and not one more', async () => {
    const { key, accountId, model } = await openMarket(exchange);
    await placeOrder(exchange, key, { model_id: model, quantity: 10_000, price: '0.0001' });
    const { available } = await exchange.account(key);
    expect(available).toBe('9.999');
    const more = { debit: '9.99900001', reference: 'more', reason: 'why' };
    expect(await correct(accountId, more)).toMatchObject({
      status: 400,
      body: { param: 'amount', message: 'Only 9.999 USD are available.' },
    });
    const all = await correct(accountId, { debit: available, reference: 'all', reason: 'why' });
    expect(all).toMatchObject({ status: 200, body: { available: '0', reserved: '0.001' } });
  });

  test('of many at once that want all of it, one gets it', async () => {
    const { accountId, key } = await exchange.buyer('10');
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        correct(accountId, { debit: '10', reference: `case ${at}`, reason: 'why' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await exchange.account(key)).available).toBe('0');
  });

  test.each([
    ['no reason', { credit: '1', reference: 'r' }, 'reason'],
    ['no reference', { credit: '1', reason: 'why' }, 'reference'],
    ['no amount', { reference: 'r', reason: 'why' }, 'credit'],
    ['both ways', { credit: '1', debit: '1', reference: 'r', reason: 'why' }, 'credit'],
    ['nothing', { credit: '0', reference: 'r', reason: 'why' }, 'credit'],
    ['below zero', { debit: '-1', reference: 'r', reason: 'why' }, 'debit'],
  ])('with %s is refused', async (_what, body, param) => {
    const { accountId } = await exchange.buyer('0');
    expect(await correct(accountId, body)).toMatchObject({ status: 400, body: { param } });
  });

  test('of an account that nobody has, and without the token', async () => {
    const body = { credit: '1', reference: 'r', reason: 'why' };
    expect((await correct('nobody', body)).status).toBe(404);
    const path = '/admin/v1/accounts/nobody/corrections';
    const headers = { authorization: 'Bearer wrong' };
    const stranger = await exchange.send('POST', path, { admin: true, headers, body });
    expect(stranger.status).toBe(401);
    const told = await tokenbook(exchange, 'accounts', 'correct', 'nobody', '--credit', '1');
    expect(told).toMatchObject({ code: 2, stderr: expect.stringContaining('--reference') });
  });
});

describe('owner and quotas of a seller', () => {
  const set = (sellerId: string, body: object) =>
    exchange.admin('PATCH', `/sellers/${sellerId}`, body);
  const changesOf = async (sellerId: string): Promise<any[]> =>
    (await exchange.admin('GET', `/sellers/${sellerId}`)).body.changes;

  test('leave a row: what, by whom, why; a repetition leaves none', async () => {
    const { sellerId } = (await openMarket(exchange)).seller;
    const quotas = { asks: { limit: 5, window_seconds: 10 } };
    const change = { owner: 'house', quotas, reason: 'Contract of May.' };
    for (let times = 0; times < 2; times += 1) await set(sellerId, change);
    await set(sellerId, { owner: null });
    const [, ...changes] = await changesOf(sellerId);
    expect(changes).toMatchObject([
      {
        kind: 'updated',
        actor: 'operator',
        reason:
          'Owner house instead of none; Quota of asks 5/10 s instead of by default. Contract of May.',
      },
      { kind: 'updated', actor: 'operator', reason: 'Owner none instead of house.' },
    ]);
    const [row] = await exchange.records.sellerChanges
      .find({ sellerId }, { sort: { _id: -1 } })
      .toArray();
    expect(row!.causes).toHaveLength(1); // the request
  });

  test('changed by many at once: each row goes on from the one before', async () => {
    const { sellerId } = (await openMarket(exchange)).seller;
    const owners = Array.from({ length: 6 }, (_, at) => `owner-${at}`);
    await Promise.all(owners.map((owner) => set(sellerId, { owner })));
    const [, ...changes] = await changesOf(sellerId);
    expect(changes).toHaveLength(owners.length);
    const follows = new Map(
      changes.map(({ reason }) => {
        const [, is, was] = /^Owner (\S+) instead of (\S+)\.$/.exec(reason)!;
        return [was, is];
      }),
    );
    const { owner } = (await exchange.admin('GET', `/sellers/${sellerId}`)).body;
    let at = 'none';
    for (const _ of owners) at = follows.get(at)!;
    expect(at).toBe(owner);
  });
});
