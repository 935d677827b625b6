/** The cases on which matching engines are known to fail, by their usual names. */
import { REGIONS } from '../../domain/regions';
import { Scenario } from './scenario';
import { SELLERS } from './world';

let scenario: Scenario;

beforeEach(async () => {
  scenario = await Scenario.open();
});
afterEach(() => scenario.end());

describe('queues', () => {
  test('same price: first in, first out, on both sides', async () => {
    for (const name of ['A', 'B', 'C']) await scenario.ask(name, 100, 10);
    expect(await scenario.bid('X', 100, 25)).toBe('filled 0, A 10 at 100, B 10 at 100, C 5 at 100');
    await scenario.cancel('C');
    for (const name of ['P', 'Q', 'R']) await scenario.bid(name, 100, 10);
    await scenario.ask('D', 100, 15);
    expect(await scenario.draw()).toEqual(['bid 100: Q 5, R 10']);
  });

  test('same price, different regions: still one queue', async () => {
    for (const [at, region] of REGIONS.entries()) await scenario.ask(`A${at}`, 100, 10, { region });
    const fills = REGIONS.map((_, at) => `A${at} 10 at 100`);
    expect(await scenario.bid('X', 100, 50)).toBe(['filled 0', ...fills].join(', '));
  });

  test('cancel in the middle of a queue', async () => {
    for (const name of ['A', 'B', 'C']) await scenario.ask(name, 100, 10);
    await scenario.cancel('B');
    expect(await scenario.draw()).toEqual(['ask 100: A 10, C 10']);
    expect(await scenario.bid('X', 100, 20)).toBe('filled 0, A 10 at 100, C 10 at 100');
    for (const name of ['P', 'Q', 'R']) await scenario.bid(name, 90, 10);
    await scenario.cancel('Q');
    expect(await scenario.draw()).toEqual(['bid 90: P 10, R 10']);
    await scenario.ask('D', 90, 20);
    expect(await scenario.draw()).toEqual([]);
  });

  test('cancel of the first and of the last of a queue', async () => {
    for (const name of ['P', 'Q', 'R']) await scenario.bid(name, 90, 10);
    await scenario.cancel('P');
    await scenario.cancel('R');
    expect(await scenario.draw()).toEqual(['bid 90: Q 10']);
    await scenario.bid('S', 90, 10);
    expect(await scenario.draw()).toEqual(['bid 90: Q 10, S 10']);
  });

  test('a partial fill keeps the place in the queue', async () => {
    await scenario.ask('A', 100, 10);
    await scenario.ask('B', 100, 10);
    await scenario.bid('X', 100, 4);
    expect(await scenario.draw()).toEqual(['ask 100: A 6, B 10']);
    expect(await scenario.bid('Y', 100, 10)).toBe('filled 0, A 6 at 100, B 4 at 100');
  });

  test('an order that is sent again goes to the end of the queue', async () => {
    await scenario.bid('P', 100, 10);
    await scenario.bid('Q', 100, 10);
    await scenario.cancel('P');
    await scenario.bid('P2', 100, 10);
    await scenario.ask('A', 100, 10);
    expect(await scenario.draw()).toEqual(['bid 100: P2 10']);
  });
});

