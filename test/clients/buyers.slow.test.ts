/** The buyers of `examples/`, each as a process of its own: what they print, and what it costs. */
import { randomUUID } from 'node:crypto';
import { formatScale8 } from '../../domain/money';
import { type Market, openMarket, units } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { DEFAULT_CONTENT } from '../support/sellers/completions';
import { PACKAGE, type Python, findPython } from './python';
import { type Finished, runExample } from './run-example';

/** 24 tokens at 0.001 USD per 1,000. */
const COST = '0.000024';

let exchange: Exchange;
let python: Python;
beforeAll(async () => {
  [exchange, python] = await Promise.all([Exchange.pooled(), findPython()]);
});
afterAll(() => exchange.stop());

type Command = readonly [interpreter: string, file: string];

function run(command: Command, { model, key }: Market, more = {}): Promise<Finished> {
  return runExample(command, {
    TOKENBOOK_URL: exchange.url(),
    TOKENBOOK_KEY: key,
    MODEL: model,
    MAX_PRICE: '0.002',
    ...more,
  });
}

/** So many fills were dispatched, settled, and are all that the account has paid. */
async function expectFills({ seller, accountId, key }: Market, ids: string[]): Promise<void> {
  expect([...seller.keys].sort()).toEqual(ids.map((id) => [id, 1]).sort());
  const fills = await exchange.records.fills.find({ accountId }).toArray();
  expect(fills.map(({ _id, status }) => [_id, status]).sort()).toEqual(
    ids.map((id) => [id, 'settled']).sort(),
  );
  const paid = units(COST) * BigInt(ids.length);
  expect(await exchange.account(key)).toMatchObject({
    balance: formatScale8(units('10') - paid),
    reserved: '0',
  });
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
const FILL_LINE = new RegExp(
  `^fill {5}(${UUID.source}): 24 tokens at 1 per million in global, ${COST} USD$`,
  'gm',
);

function fillsIn(output: string): string[] {
  return [...output.matchAll(FILL_LINE)].map(([, id]) => id!);
}

test('curl: the balance, the models, one charge for a repeated request, a stream, the book', async () => {
  const market = await openMarket(exchange);
  const { code, output, errors } = await run(['bash', 'curl.sh'], market);
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  const part = (title: string) => output.split('== ').find((text) => text.startsWith(title)) ?? '';
  const bodyOf = (title: string) => JSON.parse(part(title).split('\n')[1]!);
  const fillId = (line: string) => UUID.exec(line)![0];

  expect(bodyOf('Balance')).toMatchObject({ balance: '10', available: '10' });
  expect(bodyOf('Models').data.map(({ id }: { id: string }) => id)).toContain(market.model);
  const answer = bodyOf('A chat completion');
  expect(answer).toMatchObject({ fill: { cost: COST }, usage: { total_tokens: 24 } });
  const [first, second] = part('The same request twice').split('\n').slice(1, 3);
  expect([first, second]).toEqual([
    expect.stringMatching(/^first: x-fill-id: /),
    expect.stringMatching(/^second: x-fill-id: /),
  ]);
  expect(fillId(second!)).toBe(fillId(first!));
  const stream = part('A stream').trim().split('\n\n');
  expect(stream.at(-1)).toBe('data: [DONE]');
  const streamed = JSON.parse(stream.at(-2)!.slice('data: '.length)).fill;
  expect(JSON.parse(output.split('== Balance\n')[2]!.split('\n')[0]!)).toMatchObject({
    balance: formatScale8(units('10') - 3n * units(COST)),
  });
  expect(bodyOf('The order book')).toMatchObject({ asks: [{ price: '0.001' }] });
  await expectFills(market, [answer.fill.fill_id, fillId(first!), streamed.fill_id]);
});

interface Client {
  readonly command: () => Command;
  /** What else it prints of a good run. */
  readonly also: RegExp;
  /** Of an error inside a stream. */
  readonly broken: RegExp;
  /** Requests of which each ends in the same refusal. */
  readonly requests: number;
}

const BARGAIN = /refused:? +no_fill_at_limit: bid more/;
const CODE = /refused:? +seller_unreachable: /;
const CLIENTS: readonly (readonly [name: string, client: Client])[] = [
  [
    'openai for Node',
    {
      command: () => [process.execPath, 'openai-node.mjs'],
      also: new RegExp(`header   x-fill-id [^]*${BARGAIN.source}`),
      broken: CODE,
      requests: 2,
    },
  ],
  [
    'openai for Python',
    {
      command: () => [python.interpreter, 'openai-python.py'],
      also: BARGAIN,
      broken: CODE,
      requests: 1,
    },
  ],
  [
    'Vercel AI SDK',
    {
      command: () => [process.execPath, 'vercel-ai-sdk.mjs'],
      also: /^answer/,
      // The SDK keeps only the message.
      broken: /refused {2}The connection to the seller broke/,
      requests: 1,
    },
  ],
];

describe.each(CLIENTS)('%s', (name, { command, also, broken, requests }) => {
  /** Without the package there is one thing left to see: that the example says so. */
  async function lacks(market: Market): Promise<boolean> {
    if (!name.includes('Python') || python.hasPackage) return false;
    process.stderr.write(
      `not run: ${python.interpreter} lacks ${PACKAGE} (docs: examples/README.md)\n`,
    );
    const { code, errors } = await run(command(), market);
    expect(code).not.toBe(0);
    expect(errors).toMatch(/The package openai is not installed: pip install|ENOENT|not found/);
    return true;
  }

  test('an answer and a stream, each with its fill and charged once', async () => {
    const market = await openMarket(exchange);
    if (await lacks(market)) return;
    const { code, output, errors } = await run(command(), market);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(output).toContain(`answer   ${DEFAULT_CONTENT}\n`);
    expect(output).toContain(`stream   ${DEFAULT_CONTENT}\n`);
    const fills = fillsIn(output);
    expect(fills).toHaveLength(2);
    await expectFills(market, fills);
    expect(output).toMatch(also);
  });

  test('a refusal is told by its code', async () => {
    const market = await openMarket(exchange);
    if (await lacks(market)) return;
    const poor = { ...market, ...(await exchange.buyer('0')) };
    const refused = await run(command(), poor);
    expect(refused.code).toBe(1);
    expect(refused.output).toMatch(
      /refused:? +insufficient_balance: have the operator deposit first/,
    );
    const unserved = await run(command(), market, { MODEL: `unserved-${randomUUID()}` });
    expect(unserved.code).toBe(1);
    expect(unserved.output).toMatch(/refused:? +no_match: /);
    await expectFills(market, []);
  });

  test('a final 502 is not asked again', async () => {
    const market = await openMarket(exchange, { behaviour: 'error500' });
    if (await lacks(market)) return;
    const { code, output } = await run(command(), market);
    expect(code).toBe(1);
    expect(output).toMatch(CODE);
    expect(market.seller.requests).toHaveLength(requests);
    expect(await exchange.account(market.key)).toMatchObject({ balance: '10', reserved: '0' });
  });

  test('a stream that breaks is told, after what was delivered', async () => {
    const market = await openMarket(exchange);
    if (await lacks(market)) return;
    market.seller.setBehaviour(
      BEHAVIOURS.inTurn(BEHAVIOURS.normal(), BEHAVIOURS.cutAt({ chunks: 4 })),
    );
    const { code, output } = await run(command(), market);
    expect(code).toBe(1);
    expect(output).toMatch(/^stream {3}The quick brown/m);
    expect(output).toMatch(broken);
  });
});

test('after all of this every invariant of the ledger holds', () => exchange.expectExact());
