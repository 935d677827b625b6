/** Files of the Helm chart that have their source elsewhere. */
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { settingsSchema } from '../../config/schema';
import { VERSION } from '../../config/version';
import { chartValues } from './helm-values-schema';

const CHART = 'deploy/helm/tokenbook';
const DASHBOARDS = 'deploy/grafana';
/** Helm reads no file outside of a chart. */
const COPIED = [
  'deploy/prometheus/alerts.yml',
  ...readdirSync(DASHBOARDS).map((name) => join(DASHBOARDS, name)),
];

/** A container without rights of root opens none below. */
const LOWEST_PORT = 1_024;
/** The ports of the containers: their probes and Services need them. */
const PORTS = ['PORT', 'ADMIN_PORT', 'HEALTH_PORT'];
/** What the templates compute with. */
const NEEDED = [...PORTS, 'TOKENBOOK_ENV', 'SHUTDOWN_DELAY_MS', 'SHUTDOWN_TIMEOUT_MS'];

/** Whether the value of a setting is a secret or may contain one. */
const isSecret = (description = '') => /\bsecret\.$|\bpassword\b/i.test(description);

/** Content by path. */
export function helmFiles(): Record<string, string> {
  const copies = COPIED.map((path) => [
    `${CHART}/files/${basename(path)}`,
    readFileSync(path, 'utf8'),
  ]);
  return {
    ...(Object.fromEntries(copies) as Record<string, string>),
    [`${CHART}/values.schema.json`]: `${JSON.stringify(valuesSchema(), null, 2)}\n`,
    [`${CHART}/Chart.yaml`]: readFileSync(`${CHART}/Chart.yaml`, 'utf8').replace(
      /^(version|appVersion): .*$/gm,
      `$1: ${VERSION}`,
    ),
  };
}

function valuesSchema(): object {
  const { properties = {} } = z.toJSONSchema(settingsSchema, { target: 'draft-7' }) as {
    properties?: Record<string, Record<string, unknown>>;
  };
  const entries = Object.entries(properties).map(([name, schema]) => ({
    name,
    secret: isSecret(schema['description'] as string),
    schema: PORTS.includes(name) ? { ...schema, minimum: LOWEST_PORT } : schema,
  }));
  const plain = entries.filter(({ secret }) => !secret);
  return chartValues({
    settings: {
      type: 'object',
      additionalProperties: false,
      required: NEEDED,
      properties: Object.fromEntries(plain.map(({ name, schema }) => [name, schema])),
    },
    secretNames: entries.filter(({ secret }) => secret).map(({ name }) => name),
    settingNames: entries.map(({ name }) => name),
  });
}
