/** The chart as Helm renders it, against the schemas of Kubernetes; Helm is built first, for minutes. */
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { settingsSchema } from '../../config/schema';
import { loadSettings } from '../../config/settings';
import { VERSION } from '../../config/version';
import { newSecrets } from '../../setup/local/credentials';
import { CHART, type Helm, VALUE_FILES, findHelm } from './chart';
import { type Manifest, type Validation, validationOf } from './kubernetes-schemas';
import { deploymentsIn, disagreements, ofKind, podsIn } from './manifests';

const ROOT = join(__dirname, '..', '..');
const BUILD_MS = 1_800_000;
/** The oldest that the chart allows, one between, and the newest that the validator knows. */
const VERSIONS = ['1.27.0', '1.32.0', '1.37.0'];
const own = (name: string) => ['--values', join(__dirname, `${name}.yaml`)];
const CASES: [string, string[]][] = [
  ['no values', []],
  ...VALUE_FILES.map((file): [string, string[]] => [file, ['--values', join(CHART, file)]]),
  ['everything', own('everything')],
  ['nothing optional', own('nothing-optional')],
  ['everything, large', ['--values', join(CHART, 'values-large.yaml'), ...own('everything')]],
];

let helm: Helm | null;
const validations = new Map<string, Validation>();
beforeAll(async () => {
  helm = await findHelm();
  if (!helm) process.stderr.write('not run: there is no Go on this machine to build Helm with\n');
  for (const version of VERSIONS) validations.set(version, await validationOf(version));
}, BUILD_MS);

const rendered = async (args: readonly string[], version = '1.32.0') =>
  helm ? helm.template(version, ...args) : null;

describe.each(CASES)('%s', (_name, args) => {
  test('helm lint finds nothing', async () => {
    expect((await helm?.lint(...args)) ?? '0 chart(s) failed').toContain('0 chart(s) failed');
  });

  test.each(VERSIONS)('Kubernetes %s knows every field', async (version) => {
    const manifests = (await rendered(args, version)) ?? [];
    const custom = ({ apiVersion }: Manifest) => apiVersion.startsWith('monitoring.coreos.com/');
    const validate = validations.get(version)!;
    expect(manifests.filter((one) => !custom(one)).flatMap(validate)).toEqual([]);
  });

  test('the manifests agree with each other', async () => {
    const manifests = await rendered(args);
    if (!manifests) return;
    expect(disagreements(manifests)).toEqual([]);
    const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
  });

  test('pods have no right that they do not need', async () => {
    const pods = podsIn((await rendered(args)) ?? []);
    for (const pod of pods) {
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      expect(pod.containers[0]!.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(pod.volumes.filter((volume) => 'hostPath' in volume)).toEqual([]);
    }
  });

  test('its environment is one that the processes accept', async () => {
    const manifests = await rendered(args);
    if (!manifests) return;
    for (const { containers } of podsIn(manifests)) {
      const { env, envFrom } = containers[0]!;
      const maps = envFrom.map(({ configMapRef }) => configMapRef.name);
      const [plain] = ofKind(manifests, 'ConfigMap').filter(({ metadata }) =>
        maps.includes(metadata.name),
      );
      const fromSecrets = env.filter(({ valueFrom }) => valueFrom);
      const names = [...Object.keys(plain!.data), ...fromSecrets.map(({ name }) => name)];
      expect(names.filter((name) => !(name in settingsSchema.shape))).toEqual([]);
      expect(new Set(names).size).toBe(names.length);
      expect(env.filter(({ name, value }) => value !== undefined && names.includes(name))).toEqual(
        [],
      );
      const given = newSecrets();
      const settings = loadSettings({
        ...plain!.data,
        ...Object.fromEntries(
          fromSecrets.map(({ name }) => [name, given[name] ?? `${name}-value`]),
        ),
      });
      expect(settings.local).toBe(false);
      expect(settings.ADMIN_BIND_ADDRESS).toBe('0.0.0.0');
    }
  });

  test('Kubernetes waits longer than a process takes to stop', async () => {
    const manifests = await rendered(args);
    if (!manifests) return;
    const [plain] = ofKind(manifests, 'ConfigMap').filter(({ data }) => 'PORT' in data);
    const { SHUTDOWN_DELAY_MS: delay, SHUTDOWN_TIMEOUT_MS: timeout } = plain!.data;
    const limitSeconds = (Number(delay) + Number(timeout) + 20_000) / 1_000;
    for (const { template } of deploymentsIn(manifests)) {
      expect(template.spec.terminationGracePeriodSeconds! - limitSeconds).toBeGreaterThanOrEqual(5);
    }
  });
});

test('everything is where its value says', async () => {
  const manifests = await rendered(own('everything'));
  if (!manifests) return;
  const kinds = manifests.map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['Ingress', 'PodMonitor', 'PrometheusRule', 'Pod']));
  expect(kinds).not.toContain('HorizontalPodAutoscaler');
  const [gateway] = deploymentsIn(manifests).filter(({ name }) => name === 'exchange-gateway');
  expect(gateway?.replicas).toBe(3);
  const [container] = gateway!.template.spec.containers;
  expect(container!.ports.map(({ name, containerPort }) => [name, containerPort]).sort()).toEqual([
    ['health', 9_081],
    ['public', 9_080],
  ]);
  expect(container!.env).toEqual(
    expect.arrayContaining([
      { name: 'KEY_PEPPER', valueFrom: { secretKeyRef: { name: 'vault', key: 'pepper' } } },
      {
        name: 'TEMPORAL_API_KEY',
        valueFrom: { secretKeyRef: { name: 'exchange-secrets', key: 'TEMPORAL_API_KEY' } },
      },
    ]),
  );
  const [plain] = ofKind(manifests, 'ConfigMap').filter(
    ({ metadata }) => metadata.name === 'exchange',
  );
  expect(plain!.data).toMatchObject({
    ANSWER_TIMEOUT_MS: '1200000',
    ANSWER_LIMIT_BYTES: '8000000',
    CATALOG_FILE: '/etc/tokenbook/catalog/catalog.json',
    GATEWAY_WORKER: 'off',
  });
});

