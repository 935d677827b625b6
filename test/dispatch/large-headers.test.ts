/** A seller whose headers are larger than any answer needs has answered malformed: it is not asked again. */
import type { Behaviour } from '../support/sellers/behaviours';
import { startSeller, type Seller } from '../support/sellers/seller';
import { attempt, closeClients, testClient } from './attempt';

const client = testClient();
let seller: Seller;
beforeAll(async () => {
  seller = await startSeller();
});
afterAll(async () => {
  await closeClients();
  await seller.close();
});

/** Headers of this size, and an answer behind them. */
const headed = (bytes: number): Behaviour => ({
  answer({ res }) {
    const text = '{"choices":[{"index":0,"message":{"content":"hi"},"finish_reason":"stop"}]}';
    res.writeHead(200, { 'content-type': 'application/json', 'x-padding': 'a'.repeat(bytes) });
    res.end(text);
  },
});

test('headers of some KB are read over, and larger ones are malformed', async () => {
  seller.setBehaviour(headed(4_000));
  expect((await attempt(client, seller.url)).outcome).toMatchObject({ kind: 'answered' });
  seller.setBehaviour(headed(100_000));
  const { outcome } = await attempt(client, seller.url);
  expect(outcome).toMatchObject({ kind: 'failed', reason: 'malformed' });
  seller.setBehaviour(headed(0));
  expect((await attempt(client, seller.url)).outcome).toMatchObject({ kind: 'answered' });
});
