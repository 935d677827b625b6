/**
 * Addresses and keys of a command. A value comes from the option, else from the environment, else
 * from the profile, else from the exchange that `npm start` runs on this machine.
 */
import { settingsSchema } from '../config/schema';
import type { Port } from './client';
import { CommandError } from './command-error';
import { localCredentialsFile, localKeys } from './local-home';
import { type Profile, findProfile } from './profiles';

export interface Options {
  readonly url?: string;
  readonly profile?: string;
}

export type Role = 'anyone' | 'buyer' | 'seller' | 'operator';

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

type Environment = NodeJS.ProcessEnv;

/** @throws CommandError that says where the key is searched */
export function portFor(role: Role, environment: Environment, options: Options): Port {
  return portOf(role, environment, options, profileOf(environment, options));
}

/** With a profile that is known already. @throws CommandError as `portFor` does */
export function portOf(
  role: Role,
  environment: Environment,
  options: Options,
  profile: Profile | null,
): Port {
  if (role === 'operator') return operatorPort(environment, options, profile);
  const key = role === 'anyone' ? null : requireKey(role, environment, profile);
  return {
    url: publicUrl(environment, options, profile),
    headers: {
      ...(role === 'buyer' ? { authorization: `Bearer ${key}` } : {}),
      ...(role === 'seller' && key ? { 'x-seller-api-key': key } : {}),
    },
    whenSilent:
      'Is it running? "npm start" starts one; PORT, TOKENBOOK_URL, --url or a profile name another address.',
    hasPages: true,
  };
}

/** Whether a key of the role can be found. */
export function hasKey(
  role: keyof typeof KEYS,
  environment: Environment,
  options: Options,
): boolean {
  return findKey(role, environment, profileOf(environment, options)) !== undefined;
}

/** Null without any profile: then the local exchange is meant, and with it its keys. */
function profileOf(environment: Environment, { profile }: Options): Profile | null {
  return findProfile(environment, profile ?? (environment['TOKENBOOK_PROFILE'] || undefined));
}

function operatorPort(environment: Environment, { url }: Options, profile: Profile | null): Port {
  const token = requireKey('operator', environment, profile);
  const given = url ?? (environment['TOKENBOOK_ADMIN_URL'] || profile?.admin_url);
  return {
    url: origin(given ?? `http://127.0.0.1:${port('ADMIN_PORT', environment)}`),
    headers: { authorization: `Bearer ${token}` },
    whenSilent:
      'Is it running? "npm start" starts one; ADMIN_PORT, TOKENBOOK_ADMIN_URL, --url or a profile name another port.',
    hasPages: false,
  };
}

function publicUrl(environment: Environment, { url }: Options, profile: Profile | null): string {
  const given = url ?? (environment['TOKENBOOK_URL'] || profile?.url);
  return origin(given ?? `http://127.0.0.1:${port('PORT', environment)}`);
}

function requireKey(
  role: keyof typeof KEYS,
  environment: Environment,
  profile: Profile | null,
): string {
  const key = findKey(role, environment, profile);
  if (key !== undefined) return key;
  const { variable, noun } = KEYS[role];
  const home = role === 'seller' ? '' : `, and ${localCredentialsFile(environment)} has none`;
  throw new CommandError(`No ${noun}: ${variable} is not set, no profile has one${home}.`, {
    exit: 'credential',
    remedy: `Set it, or store one: "tokenbook login --as ${role}".${role === 'seller' ? '' : ' "npm start" creates one.'}`,
  });
}

function findKey(
  role: keyof typeof KEYS,
  environment: Environment,
  profile: Profile | null,
): string | undefined {
  const { variable, field } = KEYS[role];
  const given = environment[variable] || profile?.[field];
  if (given || profile) return given;
  if (role === 'operator') return localKeys(environment).secrets?.['TOKENBOOK_OPERATOR_TOKEN'];
  return role === 'buyer' ? localKeys(environment).demo?.buyer?.buyerKey : undefined;
}

function port(name: 'PORT' | 'ADMIN_PORT', environment: Environment): number {
  const parsed = settingsSchema.shape[name].safeParse(environment[name] || undefined);
  if (parsed.success) return parsed.data;
  throw new CommandError(`${name} is not a port: ${environment[name]}`);
}

/** @throws CommandError unless it is an http or https address */
export function origin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol)) return url.origin;
  throw new CommandError(`${text} is not an address; write one such as http://127.0.0.1:8080.`);
}
