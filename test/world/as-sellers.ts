/** What buyers get from a server that sells: registered directly, or behind `seller up`. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { freePort } from '../../setup/servers/ports';
import { contentOf, newModel } from '../e2e/market';
import { type Run, start } from '../cli/command';
import { until } from '../support/wait';
import type { Upstream } from './programs';
import type { Outcome, Row } from './row';
import type { Stage } from './stage';

export const SELLER_CHECKS = ['offer', 'chat', 'stream', 'tools', 'json', 'usage'] as const;
export type Way = 'direct' | 'seller up';

const CITY = {
  type: 'object',
  properties: { city: { type: 'string', enum: ['Paris', 'Rome'] } },
  required: ['city'],
  additionalProperties: false,
};
const TOOLS = { tools: [{ type: 'function', function: { name: 'weather', parameters: CITY } }] };
const FORMAT = {
  response_format: {
    type: 'json_schema',
    json_schema: { name: 'place', schema: CITY, strict: true },
  },
};
const ANSWER_MAX = { max_tokens: 400 };

/** Sells the model of an upstream and buys from it. */
export async function sellThrough(stage: Stage, upstream: Upstream, way: Way): Promise<Row> {
  const url = await stage.upstream(upstream);
  const name = `${upstream.name}, ${way}`;
  const version = upstream.packages.versionOf(upstream.package);
  const outcomes: Outcome[] = [];
  const model = newModel();
  const run = way === 'direct' ? null : await startUp(stage, upstream, url, model);
  if (run) outcomes.push(await attempt('offer', () => untilItOffers(stage, run, model)));
  else await directly(stage, upstream, url, model);
  const { key } = await stage.exchange.buyer('10');
  for (const [check, ask] of asks(stage, key, model)) outcomes.push(await attempt(check, ask));
  await run?.interrupt();
  return { name, version, outcomes, reason: null };
}

async function attempt(check: string, ask: () => Promise<unknown>): Promise<Outcome> {
  const failure = await ask().then(
    () => null,
    (error: Error) => error.message,
  );
  return { check, failure };
}

/** Registers it and offers its tokens. */
async function directly(
  { exchange }: Stage,
  upstream: Upstream,
  url: string,
  model: string,
): Promise<void> {
  const apiKey = randomBytes(24).toString('hex');
  const { body, status } = await exchange.send('POST', '/seller/v1/register', {
    body: {
      name: `World ${model}`,
      endpoint_url: url,
      supported_models: [model],
      models: [{ model, upstream_model: upstream.model }],
      upstream_authorization: upstream.key ? `Bearer ${upstream.key}` : null,
      api_key: apiKey,
    },
  });
  if (status !== 200) throw new Error(`registration: ${status} ${JSON.stringify(body)}`);
  await exchange.ask({ sellerId: body.seller_id, apiKey }, { price: '0.001', model });
}

function failedLines(output: string): string {
  const lines = output.split('\n').filter((line) => !/^\s*(?:ok\b|endpoint |$)/.test(line));
  return lines.join(' ').replace(/\s+/g, ' ');
}

async function startUp(
  { exchange, folder }: Stage,
  upstream: Upstream,
  url: string,
  model: string,
): Promise<Run> {
  const port = await freePort();
  const environment = {
    TOKENBOOK_HOME: folder,
    TOKENBOOK_PROFILES: join(folder, 'profiles.json'),
    ...(upstream.key ? { UPSTREAM_KEY: upstream.key } : {}),
  };
  const server = ['--upstream', url, '--upstream-model', upstream.model];
  const offer = ['--model', model, '--price', '1', '--port', String(port)];
  return start(exchange, ['seller', 'up', ...server, ...offer], { environment });
}

async function untilItOffers({ exchange }: Stage, run: Run, model: string): Promise<void> {
  let hasEnded = false;
  void run.ended.then(() => (hasEnded = true));
  const book = `/market/v1/orderbook?model_id=${model}`;
  const offered = async () => (await exchange.send('GET', book)).body.asks?.length > 0;
  await until(async () => hasEnded || (await offered()), { what: 'an offer of seller up' });
  if (hasEnded) throw new Error(`seller up: ${failedLines(`${run.stdout}\n${run.stderr}`)}`);
}

function asks({ exchange }: Stage, key: string, model: string) {
  const whole = async (more: object = {}) => {
    const { status, body } = await exchange.chat(key, { model, ...ANSWER_MAX, ...more });
    if (status !== 200) throw new Error(`${status} ${body.code}: ${body.message}`);
    return body;
  };
  const stream = async (more: object = {}) => {
    const answer = await exchange.stream(key, { model, ...ANSWER_MAX, ...more });
    const failed = answer.body ?? answer.chunks.find(({ error }) => error)?.error;
    if (failed) throw new Error(`${answer.status} ${failed.code}: ${failed.message}`);
    if (!answer.done) throw new Error('the stream has no [DONE]');
    return answer.chunks;
  };
  const table: [string, () => Promise<unknown>][] = [
    ['chat', async () => says((await whole()).choices[0].message.content)],
    ['stream', async () => says(contentOf(await stream()))],
    [
      'tools',
      async () => {
        const [call] = (await whole(TOOLS)).choices[0].message.tool_calls ?? [];
        isCity(call?.function.arguments);
        isCity(argumentsOf(await stream(TOOLS)));
      },
    ],
    ['json', async () => isCity((await whole(FORMAT)).choices[0].message.content)],
    [
      'usage',
      async () => {
        const answer = await whole();
        isPaid(answer);
        isPaid((await stream()).at(-1));
      },
    ],
  ];
  return table;
}

function says(text: string): void {
  if (!text) throw new Error('no text');
}

function argumentsOf(chunks: any[]): string {
  const deltas = chunks.flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? []);
  const first = deltas.filter(({ index }) => index === 0);
  return first.map((call) => call.function?.arguments ?? '').join('');
}

function isCity(text: string | undefined): void {
  if (!text) throw new Error('no call');
  const { city } = JSON.parse(text);
  if (!['Paris', 'Rome'].includes(city)) throw new Error(`not of the schema: ${text}`);
}

/** The buyer sees the tokens of the answer, and pays them. */
function isPaid({ usage, fill }: any): void {
  if (!(usage?.completion_tokens > 0)) throw new Error(`usage ${JSON.stringify(usage)}`);
  if (fill.tokens > usage.total_tokens)
    throw new Error(`${fill.tokens} paid, ${usage.total_tokens} told`);
}
