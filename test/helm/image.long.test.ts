/** The processes run as the chart runs them: as a user without rights, and nothing can be written. */
import { readFileSync } from 'node:fs';
import { freePort } from '../../setup/servers/ports';
import { testSettings } from '../support/environment';
import { buildOnce, environmentOf } from '../support/processes';
import { ImageFolder, type ContainedProcess, DOCKERFILE, canContain } from './image';

let folder: ImageFolder | null = null;
beforeAll(async () => {
  await buildOnce();
  if (await canContain()) folder = ImageFolder.make();
  else process.stderr.write('not run: this machine gives no mounts to containers\n');
});
afterAll(() => folder?.remove());

/** The check of the Dockerfile, which Docker runs in the container. */
const healthCheck = () => {
  const [, list = ''] = /^HEALTHCHECK .*\\\n\s+CMD (\[.*\])$/m.exec(DOCKERFILE) ?? [];
  return JSON.parse(list) as string[];
};

/** The largest memory that the process had, in MB. */
const peakMb = (pid: number) =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

test('each process starts, is healthy and stops', async () => {
  if (!folder) return;
  const image = folder;
  const settings = { ...environmentOf(await testSettings()), LOG_LEVEL: 'info' };
  const started: ContainedProcess[] = [];
  let ofGateway = {};
  for (const name of ['gateway', 'worker', 'relay']) {
    const port = String(await freePort());
    const environment = { ...settings, ADMIN_PORT: port, HEALTH_PORT: port };
    const command = ['node', '--enable-source-maps', `dist/processes/${name}.js`];
    const one = image.start(command, environment);
    started.push(one);
    if (name === 'gateway') ofGateway = environment;
    await one.ready();
    await image.run(healthCheck(), environment);
    process.stderr.write(`${name}: ${peakMb(one.pid).toFixed(0)} MB\n`);
  }
  // As `helm test` does, beside a gateway.
  expect(await image.run(['node', 'cli/tokenbook.mjs', 'doctor'], ofGateway)).toContain('settings');
  expect(await Promise.all(started.map((one) => one.stop()))).toEqual([0, 0, 0]);
});

test('nothing can be written', async () => {
  if (!folder) return;
  const write = (path: string) => ['node', '-e', `require('node:fs').writeFileSync('${path}', '')`];
  for (const path of ['written', 'dist/written', '/tmp/written']) {
    await expect(folder.run(write(path), {})).rejects.toThrow(/EROFS|EACCES/);
  }
});

test('the health check fails where nothing answers', async () => {
  if (!folder) return;
  const port = String(await freePort());
  await expect(folder.run(healthCheck(), { HEALTH_PORT: port })).rejects.toThrow(/Command failed/);
});

test('the command line runs', async () => {
  if (!folder) return;
  expect(await folder.run(['node', 'cli/tokenbook.mjs', '--version'], {})).toMatch(/^\d+\.\d+/);
});
