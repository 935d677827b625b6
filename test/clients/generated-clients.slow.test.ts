/** Clients that openapi-generator makes of the descriptions compile, and work at a real exchange. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { webhookBodyExample } from '../../api/routes/examples/webhooks';
import { onPath } from '../../setup/servers/tools';
import { type Market, openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';
import { compile, generate, python } from './openapi-generator';

const DESCRIPTIONS = {
  buyer: '/buyer/openapi.json',
  seller: '/seller/openapi.json',
  market: '/market/openapi.json',
  webhooks: '/market/webhooks.json',
} as const;
type Name = keyof typeof DESCRIPTIONS;
const NAMES = Object.keys(DESCRIPTIONS) as Name[];

/** What the seller of the tests says. */
const ANSWER = 'The quick brown fox jumps over the lazy dog near the river bank.';

const hasJava = onPath('java') !== null;

test('where releases are checked there is a Java, so that nothing below is left out', () => {
  if (hasJava) return;
  process.stderr.write('clients are not generated: openapi-generator needs a Java on the PATH\n');
  expect(process.env.CI).toBeUndefined();
});

if (hasJava)
  describe('of openapi-generator', () => {
    let exchange: Exchange;
    let market: Market;
    let folder: string;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'tokenbook-generated-clients-'));
      exchange = await Exchange.pooled();
      market = await openMarket(exchange, { price: '0.0015' });
    });
    afterAll(async () => {
      await exchange.stop();
      rmSync(folder, { recursive: true });
    });

    async function describes(name: Name): Promise<object> {
      return (await exchange.send('GET', DESCRIPTIONS[name])).body;
    }

    describe('for Python', () => {
      const program = join(__dirname, 'generated', 'seller_and_buyer.py');

      async function scenario(name: Name, given: object = {}): Promise<any> {
        const client = join(folder, `python-${name}`);
        await generate('python', await describes(name), client);
        const { key, model, seller } = market;
        const keys = { buyer_key: key, seller_key: seller.apiKey };
        const GIVEN = JSON.stringify({ url: exchange.url(), model, ...keys, ...given });
        return JSON.parse(await python(client, [program, name], { GIVEN }));
      }

      test('the Seller client imports whole, offers, and reads an object that may be null', async () => {
        expect(await scenario('seller')).toEqual({
          imports: true,
          listed: true,
          seller: market.seller.sellerId,
          current: null,
        });
      });

      test('the Buyer client imports whole, buys a chat, and reads its fill and its refusals', async () => {
        expect(await scenario('buyer')).toEqual({
          imports: true,
          text: ANSWER,
          tokens: expect.any(Number),
          cost: expect.stringMatching(/^0\.0\d+$/),
          listed: true,
          one: market.model,
          refusal: [404, 'no_match'],
        });
      });

      test('the Market client imports whole, and reads requests with and without a refusal', async () => {
        const { key, model } = await openMarket(exchange);
        const { model: refusing } = await openMarket(exchange, { behaviour: 'contentFilter' });
        await exchange.chat(key, { model });
        await exchange.chat(key, { model: refusing });
        expect(await scenario('market', { buyer_key: key })).toEqual({
          imports: true,
          statuses: ['refused', 'filled'],
          refusals: ['invalid_request', null],
          available: expect.stringMatching(/^9\.99/),
        });
      });

      test('the types of webhooks import whole, and read an event', async () => {
        const event = webhookBodyExample('lot.opened');
        const { lot_id: lot } = event.data as { lot_id: string };
        expect(await scenario('webhooks', { event })).toEqual({ imports: true, lot });
      });
    });

    describe('for TypeScript', () => {
      let compiled: string;
      const client = (name: Name) => require(join(compiled, name)) as any;

      beforeAll(async () => {
        const sources = join(folder, 'typescript');
        compiled = join(folder, 'javascript');
        mkdirSync(sources);
        for (const name of NAMES) {
          await generate('typescript-fetch', await describes(name), join(sources, name));
        }
        expect(await compile(sources, compiled)).toBe('');
      });

      test('they compile, and a seller offers what a buyer buys', async () => {
        const { key, model, seller } = await openMarket(exchange, { price: '0.0015' });
        const { OffersApi, ReputationApi, Configuration } = client('seller');
        const sold = new Configuration({
          basePath: `${exchange.url()}/seller`,
          apiKey: seller.apiKey,
        });
        const createOffer = {
          model,
          region: 'global',
          pricePerMillionTokens: '2',
          quantityTokens: 1_000_000,
          validForSeconds: 600,
        };
        const { offerId } = await new OffersApi(sold).createOffer({ createOffer });
        const { offers } = await new OffersApi(sold).listOffers();
        expect(offers.map((offer: any) => offer.offerId)).toContain(offerId);
        const reputation = async () => (await new ReputationApi(sold).getReputation()).current;
        expect(await reputation()).toBeNull();

        const buyer = client('buyer');
        const bought = new buyer.Configuration({
          basePath: `${exchange.url()}/buyer`,
          accessToken: key,
        });
        const chatCompletionRequest = {
          model,
          messages: [{ role: 'user', content: 'Say hello.' }],
          maxPrice: '0.01',
          maxTokens: 64,
        };
        const answer = await new buyer.ChatApi(bought).createChatCompletion({
          chatCompletionRequest,
        });
        expect(answer.choices[0].message.content).toBe(ANSWER);
        expect(answer.fill.fillPrice).toBe('1.5');
        expect(await until(reputation)).toMatchObject({ sellerId: seller.sellerId, score: 100 });
      });
    });
  });
