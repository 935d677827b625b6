/** The playground, in a real browser: a conversation with its prices, charges, and what is kept of it. */
import { as } from '../contracts/market';
import { type Market, openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { until } from '../support/wait';
import { type TestBrowser, type TestPage, openBrowser, readingFaults } from './support/browser';
import { faultsBeside, goTo, openAt, signIn } from './support/buyer-pages';

let exchange: Exchange;
let browser: TestBrowser;
let market: Market;
beforeAll(async () => {
  exchange = await Exchange.pooled();
  market = await openMarket(exchange);
  browser = await openBrowser();
}, 120_000);
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await exchange.stop();
});

async function signedIn(path = '/buyer', key = market.key): Promise<TestPage> {
  const page = await openAt(browser, exchange.url(), path);
  await signIn(page, key);
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  return page;
}

test('the playground streams, shows the fill and the exact cost, and its request is in the list', async () => {
  const page = await signedIn('/buyer/playground');
  await page.getByLabel('Instrument').fill(market.model);
  await page.getByLabel('Message').fill('Say hello.');
  await page.getByLabel('Highest price').fill('2.5');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('complete', { exact: true }).waitFor();
  expect(await page.getByRole('region', { name: 'Text of the answer' }).innerText()).not.toBe('');
  const program = await page.getByLabel('The request in curl').innerText();
  expect(program).toContain('"max_price": "0.0025"');
  expect(program).not.toContain(market.key);

  const { body } = await exchange.send('GET', '/market/v1/requests?limit=1', as(market.key));
  const [request] = body.requests;
  await page.getByText(`$${request.cost}`).first().waitFor();
  await page.getByRole('link', { name: 'The request in all its parts' }).click();
  for (const step of ['Received', 'Matched', 'Dispatched', 'First byte', 'Settled']) {
    await page.getByRole('listitem').filter({ hasText: step }).getByText('+').waitFor();
  }
  await goTo(page, 'Requests');
  await page.getByRole('row').filter({ hasText: market.model }).first().waitFor();
  expect(page.faults).toEqual([]);
});

/** An answer with thinking and a call, in the pieces of a stream. */
const WITH_A_CALL = [
  { reasoning_content: 'The weather ' },
  { reasoning_content: 'is asked for.' },
  { content: 'I look.' },
  { tool_calls: [{ index: 0, id: 'one', function: { name: 'weather', arguments: '{"ci' } }] },
  { tool_calls: [{ index: 0, function: { arguments: 'ty":"Oslo"}' } }] },
];

test('a conversation has its turns, its price before each, and outlives a reload until its buyer signs out', async () => {
  const { key, model, seller } = await openMarket(exchange);
  const page = await signedIn('/buyer/playground', key);
  const price = page.getByRole('group', { name: 'Price before sending' });
  const turns = page.locator('.turn');
  const draft = page.getByLabel('Message', { exact: true });
  const say = async (message: string) => {
    await draft.fill(message);
    await page.keyboard.press('Control+Enter');
    await turns.last().getByText(message).waitFor();
    await page.getByText('complete', { exact: true }).waitFor();
  };
  await page.getByLabel('Instrument').fill(model);
  await page.getByLabel('System text').fill('Be short.');
  await page.getByLabel('Highest price').fill('2');
  await page.getByLabel('Longest answer').fill('100');
  await draft.fill('0123456789');
  // (9 + 10 bytes, 4 around each message and 3 around all) and a tenth, and the answer, at 2 $/M.
  await price.getByText('1.00').waitFor();
  await price.getByText('$0.000266', { exact: true }).waitFor();
  await page.getByLabel('Highest price').fill('0.9');
  await price.getByText(`Nobody sells 133 tokens of ${model} at this price now.`).waitFor();
  await page.getByLabel('Highest price').fill('2');
  seller.setBehaviour(BEHAVIOURS.normal({ deltas: WITH_A_CALL }));
  await say('What is the weather?');
  seller.setBehaviour('normal');
  await turns.first().getByText('Thinking', { exact: true }).click();
  await turns.first().getByText('The weather is asked for.').waitFor();
  expect(await turns.first().getByLabel('Arguments of weather').innerText()).toBe(
    '{\n  "city": "Oslo"\n}',
  );
  await say('And in Rome?');
  expect(seller.requests.at(-1)!.body['messages']).toEqual([
    { role: 'system', content: 'Be short.' },
    { role: 'user', content: 'What is the weather?' },
    { role: 'assistant', content: 'I look.' },
    { role: 'user', content: 'And in Rome?' },
  ]);
  expect(await readingFaults(page)).toEqual([]);

  await draft.fill('A draft');
  await page.reload();
  await signIn(page, key);
  await turns.nth(1).getByText('And in Rome?').waitFor();
  expect(await draft.inputValue()).toBe('A draft');
  expect(await page.getByLabel('Instrument').inputValue()).toBe(model);
  const stored = await page.evaluate<string>('JSON.stringify({ ...sessionStorage })');
  expect(stored).toContain('Be short.');
  expect(stored).not.toContain(key.slice(-8));

  await page.getByRole('button', { name: 'Edit message 2' }).click();
  await say('And in Paris?');
  expect(await turns.count()).toBe(2);
  const { body } = await exchange.send('GET', '/market/v1/requests?limit=3', as(key));
  const costs = body.requests.map(({ cost }: { cost: string }) => cost);
  await turns.first().getByText(`$${costs[2]}`).waitFor();
  await turns.nth(1).getByText(`$${costs[0]}`).waitFor();

  await page.getByRole('button', { name: 'Sign out' }).click();
  expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).toBe('{}');
  await signIn(page, key);
  await page.getByText('Nothing was sent yet').waitFor();
  expect(page.faults).toEqual([]);
});

