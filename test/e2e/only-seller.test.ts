/** What a gateway does when the only seller of a model loses the connection (DISPATCH-9). */
import { Exchange } from '../support/exchange';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { openMarket } from './market';

const exchange = Exchange.pooledForFile();

test.each([false, true])(
  'lost behind the request: the seller is asked once more with the same key, and paid once (stream: %s)',
  async (stream) => {
    const market = await openMarket(exchange, { behaviour: BEHAVIOURS.resetOnce() });
    const { key, model, seller } = market;
    const send = stream ? exchange.stream.bind(exchange) : exchange.chat.bind(exchange);
    expect((await send(key, { model })).status).toBe(200);
    const keys = seller.requests.map(({ idempotencyKey }) => idempotencyKey);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    const [ask] = await exchange.records.asks.find({ modelId: model }).toArray();
    expect(ask).toMatchObject({ soldTokens: 24, reservedTokens: 0 });
  },
);
