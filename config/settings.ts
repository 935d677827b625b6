/**
 * The configuration, read once: processes call `loadSettings()` when they start; no other module
 * reads `process.env`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import type { Mode } from '../domain/mode';
import { deriveTestKey, namesOf } from './mode';
import { settingsSchema } from './schema';
import { listOf } from './texts';

type Environment = z.infer<typeof settingsSchema>;

export interface Secrets {
  readonly operatorToken: string;
  readonly keyPepper: string;
  readonly payloadKeys: readonly Buffer[];
  /** Ed25519 private key, PKCS#8 DER. */
  readonly signingKey: Buffer;
  /** Older and future signing keys, published so that signatures made with them are accepted. */
  readonly otherSigningKeys: readonly Buffer[];
}

export interface Settings extends Environment {
  readonly TOKENBOOK_DEPLOYMENT: string;
  readonly MONGODB_DATABASE: string;
  readonly local: boolean;
  readonly mongoUri: string;
  readonly redisUrl: string;
  readonly temporalAddress: string;
  readonly temporalUiUrl: string;
  readonly trustedProxies: readonly string[];
  readonly nameServers: readonly string[];
  readonly socketsPerAddress: number;
  readonly registrationQuota: number;
  readonly shutdownDelayMs: number;
  readonly activeAsksPerSeller: number;
  /** Infinity when it has no limit of its own. */
  readonly asksBeforeFirstFill: number;
  readonly openOrdersPerAccount: number;
  readonly secrets: Secrets;
}

const SECRET_NAMES = [
  'TOKENBOOK_OPERATOR_TOKEN',
  'KEY_PEPPER',
  'PAYLOAD_KEYS',
  'SIGNING_KEY',
] as const;

/** Of the servers that `npm start` runs. */
const PASSWORDS = ['REDIS_PASSWORD', 'MONGODB_PASSWORD'] as const;
export const MONGODB_USER = 'tokenbook';

/** Secrets whose format does not ensure their strength. */
const GUESSABLE = ['TOKENBOOK_OPERATOR_TOKEN', 'KEY_PEPPER'] as const;
const SECRET_LENGTH = 32;

/**
 * Reads and validates the environment. In local development, missing secrets come from
 * `<home>/credentials.json`, which the setup creates once (mode 600).
 * @throws Error that lists every invalid variable, every missing and every weak secret
 */
export function loadSettings(environment: NodeJS.ProcessEnv = process.env): Settings {
  const values = parseEnvironment(environment);
  const local = values.TOKENBOOK_ENV === undefined;
  const stored = local ? storedSecrets(values.TOKENBOOK_HOME) : {};
  const secret = (name: (typeof SECRET_NAMES)[number]) => values[name] ?? stored[name];
  const missing = SECRET_NAMES.filter((name) => !secret(name));
  if (missing.length > 0) {
    throw new Error(
      local
        ? `No secrets yet: ${missing.join(', ')}. Run "npm start" once, or set them.`
        : `TOKENBOOK_ENV is set, so these secrets must be given: ${missing.join(', ')}.`,
    );
  }
  const weak = local ? [] : GUESSABLE.filter((name) => secret(name)!.length < SECRET_LENGTH);
  if (weak.length > 0) {
    const least = `at least ${SECRET_LENGTH} characters`;
    throw new Error(`TOKENBOOK_ENV is set, so these secrets need ${least}: ${weak.join(', ')}.`);
  }
  return {
    ...values,
    ...namesOf(values),
    local,
    mongoUri: mongoUriOf(values),
    redisUrl: values.REDIS_URL ?? localRedisUrl(values, values.REDIS_PORT),
    temporalAddress: values.TEMPORAL_ADDRESS ?? `127.0.0.1:${values.TEMPORAL_PORT}`,
    temporalUiUrl: values.TEMPORAL_UI_URL ?? `http://127.0.0.1:${values.TEMPORAL_UI_PORT}`,
    trustedProxies: listOf(values.TRUSTED_PROXIES),
    nameServers: listOf(values.DNS_SERVERS),
    socketsPerAddress: values.WS_CONNECTIONS_PER_ADDRESS ?? (local ? 5_000 : 200),
    activeAsksPerSeller: values.ACTIVE_ASKS_PER_SELLER ?? (local ? 10_000 : 1_000),
    asksBeforeFirstFill: values.ASKS_BEFORE_FIRST_FILL ?? (local ? Infinity : 100),
    openOrdersPerAccount: values.OPEN_ORDERS_PER_ACCOUNT ?? (local ? 10_000 : 1_000),
    shutdownDelayMs: values.SHUTDOWN_DELAY_MS ?? (local ? 0 : 5_000),
    registrationQuota: values.REGISTRATION_QUOTA ?? (local ? 5_000 : 60),
    secrets: {
      operatorToken: secret('TOKENBOOK_OPERATOR_TOKEN')!,
      keyPepper: secret('KEY_PEPPER')!,
      payloadKeys: listOf(secret('PAYLOAD_KEYS')).map((key) => Buffer.from(key, 'base64')),
      ...signingKeysOf(secret('SIGNING_KEY')!, values.TOKENBOOK_MODE),
    },
  };
}

