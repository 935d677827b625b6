/** The alert rules and the dashboards of `deploy/`, as their programs read them. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

export const ROOT = join(__dirname, '..', '..');
export const RULES = 'deploy/prometheus';
const DASHBOARDS = 'deploy/grafana';

const ruleSchema = z.strictObject({
  alert: z.string().regex(/^Tokenbook[A-Z]\w+$/),
  expr: z.string().min(1),
  for: z
    .string()
    .regex(/^\d+[smh]$/)
    .optional(),
  labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
  annotations: z.strictObject({ summary: z.string().min(1), runbook: z.string().min(1) }),
});
export type Rule = z.infer<typeof ruleSchema>;

const rulesSchema = z.strictObject({
  groups: z.array(z.strictObject({ name: z.string().min(1), rules: z.array(ruleSchema) })),
});

const ruleTestsSchema = z.object({
  tests: z.array(
    z.object({
      alert_rule_test: z.array(
        z.object({ alertname: z.string(), exp_alerts: z.array(z.unknown()) }),
      ),
    }),
  ),
});

const panelSchema = z.looseObject({
  id: z.number().int(),
  type: z.enum(['row', 'timeseries', 'stat']),
  title: z.string().min(1),
  gridPos: z.strictObject({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
  targets: z.array(z.looseObject({ refId: z.string(), expr: z.string().min(1) })).optional(),
});
export type Panel = z.infer<typeof panelSchema>;

const dashboardSchema = z.looseObject({
  uid: z.string().min(1),
  title: z.string().min(1),
  schemaVersion: z.number().int(),
  templating: z.looseObject({ list: z.array(z.looseObject({ name: z.string() })) }),
  panels: z.array(panelSchema),
});

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

export function alertRules(): Rule[] {
  const { groups } = rulesSchema.parse(parse(read(`${RULES}/alerts.yml`)));
  return groups.flatMap(({ rules }) => rules);
}

/** The alerts that a test expects to fire, and those that it expects not to, at some time. */
export function testedAlerts(): { firing: Set<string>; silent: Set<string> } {
  const { tests } = ruleTestsSchema.parse(parse(read(`${RULES}/alerts.test.yml`)));
  const cases = tests.flatMap((test) => test.alert_rule_test);
  const named = (isFiring: boolean) =>
    cases.filter(({ exp_alerts: alerts }) => alerts.length > 0 === isFiring);
  const names = (isFiring: boolean) => new Set(named(isFiring).map(({ alertname }) => alertname));
  return { firing: names(true), silent: names(false) };
}

export function dashboards() {
  return readdirSync(join(ROOT, DASHBOARDS)).map((name) =>
    dashboardSchema.parse(JSON.parse(read(`${DASHBOARDS}/${name}`))),
  );
}

/** All expressions; those of dashboards with a fixed interval. */
export function expressions(): string[] {
  const shown = dashboards()
    .flatMap(({ panels }) => panels)
    .flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  return [
    ...alertRules().map(({ expr }) => expr),
    ...shown.map((expr) => expr.replaceAll('$__rate_interval', '5m')),
  ];
}

export interface NamedMetric {
  readonly metric: string;
  readonly labels: readonly string[];
}

/** Labels that Prometheus itself adds to every series, and the bounds of a histogram. */
const ADDED = new Set(['job', 'instance', 'le']);

/** The metrics of an expression, with the labels by which it selects or groups them. */
export function namedMetrics(expression: string): NamedMetric[] {
  const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) =>
    list.split(',').map((label) => label.trim()),
  );
  const named = expression.matchAll(/\b((?:tokenbook|nodejs|process)_\w+)(?:\{([^}]*)\})?/g);
  return [...named].map(([, metric = '', selector = '']) => {
    const selected = [...selector.matchAll(/(\w+)(?:=~|!~|!=|=)"/g)].map(([, label = '']) => label);
    return { metric, labels: [...selected, ...grouped].filter((label) => !ADDED.has(label)) };
  });
}
