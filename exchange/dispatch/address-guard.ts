/**
 * Keeps buyers' prompts out of our own network (DISPATCH-11). A lookup hook is not sufficient,
 * because it is not called for literal addresses. Three checks run for every connection: the
 * literal, every DNS answer, and the address of the connected peer.
 */
import type { LookupAddress, LookupOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';
import { isPublicAddress } from '../../domain/endpoint-url';
import { AttemptFailure } from './outcome';
import { isOurNetwork } from './own-faults';
import { withoutContinues } from './unasked-continue';

export type AddressLookup = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

type AddressRule = (address: string) => boolean;

export interface GuardOptions {
  /** Local development: also allows loopback; private networks are always refused. */
  readonly local: boolean;
  readonly connectTimeoutMs: number;
  readonly lookup: AddressLookup;
}

/**
 * A connector for undici that connects to allowed addresses only; its errors are AttemptFailures.
 * Plain http is allowed for loopback only, and loopback in local development only.
 */
export function guardedConnector(options: GuardOptions): buildConnector.connector {
  const loopback = (address: string) => options.local && isLoopback(address);
  const plain = connectorTo(loopback, options);
  const secure = connectorTo((address) => loopback(address) || isPublicAddress(address), options);
  return (target, callback) => (target.protocol === 'https:' ? secure : plain)(target, callback);
}

function connectorTo(allowed: AddressRule, options: GuardOptions): buildConnector.connector {
  const connect = buildConnector({
    timeout: options.connectTimeoutMs,
    lookup: guardedLookup(options.lookup, allowed),
  } as buildConnector.BuildOptions);
  return (target, callback) => {
    const host = target.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !allowed(host)) return callback(refused(host), null);
    connect(target, (error, socket) => {
      if (error) return callback(connectFailure(error), null);
      const peer = socket.remoteAddress;
      if (peer !== undefined && allowed(peer)) return callback(null, withoutContinues(socket));
      socket.destroy();
      callback(refused(peer ?? 'unknown'), null);
    });
  };
}

function guardedLookup(lookup: AddressLookup, allowed: AddressRule): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const bad = addresses.find(({ address }) => !allowed(address));
      const first = addresses[0];
      if (bad || !first) return callback(refused(bad?.address ?? 'no address'), []);
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

function refused(address: string): AttemptFailure {
  return new AttemptFailure(
    'address_refused',
    `the endpoint resolves to ${address}, which is not a public address`,
  );
}

function connectFailure(error: Error): AttemptFailure {
  if (error instanceof AttemptFailure) return error;
  const code = (error as NodeJS.ErrnoException).code ?? error.name;
  if (isOurNetwork(error)) return new AttemptFailure('exchange_fault', `connecting: ${code}`);
  const timedOut = code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT';
  return new AttemptFailure(timedOut ? 'connect_timeout' : 'connect_failed', `connecting: ${code}`);
}
