/**
 * Portkey's gateway, from npm. It waits 25 ms before the first chunk of every stream. Streams fail
 * with a @hono/node-server later than the one that its package.json names.
 */
import { join } from 'node:path';
import { freePort } from '../../setup/servers/ports';
import type { Progress } from '../../setup/setup-error';
import { Buyers } from '../chat/buyers';
import { pinnedPackages } from './cache';
import { INSTALL_COMMAND, type OtherGateway } from './gateway';

const PACKAGES = pinnedPackages('portkey', 'package-lock.json');
const SCRIPT = join('node_modules', '@portkey-ai', 'gateway', 'build', 'start-server.js');

export const PORTKEY: OtherGateway = {
  name: 'Portkey',
  wayIn: INSTALL_COMMAND,
  isInstalled: () => PACKAGES.areThere,
  async start(stage, sellerUrl) {
    const port = await freePort();
    const buyers = new Buyers(`http://127.0.0.1:${port}`, ['none'], {
      headers: { 'x-portkey-provider': 'openai', 'x-portkey-custom-host': `${sellerUrl}/v1` },
    });
    await stage.startProgram('portkey', {
      binary: process.execPath,
      arguments: [join(PACKAGES.folder, SCRIPT), `--port=${port}`, '--headless'],
      environment: { NODE_ENV: 'production' },
      check: async () => void (await buyers.plain(0)),
    });
    return buyers;
  },
};

export async function installPortkey(progress: Progress): Promise<void> {
  progress('installing Portkey with npm');
  await PACKAGES.install(progress);
}
