/** A request is matched by price, then time, among the sellers that can serve it (MATCH-16). */
import { lackOf, needsOf, inContext } from '../../domain/needs';
import { Exchange, type TestSeller } from '../support/exchange';
import { Random, SEED } from '../support/random';
import { COUNTED_PROMPT_TOKENS, joinMarket, newModel } from './market';

const exchange = Exchange.pooledForFile();
let key: string;
beforeAll(async () => {
  ({ key } = await exchange.buyer('1000'));
});

const TOOLS = { tools: [{ type: 'function', function: { name: 'f', parameters: {} } }] };

/** Registers the seller again, with these declarations. */
async function declare(seller: TestSeller, model: string, declared: object | null): Promise<void> {
  const answer = await exchange.send('POST', '/seller/v1/register', {
    body: {
      name: 'Declaring',
      endpoint_url: seller.url,
      api_key: seller.apiKey,
      supported_models: [model],
      models: declared && [
        {
          model,
          ...declared,
        },
      ],
    },
  });
  expect(answer.status).toBe(200);
}

/** Who serves; the code of the refusal for nobody. */
async function servedBy(sellers: readonly TestSeller[], model: string, body: object) {
  const before = sellers.map(({ requests }) => requests.length);
  const answer = await exchange.chat(key, { model, ...body });
  if (answer.status !== 200) return answer.body.code as string;
  return sellers.findIndex(({ requests }, at) => requests.length > before[at]!);
}

test('a declaration without a feature excludes; no declaration does not', async () => {
  const model = newModel();
  const cheap = await joinMarket(exchange, model, { price: '0.001' });
  const dear = await joinMarket(exchange, model, { price: '0.002' });
  const sellers = [cheap.seller, dear.seller];
  expect(await servedBy(sellers, model, TOOLS)).toBe(0);
  await declare(cheap.seller, model, { features: ['json_schema'] });
  expect(await servedBy(sellers, model, TOOLS)).toBe(1);
  expect(await servedBy(sellers, model, {})).toBe(0);
  await declare(dear.seller, model, { features: [] });
  expect(await servedBy(sellers, model, TOOLS)).toBe('no_match');
  // Its ask has rested all the time.
  await declare(cheap.seller, model, { features: ['tools'] });
  expect(await servedBy(sellers, model, TOOLS)).toBe(0);
  await declare(cheap.seller, model, null);
  expect(await servedBy(sellers, model, TOOLS)).toBe(0);
});

test('a context window holds the prompt and the cap of one choice, to the token', async () => {
  const model = newModel();
  const { seller } = await joinMarket(exchange, model);
  await declare(seller, model, { context_window: COUNTED_PROMPT_TOKENS + 100 });
  expect(await servedBy([seller], model, { max_tokens: 100 })).toBe(0);
  expect(await servedBy([seller], model, { max_tokens: 100, n: 2 })).toBe(0);
  expect(await servedBy([seller], model, { max_tokens: 101 })).toBe('no_match');
  expect(await servedBy([seller], model, { max_tokens: undefined })).toBe(0);
  await declare(seller, model, { max_output_tokens: 100 });
  expect(await servedBy([seller], model, { max_completion_tokens: 101 })).toBe('no_match');
});

test('the ceiling of a request that names none is that of the asks which it may get', async () => {
  const model = newModel();
  const cheap = await joinMarket(exchange, model, { price: '0.001' });
  const dear = await joinMarket(exchange, model, { price: '0.002' });
  await declare(cheap.seller, model, { features: [] });
  const body = { ...TOOLS, max_price: undefined };
  expect(await servedBy([cheap.seller, dear.seller], model, body)).toBe(1);
});

test('a second seller is asked only if it can serve, too', async () => {
  const model = newModel();
  const broken = await joinMarket(exchange, model, { price: '0.001', behaviour: 'error500' });
  const unable = await joinMarket(exchange, model, { price: '0.002' });
  const able = await joinMarket(exchange, model, { price: '0.003' });
  await declare(unable.seller, model, { features: [] });
  expect((await exchange.chat(key, { model, ...TOOLS })).status).toBe(200);
  const asked = [broken, unable, able].map(({ seller }) => seller.requests.length);
  expect(asked).toEqual([1, 0, 1]);
});

const FEATURES = ['tools', 'json_schema', 'logprobs', 'n'];
const SELLERS = 5;

test(`whatever sellers declare meanwhile, the first ask of those that can serve is taken (SEED=${SEED})`, async () => {
  const random = new Random(SEED);
  const model = newModel();
  const some = () => FEATURES.filter(() => random.isLikely(0.6));
  const sellers: { seller: TestSeller; price: number; declared: any }[] = [];
  for (let at = 0; at < SELLERS; at += 1) {
    const price = random.between(1, 3);
    const { seller } = await joinMarket(exchange, model, { price: `0.00${price}` });
    sellers.push({ seller, price, declared: null });
  }
  for (let turn = 0; turn < 30; turn += 1) {
    const changed = sellers[random.between(0, SELLERS - 1)]!;
    changed.declared = random.isLikely(0.2)
      ? null
      : {
          ...(random.isLikely(0.8) ? { features: some() } : {}),
          // Tools and schemas count into the prompt: a window holds no request, or each of them.
          ...(random.isLikely(0.5) ? { context_window: random.isLikely(0.3) ? 40 : 400 } : {}),
          ...(random.isLikely(0.5) ? { max_output_tokens: random.between(40, 100) } : {}),
        };
    await declare(changed.seller, model, changed.declared);
    const uses = some();
    const body = {
      ...(uses.includes('tools') ? TOOLS : {}),
      ...(uses.includes('json_schema') ? { response_format: { type: 'json_schema' } } : {}),
      ...(uses.includes('logprobs') ? { logprobs: true } : {}),
      ...(uses.includes('n') ? { n: 2 } : {}),
      max_tokens: random.between(40, 100),
    };
    const needs = inContext(needsOf(body), COUNTED_PROMPT_TOKENS);
    const declarationOf = ({
      features = null,
      context_window: contextWindow = null,
      max_output_tokens: maxOutputTokens = null,
    }) => ({ features, contextWindow, maxOutputTokens }) as never;
    const able = sellers
      .map((one, at) => ({ ...one, at }))
      .filter(({ declared }) => !declared || lackOf(declarationOf(declared), needs).length === 0)
      .toSorted((a, b) => a.price - b.price || a.at - b.at);
    const served = await servedBy(
      sellers.map(({ seller }) => seller),
      model,
      body,
    );
    expect({ turn, served }).toEqual({ turn, served: able[0]?.at ?? 'no_match' });
  }
});
