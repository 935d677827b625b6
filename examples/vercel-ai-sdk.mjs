/**
 * The Vercel AI SDK as a buyer: generateText, streamText, and the fill beside both.
 * Run it from the project's folder, beside a local exchange (`npm start`):  node examples/vercel-ai-sdk.mjs
 * Settings: TOKENBOOK_URL, TOKENBOOK_KEY (default: the demo buyer's), MODEL, MAX_PRICE (USD per 1,000 tokens).
 */
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { APICallError, RetryError, generateText, streamText } from 'ai';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

const exchange = process.env.TOKENBOOK_URL ?? 'http://127.0.0.1:8080';

const tokenbook = createOpenAICompatible({
  name: 'tokenbook',
  apiKey: process.env.TOKENBOOK_KEY ?? demoKey(),
  baseURL: `${exchange}/v1`,
  includeUsage: true,
  fetch: fetchUnlessFinal,
  // The SDK drops fields that it does not know. This keeps the fill as provider metadata.
  metadataExtractor: {
    extractMetadata: async ({ parsedBody }) => metadataOf(parsedBody),
    createStreamExtractor: () => {
      let metadata;
      return {
        processChunk: (chunk) => (metadata = metadataOf(chunk) ?? metadata),
        buildMetadata: () => metadata,
      };
    },
  },
});

const request = () => ({
  model: tokenbook(process.env.MODEL ?? 'qwen3-32b'),
  prompt: 'What does a token cost today?',
  maxOutputTokens: 64,
  // Options under the provider's name are copied into the body.
  providerOptions: { tokenbook: { max_price: process.env.MAX_PRICE ?? '0.0003' } },
  // The SDK's own retries carry the same key: the request is dispatched and charged once.
  headers: { 'Idempotency-Key': randomUUID() },
});

try {
  const { text, providerMetadata } = await generateText(request());
  console.log(`answer   ${text}`);
  showFill(providerMetadata.tokenbook.fill);

  // Without `onError` the SDK also logs the error, which the stream reports.
  const result = streamText({ ...request(), onError: () => {} });
  process.stdout.write('stream   ');
  try {
    for await (const part of result.fullStream) {
      if (part.type === 'text-delta') process.stdout.write(part.text);
      if (part.type === 'error') throw part.error; // the SDK keeps the message of an error in a stream, not the code
    }
  } finally {
    process.stdout.write('\n');
  }
  showFill((await result.providerMetadata).tokenbook.fill);
} catch (err) {
  console.log(`refused  ${explain(err)}`);
  process.exitCode = 1;
}

function metadataOf(body) {
  return body?.fill && { tokenbook: { fill: body.fill } };
}

/** The SDK retries every 409, 429 and 5xx. It does not read the header that says that some are final. */
async function fetchUnlessFinal(url, init) {
  const answer = await fetch(url, init);
  if (answer.headers.get('x-should-retry') !== 'false') return answer;
  const data = await answer.json();
  const { message } = data.error;
  const { status: statusCode } = answer;
  throw new APICallError({ message, url, statusCode, data, isRetryable: false });
}

function explain(err) {
  const last = RetryError.isInstance(err) ? err.lastError : err;
  if (!APICallError.isInstance(last)) return last.message ?? String(last);
  const { code } = last.data?.error ?? {};
  if (code === 'insufficient_balance') return `${code}: have the operator deposit first`;
  return code ? `${code}: ${last.message}` : last.message;
}

function showFill({ fill_id: id, fill_price: price, tokens, cost, region }) {
  console.log(`fill     ${id}: ${tokens} tokens at ${price} per million in ${region}, ${cost} USD`);
}

/** The key that `npm start` keeps for the demo buyer. */
function demoKey() {
  const file = `${process.env.TOKENBOOK_HOME ?? '.tokenbook'}/credentials.json`;
  return JSON.parse(readFileSync(file, 'utf8')).demo.buyer.buyerKey;
}
