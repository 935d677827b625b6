/** Traces at a collector: one per request, through every step, also after a crash. */
import { randomBytes } from 'node:crypto';
import { parseTraceparent } from '../../domain/trace-context';
import { buyTicket } from '../contracts/market';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { openMarket } from '../e2e/market';
import { Exchange, chatBody } from '../support/exchange';
import { type ReceivedSpan, TraceReceiver } from '../support/trace-receiver';
import { until } from '../support/wait';

const PARENT = '00f067aa0ba902b7';
const CHAT = 'POST /v1/chat/completions';
const RECORDED = ['orderBatch recordMatches', 'orderBatch watchAttempts', 'orderBatch recordEnds'];

let receiver: TraceReceiver;
let exchange: Exchange;

beforeAll(async () => {
  receiver = await TraceReceiver.start();
  exchange = await Exchange.start({
    gateways: 2,
    relay: true,
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
    CHAT,
    'match',
    'reserve',
    'attempt',
    'settle',
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

  const { fill_id: fillId } = answer.body.fill;
  const order = await until(
    () => exchange.records.orders.findOne({ fillId, workflowId: { $gt: '' } }),
    { what: 'its workflow to start' },
  );
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

test('a lot that is used up ends in the trace of the ticket that it was bought with', async () => {
  const { key, model, seller } = await openMarket(exchange);
  seller.setBehaviour(BEHAVIOURS.wrongUsage({ usage: { total_tokens: 1_000_000 } }));
  const bought = await buyTicket(exchange, key, { model, quantity_tokens: 1_000 });
  const { credential } = bought.body;
  await ask(credential, null, { model, max_tokens: undefined }); // it takes all that is left
  const lots = await exchange.records.lots.find({ contractId: bought.body.contract_id }).toArray();
  const isOfLot = ({ name, attributes }: ReceivedSpan) =>
    name === 'deliveryLot endLot' &&
    String(attributes['temporal.workflow.id']).endsWith(lots[0]!._id);
  const end = await until(() => receiver.spans.find(isOfLot), { what: 'the span of its end' });
  const spans = await receiver.spansOf(end.traceId, ['POST /buyer/v1/tickets']);
  expect(end.parentSpanId).toBe(named(spans, 'POST /buyer/v1/tickets').spanId);
});

test('an order whose workflow is lost is filled later in the trace of its request', async () => {
  const { key, model, seller } = await openMarket(exchange, { price: '0.002' });
  const traceId = newTrace();
  const placed = await exchange.send('POST', '/market/v1/contracts', {
    headers: { authorization: `Bearer ${key}`, traceparent: `00-${traceId}-${PARENT}-01` },
    body: { model_id: model, quantity: 10_000, price: '0.001' },
  });
  expect(placed.body).toMatchObject({ status: 'open' });
  const { workflowId } = (await exchange.records.contractOrders.findOne({ modelId: model }))!;
  await exchange.temporal.workflow.getHandle(workflowId).terminate('a test');
  await exchange.ask(seller, { price: '0.001', capacity: 10_000, model });
  const filled = { modelId: model, status: 'filled' } as const;
  await until(() => exchange.records.contractOrders.findOne(filled), { what: 'the fill' });
  // A second workflow of the order, started from its record, has met the book.
  const worked = () =>
    receiver.spans.filter((span) => {
      return span.traceId === traceId && span.name === 'contractOrder workOrder';
    });
  await until(() => worked().length === 2, { what: 'the spans of both workflows' });
  const spans = await receiver.spansOf(traceId, ['POST /market/v1/contracts']);
  const request = named(spans, 'POST /market/v1/contracts');
  expect(worked().map((span) => span.parentSpanId)).toEqual([request.spanId, request.spanId]);
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
