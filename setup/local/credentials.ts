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

/** What is kept in `credentials.json`: secrets made once, and the keys of the demo. */
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

/** Fresh secrets, in the form in which the environment gives them. */
export function newSecrets(): Record<string, string> {
  const { privateKey } = generateKeyPairSync('ed25519');
  return {
    TOKENBOOK_OPERATOR_TOKEN: randomBytes(32).toString('base64url'),
    KEY_PEPPER: randomBytes(32).toString('base64'),
    PAYLOAD_KEYS: randomBytes(32).toString('base64'),
    SIGNING_KEY: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
  };
}

/** Reads the credentials, made now when there are none yet. */
export function ensureCredentials(home: string): Credentials {
  const path = credentialsFile(home);
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as Credentials;
  const credentials: Credentials = { secrets: newSecrets() };
  writeCredentials(home, credentials);
  return credentials;
}

/** Keeps the keys of the demo beside the secrets. */
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
