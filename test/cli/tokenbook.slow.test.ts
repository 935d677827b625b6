/** The `tokenbook` command, as it is typed, against a running exchange. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMarket } from '../e2e/market';
import { NEWEST_RUN } from '../../records/documents/reconciliation';
import { Exchange } from '../support/exchange';
import { NO_PROFILES } from './command';

const COMMAND = join(__dirname, '..', '..', 'cli', 'tokenbook.mjs');

const exchange = Exchange.pooledForFile();

interface Result {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function run(args: readonly string[], environment: Record<string, string> = {}): Promise<Result> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    ADMIN_PORT: String(exchange.gateways[0]!.adminPort),
    TOKENBOOK_OPERATOR_TOKEN: exchange.settings.secrets.operatorToken,
    TOKENBOOK_PROFILES: NO_PROFILES,
    ...environment,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [COMMAND, ...args], { env }, (err, stdout, stderr) =>
      resolve({ code: err ? Number.parseInt(String(err.code), 10) : 0, stdout, stderr }),
    );
  });
}

async function json(...args: string[]): Promise<any> {
  const { code, stdout, stderr } = await run([...args, '--json']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

test('an account from its opening to a dead key', async () => {
  const created = await json(
    'accounts',
    'create',
    'Ada',
    '--owner',
    'house',
    '--price-ceiling',
    '1',
  );
  expect(created).toMatchObject({ name: 'Ada', owner: 'house', price_ceiling: '1' });
  const id = created.account_id;
  const funded = await json('accounts', 'deposit', id, '25.5', '--reference', 'wire');
  expect(funded.available).toBe('25.5');
  const updated = await json('accounts', 'update', id, '--no-owner', '--name', 'Bea');
  expect(updated).toMatchObject({ name: 'Bea', owner: null, price_ceiling: '1' });
  expect((await json('accounts', 'update', id, '--no-price-ceiling')).price_ceiling).toBeNull();

  const { key_id: keyId, buyer_key: key } = await json(
    'keys',
    'create',
    id,
    '--label',
    'laptop',
    '--chat-quota',
    '5/60',
  );
  expect((await exchange.account(key)).balance).toBe('25.5');
  await json('keys', 'revoke', id, keyId);
  expect(await exchange.account(key)).toMatchObject({ code: 'unauthorized' });

  expect((await json('accounts', 'show', id)).keys).toHaveLength(1);
  const listed = await json('accounts', 'list', '--limit', '1');
  expect(listed.accounts.map((account: { account_id: string }) => account.account_id)).toEqual([
    id,
  ]);
});

test('a seller, an order and the invariants after a chat completion', async () => {
  const { key, model, seller } = await openMarket(exchange, { price: '0.001' });
  const { fill } = (await exchange.chat(key, { model })).body;

  expect((await json('orders', 'show', fill.fill_id)).fills[0].cost).toBe(fill.cost);
  expect((await json('sellers', 'show', seller.sellerId)).payable).toBe(fill.cost);
  const paid = await json('sellers', 'payout', seller.sellerId, fill.cost, '--reference', 'p');
  expect(paid.payable).toBe('0');
  const set = await json(
    'sellers',
    'set',
    seller.sellerId,
    '--standing',
    'Suspended',
    '--reason',
    'test',
    '--asks-quota',
    '5/10',
    '--owner',
    'house',
  );
  expect(set).toMatchObject({
    standing: 'Suspended',
    owner: 'house',
    quotas: { asks: { limit: 5, window_seconds: 10 } },
  });
  const cleared = await json('sellers', 'set', seller.sellerId, '--no-asks-quota', '--no-owner');
  expect(cleared).toMatchObject({ standing: 'Suspended', owner: null, quotas: { asks: null } });
  expect((await json('sellers', 'list')).sellers.length).toBeGreaterThan(0);

  expect(await json('reconcile', 'run')).toMatchObject({ violations: 0, unchecked: 0 });
  expect((await json('reconcile', 'status')).invariants.length).toBeGreaterThan(0);
});

test('people read tables', async () => {
  const { accountId } = await exchange.buyer('3');
  const shown = await run(['accounts', 'show', accountId]);
  expect(shown.code).toBe(0);
  expect(shown.stdout).toContain(accountId);
  expect(shown.stdout).toContain('available');
  const listed = await run(['accounts', 'list']);
  expect(listed.stdout).toContain('account_id');
  expect((await run(['reconcile', 'run'])).stdout).toMatch(/0 violations/);
});

test('what is violated is named to people, with what it is wrong of', async () => {
  const { accountId } = await exchange.buyer('3');
  const { balances } = exchange.records;
  await balances.updateOne({ _id: accountId }, { $inc: { postedScale8: 1n } });
  try {
    const { code, stdout } = await run(['reconcile', 'run']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/I3 violated Every balance equals the replay of its journals/);
    expect(stdout).toContain(`  account ${accountId}`);
    expect(stdout).not.toContain('done');
  } finally {
    await balances.updateOne({ _id: accountId }, { $inc: { postedScale8: -1n } });
  }
});

test('an invariant that could not be checked is named with the reason', async () => {
  const result = { id: 'I1', name: 'Something holds.', violations: 0, samples: [], durationMs: 1 };
  const run1 = { ranAt: new Date(), results: [{ ...result, status: 'error', error: 'too long' }] };
  const { reconciliation } = exchange.records;
  await reconciliation.replaceOne({ _id: NEWEST_RUN }, run1 as never);
  const { code, stdout } = await run(['reconcile', 'status']);
  await reconciliation.deleteOne({ _id: NEWEST_RUN });
  expect(code).toBe(1);
  expect(stdout).toMatch(/I1 error Something holds\.\n +could not be checked: too long/);
});

test('a statement shows reason and lot, within 80 columns', async () => {
  const { accountId } = await exchange.buyer('3');
  const reason = 'owed to the buyer because of a very long story '.repeat(6).trim();
  const correction = ['--credit', '1', '--reference', randomUUID(), '--reason', reason];
  await json('accounts', 'correct', accountId, ...correction);
  const lotId = randomUUID();
  const { journals } = exchange.records;
  const { _id, kind, reference } = (await journals.findOne({ accountId, kind: 'deposit' }))!;
  await journals.updateOne({ _id }, { $set: { kind: 'refund', reference: lotId } });
  const { stdout } = await run(['accounts', 'statement', accountId]);
  await journals.updateOne({ _id }, { $set: { kind, reference } });
  expect(stdout).toContain(`lot_id ${lotId}`);
  expect(stdout.replaceAll(/[^a-z]+/g, ' ')).toContain(reason);
  const widths = stdout.split('\n').map((line) => line.length);
  expect(Math.max(...widths)).toBeLessThanOrEqual(80);
});

describe('what goes wrong is said', () => {
  test('a refusal of the gateway', async () => {
    const person = await run(['accounts', 'show', randomUUID()]);
    expect(person).toMatchObject({ code: 4, stdout: '' });
    expect(person.stderr).toContain('There is no such account. (not_found)');
    const program = await run(['accounts', 'show', randomUUID(), '--json']);
    expect(program.code).toBe(4);
    expect(JSON.parse(program.stderr)).toMatchObject({ code: 'not_found' });
  });

  const LIST = ['accounts', 'list'];
  test.each<[string, string[], Record<string, string>, number, string]>([
    ['nobody answers', LIST, { ADMIN_PORT: '1' }, 5, 'No gateway answers'],
    ['a port that is none', LIST, { ADMIN_PORT: 'x' }, 2, 'ADMIN_PORT'],
    ['another address', [...LIST, '--url', 'http://127.0.0.1:1'], {}, 5, '127.0.0.1:1'],
    ['an address that is none', [...LIST, '--url', 'here'], {}, 2, 'here is not an address'],
    ['a wrong token', LIST, { TOKENBOOK_OPERATOR_TOKEN: 'x' }, 6, 'unauthorized'],
    ['a quota that is none', ['keys', 'create', 'x', '--chat-quota', 'm'], {}, 2, 'is not a quota'],
    ['no reference', ['accounts', 'deposit', 'x', '5'], {}, 2, '--reference'],
    ['no such command', ['bonds'], {}, 2, 'unknown command'],
    ['a profile that is none', [...LIST, '--profile', 'x'], {}, 2, 'There is no profile x'],
  ])('%s', async (_name, args, environment, expected, message) => {
    const { code, stderr } = await run(args, environment);
    expect(code).toBe(expected);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/\bat \w+ \(/);
  });

  test('help is no failure', async () => {
    const { code, stdout } = await run(['--help']);
    expect(code).toBe(0);
    expect(stdout).toContain('reconcile');
  });
});

test('the token comes from the local home when the environment has none', async () => {
  const home = await mkdtemp(join(tmpdir(), 'tokenbook-home-'));
  try {
    const environment = { TOKENBOOK_HOME: home, TOKENBOOK_OPERATOR_TOKEN: '' };
    const none = await run(['accounts', 'list'], environment);
    expect(none).toMatchObject({ code: 6 });
    expect(none.stderr).toContain('No operator token');
    const secrets = { TOKENBOOK_OPERATOR_TOKEN: exchange.settings.secrets.operatorToken };
    await writeFile(join(home, 'credentials.json'), JSON.stringify({ secrets }));
    expect((await run(['accounts', 'list'], environment)).code).toBe(0);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
});
