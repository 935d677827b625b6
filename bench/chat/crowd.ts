/** Servers, an exchange with an instant seller, and buyers with unlimited connections. */
import type { Addresses, Stage } from '../stage';
import { Buyers } from './buyers';
import { benchEnvironment, openExchange, startSeller } from './exchange';

export interface Crowd {
  readonly addresses: Addresses;
  readonly environment: Readonly<Record<string, string>>;
  readonly buyers: Buyers;
}

export async function openCrowd(stage: Stage, count: number): Promise<Crowd> {
  const addresses = await stage.startServers();
  const environment = await benchEnvironment(addresses);
  const sellerUrl = await startSeller(stage);
  const { url, buyerKeys } = await openExchange(stage, environment, sellerUrl, count);
  return { addresses, environment, buyers: new Buyers(url, buyerKeys, { connections: null }) };
}
