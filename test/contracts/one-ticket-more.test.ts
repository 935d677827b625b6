/** Pages of the tickets of a status: one ticket more than a page holds is on the next one. */
import { openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { as, buyTicket } from './market';

const LIMIT = 2;

const exchange = Exchange.pooledForFile();
afterEach(() => exchange.expectExact());

test.each([LIMIT, LIMIT + 1])('of %i active tickets each is on one page', async (count) => {
  const { model, key } = await openMarket(exchange, { capacity: 5_000 });
  const bought: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const { body } = await buyTicket(exchange, key, { model, quantity_tokens: 1_000 });
    bought.unshift(body.ticket_id);
  }
  const page = async (behind = '') => {
    const path = `/buyer/v1/tickets?status=active&limit=${LIMIT}${behind}`;
    return (await exchange.send('GET', path, as(key))).body;
  };
  const first = await page();
  const ids = (tickets: readonly { ticket_id: string }[]) =>
    tickets.map(({ ticket_id }) => ticket_id);
  expect(ids(first.tickets)).toEqual(bought.slice(0, LIMIT));
  const { has_more: hasMore, next_cursor: cursor } = first;
  expect({ hasMore, isLast: cursor === null }).toEqual({
    hasMore: count > LIMIT,
    isLast: count === LIMIT,
  });
  const rest = cursor === null ? [] : (await page(`&cursor=${encodeURIComponent(cursor)}`)).tickets;
  expect(ids(rest)).toEqual(bought.slice(LIMIT));
});
