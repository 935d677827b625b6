/** Traces at a collector: one per request, through every step, also after a crash. */
import { randomBytes } from 'node:crypto';
import { parseTraceparent } from '../../domain/trace-context';
import { buyTicket } from '../contracts/market';
import { openMarket } from '../e2e/market';
import { Exchange, chatBody } from '../support/exchange';
import { type ReceivedSpan, TraceReceiver } from '../support/trace-receiver';
import { until } from '../support/wait';

const PARENT = '00f067aa0ba902b7';
const CHAT = 'POST /v1/chat/completions';
const RECORDED = ['orderBatch matchOrders', 'orderBatch dispatchOrders', 'orderBatch settleOrders'];

let receiver: TraceReceiver;
let exchange: Exchange;

beforeAll(async () => {
  receiver = await TraceReceiver.start();
  exchange = await Exchange.start({
    gateways: 2,
    settings: {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_SERVICE_NAME: 'exchange',
      LOG_LEVEL: 'info',
    },
  });
});
afterAll(async () => {
  await exchange.stop();
  await receiver.close();
});

const newTrace = () => randomBytes(16).toString('hex');

function ask(key: string, traceparent: string | null, body: object, options: object = {}) {
  return exchange.send('POST', '/v1/chat/completions', {
    headers: {
      authorization: `Bearer ${key}`,
      ...(traceparent === null ? {} : { traceparent }),
      ...options,
    },
    body: chatBody(body),
  });
}

function named(spans: readonly ReceivedSpan[], name: string): ReceivedSpan {
  const found = spans.filter((span) => span.name === name);
  expect([name, found.length]).toEqual([name, 1]);
  return found[0]!;
}

test('a chat is one trace from the request to the settlement, its seller and its workflow', async () => {
  const { key, model, seller } = await openMarket(exchange);
  const traceId = newTrace();
  const prompt = `prompt-${newTrace()}`;
  const answer = await ask(key, `00-${traceId}-${PARENT}-00`, {
    model,
    messages: [{ role: 'user', content: prompt }],
  });
  expect(answer.status).toBe(200);
  const spans = await receiver.spansOf(traceId, [
    ...[CHAT, 'match', 'reserve', 'attempt', 'settle'],
    ...RECORDED,
  ]);

  const request = named(spans, CHAT);
  const match = named(spans, 'match');
  const attempt = named(spans, 'attempt');
  const parents = Object.fromEntries(spans.map((span) => [span.name, span.parentSpanId]));
  expect(parents).toEqual({
    [CHAT]: PARENT,
    match: request.spanId,
    reserve: match.spanId,
    attempt: request.spanId,
    settle: attempt.spanId,
    ...Object.fromEntries(RECORDED.map((name) => [name, request.spanId])),
  });
  expect(seller.requests[0]!.headers.traceparent).toBe(`00-${traceId}-${attempt.spanId}-01`);

  const order = await exchange.records.orders.findOne({ fillId: answer.body.fill.fill_id });
  expect(request.attributes).toMatchObject({
    'http.route': '/v1/chat/completions',
    'http.response.status_code': 200,
    'tokenbook.order.id': order!._id,
    'tokenbook.request.id': answer.headers['x-request-id'],
  });
  expect(attempt.attributes).toEqual({
    'tokenbook.order.id': order!._id,
    'tokenbook.fill.id': order!.fillId,
    'tokenbook.seller.id': seller.sellerId,
    'tokenbook.attempt': 1,
    'tokenbook.model': model,
    'tokenbook.venue_class': 'unrated',
    'tokenbook.attempt.end': 'answered',
    'tokenbook.outcome': 'settled',
  });
  expect(named(spans, RECORDED[0]!).attributes['temporal.workflow.id']).toBe(order!.workflowId);
  expect(spans.filter(({ isError }) => isError)).toEqual([]);
  expect(exchange.gateways[0]!.output()).toContain(`"traceId":"${traceId}"`);

  const { content } = answer.body.choices[0].message;
  const { operatorToken } = exchange.settings.secrets;
  for (const secret of [key, prompt, content, seller.apiKey, operatorToken]) {
    expect(receiver.received).not.toContain(secret);
  }
});

