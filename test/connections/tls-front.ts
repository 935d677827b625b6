/** TLS in front of a server that has none, as a load balancer ends it. */
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { pipeline } from 'node:stream';
import { createServer } from 'node:tls';
import type { Certificate } from '../support/certificate';

export interface TlsFront {
  readonly port: number;
  /** Local ports of its connections to the server behind it. */
  readonly ownPorts: ReadonlySet<number>;
  stop(): void;
}

export async function tlsInFrontOf(port: number, certificate: Certificate): Promise<TlsFront> {
  const ownPorts = new Set<number>();
  const server = createServer(certificate, (outside) => {
    const inside = connect(port, '127.0.0.1', () => ownPorts.add(inside.localPort!));
    pipeline(outside, inside, outside, () => undefined);
  });
  server.on('tlsClientError', () => undefined); // a client that refuses the certificate
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address() as AddressInfo;
  return { port: address.port, ownPorts, stop: () => void server.close() };
}