test('the alerts and the dashboards are those of deploy/', async () => {
  const manifests = await rendered(own('everything'));
  if (!manifests) return;
  const rules = parse(readFileSync(join(ROOT, 'deploy/prometheus/alerts.yml'), 'utf8')) as object;
  expect(ofKind(manifests, 'PrometheusRule').map(({ spec }) => spec)).toEqual([rules]);
  const shown = ofKind(manifests, 'ConfigMap')
    .flatMap(({ data }) => Object.entries(data))
    .filter(([name]) => name.startsWith('tokenbook-'))
    .map(([, text]) => JSON.parse(text) as object);
  const folder = join(ROOT, 'deploy/grafana');
  const kept = readdirSync(folder).map(
    (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as object,
  );
  expect(shown).toEqual(kept);
});

test('a change of a setting restarts the processes', async () => {
  const sums = async (...args: string[]) =>
    JSON.stringify(
      deploymentsIn((await rendered(args)) ?? []).map(({ template }) => template.metadata),
    );
  if (!helm) return;
  const first = await sums();
  expect(await sums()).toBe(first);
  expect(await sums('--set', 'settings.CHAT_QUOTA=601')).not.toBe(first);
});

/** What Helm says when it refuses; the reason itself where there is no Helm. */
const refusal = async (reason: string, args: readonly string[], version?: string) => {
  if (!helm) return reason;
  const manifests = rendered(args, version);
  return manifests.then(
    () => 'rendered',
    ({ message }: Error) => message,
  );
};

test.each([
  ['a secret setting', 'settings.KEY_PEPPER=x', "'KEY_PEPPER' not allowed"],
  ['a value that there is not', 'gateways.replicas=3', "'gateways' not allowed"],
  ['a catalog that is no JSON', 'catalog=instruments', 'invalid character'],
])('Helm refuses %s', async (_what, value, reason) => {
  expect(await refusal(reason, ['--set', value])).toContain(reason);
});

test('an older Kubernetes is refused', async () => {
  const reason = 'chart requires kubeVersion';
  expect(await refusal(reason, [], '1.26.9')).toContain(reason);
});

test('the package holds what the folder holds', async () => {
  if (!helm) return;
  const folder = mkdtempSync(join(tmpdir(), 'tokenbook-chart-'));
  try {
    await helm.run('package', CHART, '--destination', folder);
    expect(readdirSync(folder)).toEqual([`tokenbook-${VERSION}.tgz`]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
