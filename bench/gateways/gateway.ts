/** Another gateway, which the benchmark runs in front of the same seller. */
import type { Buyers } from '../chat/buyers';
import type { Stage } from '../stage';

export interface OtherGateway {
  readonly name: string;
  /** How to install it. */
  readonly wayIn: string;
  isInstalled(): boolean;
  /** Starts it in front of the seller and waits until it is ready. */
  start(stage: Stage, sellerUrl: string): Promise<Buyers>;
}

export const INSTALL_COMMAND = 'npm run bench:gateways';
