/** `tokenbook seller check`: what it finds in servers that do one thing wrong. */
import { Exchange } from '../support/exchange';
import { BEHAVIOURS, type Behaviour } from '../support/sellers/behaviours';
import { type Seller, startSeller } from '../support/sellers/seller';
import { start } from './command';

let exchange: Exchange;
const sellers: Seller[] = [];
beforeAll(async () => {
  exchange = await Exchange.pooled();
});
afterAll(async () => {
  await Promise.all(sellers.map((seller) => seller.close()));
  await exchange.stop();
});

async function check(behaviour: Behaviour, environment: Record<string, string> = {}) {
  const seller = await startSeller(behaviour);
  sellers.push(seller);
  return checkUrl(seller.url, environment);
}

async function checkUrl(url: string, environment: Record<string, string> = {}) {
  const given = ['seller', 'check', url, '--model', 'some-model', '--timeout', '5', '--json'];
  const home = { TOKENBOOK_HOME: '/nonexistent' };
  const run = start(exchange, given, { environment: { ...home, ...environment } });
  const { code, stdout, stderr } = await run.ended;
  expect(stderr).toBe('');
  const checks: { check: string; status: string; remedy: string | null }[] =
    JSON.parse(stdout).checks;
  for (const { status, remedy } of checks) expect(remedy === null).toBe(status === 'ok');
  return { code, checks: Object.fromEntries(checks.map((row) => [row.check, row.status])) };
}

const SOUND = {
  address: 'ok',
  reachable: 'ok',
  answers: 'ok',
  streams: 'ok',
  usage: 'ok',
  'usage in streams': 'ok',
  'end of stream': 'ok',
  'idempotency key': 'ok',
};

/** Refuses what does not have the signature of the exchange's key. */
function verified(inner: Behaviour): Behaviour {
  return {
    answer: (visit) => {
      const signature = String(visit.req.headers['webhook-signature']);
      const forged = `v1a,${Buffer.alloc(64, 7).toString('base64')}`;
      return signature === 'undefined' || signature === forged
        ? BEHAVIOURS.unauthorized().answer(visit)
        : inner.answer(visit);
    },
  };
}

const signing = () => ({
  SIGNING_KEY: exchange.settings.secrets.signingKey.toString('base64'),
});

test('a server that does everything right', async () => {
  const { code, checks } = await check(verified(BEHAVIOURS.normal()), signing());
  expect({ code, checks }).toEqual({ code: 0, checks: { ...SOUND, signature: 'ok' } });
});

test('a server that answers everybody', async () => {
  const { code, checks } = await check(BEHAVIOURS.normal());
  expect({ code, checks }).toEqual({ code: 0, checks: { ...SOUND, signature: 'warn' } });
});

test('a server that refuses what is not signed: the rest waits for a signature', async () => {
  const { code, checks } = await check(verified(BEHAVIOURS.normal()));
  expect(code).toBe(0);
  expect(checks).toMatchObject({ signature: 'ok', answers: 'skipped', streams: 'skipped' });
});

test.each<[string, Behaviour, string[]]>([
  ['no finish_reason', BEHAVIOURS.doneWithoutFinish(), ['end of stream']],
  ['an error', BEHAVIOURS.error500(), ['answers', 'streams', 'usage', 'end of stream']],
  ['a truncated answer', BEHAVIOURS.truncatedJson(), ['reachable']],
  ['silence', BEHAVIOURS.silent(), ['reachable']],
])('%s', async (_name, behaviour, expected) => {
  const { code, checks } = await check(behaviour);
  expect(code).toBe(1);
  for (const name of expected) expect([name, checks[name]]).toEqual([name, 'fail']);
});

test.each([
  ['nobody', 'http://127.0.0.1:9/v1', { address: 'fail' }],
  ['no server', 'http://127.0.0.1:2/v1', { address: 'ok', reachable: 'fail' }],
  ['a private address', 'https://10.0.0.1/v1', { address: 'fail' }],
  ['http in public', 'http://example.com/v1', { address: 'fail' }],
])('%s', async (_name, url, expected) => {
  const { code, checks } = await checkUrl(url);
  expect({ code, checks }).toEqual({ code: 1, checks: expected });
});

test('people read what to do', async () => {
  const seller = await startSeller('normal');
  sellers.push(seller);
  const { stdout } = await start(exchange, ['seller', 'check', seller.url, '--model', 'm']).ended;
  expect(stdout).toMatch(/warn +signature +answers .*\n +Verify signatures/);
  expect(stdout).toMatch(/would declare:[^]*"features"/);
  const none = await start(exchange, ['seller', 'check', 'here', '--model', 'm']).ended;
  expect(none.code).toBe(2);
});