describe('levels', () => {
  test('phantom level: what is filled or cancelled leaves nothing behind', async () => {
    await scenario.ask('A', 100, 10);
    await scenario.ask('B', 101, 10);
    await scenario.bid('P', 99, 10);
    await scenario.bid('Q', 98, 10);
    await scenario.bid('X', 100, 10);
    await scenario.cancel('P');
    expect(await scenario.levels()).toBe('101 x 10 | 98 x 10');
    await scenario.cancel('B');
    await scenario.ask('C', 98, 10);
    expect(await scenario.levels()).toBe(' | ');
    expect(await scenario.bid('Y', 200, 5)).toBe('open 5');
  });

  test('the residual of an incoming order becomes the best of its side', async () => {
    await scenario.ask('A', 100, 10);
    await scenario.ask('B', 105, 10);
    expect(await scenario.bid('X', 102, 15)).toBe('open 5, A 10 at 100');
    expect(await scenario.levels()).toBe('105 x 10 | 102 x 5');
    await scenario.ask('C', 101, 8);
    expect(await scenario.draw()).toEqual(['ask 101: C 3', 'ask 105: B 10']);
  });

  test('the next price is reached only when the better one is exhausted', async () => {
    await scenario.ask('A', 100, 10);
    await scenario.ask('B', 101, 10);
    await scenario.ask('C', 100, 10);
    expect(await scenario.bid('X', 101, 25)).toBe('filled 0, A 10 at 100, C 10 at 100, B 5 at 101');
  });

  test('a sweep through 5,000 orders fills each once, in order', async () => {
    const names = Array.from({ length: 5_000 }, (_, at) => `A${at}`);
    await Promise.all(names.map((name, at) => scenario.ask(name, 1 + (at % 7), 2)));
    const told = await scenario.bid('X', 7, 10_001);
    const order = [...names.entries()].sort(([a], [b]) => (a % 7) - (b % 7) || a - b);
    expect(told).toBe(
      ['open 1', ...order.map(([at, n]) => `${n} 2 at ${1 + (at % 7)}`)].join(', '),
    );
    expect(await scenario.levels()).toBe(' | 7 x 1');
  });

  test('a sweep through 1,000 resting bids', async () => {
    const names = Array.from({ length: 1_000 }, (_, at) => `P${at}`);
    await Promise.all(names.map((name, at) => scenario.bid(name, 100 + (at % 3), 2)));
    await scenario.ask('A', 100, 1_999);
    expect(await scenario.draw()).toEqual(['bid 100: P999 1']);
  });
});

describe('prices', () => {
  test('the price is the resting order’s, whichever side came in', async () => {
    await scenario.ask('A', 100, 10);
    expect(await scenario.bid('X', 150, 10)).toBe('filled 0, A 10 at 100');
    await scenario.bid('Y', 150, 10);
    await scenario.ask('B', 100, 10);
    expect(await scenario.bidAgain('Y')).toBe('filled 0, B 10 at 150');
  });

  test('an incoming ask fills the highest bid first, then the earlier', async () => {
    await scenario.bid('P', 100, 10);
    await scenario.bid('Q', 102, 10);
    await scenario.bid('R', 102, 10);
    await scenario.bid('S', 99, 10);
    await scenario.ask('A', 100, 25);
    expect(await scenario.draw()).toEqual(['bid 100: P 5', 'bid 99: S 10']);
    expect(await scenario.bidAgain('R')).toBe('filled 0, A 10 at 102');
  });

  test('equal limits trade, one unit apart they do not', async () => {
    await scenario.ask('A', 100, 10);
    expect(await scenario.bid('X', 99, 10)).toBe('open 10');
    expect(await scenario.bid('Y', 100, 10)).toBe('filled 0, A 10 at 100');
    await scenario.ask('B', 100, 10);
    expect(await scenario.draw()).toEqual(['ask 100: B 10', 'bid 99: X 10']);
  });

  test('the highest prices that there are, told apart by their last unit', async () => {
    const top = 9_000_000_000_000_000_000n;
    await scenario.bid('P', top - 1n, 10);
    await scenario.bid('Q', top, 10);
    await scenario.bid('R', 2n ** 53n, 10);
    await scenario.bid('S', 2n ** 53n + 1n, 10);
    await scenario.ask('A', top, 15);
    expect(await scenario.draw()).toEqual([
      `ask ${top}: A 5`,
      `bid ${top - 1n}: P 10`,
      `bid ${2n ** 53n + 1n}: S 10`,
      `bid ${2n ** 53n}: R 10`,
    ]);
    await scenario.ask('B', 2n ** 53n + 1n, 30);
    expect(await scenario.draw()).toEqual([
      `ask ${2n ** 53n + 1n}: B 10`,
      `ask ${top}: A 5`,
      `bid ${2n ** 53n}: R 10`,
    ]);
  });

  test('modify into a cross is a cancel and a new order: it trades as the incoming side', async () => {
    await scenario.ask('A', 105, 10);
    await scenario.bid('X', 100, 10);
    expect(await scenario.cancel('X')).toBe('cancelled 10');
    expect(await scenario.bid('X2', 105, 10)).toBe('filled 0, A 10 at 105');
    await scenario.bid('Y', 100, 10);
    await scenario.ask('B', 110, 10);
    await scenario.cancel('B');
    await scenario.ask('B2', 99, 10);
    expect(await scenario.bidAgain('Y')).toBe('filled 0, B2 10 at 100');
  });
});

