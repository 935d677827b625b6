/** How often requests were refused, by code. */
import { openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';

const exchange = Exchange.pooledForFile();

const asked = (path: string) => exchange.send('GET', `/admin/v1${path}`, { admin: true });

interface Counted {
  readonly at: string;
  readonly surface: string;
  readonly code: string;
  readonly count: number;
}

async function counted(days: number): Promise<Readonly<Record<string, number>>> {
  const { status, body } = await exchange.admin('GET', `/refusals?days=${days}`);
  expect(status).toBe(200);
  const sums: Record<string, number> = {};
  for (const { surface, code, count } of body.refusals as Counted[]) {
    sums[`${surface} ${code}`] = (sums[`${surface} ${code}`] ?? 0) + count;
  }
  return sums;
}

test('every refusal of every surface is counted by its code, by hour and by day', async () => {
  const { key, model } = await openMarket(exchange);
  const before = await counted(1);
  for (let times = 0; times < 3; times += 1) {
    expect((await exchange.chat('sk-wrong', { model })).body.code).toBe('unauthorized');
    const cheap = { model, max_price: '0.00000001' };
    expect((await exchange.chat(key, cheap)).body.code).toBe('no_fill_at_limit');
  }
  await exchange.send('GET', '/market/v1/orderbook?model_id=');
  await asked('/orders?status=gone');
  const added = {
    'buyer unauthorized': 3,
    'buyer no_fill_at_limit': 3,
    'operator invalid_request': 1,
  };
  const grown = async (days: number) => {
    const now = await counted(days);
    return Object.entries(added).every(
      ([name, count]) => (now[name] ?? 0) >= (before[name] ?? 0) + count,
    );
  };
  await until(() => grown(1), { what: 'the counts of this hour' });
  expect(await grown(30)).toBe(true);
  const { body } = await exchange.admin('GET', '/refusals?days=2');
  expect(body.refusals.every(({ at }: Counted) => at.endsWith(':00:00.000Z'))).toBe(true);
  expect((await asked('/refusals?days=31')).status).toBe(400);
});
