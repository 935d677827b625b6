/** Without a collector nothing is recorded, and a buyer's trace reaches its seller all the same. */
import { openMarket } from '../e2e/market';
import { Exchange, chatBody } from '../support/exchange';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const VALID = `00-${TRACE}-00f067aa0ba902b7-00`;

const exchange = Exchange.pooledForFile();

test.each([
  ['a valid context is passed on unchanged', VALID, VALID],
  ['a malformed one is not', `${VALID}-01`, undefined],
  ['none is invented', null, undefined],
])('the trace context that a seller receives: %s', async (_what, sent, expected) => {
  const { key, model, seller } = await openMarket(exchange);
  const answer = await exchange.send('POST', '/v1/chat/completions', {
    headers: {
      authorization: `Bearer ${key}`,
      ...(sent === null ? {} : { traceparent: sent, tracestate: 'buyer=secret', baggage: 'a=1' }),
    },
    body: chatBody({ model }),
  });
  expect(answer.status).toBe(200);
  const { headers } = seller.requests[0]!;
  expect(headers.traceparent).toBe(expected);
  expect(headers).not.toHaveProperty('tracestate');
  expect(headers).not.toHaveProperty('baggage');
});
