/** Starts the other gateways that are installed on this machine in front of the benchmark's seller. */
import type { Buyers } from '../chat/buyers';
import type { Stage } from '../stage';
import { LITELLM } from './litellm';
import { NGINX } from './nginx';
import { PORTKEY } from './portkey';

const ALL = [NGINX, PORTKEY, LITELLM] as const;

export const OTHERS = { portkey: PORTKEY.name, liteLlm: LITELLM.name } as const;

export interface Others {
  readonly started: readonly { readonly name: string; readonly buyers: Buyers }[];
  /** Gateways that are not installed, each with its installation. */
  readonly leftOut: readonly string[];
}

export async function startOthers(stage: Stage, sellerUrl: string): Promise<Others> {
  const started: { name: string; buyers: Buyers }[] = [];
  for (const gateway of ALL.filter((one) => one.isInstalled())) {
    started.push({ name: gateway.name, buyers: await gateway.start(stage, sellerUrl) });
  }
  const leftOut = ALL.filter((one) => !one.isInstalled()).map(
    ({ name, wayIn }) => `${name} is not installed (${wayIn})`,
  );
  return { started, leftOut };
}
