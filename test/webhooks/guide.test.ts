/** The receivers that the guide shows verify what the exchange signs, and refuse the rest. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import {
  newChallenge,
  newWebhookSecret,
  repeatsChallenge,
  webhookHeaders,
} from '../../domain/webhooks';
import { freePort } from '../../setup/servers/ports';
import { until } from '../support/wait';

const ROOT = join(__dirname, '..', '..');
const GUIDE = readFileSync(join(ROOT, 'docs/guides/webhooks.md'), 'utf8');

let folder: string;
let receiver: ChildProcess | null = null;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tokenbook-webhooks-'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
});
afterEach(() => receiver?.kill('SIGKILL'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['js', 'node', 'receiver.mjs'],
  ['python', 'python3', 'receiver.py'],
])('the receiver in %s', async (language, command, file) => {
  const [, code = ''] = GUIDE.split(`\`\`\`${language}\n`);
  writeFileSync(join(folder, file), code.split('```')[0]!);
  const port = await freePort();
  const secret = newWebhookSecret();
  const env = { PATH: process.env.PATH, WEBHOOK_SECRET: secret, PORT: String(port) };
  receiver = spawn(command, [file], { cwd: folder, env });
  let printed = '';
  receiver.stdout?.on('data', (data: Buffer) => (printed += data.toString()));
  const send = (type: string, data: object, secrets: string[], sentAtMs = Date.now()) => {
    const body = JSON.stringify({ id: 'evt_1', type, timestamp: '', data });
    const headers = webhookHeaders('evt_1', body, secrets, sentAtMs);
    return request(`http://127.0.0.1:${port}`, { method: 'POST', headers, body });
  };
  const post = async (secrets: string[], sentAtMs?: number) =>
    (await send('webhook.test', {}, secrets, sentAtMs)).statusCode;
  await until(async () => (await post([secret])) === 204, { what: 'the receiver to accept' });
  expect(await post([newWebhookSecret(), secret])).toBe(204);
  expect(await post([newWebhookSecret()])).toBe(400);
  expect(await post([secret], Date.now() - 3_600_000)).toBe(400);
  const challenge = newChallenge();
  const confirmed = await send('webhook.challenge', { challenge }, [secret]);
  expect(confirmed.statusCode).toBe(200);
  expect(repeatsChallenge(await confirmed.body.text(), challenge)).toBe(true);
  await until(() => printed.includes('webhook.test'), { what: 'the event in the output' });
});
