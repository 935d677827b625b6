/** A request in flight survives a kill -9 of any process of ours, and is charged once. */
import { Exchange, MODEL } from '../support/exchange';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { until } from '../support/wait';

const TEXT = 'One two three four five six seven eight nine ten eleven twelve thirteen fourteen.';

let exchange: Exchange;
afterEach(() => exchange.stop());

test('worker killed while the seller is answering: the same seller is asked with the same key, one charge', async () => {
  exchange = await Exchange.start({ settings: { GATEWAY_WORKER: 'off' } });
  const { key } = await exchange.buyer();
  await failingSeller();
  const seller = await exchange.seller();
  await exchange.ask(seller, { price: '0.001' });
  seller.hold();
  const answering = exchange.chat(key);
  await until(() => seller.held === 1, { what: 'the seller to be asked' });

  await exchange.workers[0]!.kill('SIGKILL');
  await exchange.startWorker();
  await until(() => seller.requests.length === 2, {
    what: 'the seller to be asked again',
    timeoutMs: 30_000,
  });
  seller.release();

  const answer = await answering;
  expect(answer.status).toBe(200);
  expect([...seller.keys]).toEqual([[answer.body.fill.fill_id, 2]]);
  await expectOneCharge(answer.body.fill.fill_id, key);
});

test('worker killed in the middle of a stream: the buyer reads each token once', async () => {
  exchange = await Exchange.start({ settings: { GATEWAY_WORKER: 'off' } });
  const { key } = await exchange.buyer();
  await failingSeller();
  const seller = await exchange.seller(BEHAVIOURS.unhurried({ gapMs: 100, content: TEXT }));
  await exchange.ask(seller, { price: '0.001' });
  let read = 0;
  const streaming = exchange.stream(key, {}, { onChunk: () => (read += 1) });
  await until(() => read >= 3, { what: 'three chunks' });

  await exchange.workers[0]!.kill('SIGKILL');
  await exchange.startWorker();

  const stream = await streaming;
  expect(stream.done).toBe(true);
  expect(contentOf(stream.chunks)).toBe(TEXT);
  await expectOneCharge(stream.chunks.at(-1).fill.fill_id, key);
});

test('gateway killed while the buyer waits: asked again elsewhere with the same key, he gets the same fill', async () => {
  exchange = await Exchange.start({ gateways: 2 });
  const { key } = await exchange.buyer();
  const seller = await exchange.seller();
  await exchange.ask(seller, { price: '0.001' });
  seller.hold();
  const lost = exchange.chat(key, {}, { idempotencyKey: 'once', gateway: 0 }).catch(() => null);
  await until(() => seller.held === 1, { what: 'the seller to be asked' });

  await exchange.gateways[0]!.kill('SIGKILL');
  expect(await lost).toBeNull();
  const again = exchange.chat(key, {}, { idempotencyKey: 'once', gateway: 1 });
  seller.release();

  const answer = await again;
  expect(answer.status).toBe(200);
  const third = await exchange.chat(key, {}, { idempotencyKey: 'once', gateway: 1 });
  expect(third.body).toEqual(answer.body);
  await expectOneCharge(answer.body.fill.fill_id, key);
});

test('gateway killed in the middle of a stream: the stream is given again from its start, fill included', async () => {
  exchange = await Exchange.start({ gateways: 2, settings: { GATEWAY_WORKER: 'off' } });
  const { key } = await exchange.buyer();
  const seller = await exchange.seller(BEHAVIOURS.unhurried({ gapMs: 60, content: TEXT }));
  await exchange.ask(seller, { price: '0.001' });
  let read = 0;
  const lost = exchange
    .stream(key, {}, { idempotencyKey: 'again', gateway: 0, onChunk: () => (read += 1) })
    .catch(() => null);
  await until(() => read >= 3, { what: 'three chunks' });

  await exchange.gateways[0]!.kill('SIGKILL');
  await lost;

  const stream = await exchange.stream(key, {}, { idempotencyKey: 'again', gateway: 1 });
  expect(stream.done).toBe(true);
  expect(contentOf(stream.chunks)).toBe(TEXT);
  expect(seller.keys.size).toBe(1);
  await expectOneCharge(stream.chunks.at(-1).fill.fill_id, key);
});

test('twenty askers with one key, at two gateways, one of which dies: one fill, one answer', async () => {
  exchange = await Exchange.start({ gateways: 2 });
  const { key } = await exchange.buyer();
  const seller = await exchange.seller();
  await exchange.ask(seller, { price: '0.001' });
  seller.hold();
  const asking = Array.from({ length: 20 }, (_, at) =>
    exchange.chat(key, {}, { idempotencyKey: 'many', gateway: at % 2 }).catch(() => null),
  );
  await until(() => seller.held >= 1, { what: 'the seller to be asked' });
  await exchange.gateways[0]!.kill('SIGKILL');
  seller.release();

  const answers = (await Promise.all(asking)).filter((answer) => answer !== null);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(answers.length).toBeGreaterThanOrEqual(10);
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(seller.keys.size).toBe(1);
  await expectOneCharge(answers[0]!.body.fill.fill_id, key);
});

/** The cheapest: what it fails goes on in a workflow of its own, whose attempts a worker makes. */
async function failingSeller(): Promise<void> {
  const failing = await exchange.seller('error500');
  await exchange.ask(failing, { price: '0.0001' });
}

/** One settled fill, one trade, one charge; ledger and book exact; the saga at its end. */
async function expectOneCharge(fillId: string, buyerKey: string): Promise<void> {
  await exchange.expectExact();
  const { records } = exchange;
  const trades = await records.trades.find().toArray();
  expect(trades.map(({ _id }) => _id)).toEqual([fillId]);
  expect(await records.journals.countDocuments({ kind: 'capture' })).toBe(1);
  expect((await exchange.account(buyerKey)).reserved).toBe('0');
  await exchange.expectBookAgrees(MODEL);
  await exchange.expectSagasEnded();
}

function contentOf(chunks: any[]): string {
  return chunks.map((chunk) => chunk.choices[0]?.delta?.content ?? '').join('');
}
