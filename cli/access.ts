/** The address and the key of a command, both from one source. */
import type { Port } from './client';
import { CommandError } from './command-error';
import { localCredentialsFile } from './local-home';
import type { Profile } from './profiles';
import {
  KEYS,
  type KeyRole,
  type Source,
  addressOf,
  isSameOrigin,
  kindOf,
  localAddress,
  namedAddress,
  origin,
  profileSource,
  sourcesOf,
} from './sources';

export interface Options {
  readonly url?: string;
  readonly profile?: string;
}

export type Role = 'anyone' | KeyRole;

type Environment = NodeJS.ProcessEnv;

/**
 * @throws CommandError when no source has a key of the role, or none that is kept beside the
 *   address that the command or the environment names
 */
export function portFor(role: Role, environment: Environment, options: Options): Port {
  const named = profileNameOf(environment, options);
  if (role === 'anyone') {
    const url = options.url ? origin(options.url) : addressOf('public', environment, named);
    return portTo(role, url, null);
  }
  const sources = sourcesOf(role, environment, named);
  return chosen(role, environment, sources, wantedAddress(role, environment, options));
}

/** A port by a profile that is not stored yet. @throws CommandError as `portFor` does */
export function portOfProfile(role: KeyRole, environment: Environment, profile: Profile): Port {
  const source = profileSource(role, environment, profile, 'this profile');
  return chosen(role, environment, [source], undefined);
}

/** Whether there is a key of the role that may be sent to the address. */
export function hasKey(role: KeyRole, environment: Environment, options: Options): boolean {
  const sources = sourcesOf(role, environment, profileNameOf(environment, options));
  return sourceFor(sources, wantedAddress(role, environment, options)) !== undefined;
}

/** The address that the command names, else the environment unless the command names a profile. */
function wantedAddress(
  role: KeyRole,
  environment: Environment,
  options: Options,
): string | undefined {
  const isNamed = profileNameOf(environment, options) !== undefined;
  const given = options.url ?? (isNamed ? undefined : namedAddress(role, environment));
  return given === undefined ? undefined : origin(given);
}

function profileNameOf(environment: Environment, { profile }: Options): string | undefined {
  return profile ?? (environment['TOKENBOOK_PROFILE'] || undefined);
}

function chosen(
  role: KeyRole,
  environment: Environment,
  sources: readonly Source[],
  wanted: string | undefined,
): Port {
  const source = sourceFor(sources, wanted);
  if (source) {
    const url = wanted ?? source.url ?? localAddress(kindOf(role), environment);
    return portTo(role, url, source.key!);
  }
  const first = sources.find(({ key }) => key !== undefined);
  throw first ? kept(role, first, wanted!) : noKey(role, environment, sources);
}

/** The first source with a key that may be sent to the address. */
function sourceFor(sources: readonly Source[], wanted: string | undefined): Source | undefined {
  return sources.find(
    ({ key, url }) =>
      key !== undefined && (wanted === undefined || url === null || isSameOrigin(url, wanted)),
  );
}

function portTo(role: Role, url: string, key: string | null): Port {
  const isOperator = role === 'operator';
  const [port, variable] = isOperator
    ? ['ADMIN_PORT', 'TOKENBOOK_ADMIN_URL']
    : ['PORT', 'TOKENBOOK_URL'];
  return {
    url,
    headers: headersOf(role, key),
    whenSilent: `Is it running? "npm start" starts one; ${port}, ${variable}, --url or a profile name another ${isOperator ? 'port' : 'address'}.`,
    hasPages: !isOperator,
  };
}

function headersOf(role: Role, key: string | null): Record<string, string> {
  if (key === null) return {};
  return role === 'seller' ? { 'x-seller-api-key': key } : { authorization: `Bearer ${key}` };
}

function noKey(role: KeyRole, environment: Environment, sources: readonly Source[]): CommandError {
  const { variable, noun } = KEYS[role];
  const remedy = `store one: "tokenbook login --as ${role}"`;
  const [only] = sources;
  if (only && sources.length === 1) {
    const message = `No ${noun}: ${only.name} has none.`;
    return new CommandError(message, { exit: 'credential', remedy: `Name another, or ${remedy}.` });
  }
  const home = role === 'seller' ? '' : `, and ${localCredentialsFile(environment)} has none`;
  return new CommandError(`No ${noun}: ${variable} is not set, no profile has one${home}.`, {
    exit: 'credential',
    remedy: `Set it, or ${remedy}.${role === 'seller' ? '' : ' "npm start" creates one.'}`,
  });
}

function kept(role: KeyRole, { name, url }: Source, wanted: string): CommandError {
  const { variable, noun } = KEYS[role];
  return new CommandError(`The ${noun} of ${name} is for ${url}: it is not sent to ${wanted}.`, {
    exit: 'credential',
    remedy: `Name a profile of ${wanted} ("tokenbook login" makes one), or set ${variable} beside the address.`,
  });
}
