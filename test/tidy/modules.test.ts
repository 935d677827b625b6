import {
  type Source,
  importsOf,
  resolveImport,
  typescriptFiles,
} from '../../setup/generate/sources';

/** Which modules a module may import from. What is not named here may import as it needs. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  config: ['domain'],
  channel: ['domain'],
  engine: ['domain'],
  records: ['domain'],
  exchange: ['domain', 'config', 'channel', 'engine', 'records'],
  activities: ['domain', 'config', 'channel', 'engine', 'records', 'exchange'],
  workflows: ['domain'],
  temporal: [
    'workflows',
    'activities',
    'exchange',
    'records',
    'engine',
    'channel',
    'domain',
    'config',
  ],
  api: ['domain', 'config', 'channel', 'engine', 'records', 'exchange', 'temporal'],
  setup: ['domain', 'config'],
  cli: ['domain', 'config'],
};

/** Workflows may know how activities look, and nothing of what they do. */
const TYPES_ONLY: Readonly<Record<string, readonly string[]>> = {
  workflows: ['activities'],
};

const sources = typescriptFiles();

describe('modules', () => {
  test('import only from the modules that they may know', () => {
    expect(sources.flatMap(forbiddenImports)).toEqual([]);
  });

  test('workflow code reaches no built-in module of Node, however deep', () => {
    const byPath = new Map(sources.map((source) => [source.path.replace(/\.ts$/, ''), source]));
    const seen = new Set<string>();
    const found: string[] = [];
    const visit = (source: Source, trail: string): void => {
      if (seen.has(source.path)) return;
      seen.add(source.path);
      for (const { from, typeOnly } of importsOf(source)) {
        if (typeOnly) continue;
        if (from.startsWith('node:')) found.push(`${trail} > ${from}`);
        const next = byPath.get(resolveImport(source, from) ?? '');
        if (next) visit(next, `${trail} > ${next.path}`);
      }
    };
    for (const source of sources) {
      if (source.module === 'workflows') visit(source, source.path);
    }
    expect(found).toEqual([]);
  });
});

function forbiddenImports(source: Source): string[] {
  const allowed = ROOMS[source.module];
  if (!allowed) return [];
  return importsOf(source).flatMap(({ from, typeOnly }) => {
    const target = resolveImport(source, from);
    if (target === null) return [];
    const [module = ''] = target.split('/');
    const known = module === source.module || allowed.includes(module);
    const knownAsType = typeOnly && TYPES_ONLY[source.module]?.includes(module);
    return known || knownAsType ? [] : [`${source.path} imports ${target}`];
  });
}
