/**
 * Why Temporal cannot be reached, for an operator: the SDK gives the reason in the terms of its
 * libraries, or only that time has passed. One more handshake tells it.
 */
import { once } from 'node:events';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { type TemporalSettings, tlsOptions } from './connection-options';

const DEFAULT_PORT = 7233;
const HANDSHAKE_MS = 3_000;
/** With TLS 1.3 a server refuses a client's certificate after the handshake. */
const ALERT_MS = 500;

/** By the code of the error. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [
    /SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)/,
    'its certificate is not signed by a trusted authority; set TEMPORAL_TLS_SERVER_CA_CERT_PATH',
  ],
  [
    /CERT_ALTNAME_INVALID/,
    'its certificate is for another name; correct TEMPORAL_ADDRESS or TEMPORAL_TLS_SERVER_NAME',
  ],
  [/CERT_HAS_EXPIRED/, 'its certificate has expired'],
  [
    /ALERT_CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE/,
    'it demands a client certificate; set TEMPORAL_TLS_CLIENT_CERT_PATH and TEMPORAL_TLS_CLIENT_KEY_PATH',
  ],
  [/ALERT_UNKNOWN_CA|ALERT_BAD_CERTIFICATE/, 'it does not accept the client certificate'],
  [/WRONG_VERSION_NUMBER|PACKET_LENGTH/, 'it does not use TLS; check TEMPORAL_TLS and the port'],
  [/KEY_VALUES_MISMATCH/, 'TEMPORAL_TLS_CLIENT_KEY_PATH is not the key of the certificate'],
];

/** @param err of the SDK, whose text is used when the handshake succeeds */
export async function connectionFailure(settings: TemporalSettings, err: unknown): Promise<Error> {
  const failure = await handshakeFailure(settings);
  const { code = '', message } = failure ?? (err as NodeJS.ErrnoException);
  const reason = REASONS.find(([pattern]) => pattern.test(String(code)))?.[1] ?? message;
  return new Error(`Temporal at ${settings.temporalAddress}: ${reason}`);
}

async function handshakeFailure(settings: TemporalSettings): Promise<NodeJS.ErrnoException | null> {
  let socket: Socket | null = null;
  try {
    const tls = tlsOptions(settings);
    socket = open(settings.temporalAddress, tls);
    const failed = once(socket, 'error').then(([err]) => err as NodeJS.ErrnoException);
    const silent = delay(HANDSHAKE_MS, new Error('no answer to the handshake'), { ref: false });
    const done = once(socket, tls ? 'secureConnect' : 'connect')
      .then(() => delay(ALERT_MS))
      .then(() => null);
    done.catch(() => undefined);
    return await Promise.race([failed, done, silent]);
  } catch (err) {
    return err as NodeJS.ErrnoException;
  } finally {
    socket?.destroy();
  }
}

function open(address: string, tls: ReturnType<typeof tlsOptions>): Socket {
  const { hostname, port } = new URL(`http://${address}`);
  const host = hostname.replace(/^\[|\]$/g, '');
  const target = { host, port: Number(port) || DEFAULT_PORT };
  if (!tls) return connectPlain(target);
  const servername = tls.serverNameOverride ?? host;
  const { clientCertPair: pair, serverRootCACertificate: ca } = tls;
  return connectTls({
    ...target,
    ALPNProtocols: ['h2'],
    ...(isIP(servername) ? {} : { servername }),
    ...(ca ? { ca: Buffer.from(ca) } : {}),
    ...(pair ? { cert: Buffer.from(pair.crt), key: Buffer.from(pair.key) } : {}),
  }).resume();
}
