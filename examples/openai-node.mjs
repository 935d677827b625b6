/**
 * The OpenAI client for Node as a buyer: an answer, a stream, a refusal and its code.
 * Run it from the project's folder, beside a local exchange (`npm start`):  node examples/openai-node.mjs
 * Settings: TOKENBOOK_URL, TOKENBOOK_KEY (default: the demo buyer's), MODEL, MAX_PRICE (USD per 1,000 tokens).
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import OpenAI, { APIConnectionError, APIError } from 'openai';

const exchange = process.env.TOKENBOOK_URL ?? 'http://127.0.0.1:8080';
const model = process.env.MODEL ?? 'qwen3-32b';
const maxPrice = process.env.MAX_PRICE ?? '0.0003';

// The client retries 408, 409, 429 and 5xx unless `x-should-retry: false` says that they are final.
const client = new OpenAI({
  apiKey: process.env.TOKENBOOK_KEY ?? demoKey(),
  baseURL: `${exchange}/v1`,
});

const request = {
  model,
  messages: [{ role: 'user', content: 'What does a token cost today?' }],
  max_tokens: 64,
  max_price: maxPrice, // fields that OpenAI does not know pass through the client untouched
};

await attempt('answer', async () => {
  const { data, response } = await client.chat.completions.create(request, once()).withResponse();
  console.log(`answer   ${data.choices[0].message.content}`);
  showFill(data.fill);
  console.log(`header   x-fill-id ${response.headers.get('x-fill-id')}`);
});

await attempt('stream', async () => {
  const stream = await client.chat.completions.create({ ...request, stream: true }, once());
  process.stdout.write('stream   ');
  let fill;
  // A stream that breaks throws here, with the code; what was delivered until then is charged, the rest is not.
  try {
    for await (const chunk of stream) {
      process.stdout.write(chunk.choices[0]?.delta.content ?? '');
      fill = chunk.fill ?? fill; // on the last chunk, which has no choices
    }
  } finally {
    process.stdout.write('\n');
  }
  showFill(fill);
});

// No seller asks this price. The refusal is expected.
await attempt(
  'bargain',
  () => client.chat.completions.create({ ...request, max_price: '0.00000001' }),
  'no_fill_at_limit',
);

/** Runs one call and explains its error. An error that is not expected sets the exit code to 1. */
async function attempt(what, call, expected) {
  try {
    await call();
  } catch (err) {
    if (!(err instanceof APIError)) throw err;
    if (err.code !== expected) process.exitCode = 1;
    console.log(`${what} refused: ${explain(err)}`);
    if (err.requestID) console.log(`request  ${err.requestID}`);
  }
}

function explain(err) {
  if (err instanceof APIConnectionError) return 'the exchange cannot be reached';
  switch (err.code) {
    case 'no_match':
      return `no_match: no seller serves ${model} in this size and region`;
    case 'no_fill_at_limit':
      return `no_fill_at_limit: bid more, or wait (${err.message})`;
    case 'insufficient_balance':
      return 'insufficient_balance: have the operator deposit first';
    default: {
      const final = err.headers?.get('x-should-retry') === 'false';
      return `${err.code}: ${err.message}${final ? ' (final: asking again would not help)' : ''}`;
    }
  }
}

/** An Idempotency-Key makes a request safe to repeat: it is dispatched and charged once. */
function once() {
  return { headers: { 'Idempotency-Key': randomUUID() } };
}

function showFill({ fill_id: id, fill_price: price, tokens, cost, region }) {
  console.log(`fill     ${id}: ${tokens} tokens at ${price} per million in ${region}, ${cost} USD`);
}

/** The key that `npm start` stores for the demo buyer. */
function demoKey() {
  const file = `${process.env.TOKENBOOK_HOME ?? '.tokenbook'}/credentials.json`;
  return JSON.parse(readFileSync(file, 'utf8')).demo.buyer.buyerKey;
}
