/** `tokenbook seller up` has one key for each endpoint, in a file of its own. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chosenKey } from '../../cli/seller-up/seller-key';

const EXCHANGE = 'https://exchange.example';
const URL = 'https://seller.example/v1';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tokenbook-seller-key-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const keyOf = (endpoint: string, exchange = EXCHANGE) =>
  chosenKey({ TOKENBOOK_PROFILES: join(folder, 'profiles.json') }, exchange, endpoint).key;

test('every spelling of an endpoint has the same key, another endpoint or exchange another one', () => {
  const key = keyOf(URL);
  expect(key).toHaveLength(43);
  for (const spelling of [URL, `${URL}/`, 'https://SELLER.example', `${URL}?x=1`])
    expect(keyOf(spelling)).toBe(key);
  const others = [keyOf('https://seller.example/v2'), keyOf(URL, 'https://other.example')];
  expect(new Set([key, ...others]).size).toBe(3);
});

test('a key that an earlier release chose for a spelling stays that of the spelling', () => {
  const spelling = `${URL}/`;
  const name = createHash('sha256').update(`${EXCHANGE} ${spelling}`).digest('hex').slice(0, 16);
  mkdirSync(join(folder, 'sellers'));
  writeFileSync(join(folder, 'sellers', `${name}.key`), 'its key\n', { mode: 0o600 });
  expect(keyOf(spelling)).toBe('its key');
  expect(keyOf(URL)).not.toBe('its key');
});
