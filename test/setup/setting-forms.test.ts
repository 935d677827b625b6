/** Settings of a wrong form are refused at the start, by their names and without their values. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { loadSettings } from '../../config/settings';
import { newSecrets } from '../../setup/local/credentials';

const secrets = newSecrets();
const load = (changes: Record<string, string>) => loadSettings({ ...secrets, ...changes });
const ENCODED = 'p%40ss%3A%2F%3F%23%5B%5D%25w$&+%20%C3%BC';

test.each([
  ['KEY_PEPPER', ` ${secrets['KEY_PEPPER']}\n`],
  ['PAYLOAD_KEYS', `${secrets['PAYLOAD_KEYS']}, ${randomBytes(32).toString('base64')}\r\n`],
  ['SIGNING_KEY', `${secrets['SIGNING_KEY']}\n`],
])('white space around %s is not a part of it', (name, value) => {
  const [given, plain] = [load({ [name]: value }).secrets, load({}).secrets];
  expect(given.keyPepper).toBe(plain.keyPepper);
  expect(given.payloadKeys[0]).toEqual(plain.payloadKeys[0]);
  expect(given.payloadKeys.map((key) => key.length)).toEqual(given.payloadKeys.map(() => 32));
  expect(given.signingKey).toEqual(plain.signingKey);
});

const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({
  format: 'der',
  type: 'pkcs8',
});

/** Long enough to be a part of a secret, and no word of the advice. */
const isTelling = (part: string) =>
  part.length > 7 && !/^(?:tokenbook|temporal|example|mongodb)$/.test(part);

test.each([
  ...['KEY_PEPPER', 'TOKENBOOK_OPERATOR_TOKEN', 'PAYLOAD_KEYS', 'SIGNING_KEY'].flatMap((name) => [
    [name, `"${secrets[name]}"`, 'quotes'],
    [name, `'${secrets[name]}'`, 'quotes'],
  ]),
  ['KEY_PEPPER', 'secret words of somebody who likes them', 'white space'],
  ['TOKENBOOK_OPERATOR_TOKEN', 'two\nlines', 'white space'],
  ['PAYLOAD_KEYS', randomBytes(16).toString('base64'), '32 bytes'],
  ['PAYLOAD_KEYS', randomBytes(33).toString('base64'), '32 bytes'],
  ['SIGNING_KEY', 'hello', 'Ed25519'],
  ['SIGNING_KEY', rsa.toString('base64'), 'Ed25519'],
  ['PUBLIC_URL', 'tokenbook.example.com', 'address such as'],
  ['PUBLIC_URL', 'ftp://tokenbook.example.com', 'address such as'],
  ['ALLOWED_ORIGINS', 'https://app.example.com,app.example.com', 'origins such as'],
  ['ALLOWED_ORIGINS', 'https://app.example.com/', 'origins such as'],
  ['BUYER_HOST', 'https://buyers.example.com', 'without a scheme'],
  ['TEMPORAL_ADDRESS', 'http://temporal:7233', 'without a scheme'],
  ['TEMPORAL_ADDRESS', 'temporal', 'host:port'],
  ['TEMPORAL_UI_URL', 'temporal:8233/ui', 'address such as'],
  ['MONGODB_URI', 'mongodb://user:p@ss:/?#[]%w$&+ ü@127.0.0.1', 'percent-encoded'],
  ['MONGODB_URI', 'mongodb://user:p@ss@127.0.0.1', 'percent-encoded'],
  ['MONGODB_URI', 'mongodb://user:pa%ss@127.0.0.1', 'percent-encoded'],
])('%s=%s is refused by its name, and the value is not repeated', (name, value, reason) => {
  expect(() => load({ [name]: value })).toThrow(
    new RegExp(`^The environment .*\\n  ${name}: .*${reason}.*$`),
  );
  for (const part of value.split(/[^A-Za-z0-9]+/).filter(isTelling)) {
    expect(() => load({ [name]: value })).not.toThrow(part);
  }
});

test.each([
  ['PUBLIC_URL', 'https://example.com/tokenbook'],
  ['ALLOWED_ORIGINS', 'https://app.example.com, http://localhost:5173'],
  ['BUYER_HOST', 'buyers.example.com:8443'],
  ['TEMPORAL_ADDRESS', 'acme.a1b2.tmprl.cloud:7233'],
  ['TEMPORAL_ADDRESS', '[::1]:7233'],
  ['MONGODB_URI', `mongodb://user:${ENCODED}@a:27017,b:27017/db?replicaSet=rs0&tls=true`],
  ['MONGODB_URI', 'mongodb+srv://user@cluster.example.net'],
  ['MONGODB_URI', 'mongodb://127.0.0.1:27017'],
])('%s=%s is accepted', (name, value) => {
  expect(() => load({ [name]: value })).not.toThrow();
});
