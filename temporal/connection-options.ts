/** What every connection to Temporal has in common: address, TLS and API key, from the settings. */
import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from '@temporalio/client';
import type { Settings } from '../config/settings';
import { apiKeyOf } from './api-key';

export type TemporalSettings = Pick<
  Settings,
  | 'temporalAddress'
  | 'TEMPORAL_API_KEY'
  | 'TEMPORAL_API_KEY_FILE'
  | 'TEMPORAL_TLS'
  | 'TEMPORAL_TLS_CLIENT_CERT_PATH'
  | 'TEMPORAL_TLS_CLIENT_KEY_PATH'
  | 'TEMPORAL_TLS_SERVER_CA_CERT_PATH'
  | 'TEMPORAL_TLS_SERVER_NAME'
>;

type TlsOptions = Exclude<NonNullable<ConnectionOptions['tls']>, boolean>;

/**
 * Options for `Connection`, which would send its calls through a proxy of the environment
 * (`http_proxy`): no server of an exchange is reached through one. Its API key is read for each call,
 * so that it may change.
 */
export function clientOptions(settings: TemporalSettings): ConnectionOptions {
  return { ...connectionOptions(settings), channelArgs: { 'grpc.enable_http_proxy': 0 } };
}

/** Of the native connection too, which uses no proxy. */
export function connectionOptions(
  settings: TemporalSettings,
): Pick<ConnectionOptions, 'address' | 'tls' | 'apiKey'> {
  const apiKey = apiKeyOf(settings);
  return {
    address: settings.temporalAddress,
    tls: tlsOptions(settings) ?? false,
    ...(apiKey ? { apiKey } : {}),
  };
}

/**
 * Null without TLS.
 * @throws Error when settings contradict each other, or when a file cannot be read
 */
export function tlsOptions(settings: TemporalSettings): TlsOptions | null {
  const {
    TEMPORAL_TLS_CLIENT_CERT_PATH: certificate,
    TEMPORAL_TLS_CLIENT_KEY_PATH: key,
    TEMPORAL_TLS_SERVER_CA_CERT_PATH: authority,
    TEMPORAL_TLS_SERVER_NAME: serverName,
  } = settings;
  const needed = neededBy(settings);
  if (settings.TEMPORAL_TLS === 'false') {
    if (needed) throw new Error(`TEMPORAL_TLS is false, but ${needed} needs TLS.`);
    return null;
  }
  if (settings.TEMPORAL_TLS === undefined && !needed) return null;
  if (!certificate !== !key) {
    const [given, missing] = certificate ? ['CERT', 'KEY'] : ['KEY', 'CERT'];
    throw new Error(
      `TEMPORAL_TLS_CLIENT_${given}_PATH is set without TEMPORAL_TLS_CLIENT_${missing}_PATH.`,
    );
  }
  return {
    ...(serverName ? { serverNameOverride: serverName } : {}),
    ...(authority
      ? { serverRootCACertificate: readPem('TEMPORAL_TLS_SERVER_CA_CERT_PATH', authority) }
      : {}),
    ...(certificate && key
      ? {
          clientCertPair: {
            crt: readPem('TEMPORAL_TLS_CLIENT_CERT_PATH', certificate),
            key: readPem('TEMPORAL_TLS_CLIENT_KEY_PATH', key),
          },
        }
      : {}),
  };
}

/** The first setting that means nothing without TLS. */
function neededBy(settings: TemporalSettings): string | undefined {
  const names = [
    'TEMPORAL_API_KEY',
    'TEMPORAL_API_KEY_FILE',
    'TEMPORAL_TLS_CLIENT_CERT_PATH',
    'TEMPORAL_TLS_CLIENT_KEY_PATH',
    'TEMPORAL_TLS_SERVER_CA_CERT_PATH',
    'TEMPORAL_TLS_SERVER_NAME',
  ] as const;
  return names.find((name) => settings[name] !== undefined);
}

function readPem(setting: string, path: string): Buffer {
  let content: Buffer;
  try {
    content = readFileSync(path);
  } catch (err) {
    const { code = 'unreadable' } = err as NodeJS.ErrnoException;
    throw new Error(`${setting}: cannot read ${path} (${code}).`, { cause: err });
  }
  if (content.includes('-----BEGIN ')) return content;
  throw new Error(`${setting}: ${path} is not a PEM file.`);
}
