/** Every duration of the code: settings, and constants that name their unit. */
import ts from 'typescript';
import { settingsSchema } from '../../config/schema';
import { parse, type Source, typescriptFiles } from '../../setup/generate/sources';

export interface Duration {
  /** `NAME` of a setting, `path NAME` of a constant. */
  readonly name: string;
  /** Null when it is computed from what is not in its file, or has no default. */
  readonly ms: number | null;
}

const MODULES = [
  'activities',
  'api',
  'channel',
  'config',
  'domain',
  'engine',
  'exchange',
  'followers',
  'fairness',
  'processes',
  'records',
  'temporal',
  'workflows',
];
const UNITS_MS = { MS: 1, SECONDS: 1_000, HOURS: 3_600_000, DAYS: 86_400_000 } as const;
const UNIT = /_(MS|SECONDS|HOURS|DAYS)$/;

const unitMs = (name: string) => {
  const unit = UNIT.exec(name)?.[1];
  return unit ? UNITS_MS[unit as keyof typeof UNITS_MS] : null;
};

export const allDurations = (): Duration[] => [
  ...settingsDurations(),
  ...typescriptFiles()
    .filter(({ module }) => MODULES.includes(module))
    .flatMap(durationsIn),
];

function settingsDurations(): Duration[] {
  return Object.entries(settingsSchema.shape).flatMap(([name, schema]) => {
    const unit = unitMs(name);
    if (unit === null) return [];
    const { data } = schema.safeParse(undefined);
    return [{ name, ms: typeof data === 'number' ? data * unit : null }];
  });
}

export function durationsIn(source: Source): Duration[] {
  const found: Duration[] = [];
  const values = new Map<string, number | null>();
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
      const name = node.name.text;
      const value = valueOf(node.initializer, values);
      if (/^[A-Z]/.test(name)) values.set(name, value);
      const unit = /^[A-Z][A-Z0-9_]*$/.test(name) ? unitMs(name) : null;
      if (unit !== null)
        found.push({ name: `${source.path} ${name}`, ms: value === null ? null : value * unit });
    }
    ts.forEachChild(node, visit);
  };
  visit(parse(source));
  return found;
}

const COMPUTED: Readonly<Record<string, (left: number, right: number) => number>> = {
  '*': (left, right) => left * right,
  '**': (left, right) => left ** right,
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '/': (left, right) => left / right,
};

function valueOf(node: ts.Expression, values: ReadonlyMap<string, number | null>): number | null {
  if (ts.isNumericLiteral(node)) return Number(node.text.replaceAll('_', ''));
  if (ts.isParenthesizedExpression(node)) return valueOf(node.expression, values);
  if (ts.isIdentifier(node)) return values.get(node.text) ?? null;
  if (!ts.isBinaryExpression(node)) return null;
  const left = valueOf(node.left, values);
  const right = valueOf(node.right, values);
  if (left === null || right === null) return null;
  return COMPUTED[node.operatorToken.getText()]?.(left, right) ?? null;
}
