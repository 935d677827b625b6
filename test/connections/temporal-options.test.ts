/** How a process connects to Temporal: what the settings say, and contradictions that are refused. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type TemporalSettings,
  connectionOptions,
  tlsOptions,
} from '../../temporal/connection-options';
import { newCertificate } from '../support/certificate';
import { until } from '../support/wait';

const { cert, key } = newCertificate(['temporal.test']);
const PLAIN = { temporalAddress: '127.0.0.1:7233' } as TemporalSettings;

let folder: string;
const paths = {} as Record<'cert' | 'key' | 'text' | 'apiKey', string>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tokenbook-options-'));
  const files = { cert, key, text: 'no certificate', apiKey: 'first' };
  for (const [name, content] of Object.entries(files)) {
    paths[name as keyof typeof paths] = join(folder, name);
    await writeFile(join(folder, name), content);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('without settings there is no TLS and no key', () => {
  expect(connectionOptions(PLAIN)).toEqual({ address: '127.0.0.1:7233', tls: false });
});

test('TLS alone trusts the authorities of the system', () => {
  expect(tlsOptions({ ...PLAIN, TEMPORAL_TLS: 'true' })).toEqual({});
});

test('certificates are read from their files', () => {
  expect(
    tlsOptions({
      ...PLAIN,
      TEMPORAL_TLS_CLIENT_CERT_PATH: paths.cert,
      TEMPORAL_TLS_CLIENT_KEY_PATH: paths.key,
      TEMPORAL_TLS_SERVER_NAME: 'temporal.test',
    }),
  ).toEqual({
    serverNameOverride: 'temporal.test',
    clientCertPair: { crt: Buffer.from(cert), key: Buffer.from(key) },
  });
  expect(tlsOptions({ ...PLAIN, TEMPORAL_TLS_SERVER_CA_CERT_PATH: paths.cert })).toEqual({
    serverRootCACertificate: Buffer.from(cert),
  });
});

test.each([
  [{ TEMPORAL_API_KEY: 'secret' }, 'TEMPORAL_API_KEY needs TLS'],
  [{ TEMPORAL_TLS_SERVER_NAME: 'a' }, 'TEMPORAL_TLS_SERVER_NAME needs TLS'],
])('what needs TLS is refused without it: %j', (settings, message) => {
  expect(() => tlsOptions({ ...PLAIN, ...settings, TEMPORAL_TLS: 'false' })).toThrow(message);
  expect(tlsOptions({ ...PLAIN, TEMPORAL_TLS: 'false' })).toBeNull();
  expect(tlsOptions({ ...PLAIN, ...settings })).not.toBeNull();
});

test('half a client certificate, a file that is none, and one that is missing are refused', () => {
  const client = (certificate?: string, privateKey?: string) =>
    tlsOptions({
      ...PLAIN,
      ...(certificate === undefined ? {} : { TEMPORAL_TLS_CLIENT_CERT_PATH: certificate }),
      ...(privateKey === undefined ? {} : { TEMPORAL_TLS_CLIENT_KEY_PATH: privateKey }),
    });
  expect(() => client(paths.cert)).toThrow('without TEMPORAL_TLS_CLIENT_KEY_PATH');
  expect(() => client(undefined, paths.key)).toThrow('without TEMPORAL_TLS_CLIENT_CERT_PATH');
  expect(() => client(paths.text, paths.key)).toThrow('is not a PEM file');
  expect(() => client(join(folder, 'absent'), paths.key)).toThrow('ENOENT');
});

test('a key in a file is the present one at each call', async () => {
  const { apiKey } = connectionOptions({ ...PLAIN, TEMPORAL_API_KEY_FILE: paths.apiKey });
  const current = apiKey as () => string;
  expect(current()).toBe('first');
  await writeFile(paths.apiKey, 'second\n');
  await until(() => current() === 'second', { what: 'the second key' });
});
