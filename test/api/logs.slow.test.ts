/** Logs tell what happened by ids, and nothing private: no key, no prompt, no answer. */
import { randomBytes } from 'node:crypto';
import { openMarket, sendRaw } from '../e2e/market';
import { register, registration } from '../registration/registering';
import { Exchange } from '../support/exchange';

const exchange = Exchange.forFile({ settings: { LOG_LEVEL: 'trace' } });

test('in local development takes a short key, with a warning in the log that does not say it', async () => {
  const answer = await register(exchange, registration({ api_key: 'shortkey-77x' }));
  expect(answer.status).toBe(200);
  const log = exchange.gateways[0]!.output();
  expect(log).toMatch(/a seller key is short or easy to guess/);
  expect(log).not.toMatch(/shortkey-77x/);
});

test('of a whole trade the logs keep the ids and none of the secrets', async () => {
  const prompt = `prompt-${randomBytes(12).toString('hex')}`;
  const wrong = `sk-tb_${randomBytes(12).toString('hex')}`;
  const { key, model, seller } = await openMarket(exchange, { price: '0.001' });
  const requestId = `request-${randomBytes(6).toString('hex')}`;
  const chat = (query: string) =>
    exchange.send('POST', `/v1/chat/completions${query}`, {
      headers: { authorization: `Bearer ${key}`, 'x-request-id': requestId },
      body: { model, messages: [{ role: 'user', content: prompt }], max_price: '1' },
    });
  expect((await chat(`?key=${wrong}`)).status).toBe(400);
  const answer = await chat('');
  expect(answer.status).toBe(200);
  const [{ message }] = answer.body.choices;
  await exchange.chat(wrong);
  await sendRaw(exchange, {
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: `{"messages":"${prompt}`,
  });

  const [gateway, worker] = [exchange.gateways[0]!, exchange.workers[0]!];
  await Promise.all([gateway.kill(), worker.kill()]);
  const logs = gateway.output() + worker.output();
  expect(logs).toContain(requestId);
  const secrets = { prompt, wrong, key, sellerKey: seller.apiKey, answer: message.content };
  const { operatorToken, keyPepper } = exchange.settings.secrets;
  const found = Object.entries({ ...secrets, operatorToken, keyPepper }).filter(([, secret]) =>
    logs.includes(secret),
  );
  expect(found).toEqual([]);
});
