/** The Compose profile `observability`: what its files name exists. No container is started. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { settingsSchema } from '../../config/schema';

interface Service {
  readonly image: string;
  readonly profiles?: string[];
  readonly volumes?: string[];
  readonly environment?: Record<string, string | number>;
}

const ROOT = join(__dirname, '..', '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const { services, volumes } = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, null>;
};
const programs = Object.entries(services).filter(([, { profiles }]) =>
  profiles?.includes('observability'),
);
const mountsOf = (service: string) =>
  (services[service]?.volumes ?? []).map((mount) => mount.split(':'));

test('has exact versions, and no rights that its programs can do without', () => {
  expect(programs.map(([name]) => name)).toEqual(['prometheus', 'jaeger', 'grafana']);
  for (const [, program] of programs) {
    expect(program).toMatchObject({
      image: expect.stringMatching(/:v?\d+\.\d+\.\d+$/),
      profiles: ['observability'],
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    const names = Object.keys(program.environment ?? {});
    expect(names.filter((name) => /PASSWORD|SECRET|TOKEN|_KEY/.test(name))).toEqual([]);
  }
});

test('mounts files that exist, for reading, and named volumes', () => {
  const mounts = programs.flatMap(([name]) => mountsOf(name));
  expect(mounts.length).toBeGreaterThan(3);
  const isThere = ([source = '', , mode]: string[]) =>
    source.startsWith('./') ? existsSync(join(ROOT, source)) && mode === 'ro' : source in volumes;
  expect(mounts.filter((mount) => !isThere(mount))).toEqual([]);
});

test('Prometheus reaches /metrics of every kind of process, and its rules', () => {
  const config = parse(read('deploy/prometheus/prometheus.yml')) as {
    rule_files: string[];
    scrape_configs: { static_configs: { targets: string[] }[] }[];
  };
  const targets = config.scrape_configs.flatMap(({ static_configs: groups }) =>
    groups.flatMap((group) => group.targets),
  );
  const { ADMIN_PORT } = settingsSchema.parse({});
  const served = ['gateway', 'worker', 'relay'].map((name) => {
    const { environment = {} } = services[name]!;
    // On its loopback address a container answers itself alone.
    expect(environment).toMatchObject({ ADMIN_BIND_ADDRESS: '0.0.0.0' });
    return `${name}:${environment.HEALTH_PORT ?? ADMIN_PORT}`;
  });
  expect(targets).toEqual(served);
  expect(mountsOf('prometheus')).toContainEqual(['./deploy/prometheus', '/etc/prometheus', 'ro']);
  expect(readdirSync(join(ROOT, 'deploy/prometheus'))).toEqual(
    expect.arrayContaining(['prometheus.yml', ...config.rule_files]),
  );
});

test('Grafana reads its data sources from the other two, and the dashboards', () => {
  const { datasources } = parse(read('deploy/compose/data-sources.yml')) as {
    datasources: { type: string; url: string; isDefault?: boolean }[];
  };
  expect(datasources).toMatchObject([
    { type: 'prometheus', url: 'http://prometheus:9090', isDefault: true },
    { type: 'jaeger', url: 'http://jaeger:16686' },
  ]);
  const { providers } = parse(read('deploy/compose/dashboards.yml')) as {
    providers: { options: { path: string } }[];
  };
  const paths = providers.map(({ options }) => options.path);
  const [, mounted] = mountsOf('grafana').find(([source]) => source === './deploy/grafana')!;
  expect(paths).toEqual([mounted]);
});

test('the page names the address at which Jaeger takes traces', () => {
  const page = read('docs/operate/monitoring.md');
  const [, host = ''] = /OTEL_EXPORTER_OTLP_ENDPOINT=http:\/\/(\w+):4318 docker compose/.exec(
    page,
  )!;
  expect(programs.map(([name]) => name)).toContain(host);
});
