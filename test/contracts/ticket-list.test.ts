/** The list of an account's tickets. */
import { openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { as, buyTicket, readTicket } from './market';

const exchange = Exchange.pooledForFile();
afterEach(() => exchange.expectExact());

async function listed(key: string, query = '') {
  const found: any[] = [];
  let cursor: string | null = null;
  do {
    const behind = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const path = `/buyer/v1/tickets?limit=2${query}${behind}`;
    const { status, body } = await exchange.send('GET', path, as(key));
    expect(status).toBe(200);
    expect(body.tickets.length).toBeLessThanOrEqual(2);
    found.push(...body.tickets);
    cursor = body.next_cursor;
    expect(body.has_more).toBe(cursor !== null);
  } while (cursor !== null);
  return found;
}

test('the list has those of the account over pages, as each is shown, and by status', async () => {
  const { model, key } = await openMarket(exchange, { capacity: 5_000 });
  expect(await listed(key)).toEqual([]);
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    const { body } = await buyTicket(exchange, key, { model, quantity_tokens: 1_000 });
    ids.unshift(body.ticket_id);
  }
  const past = { endsAt: new Date(Date.now() - 1_000) };
  const ended = await readTicket(exchange, key, ids[2]!);
  const open = await exchange.records.lots.findOne({ contractId: ended.contract_id });
  await exchange.records.lots.updateOne({ _id: open!._id }, { $set: past });
  const shown = await Promise.all(ids.map((id) => readTicket(exchange, key, id)));
  expect(await listed(key)).toEqual(shown);
  expect((await listed(key, '&status=active')).map((one) => one.ticket_id)).toEqual(
    ids.filter((id) => id !== ids[2]),
  );
  expect(await listed(key, '&status=expired')).toEqual([shown[2]]);
  expect(await listed(key, '&status=defaulted')).toEqual([]);

  const other = await exchange.buyer('1');
  expect(await listed(other.key)).toEqual([]);
  const page = await exchange.send('GET', '/buyer/v1/tickets?limit=1', as(key));
  const cursor = encodeURIComponent(page.body.next_cursor);
  const stolen = await exchange.send('GET', `/buyer/v1/tickets?cursor=${cursor}`, as(other.key));
  expect(stolen).toMatchObject({ status: 400, body: { error: { param: 'cursor' } } });
  const unknown = await exchange.send('GET', '/buyer/v1/tickets?status=lost', as(key));
  expect(unknown.status).toBe(400);
});
