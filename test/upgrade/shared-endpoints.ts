/** Three sellers of one endpoint, as releases registered them that took each spelling for another one. */
import { endpointIdentity } from '../../domain/endpoint-identity';
import { closeAll } from '../support/close-all';
import { Exchange } from '../support/exchange';
import { startSeller } from '../support/sellers/seller';
import type { Addresses } from '../support/servers';
import { until } from '../support/wait';
import { Fleet } from './fleet';
import type { Release } from './release';

/**
 * The oldest holds the endpoint, and the operator finds each later one in a log and in its history,
 * once, however many processes of the newer release start.
 */
export async function expectSharedEndpointsNamed(
  addresses: Addresses,
  old: Release,
  present: Release,
): Promise<void> {
  const exchange = await Exchange.start({ addresses, gateways: 0, workers: 0 });
  const fleet = new Fleet(exchange);
  const server = await startSeller();
  try {
    for (const kind of ['worker', 'gateway'] as const) await fleet.start(kind, old);
    const [oldest, ...later] = await registered(exchange, server.url);
    for (const kind of ['worker', 'gateway', 'worker'] as const) await fleet.start(kind, present);
    const { sellers, sellerChanges } = exchange.records;
    const identity = endpointIdentity(server.url);
    const identified = () => sellers.countDocuments({ endpointIdentity: identity });
    await until(async () => (await identified()) === later.length + 1, { what: 'the identities' });
    expect(await sellers.findOne({ heldEndpoint: identity })).toMatchObject({ _id: oldest });
    for (const sellerId of later) {
      const changes = await sellerChanges.find({ sellerId, actor: 'upgrade' }).toArray();
      expect(changes).toMatchObject([{ reason: expect.stringContaining(oldest!) }]);
      const lines = fleet.errors().filter((line) => line.includes(sellerId));
      expect(lines).toEqual([expect.stringContaining(oldest!)]);
    }
  } finally {
    await closeAll([() => fleet.close(), () => exchange.stop(), () => server.close()]);
  }
}

/** @returns the ids, the oldest first */
async function registered(exchange: Exchange, url: string): Promise<string[]> {
  const sellerIds: string[] = [];
  for (const spelling of [url, `${url}/`, `${url}?x=1`]) {
    sellerIds.push((await exchange.register(spelling)).sellerId);
  }
  expect(new Set(sellerIds).size).toBe(3);
  return sellerIds;
}
