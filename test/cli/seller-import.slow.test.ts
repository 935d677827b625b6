/** `tokenbook seller import` registers and offers what the document says, after a confirmation. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newModel } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { type Seller, startSeller } from '../support/sellers/seller';
import { start } from './command';

let exchange: Exchange;
let provider: Seller;
let folder: string;
beforeAll(async () => {
  exchange = await Exchange.pooled();
  folder = mkdtempSync(join(tmpdir(), 'tokenbook-import-'));
});
afterAll(async () => {
  await provider.close();
  await exchange.stop();
  rmSync(folder, { recursive: true });
});

test('a model of the document is registered, offered and sold under its own name at the provider', async () => {
  const instrument = newModel();
  const model = {
    id: 'the-providers-own',
    context_length: 32768,
    quantization: 'fp8',
    input_modalities: ['text'],
    output_modalities: ['text'],
    supported_features: ['tools'],
    pricing: {
      prompt: '0.0000001',
      completion: '0.0000004',
    },
  };
  provider = await startSeller({
    beforeBody: true,
    answer: ({ req, res }) =>
      req.headers.authorization === 'Bearer key of the provider'
        ? void res.end(JSON.stringify({ data: [model] }))
        : void res.writeHead(401).end(),
  });
  const environment = {
    TOKENBOOK_HOME: folder,
    TOKENBOOK_PROFILES: join(folder, 'profiles.json'),
    PROVIDER_KEY: 'key of the provider',
  };
  const run = (...more: string[]) =>
    start(
      exchange,
      ['seller', 'import', `${provider.url}/models`, '--as', `${model.id}=${instrument}`, ...more],
      { environment },
    ).ended;
  expect(await run('--yes')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/401[^]*--key-from/),
  });
  const asked = await run('--key-from', 'PROVIDER_KEY');
  expect(asked.stdout).toMatch(new RegExp(`${instrument}[^]*0\\.4[^]*context 32768 tokens`));
  expect(asked.stderr).toContain('Add --yes');
  expect(await run('--key-from', 'PROVIDER_KEY', '--yes')).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining('offers 1 models'),
  });
  provider.setBehaviour(BEHAVIOURS.normal());
  const { key } = await exchange.buyer('5');
  expect((await exchange.chat(key, { model: instrument })).status).toBe(200);
  expect(provider.requests.at(-1)).toMatchObject({
    body: { model: 'the-providers-own' },
    headers: { authorization: 'Bearer key of the provider' },
  });
});
