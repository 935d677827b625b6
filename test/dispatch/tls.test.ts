/** TLS to a seller: whoever does not prove to be the seller sees no prompt, and keeps nobody waiting. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import tls from 'node:tls';
import type { SellerClientSettings } from '../../exchange/dispatch/seller-client';
import { type Certificate, newCertificate } from '../support/certificate';
import { startSeller } from '../support/sellers/seller';
import { attempt, closeClients, testClient } from './attempt';

const NAME = 'seller.localhost';
const HOUR_MS = 3_600_000;

afterEach(() => jest.restoreAllMocks());
afterAll(closeClients);

/** This process trusts the certificate, as with `NODE_EXTRA_CA_CERTS`. */
function trust({ cert }: Certificate): void {
  const connect = tls.connect as (options: tls.ConnectionOptions) => tls.TLSSocket;
  const trusting = jest.spyOn(tls, 'connect') as unknown as jest.SpyInstance;
  trusting.mockImplementation((options: tls.ConnectionOptions) =>
    connect({ ...options, ca: cert }),
  );
}

/** One attempt at a seller with this certificate. */
async function attemptWith(certificate: Certificate) {
  const seller = await startSeller('normal', { host: NAME, tls: certificate });
  const { outcome } = await attempt(testClient(), seller.url);
  await seller.close();
  return { outcome, requests: seller.requests.length };
}

/** What every connection does in the place of TLS. */
async function attemptAt(
  onConnection: (socket: Socket) => void,
  settings: Partial<SellerClientSettings> = {},
) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    sockets.push(socket);
    onConnection(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const attempted = await attempt(testClient(settings), `https://${NAME}:${port}/v1`);
  for (const socket of sockets) socket.destroy();
  server.close();
  return attempted;
}

const unsent = (reason: string, detail: string) => ({
  kind: 'failed',
  reason,
  sent: false,
  detail: expect.stringContaining(detail) as string,
});

test('a certificate of the name, which is trusted and valid, is answered', async () => {
  const certificate = newCertificate([NAME]);
  trust(certificate);
  expect(await attemptWith(certificate)).toMatchObject({
    outcome: { kind: 'answered' },
    requests: 1,
  });
});

test.each<[string, () => Certificate, string]>([
  ['of another name', () => newCertificate(['other.localhost']), 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['that is over', () => newCertificate([NAME], Date.now() - HOUR_MS), 'CERT_HAS_EXPIRED'],
  [
    'that is not valid yet',
    () => newCertificate([NAME], Date.now() + 72 * HOUR_MS),
    'CERT_NOT_YET_VALID',
  ],
])('a certificate %s gets no prompt', async (_what, certificateOf, code) => {
  const certificate = certificateOf();
  trust(certificate);
  expect(await attemptWith(certificate)).toMatchObject({
    outcome: unsent('connect_failed', code),
    requests: 0,
  });
});

test('a certificate that no trusted authority signed gets no prompt', async () => {
  expect(await attemptWith(newCertificate([NAME]))).toMatchObject({
    outcome: unsent('connect_failed', 'SELF_SIGNED'),
    requests: 0,
  });
});

test('a handshake that stands still ends with the time for a connection', async () => {
  const settings = { CONNECT_TIMEOUT_MS: 200, FIRST_BYTE_TIMEOUT_MS: 10_000 };
  const { outcome, tookMs } = await attemptAt(() => undefined, settings);
  expect(outcome).toMatchObject(unsent('connect_timeout', 'connect'));
  expect(tookMs).toBeLessThan(settings.FIRST_BYTE_TIMEOUT_MS / 2);
});

test('a handshake that is cut off, and a server without TLS, fail at once', async () => {
  const cut = await attemptAt((socket) => socket.once('data', () => socket.resetAndDestroy()));
  expect(cut.outcome).toMatchObject(unsent('connect_failed', 'ECONNRESET'));
  const plain = await attemptAt((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  });
  expect(plain.outcome).toMatchObject({ kind: 'failed', reason: 'connect_failed', sent: false });
});
