// Quick start with Node: the balance, the book, one chat completion, the balance after it.
// Settings: TOKENBOOK_URL, TOKENBOOK_KEY, MODEL.
import OpenAI from 'openai';
import { Tokenbook } from 'tokenbook-client';

const { TOKENBOOK_URL: baseUrl, TOKENBOOK_KEY: buyerKey, MODEL: model } = process.env;
const tokenbook = new Tokenbook({ baseUrl, buyerKey });
const openai = new OpenAI({ baseURL: tokenbook.openaiUrl, apiKey: buyerKey });

console.log('balance', (await tokenbook.market.getAccount()).balance, 'USD');
const book = await tokenbook.market.getOrderBook({ model_id: model });
console.log('best ask', book.asks[0]?.price, 'USD per 1,000 tokens');

const completion = await openai.chat.completions.create(
  { model, messages: [{ role: 'user', content: 'Hello' }], max_price: '0.002' },
  // Makes it safe to send the request again: it is charged once.
  { headers: { 'Idempotency-Key': crypto.randomUUID() } },
);
console.log('answer', completion.choices[0].message.content);
console.log('cost', completion.fill.cost, 'USD');
console.log('balance', (await tokenbook.market.getAccount()).balance, 'USD');