test('a request that is stopped before its first token says what it cost: nothing, or beyond what is free the prompt', async () => {
  const { key, model, seller, accountId } = await openMarket(exchange);
  const page = await signedIn('/buyer/playground', key);
  const message = page.getByLabel('Message', { exact: true });
  const send = page.getByRole('button', { name: 'Send', exact: true });
  const stop = page.getByRole('button', { name: 'Stop', exact: true });
  await page.getByLabel('Instrument').fill(model);
  await page.getByLabel('Highest price').fill('2.5');
  await message.fill('Say hello.');
  seller.hold();
  await send.click();
  await until(() => seller.held === 1, { what: 'the seller to be asked' });
  await stop.click();
  await page.getByText('Stopped. Nothing was charged.').waitFor();
  // What got no answer need not be written once more.
  expect(await message.inputValue()).toBe('Say hello.');

  const unpaidPrompts = { since: new Date(), tokens: exchange.settings.FREE_ABANDONED_TOKENS };
  await exchange.records.accounts.updateOne({ _id: accountId }, { $set: { unpaidPrompts } });
  await send.click();
  await until(() => seller.held === 2, { what: 'the seller to be asked' });
  // Another page does not end the stream.
  await goTo(page, 'Requests');
  await goTo(page, 'Playground');
  await page.getByText('matching', { exact: true }).waitFor();
  await stop.click();
  const order = await until(() => exchange.records.orders.findOne({ accountId, status: 'filled' }));
  const { body } = await exchange.send('GET', `/market/v1/requests/${order._id}`, as(key));
  await page.getByText(`Stopped. Charged: $${body.cost} for ${body.tokens} tokens.`).waitFor();

  await page.route('**/v1/chat/completions', (route) => route.abort());
  await send.click();
  await page.getByText('The same request is sent again').waitFor();
  await stop.click();
  await page.getByText('The exchange has no record of this request').waitFor();
  seller.release();
  await page.goto(`${exchange.url()}/#/buyer/requests/${order._id}`);
  await page.getByText('the prompt is charged').waitFor();
});

test('the gateway of a chat is killed: the page asks the next one, which has the answer, charged once', async () => {
  const { key, model, seller } = await openMarket(exchange);
  const gateway = await exchange.startGateway();
  const address = exchange.url(exchange.gateways.indexOf(gateway));
  const page = await openAt(browser, address, '/buyer/playground');
  await signIn(page, key);
  await page.getByLabel('Instrument').fill(model);
  await page.getByLabel('Highest price').fill('2.5');
  await page.getByLabel('Message', { exact: true }).fill('Say hello.');
  seller.hold();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await until(() => seller.held === 1, { what: 'the seller to be asked' });
  await gateway.kill('SIGKILL');
  await page.getByText('The same request is sent again, and charged once.').waitFor();
  await page.route(`${address}/**`, (route) => {
    const url = route.request().url().replace(address, exchange.url());
    return route.continue({ url });
  });
  seller.release();
  await page.getByText('complete', { exact: true }).waitFor();
  const { body } = await exchange.send('GET', '/market/v1/requests', as(key));
  expect(body.requests).toHaveLength(1);
  await page.getByText(`$${body.requests[0].cost}`).first().waitFor();
});

test('a request that the balance cannot pay is refused in the words of the exchange', async () => {
  const { key } = await exchange.buyer('0');
  const page = await signedIn('/buyer/playground', key);
  await page.getByLabel('Instrument').fill(market.model);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('link', { name: /insufficient_balance/ }).waitFor();
  await goTo(page, 'Account');
  await page.getByText(/Nothing is available/).waitFor();
  expect(faultsBeside(page, 402)).toEqual([]);
});
