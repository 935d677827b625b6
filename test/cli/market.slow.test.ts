/** `tokenbook market`: what anybody can see. */
import { createServer, connect, type Server, type Socket } from 'node:net';
import { newModel, openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';
import { start, tokenbook, tokenbookJson } from './command';

const exchange = Exchange.pooledForFile();

test('the instruments, without a key', async () => {
  const { model } = await openMarket(exchange, { price: '0.00125' });
  const listed = await until(
    async () => {
      const { stdout } = await tokenbook(exchange, 'market');
      return stdout.includes(model) ? stdout : null;
    },
    { what: 'the instrument in the list' },
  );
  expect(listed).toMatch(new RegExp(`${model}.*1\\.25`));
  expect(listed).not.toContain('\u001B');
  const { families } = await tokenbookJson(exchange, 'market');
  expect(families.flatMap((family: any) => family.instruments).length).toBeGreaterThan(0);
});

test('the instruments of a search, cheapest first, and only as many as asked for', async () => {
  const family = newModel();
  for (const price of ['0.002', '0.0005', '0.001']) {
    const model = `${family}-${price.replace('.', '')}`;
    const seller = await exchange.seller('normal', { models: [model] });
    await exchange.ask(seller, { model, price, capacity: 1_000 });
  }
  const list = ['market', '--search', family.toUpperCase(), '--sort', 'ask'];
  const models = async (...more: string[]) => {
    const { stdout } = await tokenbook(exchange, ...list, ...more);
    return stdout.match(new RegExp(`${family}-\\d+`, 'g'));
  };
  const inOrder = ['00005', '0001', '0002'].map((end) => `${family}-${end}`);
  await until(async () => (await models())?.length === 3, { what: 'the three in the list' });
  expect(await models()).toEqual(inOrder);
  expect(await models('--top', '2')).toEqual(inOrder.slice(0, 2));
  const { families } = await tokenbookJson(exchange, ...list, '--top', '1');
  const left = families.flatMap(({ instruments }: any) => instruments);
  expect(left).toMatchObject([{ model_id: inOrder[0] }]);
  for (const wrong of [
    ['--sort', 'colour'],
    ['--top', '0'],
  ])
    expect((await tokenbook(exchange, 'market', ...wrong)).code).toBe(2);
});

test('a book with its depth: sums and bars', async () => {
  const { model, seller } = await openMarket(exchange, { price: '0.001', capacity: 3_000 });
  await exchange.ask(seller, { model, price: '0.002', capacity: 1_000 });
  const { stdout } = await tokenbook(exchange, 'market', 'book', model);
  const [, , worse, best] = stdout.split('\n');
  expect(worse).toMatch(/^ *2 +1,000 +4,000 +█+$/);
  expect(best).toMatch(/^ *1 +3,000 +3,000 +█+$/);
  expect(stdout).toContain('best ask 1');
  expect(stdout).toContain('no bids');
  const book = await tokenbookJson(exchange, 'market', 'book', model);
  expect(book.asks).toEqual([
    { price: '0.001', quantity: '3000' },
    { price: '0.002', quantity: '1000' },
  ]);
});

test('an estimate, and the view of a region', async () => {
  const { model } = await openMarket(exchange, { capacity: 3_000, region: 'eu-west' });
  const given = ['estimate', model, '--tokens', '5000'];
  const all = await tokenbookJson(exchange, 'market', ...given, '--limit', '0.001');
  expect(all).toMatchObject({ fillable_quantity: 3_000, remaining_quantity: 2_000 });
  const apac = await tokenbookJson(exchange, 'market', ...given, '--region', 'apac');
  expect(apac).toMatchObject({ region: 'apac', fillable_quantity: 0 });
});

test('candles as a chart after a trade', async () => {
  const { model, key } = await openMarket(exchange, { price: '0.00125' });
  await exchange.chat(key, { model });
  const chart = await until(
    async () => {
      const { stdout } = await tokenbook(exchange, 'market', 'candles', model, '--interval', '1m');
      return stdout.includes('last 1.25') ? stdout : null;
    },
    { what: 'the candle' },
  );
  expect(chart).toContain('█');
  expect(await tokenbookJson(exchange, 'market', 'candles', newModel())).toMatchObject({
    candles: [],
  });
});

test('a watched book prints a line per change, and JSON lines for programs', async () => {
  const { model, seller } = await openMarket(exchange, { price: '0.002' });
  const people = start(exchange, ['market', 'book', model, '--watch']);
  const program = start(exchange, ['market', 'book', model, '--watch', '--json']);
  await Promise.all([people.says('at 2/M'), program.says('"0.002"')]);
  await exchange.ask(seller, { model, price: '0.001', capacity: 5_000 });
  await Promise.all([people.says('5000 at 1/M'), program.says('"0.001"')]);
  expect((await people.interrupt()).code).toBe(130);
  const { stdout } = await program.interrupt();
  const messages = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(messages.at(-1)).toMatchObject({ type: 'orderbook_snapshot', model_id: model });
});

test('trades as they happen; they go on after a disconnect, which is said', async () => {
  const { model, key } = await openMarket(exchange, { price: '0.001' });
  const line = await Line.to(exchange.gateways[0]!.port);
  const url = ['--url', `http://127.0.0.1:${line.port}`];
  const run = start(exchange, ['market', 'trades', model, '--follow', '--json', ...url]);
  await until(() => line.open > 0, { what: 'the connection' });
  const trades = () => run.stdout.split('"type":"trade"').length - 1;
  const trade = async (count: number) => {
    await until(
      async () => {
        await exchange.chat(key, { model });
        return trades() >= count;
      },
      { what: 'a trade', everyMs: 500 },
    );
  };
  await trade(1);
  line.cut();
  await run.says('"type":"disconnected"');
  await run.says('"type":"resumed"');
  await trade(trades() + 1);
  expect((await run.interrupt()).code).toBe(130);
  line.close();
  const past = await tokenbookJson(exchange, 'market', 'trades', model);
  expect(past.trades.length).toBeGreaterThanOrEqual(2);
  const one = await tokenbook(exchange, 'market', 'trades', model, '--limit', '1');
  expect(one.stdout).toMatch(/buy .* at 1\/M .*\n.*more: --cursor \S+/);
});

test('what is refused is said', async () => {
  const tooMany = ['market', 'trades', exchange.model, '--limit', '501'];
  expect((await tokenbook(exchange, ...tooMany)).code).toBe(2);
  const watch = ['market', 'book', exchange.model, '--watch'];
  const region = await tokenbook(exchange, ...watch, '--region', 'mars');
  expect(region.code).toBe(2);
  const nobody = await tokenbook(exchange, ...watch, '--url', 'http://127.0.0.1:1');
  expect(nobody).toMatchObject({ code: 5 });
  for (const [levels, code] of [
    ['1', 0],
    ['100', 0],
    ['0', 2],
    ['101', 2],
  ] as const) {
    const given = ['market', 'book', exchange.model, '--levels', levels];
    expect((await tokenbook(exchange, ...given)).code).toBe(code);
  }
});

/** A wire to a port that can be cut. */
class Line {
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async to(port: number): Promise<Line> {
    const server = createServer();
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const line = new Line(server, (server.address() as { port: number }).port);
    server.on('connection', (near) => {
      const far = connect(port, '127.0.0.1');
      near.pipe(far).pipe(near);
      for (const socket of [near, far]) {
        line.sockets.add(socket);
        socket.on('error', () => undefined).on('close', () => line.sockets.delete(socket));
      }
    });
    return line;
  }

  get open(): number {
    return this.sockets.size;
  }

  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  close(): void {
    this.cut();
    this.server.close();
  }
}
