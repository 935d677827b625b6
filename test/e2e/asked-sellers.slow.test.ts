/** What a buyer reads of the sellers that were asked in vain (DISPATCH-16). */
import { Exchange } from '../support/exchange';
import { BEHAVIOURS, type Behaviour } from '../support/sellers/behaviours';
import { joinMarket, openMarket } from './market';

const exchange = Exchange.forFile({
  settings: {
    FIRST_BYTE_TIMEOUT_MS: 1_500,
    STREAM_SILENCE_MS: 1_500,
    BID_DEADLINE_MS: 4_000,
    FIRST_BYTE_PER_TOKEN_MS: 1,
    ANSWER_LIMIT_BYTES: 1_000_000,
  },
});

const CLOSED = 'closed';
type Failing = Behaviour | typeof CLOSED;

/** How a seller fails, with its reason, its status and how often it is asked. */
const FAILURES: [string, Failing, string, number | null, number][] = [
  ['no connection', CLOSED, 'unreachable', null, 1],
  ['silence', BEHAVIOURS.silent(), 'silence', null, 1],
  ['a 500', BEHAVIOURS.error500(), 'status', 500, 1],
  ['a 503 without a wait', BEHAVIOURS.error503(), 'status', 503, 1],
  ['a 401', BEHAVIOURS.unauthorized(), 'status', 401, 1],
  ['a throttle', BEHAVIOURS.throttled({ retryAfter: null }), 'busy', 429, 1],
  [
    'a 503 with a long wait',
    BEHAVIOURS.throttled({ status: 503, retryAfter: '20' }),
    'busy',
    503,
    1,
  ],
  ['a reset', BEHAVIOURS.resetAfterBody(), 'connection_lost', null, 2],
  ['no JSON', BEHAVIOURS.notJson(), 'malformed', null, 1],
  ['an error object', BEHAVIOURS.errorFirst(), 'error_object', null, 1],
];

const WHOLE: typeof FAILURES = [
  ['a body without an end', BEHAVIOURS.endlessBody(), 'too_large', null, 1],
];
const STREAMED: typeof FAILURES = [
  ['headers and nothing else', BEHAVIOURS.headersOnly(), 'silence', null, 1],
  ['an end before the first token', BEHAVIOURS.unfinished({ chunks: 0 }), 'malformed', null, 1],
];

const WORDS: Readonly<Record<string, string>> = {
  unreachable: 'could not be reached',
  silence: 'was cut for silence',
  status: 'answered with status',
  busy: 'was busy, status',
  connection_lost: 'lost the connection before it answered, asked 2 times',
};

async function failing(behaviour: Failing) {
  const market = await openMarket(exchange, {
    behaviour: behaviour === CLOSED ? 'normal' : behaviour,
  });
  if (behaviour === CLOSED) await market.seller.close();
  return market;
}

describe.each([
  ['unstreamed', false, [...FAILURES, ...WHOLE]],
  ['streamed', true, [...FAILURES, ...STREAMED]],
] as const)('%s, a refusal names the seller and its end after', (_how, stream, failures) => {
  test.concurrent.each([...failures])('%s', async (_what, behaviour, reason, status, attempts) => {
    const { key, model, seller } = await failing(behaviour);
    const { status: code, body } = await exchange.chat(key, { model, stream });
    const { error } = body;
    expect([code, error.code]).toEqual([502, 'seller_unreachable']);
    expect(error.sellers_asked).toEqual([{ seller_id: seller.sellerId, attempts, reason, status }]);
    const words = `${seller.sellerId} ${WORDS[reason] ?? ''}${status === null ? '' : ` ${status}`}`;
    expect(error.message).toContain(words);
    expect(body.message).toBe(error.message);
    expect(error.message.includes('reached')).toBe(reason === 'unreachable');
  });
});

test('all sellers are named in the order in which they were asked, also after the deadline', async () => {
  const { key, model, seller } = await openMarket(exchange, { behaviour: 'error500' });
  const asked = [seller];
  for (const price of ['0.002', '0.003', '0.004']) {
    const silent = await joinMarket(exchange, model, { price, behaviour: BEHAVIOURS.silent() });
    asked.push(silent.seller);
  }
  const { status, body } = await exchange.chat(key, { model });
  expect([status, body.code]).toEqual([408, 'bid_timeout']);
  const { sellers_asked: named } = body.error;
  const ids = asked.map(({ sellerId }) => sellerId).slice(0, named.length);
  expect(named.map((one: any) => one.seller_id)).toEqual(ids);
  // How many are silent before the deadline depends on how fast the machine is.
  const silent = Array.from({ length: named.length - 2 }, () => 'silence');
  expect(named.map((one: any) => one.reason)).toEqual(['status', ...silent, 'deadline']);
});

test('a refusal in the words of the first seller names both that were asked', async () => {
  const { key, model, seller } = await openMarket(exchange, {
    behaviour: BEHAVIOURS.contextLength(),
  });
  const second = await joinMarket(exchange, model, {
    price: '0.002',
    behaviour: BEHAVIOURS.contentFilter(),
  });
  const { status, body } = await exchange.chat(key, { model });
  expect([status, body.error.code]).toEqual([400, 'context_length_exceeded']);
  expect(body.error.sellers_asked).toEqual([
    { seller_id: seller.sellerId, attempts: 1, reason: 'refused', status: 400 },
    { seller_id: second.seller.sellerId, attempts: 1, reason: 'refused', status: 422 },
  ]);
});

test('a stream that was cut says so: for silence, or broken off by its seller', async () => {
  const endOf = async (behaviour: Behaviour) => {
    const { key, model } = await openMarket(exchange, { behaviour });
    return (await exchange.stream(key, { model })).chunks.at(-1).error.message;
  };
  expect(await endOf(BEHAVIOURS.cutAt())).toContain('The connection to the seller broke');
  expect(await endOf(BEHAVIOURS.stall())).toContain('The seller was cut for silence');
});

test('a bid that no offer crosses names nobody', async () => {
  const { key, model } = await openMarket(exchange, { price: '0.5' });
  const { body } = await exchange.chat(key, { model, max_price: '0.1' });
  expect(body.error.code).toBe('no_fill_at_limit');
  expect(body.error).not.toHaveProperty('sellers_asked');
});
