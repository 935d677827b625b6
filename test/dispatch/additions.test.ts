/** Sellers that refuse what the exchange adds to a request: newer OpenAI models, Mistral, strict servers. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { attempt, closeClients, testClient } from './attempt';

type Body = Record<string, unknown>;

let server: Server;
let asked: Body[];
let refuses: (body: Body) => string | null;
beforeAll(async () => {
  server = createServer((req, res) => {
    json(req).then(
      (body) => answer(body as Body, res),
      () => res.destroy(),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
beforeEach(() => (asked = []));

function answer(body: Body, res: ServerResponse): void {
  asked.push(body);
  const message = refuses(body);
  if (message !== null) {
    res.writeHead(body['large'] ? 413 : 400).end(JSON.stringify({ error: { message } }));
    return;
  }
  const choice = { index: 0, message: { content: 'Hello' }, finish_reason: 'stop' };
  res.writeHead(200).end(JSON.stringify({ choices: [choice] }));
}

afterAll(async () => {
  await closeClients();
  server.close();
});

const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const MESSAGES = [{ role: 'user', content: 'Hello' }];
const elastic = { body: { model: 'm', messages: MESSAGES }, reservedCompletionTokens: 77 };

test('the cap of the exchange is repeated as max_completion_tokens, and remembered', async () => {
  refuses = (body) => ('max_tokens' in body ? "Use 'max_completion_tokens' instead." : null);
  const client = testClient();
  const first = await attempt(client, url(), elastic);
  expect(first.outcome).toMatchObject({ kind: 'answered' });
  expect(
    asked.map(({ max_tokens, max_completion_tokens }) => [max_tokens, max_completion_tokens]),
  ).toEqual([
    [77, undefined],
    [undefined, 77],
  ]);
  await attempt(client, url(), elastic);
  expect(asked).toHaveLength(3);
  expect(asked[2]).not.toHaveProperty('max_tokens');
  await attempt(client, url(), { ...elastic, sellerId: randomUUID() });
  expect(asked[3]).toHaveProperty('max_tokens');
});

test('a stream is asked for again without the options of the exchange', async () => {
  refuses = (body) => ('stream_options' in body ? 'Extra inputs are not permitted' : null);
  const body = { model: 'm', messages: MESSAGES, max_tokens: 5, stream: true };
  const { outcome } = await attempt(testClient(), url(), { body, streamed: true });
  expect(outcome).toMatchObject({ kind: 'answered' });
  expect(asked[1]).toEqual({ ...body, model: 'llama-3.3-70b' });
});

test('a request that is refused with and without them has the first refusal', async () => {
  refuses = (body) => `refused ${'max_tokens' in body ? 'with' : 'without'}`;
  const { outcome } = await attempt(testClient(), url(), elastic);
  expect(outcome).toMatchObject({ kind: 'refused_request', body: { message: 'refused with' } });
  expect(asked).toHaveLength(2);
});

test('a request without additions, and one that is too large, are asked once', async () => {
  refuses = () => 'no';
  const own = { model: 'm', messages: MESSAGES, max_tokens: 5 };
  await attempt(testClient(), url(), { body: own });
  await attempt(testClient(), url(), { ...elastic, body: { ...elastic.body, large: true } });
  expect(asked).toHaveLength(2);
});
