/** The gateway asks the next seller as a workflow does: an order ends alike, wherever it is. */
import { Exchange } from '../support/exchange';
import { BEHAVIOURS, type Behaviour } from '../support/sellers/behaviours';
import { joinMarket, openMarket } from './market';

const ENDS: Record<string, Behaviour> = {
  fails: BEHAVIOURS.error500(),
  refuses: BEHAVIOURS.contextLength(),
  'is busy': BEHAVIOURS.throttled({ retryAfter: '30' }),
  'is shortly busy': BEHAVIOURS.throttled({ retryAfter: '1' }),
  'breaks off': BEHAVIOURS.resetAfterBody(),
  answers: BEHAVIOURS.normal(),
};
const SEQUENCES = Object.keys(ENDS).flatMap((first) =>
  Object.keys(ENDS).map((second) => [first, second] as const),
);

const exchange = Exchange.pooledForFile();

/** @param cheapest is asked first, and leaves the rest to the driver in question */
async function endOf(ends: readonly string[], cheapest: Behaviour | null) {
  const { key, model, seller } = await openMarket(exchange, {
    price: '0.1',
    behaviour: ENDS[ends[0]!]!,
  });
  const sellers = [seller];
  for (const [at, end] of ends.slice(1).entries()) {
    const terms = { price: `0.${at + 2}`, behaviour: ENDS[end]! };
    sellers.push((await joinMarket(exchange, model, terms)).seller);
  }
  if (cheapest) await joinMarket(exchange, model, { price: '0.01', behaviour: cheapest });
  const { status, body } = await exchange.chat(key, { model });
  const account = await exchange.account(key);
  await exchange.expectBookAgrees(model);
  return {
    status,
    code: body.code,
    tokens: body.fill?.tokens,
    price: body.fill?.fill_price,
    asked: sellers.map(({ requests }) => requests.length),
    balance: account.balance,
    reserved: account.reserved,
  };
}

test.concurrent.each(SEQUENCES)(
  'an order whose first seller %s and whose second %s ends in a workflow as in its gateway',
  async (...ends) => {
    const sellers = [...ends, 'answers'];
    const here = await endOf(sellers, null);
    expect(await endOf(sellers, BEHAVIOURS.resetAfterBody())).toEqual(here);
  },
  60_000,
);
