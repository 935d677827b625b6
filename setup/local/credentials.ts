import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface DemoSeller {
  readonly name: string;
  readonly port: number;
  readonly apiKey: string;
}

export interface DemoBuyer {
  readonly accountId: string;
  readonly buyerKey: string;
}

/** Content of `credentials.json`: secrets generated once, and the keys of the demo. */
export interface Credentials {
  readonly secrets: Readonly<Record<string, string>>;
  readonly demo?: {
    readonly buyer?: DemoBuyer;
    readonly sellers?: readonly DemoSeller[];
  };
}

export function credentialsFile(home: string): string {
  return join(home, 'credentials.json');
}

/** New secrets, in the format of the environment variables. */
export function newSecrets(): Record<string, string> {
  const { privateKey } = generateKeyPairSync('ed25519');
  return {
    TOKENBOOK_OPERATOR_TOKEN: randomBytes(32).toString('base64url'),
    KEY_PEPPER: randomBytes(32).toString('base64'),
    PAYLOAD_KEYS: randomBytes(32).toString('base64'),
    SIGNING_KEY: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
  };
}

/**
 * New passwords of the servers that the setup starts. Members of a replica set know one another by
 * the key; it has the characters of Base64 alone.
 */
export function newStorePasswords(): Record<
  'REDIS_PASSWORD' | 'MONGODB_PASSWORD' | 'MONGODB_KEY',
  string
> {
  return {
    REDIS_PASSWORD: randomBytes(32).toString('base64url'),
    MONGODB_PASSWORD: randomBytes(32).toString('base64url'),
    MONGODB_KEY: randomBytes(48).toString('base64'),
  };
}

/** Reads the credentials; creates what is missing: earlier releases had no passwords of servers. */
export function ensureCredentials(home: string): Credentials {
  const path = credentialsFile(home);
  const known = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Credentials) : null;
  if (known?.secrets['MONGODB_KEY']) return known;
  const secrets = { ...newStorePasswords(), ...(known?.secrets ?? newSecrets()) };
  const credentials: Credentials = { ...known, secrets };
  writeCredentials(home, credentials);
  return credentials;
}

/** Stores the keys of the demo with the secrets. */
export function keepDemo(home: string, demo: NonNullable<Credentials['demo']>): void {
  const credentials = ensureCredentials(home);
  writeCredentials(home, { ...credentials, demo: { ...credentials.demo, ...demo } });
}

/** Only the owner may read the file, from its first byte on. */
function writeCredentials(home: string, credentials: Credentials): void {
  const path = credentialsFile(home);
  mkdirSync(dirname(path), { recursive: true });
  const partial = `${path}.partial-${process.pid}`;
  writeFileSync(partial, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  renameSync(partial, path);
}
