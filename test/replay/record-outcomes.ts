/**
 * Records the histories of orders whose sellers fail, throttle or answer too late, one for each
 * decision of the workflow. No test of its own: `npm run histories` runs it.
 */
import Redis from 'ioredis';
import { chatWorkflowId } from '../../domain/workflow-names';
import { buyTicket } from '../contracts/market';
import { joinMarket, openMarket, PROMPT_TOKENS } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { testSettings } from '../support/environment';
import { BEHAVIOURS, type Behaviour } from '../support/sellers/behaviours';
import { until } from '../support/wait';
import { saveEnded } from './stored';

const USER = 'of-the-exchange';
const PASSWORD = 'of-this-record';
/** What one answer of a test seller uses. */
const TICKET_TOKENS = 24;

let exchange: Exchange;
let admin: Redis;
beforeAll(async () => {
  const { redisUrl } = await testSettings();
  admin = new Redis(redisUrl);
  await admin.call('ACL', 'SETUSER', USER, 'reset', 'on', `>${PASSWORD}`, '~*', '&*', '+@all');
  const url = new URL(redisUrl);
  [url.username, url.password] = [USER, PASSWORD];
  exchange = await Exchange.start({
    settings: {
      redisUrl: url.href,
      GATEWAY_WORKER: 'off',
      SELLER_CONNECTIONS: 1,
      BID_DEADLINE_MS: 4_000,
      FIRST_BYTE_TIMEOUT_MS: 20_000,
      FIRST_BYTE_PER_TOKEN_MS: 1,
    },
  });
}, 120_000);
afterAll(async () => {
  await exchange.stop();
  await admin.call('ACL', 'DELUSER', USER);
  admin.disconnect();
});

/** Of the newest order of this model, which goes on in a workflow of its own. */
async function save(name: string, modelId: string): Promise<void> {
  const find = () => exchange.records.orders.find({ modelId }).sort({ _id: -1 }).limit(1).next();
  const order = await until(find, { what: 'the order' });
  const workflowId = chatWorkflowId(exchange.settings.TOKENBOOK_DEPLOYMENT, order!._id);
  await saveEnded(exchange, `chat-order.${name}`, workflowId);
}

test('a connection is lost twice behind the request, and the next seller answers', async () => {
  const { key, model } = await openMarket(exchange, { behaviour: 'resetAfterBody' });
  await joinMarket(exchange, model, { price: '0.002' });
  await exchange.chat(key, { model });
  await save('outcome-unknown', model);
}, 60_000);

test('the deadline ends while a seller is silent, and another one could be asked', async () => {
  const behaviour = BEHAVIOURS.inTurn(
    BEHAVIOURS.throttled({ retryAfter: '0' }),
    BEHAVIOURS.silent(),
  );
  const { key, model } = await openMarket(exchange, { behaviour });
  await joinMarket(exchange, model, { price: '0.002' });
  await exchange.chat(key, { model });
  await save('deadline-passed', model);
}, 60_000);

test('no connection to the best seller is free, and the next one answers', async () => {
  const { key, model, seller } = await openMarket(exchange);
  seller.hold();
  const first = exchange.chat(key, { model });
  await until(() => seller.held === 1);
  await joinMarket(exchange, model, { price: '0.002' });
  await exchange.chat(key, { model });
  await save('own-limit', model);
  seller.release();
  await first;
}, 60_000);

/** Twice: in the step that settles the answer, and to the workflow. */
async function isRefused(): Promise<boolean> {
  const entries = (await admin.call('ACL', 'LOG', '100')) as unknown[][];
  const counts = entries.map((entry) => {
    const at = (name: string) => entry[entry.indexOf(name) + 1];
    return at('username') === USER && at('object') === 'fcall' ? Number(at('count')) : 0;
  });
  return counts.reduce((sum, count) => sum + count, 0) >= 2;
}

test('the book refuses unused tokens while the answer is settled', async () => {
  const behaviour = BEHAVIOURS.throttledOnce({ retryAfter: '0' });
  const { key, model, seller } = await openMarket(exchange, { behaviour });
  seller.hold();
  const answering = exchange.chat(key, { model });
  await until(() => seller.held === 1);
  seller.release();
  seller.hold();
  await until(() => seller.held === 1);
  await admin.call('ACL', 'SETUSER', USER, '-fcall');
  seller.release();
  await answering;
  await until(isRefused, { what: 'the book to refuse the tokens' });
  await admin.call('ACL', 'SETUSER', USER, '+fcall');
  await save('unused-tokens-returned-late', model);
}, 60_000);

/** A ticket whose seller then behaves like this. */
async function redeem(name: string, behaviour: Behaviour, tokens: number): Promise<void> {
  const { key, model, seller } = await openMarket(exchange);
  const { body: ticket } = await buyTicket(exchange, key, {
    model,
    quantity_tokens: TICKET_TOKENS,
  });
  seller.setBehaviour(behaviour);
  await exchange.chat(ticket.credential, { model, max_tokens: tokens });
  await save(name, model);
}

const FEW = 2;

test.each<[string, Behaviour, number]>([
  ['lot-used-up', BEHAVIOURS.throttledOnce({ retryAfter: '0' }), TICKET_TOKENS - PROMPT_TOKENS],
  ['bound-seller-throttles', BEHAVIOURS.throttled({ retryAfter: '0' }), FEW],
  [
    'bound-seller-throttles-behind-a-failure',
    BEHAVIOURS.inTurn(BEHAVIOURS.error500(), BEHAVIOURS.throttled({ retryAfter: '600' })),
    FEW,
  ],
  [
    'bound-seller-answers-its-probe',
    BEHAVIOURS.probed(BEHAVIOURS.normal(), BEHAVIOURS.error500()),
    FEW,
  ],
])('%s', redeem, 90_000);
