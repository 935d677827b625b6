/**
 * Portkey's gateway, from npm. It waits 25 ms before the first chunk of every stream. Streams fail
 * with a @hono/node-server later than the one that its package.json names.
 */
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../setup/servers/command';
import { freePort } from '../../setup/servers/ports';
import type { Progress } from '../../setup/setup-error';
import { Buyers } from '../chat/buyers';
import { arePackagesThere, installPackages, packagesOf, pinnedBy } from './cache';
import { INSTALL_COMMAND, type OtherGateway } from './gateway';

const FOLDER = 'portkey';
const LOCKFILE = pinnedBy(FOLDER, 'package-lock.json');
const SCRIPT = join('node_modules', '@portkey-ai', 'gateway', 'build', 'start-server.js');

export const PORTKEY: OtherGateway = {
  name: 'Portkey',
  wayIn: INSTALL_COMMAND,
  isInstalled: () => arePackagesThere(FOLDER, LOCKFILE),
  async start(stage, sellerUrl) {
    const port = await freePort();
    const buyers = new Buyers(`http://127.0.0.1:${port}`, ['none'], {
      headers: { 'x-portkey-provider': 'openai', 'x-portkey-custom-host': `${sellerUrl}/v1` },
    });
    await stage.startProgram('portkey', {
      binary: process.execPath,
      arguments: [join(packagesOf(FOLDER, LOCKFILE), SCRIPT), `--port=${port}`, '--headless'],
      environment: { NODE_ENV: 'production' },
      check: async () => void (await buyers.plain(0)),
    });
    return buyers;
  },
};

/** Install scripts of packages are disabled. */
export async function installPortkey(progress: Progress): Promise<void> {
  await installPackages(FOLDER, LOCKFILE, async (folder) => {
    await mkdir(folder);
    for (const file of ['package.json', 'package-lock.json']) {
      await cp(pinnedBy(FOLDER, file), join(folder, file));
    }
    progress('installing Portkey with npm');
    const flags = ['--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund'];
    await run('npm', ['ci', '--prefix', folder, ...flags], { progress });
  });
}