test('a request without a valid context begins a trace, which its seller joins', async () => {
  const { key, model, seller } = await openMarket(exchange);
  for (const invalid of [null, `00-${newTrace()}-${'0'.repeat(16)}-01`]) {
    expect((await ask(key, invalid, { model })).status).toBe(200);
    const { traceId, flags } = parseTraceparent(seller.requests.at(-1)!.headers.traceparent)!;
    expect(flags & 1).toBe(1);
    expect(invalid ?? '').not.toContain(traceId);
    expect(named(await receiver.spansOf(traceId, [CHAT]), CHAT).parentSpanId).toBe('');
  }
});

test('a refusal and a failed attempt are in the trace by their codes', async () => {
  const { key, model } = await openMarket(exchange, { behaviour: 'error500' });
  const refused = newTrace();
  expect((await ask(key, `00-${refused}-${PARENT}-01`, { model: 'nobody-sells-it' })).status).toBe(
    404,
  );
  const spans = await receiver.spansOf(refused, [CHAT, 'match']);
  expect(named(spans, 'match').attributes['tokenbook.outcome']).toBe('no_match');
  const failed = newTrace();
  await ask(key, `00-${failed}-${PARENT}-01`, { model });
  const attempt = named(await receiver.spansOf(failed, [CHAT, 'attempt']), 'attempt');
  expect(attempt).toMatchObject({ isError: true, attributes: { 'tokenbook.outcome': 'failed' } });
});

test('the purchase of a ticket and a draw on it have their steps in their traces', async () => {
  const { key, model } = await openMarket(exchange);
  const bought = await buyTicket(exchange, key, { model });
  expect(bought.status).toBe(200);
  const purchase = await until(() =>
    receiver.spans.find(({ name }) => name === 'ticketPurchase buyTicket'),
  );
  const spans = await receiver.spansOf(purchase.traceId, ['POST /buyer/v1/tickets']);
  expect(purchase.parentSpanId).toBe(named(spans, 'POST /buyer/v1/tickets').spanId);
  const traceId = newTrace();
  const drawn = await ask(bought.body.credential, `00-${traceId}-${PARENT}-01`, { model });
  expect(drawn.status).toBe(200);
  const ofDraw = await receiver.spansOf(traceId, [CHAT, 'draw', 'attempt', 'settle']);
  expect(named(ofDraw, 'draw').attributes['tokenbook.outcome']).toBe('matched');
});

test('a gateway is killed during the attempt: the next one, elsewhere, is in the same trace', async () => {
  const { key, model, seller } = await openMarket(exchange);
  const traceId = newTrace();
  seller.hold();
  const headers = { authorization: `Bearer ${key}`, traceparent: `00-${traceId}-${PARENT}-01` };
  const request = { headers, body: chatBody({ model }), gateway: 1 };
  const lost = exchange.send('POST', '/v1/chat/completions', request).catch(() => null);
  await until(() => seller.held === 1, { what: 'the seller to be asked' });
  await exchange.gateways[1]!.kill('SIGKILL');
  expect(await lost).toBeNull();
  await until(() => seller.requests.length === 2, { what: 'the second attempt' });
  seller.release();

  const spans = await receiver.spansOf(traceId, ['attempt', 'continue', 'chatOrder dispatch']);
  const attempt = named(spans, 'attempt');
  const sent = seller.requests.map((each) => parseTraceparent(each.headers.traceparent)!);
  expect(sent.map((context) => context.traceId)).toEqual([traceId, traceId]);
  expect(sent[1]!.spanId).toBe(attempt.spanId);
  expect(sent[0]!.spanId).not.toBe(attempt.spanId);
  expect(attempt.attributes).toMatchObject({
    'tokenbook.attempt': 2,
    'tokenbook.outcome': 'settled',
  });
  expect(new Set(spans.map(({ attributes }) => attributes['tokenbook.order.id'])).size).toBe(2);
});
