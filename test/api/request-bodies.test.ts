/** What a buyer reads of a request: the fill that filled it, the attempt that delivered it, each field its own. */
import { requestBody, requestDetails } from '../../api/market/request-bodies';
import { uuidV7At } from '../../domain/ids';
import type { AttemptDocument, FillDocument } from '../../records/documents/fill';
import type { OrderDocument } from '../../records/documents/order';

const RECEIVED_MS = Date.parse('2026-03-01T12:00:00Z');
const ORDER_ID = uuidV7At(RECEIVED_MS, '11111111-1111-4111-8111-111111111111');
const at = (seconds: number) => new Date(RECEIVED_MS + seconds * 1_000);
const text = (seconds: number) => at(seconds).toISOString();

function attempt(number: number, startS: number, parts: Partial<AttemptDocument>): AttemptDocument {
  const times = { startedAt: at(startS), firstByteAt: null, endedAt: at(startS + 1) };
  return { number, ...times, state: 'failed', reason: 'failed', ...parts } as AttemptDocument;
}

const delivered = { state: 'delivered', reason: null, firstByteAt: at(5) } as const;
const fills = [
  fill('first', 100_000_000n, 1, [attempt(1, 2, {})]),
  fill('second', 200_000_000n, 3, [
    attempt(1, 3, { reason: 'throttled' }),
    attempt(2, 4, delivered),
  ]),
];

function fill(name: string, priceScale8: bigint, createdS: number, attempts: AttemptDocument[]) {
  return {
    _id: `fill ${name}`,
    sellerId: `seller ${name}`,
    region: 'apac',
    priceScale8,
    attempts,
    listPriceScale8: 3n * priceScale8,
    quantityTokens: 75,
    usedTokens: 30,
    costScale8: 6000000n,
    usage: {
      promptTokens: 10,
      completionTokens: 20,
    },
    createdAt: at(createdS),
    settledAt: at(6),
  } as unknown as FillDocument;
}

function order(parts: Partial<OrderDocument> = {}): OrderDocument {
  return {
    _id: ORDER_ID,
    requestId: 'request',
    status: 'filled',
    modelId: 'model',
    streamed: true,
    region: null,
    ceilingScale8: 900000000n,
    fillId: 'fill second',
    refusal: null,
    updatedAt: at(60),
    ...parts,
  } as unknown as OrderDocument;
}

const scores = new Map([
  ['seller first', 10],
  ['seller second', 95],
]);

test('of several sellers it shows the one that filled it, and the times of its delivery', () => {
  expect(requestDetails(order(), fills, scores)).toMatchObject({
    order_id: ORDER_ID,
    price_limit: '9',
    contract_id: null,
    refusal: null,
    fill_id: 'fill second',
    seller_id: 'seller second',
    venue_class: 'prime',
    price: '2',
    list_price: '6',
    tokens: 30,
    cost: '0.06',
    quantity: 75,
    prompt_tokens: 10,
    completion_tokens: 20,
    received_at: text(0),
    matched_at: text(3),
    dispatched_at: text(4),
    first_byte_at: text(5),
    ended_at: text(6),
  });
});

test('all attempts are shown, oldest first, without what may name addresses', () => {
  const { attempts } = requestDetails(order(), fills, scores);
  expect(
    attempts.map(({ fill_id, number, state, reason }) => [fill_id, number, state, reason]),
  ).toEqual([
    ['fill first', 1, 'failed', 'failed'],
    ['fill second', 1, 'failed', 'throttled'],
    ['fill second', 2, 'delivered', null],
  ]);
  expect(attempts[0]).not.toHaveProperty('detail');
  expect(attempts[2]).toMatchObject({ price: '2', first_byte_at: text(5), ended_at: text(5) });
});

test('while none has delivered, the last attempt is shown', () => {
  const [open] = [{ ...fills[1]!, attempts: [attempt(1, 3, {}), attempt(2, 4, {})] }];
  expect(requestBody(order(), open as FillDocument, scores)).toMatchObject({
    dispatched_at: text(4),
    first_byte_at: null,
  });
});

test('a refused request ends with its refusal, and costs nothing', () => {
  const refusal = { code: 'no_fill_at_limit', message: 'The best ask costs more.' } as const;
  const refused = order({ status: 'refused', refusal, fillId: null });
  expect(requestBody(refused, undefined, scores)).toMatchObject({
    refusal,
    fill_id: null,
    venue_class: null,
    tokens: 0,
    cost: '0',
    ended_at: text(60),
    matched_at: null,
  });
});