/** Beyond its delay and its requests in progress, a shutdown that takes longer is forced. */
const STOP_TIMEOUT_MS = 20_000;

/** How long one of the processes may take to end after SIGTERM. */
export function stopLimitMs({
  shutdownDelayMs,
  SHUTDOWN_TIMEOUT_MS,
}: Pick<Settings, 'shutdownDelayMs' | 'SHUTDOWN_TIMEOUT_MS'>): number {
  return shutdownDelayMs + SHUTDOWN_TIMEOUT_MS + STOP_TIMEOUT_MS;
}

/**
 * Address and name of the database: no secrets are needed.
 * @throws Error that lists every invalid variable
 */
export function loadDatabase(
  environment: NodeJS.ProcessEnv,
): Pick<Settings, 'mongoUri' | 'MONGODB_DATABASE'> {
  const values = parseEnvironment(environment);
  const { MONGODB_DATABASE } = namesOf(values);
  return { mongoUri: mongoUriOf(values), MONGODB_DATABASE };
}

function parseEnvironment(environment: NodeJS.ProcessEnv): Environment {
  // Files of secrets end with a line break, which nobody sees.
  const trimmed = Object.entries(environment).map(
    ([name, value]) => [name, value?.trim()] as const,
  );
  const given = Object.fromEntries(trimmed.filter(([, value]) => value !== ''));
  const parsed = settingsSchema.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The environment has invalid values:\n${lines.join('\n')}`);
  }
  return parsed.data;
}

/** With the password that `npm start` keeps, if it has started one with a password. */
function mongoUriOf({ MONGODB_URI, MONGO_PORT, TOKENBOOK_HOME }: Environment): string {
  if (MONGODB_URI) return MONGODB_URI;
  const { MONGODB_PASSWORD: password } = storedSecrets(TOKENBOOK_HOME);
  const [user, source] = password
    ? [`${MONGODB_USER}:${password}@`, '&authSource=admin']
    : ['', ''];
  return `mongodb://${user}127.0.0.1:${MONGO_PORT}/?replicaSet=tokenbook${source}`;
}

/** A Redis that `npm start` runs. */
export function localRedisUrl(
  { TOKENBOOK_HOME }: Pick<Environment, 'TOKENBOOK_HOME'>,
  port: number,
): string {
  const { REDIS_PASSWORD: password } = storedSecrets(TOKENBOOK_HOME);
  return `redis://${password ? `:${password}@` : ''}127.0.0.1:${port}`;
}

function signingKeysOf(list: string, mode: Mode): Pick<Secrets, 'signingKey' | 'otherSigningKeys'> {
  const [signingKey, ...otherSigningKeys] = listOf(list)
    .map((key) => Buffer.from(key, 'base64'))
    .map((key) => (mode === 'test' ? deriveTestKey(key) : key));
  return { signingKey: signingKey!, otherSigningKeys };
}

/** Secrets stored by the setup: `{ "secrets": { "KEY_PEPPER": "..." } }` in `credentials.json`. */
function storedSecrets(
  home: string,
): Partial<Record<(typeof SECRET_NAMES | typeof PASSWORDS)[number], string>> {
  const path = join(home, 'credentials.json');
  if (!existsSync(path)) return {};
  const content = JSON.parse(readFileSync(path, 'utf8')) as { secrets?: Record<string, string> };
  return content.secrets ?? {};
}