describe('ids', () => {
  test('a stale cancel is refused: filled, expired, unknown', async () => {
    await scenario.ask('A', 100, 10);
    await scenario.bid('X', 100, 10);
    expect(await scenario.cancel('X')).toBe('unknown');
    await scenario.bid('Y', 90, 10, { timeInForce: 'GTD', expiresAtMs: scenario.world.nowMs + 5 });
    await scenario.pass(5);
    expect(await scenario.cancel('Y')).toBe('unknown');
    expect(await scenario.cancel('nobody')).toBe('unknown');
  });

  test('a cancelled order answers its cancel again, and stays cancelled', async () => {
    await scenario.bid('X', 90, 10);
    expect(await scenario.cancel('X')).toBe('cancelled 10');
    await scenario.ask('A', 90, 10);
    expect(await scenario.cancel('X')).toBe('cancelled 10');
    expect(await scenario.draw()).toEqual(['ask 90: A 10']);
  });

  test('id reuse: a known id answers what it became, and does nothing', async () => {
    await scenario.ask('A', 100, 10);
    expect(await scenario.bid('X', 100, 6)).toBe('filled 0, A 6 at 100');
    expect(await scenario.bidAgain('X')).toBe('filled 0, A 6 at 100');
    expect(await scenario.askAgain('A')).toBe('duplicate');
    await scenario.bid('Y', 90, 5);
    await scenario.cancel('Y');
    expect(await scenario.bidAgain('Y')).toBe('cancelled 5');
    expect(await scenario.draw()).toEqual(['ask 100: A 4']);
  });

  test('a bid that is filled while it rests answers all its fills', async () => {
    await scenario.ask('A', 100, 10);
    expect(await scenario.bid('X', 100, 30)).toBe('open 20, A 10 at 100');
    await scenario.ask('B', 95, 5);
    await scenario.ask('C', 99, 5);
    expect(await scenario.bidAgain('X')).toBe('open 10, A 10 at 100, B 5 at 100, C 5 at 100');
  });
});

describe('what does not meet', () => {
  test('a pinned bid takes its own region only; `global` asks never meet a pin', async () => {
    await scenario.ask('G', 90, 10, { region: 'global' });
    await scenario.ask('W', 95, 10, { region: 'us-west' });
    await scenario.ask('E', 100, 10, { region: 'eu-west' });
    expect(await scenario.bid('X', 100, 20, { region: 'eu-west' })).toBe('open 10, E 10 at 100');
    expect(await scenario.draw()).toEqual(['ask 90: G 10', 'ask 95: W 10', 'bid 100: X 10']);
    await scenario.ask('H', 80, 10, { region: 'global' });
    await scenario.ask('F', 80, 4, { region: 'eu-west' });
    expect(await scenario.bidAgain('X')).toBe('open 6, E 10 at 100, F 4 at 100');
  });

  test('`global` as a bid’s region is no pin', async () => {
    await scenario.ask('W', 95, 10, { region: 'us-west' });
    expect(await scenario.bid('X', 95, 10, { region: 'global' })).toBe('filled 0, W 10 at 95');
  });

  test('self-trade is passed over and does not block those behind', async () => {
    await scenario.ask('A', 90, 10, { owner: 'acme' });
    await scenario.ask('B', 95, 10, { owner: 'other', sellerId: SELLERS[1] });
    await scenario.ask('C', 99, 10, { sellerId: SELLERS[2] });
    const excludedOwner = 'acme';
    expect(await scenario.bid('X', 99, 30, { excludedOwner })).toBe(
      'open 10, B 10 at 95, C 10 at 99',
    );
    expect(await scenario.draw()).toEqual(['ask 90: A 10', 'bid 99: X 10']);
    await scenario.bid('Y', 98, 10);
    expect(await scenario.bidAgain('Y')).toBe('filled 0, A 10 at 90');
  });

  test('an incoming ask passes over its own owner’s bid and fills the one behind', async () => {
    await scenario.bid('P', 100, 10, { excludedOwner: 'acme' });
    await scenario.bid('Q', 99, 10);
    await scenario.ask('A', 95, 15, { owner: 'acme' });
    expect(await scenario.draw()).toEqual(['ask 95: A 5', 'bid 100: P 10']);
  });

  test('a better ineligible price does not shadow an eligible one', async () => {
    for (let at = 0; at < 30; at += 1) await scenario.ask(`W${at}`, 50, 10, { region: 'us-west' });
    await scenario.ask('E', 100, 10, { region: 'eu-west' });
    expect(await scenario.bid('X', 100, 10, { region: 'eu-west' })).toBe('filled 0, E 10 at 100');
  });
});
