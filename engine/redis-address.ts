/**
 * Addresses of Redis:
 * - `redis://[[user]:password@]host[:port][/database]`, `rediss://` for TLS
 * - `redis+sentinel://[[user]:password@]host[:port][,host[:port]...]/name[/database]`, where the
 *   hosts are Sentinels and the name is that of the primary; `rediss+sentinel://` for TLS. The
 *   parameters `sentinel_username` and `sentinel_password` are for the Sentinels themselves.
 * - `redis+cluster://[[user]:password@]host[:port][,host[:port]...]`, where the hosts are nodes of a
 *   Redis Cluster, which tell the others; `rediss+cluster://` for TLS. It has database 0 only.
 *
 * Special characters of users and passwords are percent-encoded.
 */
import { isIP } from 'node:net';
import type { RedisOptions } from 'ioredis';

const ADDRESS =
  /^(rediss?)(\+sentinel|\+cluster)?:\/\/(?:([^:@/?#]*)(?::([^@/?#]*))?@)?([^@/?#]+)(?:\/([^?#]*))?(?:\?([^#]*))?$/;
const REDIS_PORT = 6379;
const SENTINEL_PORT = 26379;

export interface RedisHost {
  readonly host: string;
  readonly port: number;
}

export interface RedisAddress {
  /** Of a cluster; null for one server, and for Sentinels. */
  readonly nodes: readonly RedisHost[] | null;
  readonly options: RedisOptions;
}

/** @throws Error that says what is wrong, without the address: it may hold a password */
export function parseRedisAddress(address: string): RedisAddress {
  const [, scheme, kind, user, password, hosts = '', path = '', query = ''] =
    ADDRESS.exec(address) ?? invalid('it must be like redis://user:password@host:port/0');
  const access = {
    ...(user ? { username: decoded(user) } : {}),
    ...(password ? { password: decoded(password) } : {}),
  };
  const parameters = new URLSearchParams(query);
  const isTls = scheme === 'rediss';
  if (kind === '+sentinel') {
    return { nodes: null, options: withSentinels(hosts, path, parameters, access, isTls) };
  }
  for (const name of parameters.keys()) invalid(`the parameter "${name}" is unknown`);
  const database = databaseOf(path);
  if (kind === '+cluster') {
    if (database !== 0) invalid('a cluster has database 0 only');
    const nodes = hosts.split(',').map((host) => hostAndPort(host, REDIS_PORT));
    return { nodes, options: { ...access, ...(isTls ? { tls: {} } : {}) } };
  }
  if (hosts.includes(',')) invalid('several hosts need redis+cluster:// or redis+sentinel://');
  const { host, port } = hostAndPort(hosts, REDIS_PORT);
  const tls = isTls ? { tls: isIP(host) ? {} : { servername: host } } : {};
  return { nodes: null, options: { host, port, db: database, ...access, ...tls } };
}

function withSentinels(
  hosts: string,
  path: string,
  parameters: URLSearchParams,
  access: RedisOptions,
  isTls: boolean,
): RedisOptions {
  const [name = '', database = ''] = path.split('/');
  if (name === '') invalid('the name of the primary is missing: redis+sentinel://host:26379/name');
  for (const parameter of parameters.keys()) {
    if (!['sentinel_username', 'sentinel_password'].includes(parameter)) {
      invalid(`the parameter "${parameter}" is unknown`);
    }
  }
  const sentinelUsername = parameters.get('sentinel_username');
  const sentinelPassword = parameters.get('sentinel_password');
  return {
    sentinels: hosts.split(',').map((host) => hostAndPort(host, SENTINEL_PORT)),
    name: decoded(name),
    role: 'master',
    db: databaseOf(database),
    ...access,
    ...(sentinelUsername ? { sentinelUsername } : {}),
    ...(sentinelPassword ? { sentinelPassword } : {}),
    ...(isTls
      ? {
          tls: {},
          sentinelTLS: {},
          enableTLSForSentinelMode: true,
        }
      : {}),
  };
}

function hostAndPort(text: string, defaultPort: number): RedisHost {
  const [, bracketed, name, digits] =
    /^(?:\[([\da-fA-F:]+)\]|([^:,[\]]+))(?::(\d+))?$/.exec(text) ??
    invalid('a host is not like host:port');
  const port = digits === undefined ? defaultPort : Number(digits);
  if (port < 1 || port > 65_535) invalid(`${port} is not a port`);
  return { host: bracketed ?? name ?? '', port };
}

function databaseOf(path: string): number {
  if (path === '') return 0;
  return /^\d+$/.test(path) ? Number(path) : invalid('the database must be a number');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return invalid('special characters of user and password must be percent-encoded');
  }
}

function invalid(problem: string): never {
  throw new Error(`REDIS_URL is invalid: ${problem}`);
}
