/** A small part of `npm run world`: the quickest server, and three clients. */
import { type Buying, buyWith, openBuying } from './as-buyers';
import { sellThrough } from './as-sellers';
import { CLIENTS_OF_BUYERS, UPSTREAMS } from './programs';
import { type Row, reasonsOf, verdictOf } from './row';
import { Stage } from './stage';

const CLIENTS = ['openai (Node)', 'openai (Python)', 'AI SDK, openai-compatible'];
const chosen = CLIENTS_OF_BUYERS.filter(({ name }) => CLIENTS.includes(name));
const INSTALLED_WITHIN_MS = 600_000;

let stage: Stage;
let buying: Buying;
beforeAll(async () => {
  const silent = () => undefined;
  for (const { packages } of chosen) await packages.install(silent);
  stage = await Stage.open(silent);
  buying = await openBuying(stage);
}, INSTALLED_WITHIN_MS);
afterAll(() => stage.close());

function expectWorks(row: Row): void {
  expect([verdictOf(row), ...reasonsOf(row)]).toEqual(['works']);
}

test.each(['direct', 'seller up'] as const)(
  "llama.cpp's server, %s, sells chats, streams, calls of tools and JSON with their usage",
  async (way) => expectWorks(await sellThrough(stage, UPSTREAMS[0], way)),
);

test.each(chosen)(
  '$name buys chats, streams, calls of tools and JSON, and sees usage and refusals',
  async (client) => expectWorks(await buyWith(client, buying)),
);

test('every trade with real software leaves the ledger exact', async () => {
  await stage.exchange.expectExact();
});
