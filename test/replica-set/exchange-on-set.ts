/** An exchange whose records are in a replica set of three. */
import { Exchange, type ExchangeOptions } from '../support/exchange';
import { sharedServers } from '../support/shared-servers';
import { MongodSet } from './mongod-set';

export interface ExchangeOnSet {
  readonly set: MongodSet;
  readonly exchange: Exchange;
  stop(): Promise<void>;
}

export async function startOnSet(options: ExchangeOptions = {}): Promise<ExchangeOnSet> {
  const set = await MongodSet.start();
  const addresses = { ...sharedServers().addresses, mongoUri: set.mongoUri };
  const settings = { CHAT_QUOTA: 1_000_000, ...options.settings };
  try {
    const exchange = await Exchange.start({ ...options, addresses, settings });
    const stop = async (): Promise<void> => {
      await exchange.stop();
      await set.stop();
    };
    return { set, exchange, stop };
  } catch (err) {
    await set.stop();
    throw err;
  }
}
