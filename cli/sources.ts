/**
 * Where keys are kept, each beside the address that it is for: a profile, the environment, the
 * file `.env` of the installation, the exchange that `npm start` runs on this machine. A key goes
 * to the origin of its own source and to no other, or anyone who sets an address gets the keys.
 */
import { settingsSchema } from '../config/schema';
import { CommandError } from './command-error';
import { isOfEnvFile } from '../config/env-file';
import { localCredentialsFile, localKeys } from './local-home';
import { type Profile, findProfile } from './profiles';
import { canParseUrl } from '../domain/can-parse-url';

type Environment = NodeJS.ProcessEnv;
export type KeyRole = keyof typeof KEYS;
/** The public port of a gateway, or that of operators. */
type PortKind = 'public' | 'operator';

/** Variables of the keys, and where each one is in a profile. */
export const KEYS = {
  buyer: { variable: 'TOKENBOOK_BUYER_KEY', field: 'buyer_key', noun: 'buyer key' },
  seller: { variable: 'TOKENBOOK_SELLER_KEY', field: 'seller_key', noun: 'seller key' },
  operator: {
    variable: 'TOKENBOOK_OPERATOR_TOKEN',
    field: 'operator_token',
    noun: 'operator token',
  },
} as const;

/** Where the addresses of both ports are. */
const ADDRESSES = {
  public: { variable: 'TOKENBOOK_URL', field: 'url', port: 'PORT' },
  operator: { variable: 'TOKENBOOK_ADMIN_URL', field: 'admin_url', port: 'ADMIN_PORT' },
} as const;

export interface Source {
  /** As messages name it. */
  readonly name: string;
  /** Null for a key that was given with the command, without an address: `--url` may name it. */
  readonly url: string | null;
  readonly key: string | undefined;
}

/** The sources of a role, in the order in which they are searched. */
export function sourcesOf(
  role: KeyRole,
  environment: Environment,
  named: string | undefined,
): Source[] {
  // A named profile is the only source: nothing else is meant.
  if (named !== undefined) {
    const profile = findProfile(environment, named)!;
    return [profileSource(role, environment, profile, `profile ${named}`)];
  }
  const found = [environmentSource(role, environment), envFileSource(role, environment)];
  const profile = findProfile(environment, undefined);
  if (profile) return [...found, profileSource(role, environment, profile, 'the default profile')];
  return [...found, localSource(role, environment)];
}

/** An address that needs no key. */
export function addressOf(
  kind: PortKind,
  environment: Environment,
  named: string | undefined,
): string {
  const { variable, field } = ADDRESSES[kind];
  const profile = findProfile(environment, named);
  const given = named === undefined ? environment[variable] || profile?.[field] : profile?.[field];
  return given ? origin(given) : localAddress(kind, environment);
}

/** The address that the environment names, or its file. */
export function namedAddress(role: KeyRole, environment: Environment): string | undefined {
  return environment[ADDRESSES[kindOf(role)].variable] || undefined;
}

export function profileSource(
  role: KeyRole,
  environment: Environment,
  profile: Profile,
  name: string,
): Source {
  const kind = kindOf(role);
  const kept = profile[ADDRESSES[kind].field];
  const url = kept ? origin(kept) : localAddress(kind, environment);
  return { name, url, key: profile[KEYS[role].field] };
}

function environmentSource(role: KeyRole, environment: Environment): Source {
  const key = isOfEnvFile(KEYS[role].variable) ? undefined : environment[KEYS[role].variable];
  const { variable } = ADDRESSES[kindOf(role)];
  const kept = isOfEnvFile(variable) ? undefined : environment[variable];
  return { name: 'the environment', url: kept ? origin(kept) : null, key: key || undefined };
}

function envFileSource(role: KeyRole, environment: Environment): Source {
  const key = isOfEnvFile(KEYS[role].variable) ? environment[KEYS[role].variable] : undefined;
  const kind = kindOf(role);
  const { variable } = ADDRESSES[kind];
  const kept = isOfEnvFile(variable) ? environment[variable] : undefined;
  const url = kept ? origin(kept) : localAddress(kind, environment);
  return { name: '.env', url, key: key || undefined };
}

function localSource(role: KeyRole, environment: Environment): Source {
  const url = localAddress(kindOf(role), environment);
  return { name: localCredentialsFile(environment), url, key: localKey(role, environment) };
}

function localKey(role: KeyRole, environment: Environment): string | undefined {
  if (role === 'operator') return localKeys(environment).secrets?.['TOKENBOOK_OPERATOR_TOKEN'];
  return role === 'buyer' ? localKeys(environment).demo?.buyer?.buyerKey : undefined;
}

export function kindOf(role: KeyRole): PortKind {
  return role === 'operator' ? 'operator' : 'public';
}

export function localAddress(kind: PortKind, environment: Environment): string {
  const name = ADDRESSES[kind].port;
  const parsed = settingsSchema.shape[name].safeParse(environment[name] || undefined);
  if (parsed.success) return `http://127.0.0.1:${parsed.data}`;
  throw new CommandError(`${name} is not a port: ${environment[name]}`);
}

/** @throws CommandError unless it is an http or https address */
export function origin(text: string): string {
  const url = canParseUrl(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol)) return url.origin;
  throw new CommandError(`${text} is not an address; write one such as http://127.0.0.1:8080.`);
}

/** Names of loopback are one host. */
export function isSameOrigin(one: string, other: string): boolean {
  return withoutLoopbackName(one) === withoutLoopbackName(other);
}

function withoutLoopbackName(text: string): string {
  return text.replace(/^(https?:\/\/)(?:localhost|\[::1\])(?=:|$)/, '$1127.0.0.1');
}
