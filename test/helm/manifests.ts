/** What a schema cannot tell of manifests: whether they agree with each other, and are safe. */
import { z } from 'zod';
import type { Manifest } from './kubernetes-schemas';

const labels = z.record(z.string(), z.string());
const selector = z.looseObject({ matchLabels: labels });
const probe = z.looseObject({ httpGet: z.object({ path: z.string(), port: z.string() }) });
const containerSchema = z.looseObject({
  name: z.string(),
  ports: z.array(z.looseObject({ name: z.string(), containerPort: z.number() })).default([]),
  env: z.array(
    z.looseObject({
      name: z.string(),
      value: z.string().optional(),
      valueFrom: z
        .object({ secretKeyRef: z.object({ name: z.string(), key: z.string() }) })
        .optional(),
    }),
  ),
  envFrom: z.array(z.object({ configMapRef: z.object({ name: z.string() }) })),
  volumeMounts: z.array(z.looseObject({ name: z.string(), mountPath: z.string() })).default([]),
  startupProbe: probe.optional(),
  readinessProbe: probe.optional(),
  livenessProbe: probe.optional(),
  securityContext: z.looseObject({}),
  resources: z.object({ requests: z.looseObject({}), limits: z.looseObject({}) }),
});
const podSchema = z.looseObject({
  automountServiceAccountToken: z.boolean(),
  enableServiceLinks: z.boolean(),
  terminationGracePeriodSeconds: z.number().optional(),
  securityContext: z.looseObject({}),
  volumes: z.array(z.looseObject({ name: z.string() })).default([]),
  containers: z.array(containerSchema).length(1),
});
const deploymentSchema = z.looseObject({
  replicas: z.number().optional(),
  selector,
  template: z.looseObject({ metadata: z.looseObject({ labels }), spec: podSchema }),
});

export type Deployment = z.infer<typeof deploymentSchema> & { readonly name: string };
export type Pod = z.infer<typeof podSchema>;

export const ofKind = (manifests: readonly Manifest[], kind: string) =>
  manifests.filter((one) => one.kind === kind) as (Manifest & {
    readonly spec: unknown;
    readonly data: Readonly<Record<string, string>>;
  })[];

export const deploymentsIn = (manifests: readonly Manifest[]): Deployment[] =>
  ofKind(manifests, 'Deployment').map(({ metadata, spec }) => ({
    ...deploymentSchema.parse(spec),
    name: metadata.name,
  }));

/** Of the Deployments and of the test. */
export const podsIn = (manifests: readonly Manifest[]): Pod[] => [
  ...deploymentsIn(manifests).map(({ template }) => template.spec),
  ...ofKind(manifests, 'Pod').map(({ spec }) => podSchema.parse(spec)),
];

/** Everything that selects pods selects some, and each named port exists. */
export function disagreements(manifests: readonly Manifest[]): string[] {
  const deployments = deploymentsIn(manifests);
  const selectedBy = (wanted: Readonly<Record<string, string>>) =>
    deployments.filter(({ template }) =>
      Object.entries(wanted).every(([name, value]) => template.metadata.labels[name] === value),
    );
  const found: string[] = [];
  const check = (holds: boolean, what: string) => {
    if (!holds) found.push(what);
  };
  const serviceSchema = z.looseObject({
    selector: labels,
    ports: z.array(z.looseObject({ targetPort: z.string() })),
  });
  for (const { metadata, spec } of ofKind(manifests, 'Service')) {
    const { selector: wanted, ports } = serviceSchema.parse(spec);
    const [one, ...others] = selectedBy(wanted);
    check(one !== undefined && others.length === 0, `${metadata.name} selects one Deployment`);
    const names = one?.template.spec.containers[0]?.ports.map(({ name }) => name) ?? [];
    for (const { targetPort } of ports) {
      check(names.includes(targetPort), `${metadata.name}: port ${targetPort}`);
    }
  }
  for (const kind of ['PodDisruptionBudget', 'PodMonitor'] as const) {
    for (const { metadata, spec } of ofKind(manifests, kind)) {
      const wanted = z.looseObject({ selector }).parse(spec).selector.matchLabels;
      check(selectedBy(wanted).length > 0, `${kind} ${metadata.name} selects pods`);
    }
  }
  for (const { name, selector: own, template } of deployments) {
    check(selectedBy(own.matchLabels).length === 1, `${name} selects its own pods alone`);
    const [container] = template.spec.containers;
    const ports = container!.ports.map((port) => port.name);
    const probes = ['startupProbe', 'readinessProbe', 'livenessProbe'] as const;
    for (const each of probes) {
      check(ports.includes(container![each]?.httpGet.port ?? ''), `${name}: ${each}`);
    }
  }
  for (const { volumes, containers } of podsIn(manifests)) {
    const mounted = containers.flatMap(({ volumeMounts }) => volumeMounts.map(({ name }) => name));
    const given = volumes.map(({ name }) => name);
    check(mounted.join() === given.join(), `mounted ${mounted.join()}, given ${given.join()}`);
  }
  return found;
}
