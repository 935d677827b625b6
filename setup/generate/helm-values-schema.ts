/** The JSON schema of the values of the Helm chart (draft 7, which every Helm 3 reads). */

type Schema = Readonly<Record<string, unknown>>;

interface ChartSettings {
  /** Of the settings that are no secrets. */
  readonly settings: Schema;
  readonly secretNames: readonly string[];
  readonly settingNames: readonly string[];
}

const text: Schema = { type: 'string' };
const name: Schema = { type: 'string', minLength: 1 };
const flag: Schema = { type: 'boolean' };
/** Fields of Kubernetes, which Kubernetes checks. */
const free: Schema = { type: 'object' };
const freeList: Schema = { type: 'array', items: free };
const texts: Schema = { type: 'object', additionalProperties: text };
const port: Schema = { type: 'integer', minimum: 1, maximum: 65_535 };
const count: Schema = { type: 'integer', minimum: 1 };
const ranges: Schema = { type: 'array', items: { type: 'string', pattern: '^[0-9a-f.:]+/\\d+$' } };
const listOf = (items: Schema): Schema => ({ type: 'array', items });

/** An object with these properties and no others: a misspelt value is an error. */
const exactly = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
  type: 'object',
  additionalProperties: false,
  ...(required.length > 0 ? { required } : {}),
  properties,
});

const processProperties = {
  replicas: { type: 'integer', minimum: 0 },
  resources: free,
  podDisruptionBudget: { type: ['object', 'null'] },
  podLabels: texts,
  podAnnotations: texts,
  nodeSelector: texts,
  tolerations: freeList,
  affinity: free,
  priorityClassName: text,
};

const autoscaling = exactly({
  enabled: flag,
  minReplicas: count,
  maxReplicas: count,
  targetCPUUtilizationPercentage: { type: 'integer', minimum: 1, maximum: 100 },
});

const spread = exactly(
  { topologyKey: name, whenUnsatisfiable: { enum: ['ScheduleAnyway', 'DoNotSchedule'] } },
  ['topologyKey', 'whenUnsatisfiable'],
);

const service = exactly({
  type: { enum: ['ClusterIP', 'NodePort', 'LoadBalancer'] },
  port,
  annotations: texts,
  loadBalancerSourceRanges: ranges,
  externalTrafficPolicy: { enum: ['', 'Cluster', 'Local'] },
});

const networkPolicy = exactly({
  enabled: flag,
  publicFrom: freeList,
  operatorFrom: freeList,
  dnsTo: { ...freeList, minItems: 1 },
  stores: { ...freeList, minItems: 1 },
  sellers: exactly({
    ports: freeList,
    cidr4: name,
    except4: ranges,
    cidr6: text,
    except6: ranges,
  }),
  extraEgress: freeList,
});

const monitoring = exactly({
  podMonitor: exactly({ enabled: flag, labels: texts, interval: name }),
  prometheusRule: exactly({ enabled: flag, labels: texts }),
  dashboards: exactly({ enabled: flag, labels: texts, annotations: texts }),
});

/** Each is read from a Secret: its value never stands in a values file. */
const secretsOf = (names: readonly string[]): Schema => {
  const reference = {
    ...exactly({ existingSecret: name, key: name }),
    type: ['object', 'null'],
  };
  return exactly(Object.fromEntries(names.map((each) => [each, reference])));
};

/** No setting is set twice, and no secret one past its Secret. */
const extraEnvOf = (settingNames: readonly string[]): Schema =>
  listOf(
    exactly({ name: { ...name, not: { enum: settingNames } }, value: text, valueFrom: free }, [
      'name',
    ]),
  );

export function chartValues({ settings, secretNames, settingNames }: ChartSettings): Schema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $comment: 'Written by npm run generate; do not edit.',
    ...exactly(
      {
        // Helm adds it to the values of a chart that another chart depends on.
        global: free,
        image: exactly({
          repository: name,
          tag: text,
          digest: { type: 'string', pattern: '^(sha256:[0-9a-f]{64})?$' },
          pullPolicy: { enum: ['Always', 'IfNotPresent', 'Never'] },
        }),
        imagePullSecrets: listOf(exactly({ name }, ['name'])),
        nameOverride: text,
        fullnameOverride: text,
        settings,
        existingSecret: name,
        secrets: secretsOf(secretNames),
        files: listOf(
          exactly({ secretName: name, mountPath: { type: 'string', pattern: '^/' } }, [
            'secretName',
            'mountPath',
          ]),
        ),
        catalog: text,
        extraEnv: extraEnvOf(settingNames),
        gateway: exactly({ ...processProperties, autoscaling }),
        worker: exactly(processProperties),
        relay: exactly(processProperties),
        topologySpread: listOf(spread),
        service,
        operatorService: exactly({ port }),
        ingress: exactly({
          enabled: flag,
          className: text,
          annotations: texts,
          hosts: listOf(name),
          tls: freeList,
        }),
        networkPolicy,
        serviceAccount: exactly({ create: flag, name: text, annotations: texts }),
        monitoring,
        podSecurityContext: free,
        securityContext: free,
      },
      ['existingSecret', 'settings', 'secrets'],
    ),
  };
}
