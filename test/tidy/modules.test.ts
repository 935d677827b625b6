import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import type { Records } from '../../records/connect';
import {
  type Source,
  importsOf,
  resolveImport,
  typescriptFiles,
} from '../../setup/generate/sources';

/** Which modules a module may import from. What is not named here may import as it needs. */
const MODULES: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  config: ['domain'],
  channel: ['domain', 'engine'],
  engine: ['domain'],
  fairness: ['domain'],
  records: ['domain', 'fairness'],
  exchange: ['domain', 'config', 'channel', 'engine', 'records', 'fairness'],
  activities: ['domain', 'records', 'exchange'],
  followers: ['domain', 'config', 'engine', 'records', 'exchange', 'fairness'],
  workflows: ['domain'],
  temporal: [
    'workflows',
    'activities',
    'exchange',
    'records',
    'fairness',
    'engine',
    'channel',
    'domain',
    'config',
  ],
  api: ['domain', 'config', 'channel', 'engine', 'records', 'exchange', 'fairness', 'temporal'],
  // `npm start` reaches servers of the operator's as the processes do.
  setup: ['domain', 'config', 'engine', 'temporal'],
  // `doctor` compares the servers with the indexes and search attributes of this release.
  cli: ['domain', 'config', 'engine', 'records', 'temporal'],
  console: [],
  clients: [],
};

/** They are built, or run in a clone, with what development installs. */
const NOT_SHIPPED: readonly string[] = ['setup', 'console', 'clients'];

/** Workflows may know how activities look, and nothing of what they do. */
const TYPES_ONLY: Readonly<Record<string, readonly string[]>> = {
  workflows: ['activities'],
};

/** What the surfaces may call of the records: these read, compute or name, and write nothing. */
const RECORD_READS: readonly string[] = [
  'records/documents/',
  'records/queries/',
  'records/archive/archives',
  'records/archive/past',
  'records/chain/check-chain',
  'records/invariants/check-invariants',
  'records/ledger/caller',
  'records/ledger/reads',
  'records/mongodb/at-one-moment',
  'records/mongodb/durable',
  'records/mongodb/read-limits',
  'records/mongodb/unavailable',
];

/** Methods of the ledger that the surfaces may call. */
const LEDGER_READS: readonly string[] = ['availableScale8', 'capacity.now', 'sellerPayableScale8'];

/** An activity states for whom a service works; nothing is read or written with it. */
const CALLER = 'records/ledger/caller';

/** A reader that leaves is noticed with the heartbeat of its attempt. */
const CALLED_BY_ACTIVITIES: readonly string[] = ['channel.stopRequested'];

/** The services and followers that write a collection; beside them only records/ writes. */
const OWNERS: Readonly<Record<string, readonly string[]>> = {
  accounts: ['exchange/accounts'],
  books: ['exchange/books'],
  candles: ['followers/candles'],
  buyerKeys: ['exchange/accounts'],
  capacityReports: ['exchange/sellers'],
  contractOrders: ['exchange/books', 'exchange/tickets'],
  contracts: ['exchange/tickets'],
  decisionLogs: ['exchange/sellers'],
  followers: ['exchange/maintenance', 'followers', 'followers/living'],
  gateways: ['exchange/takeover'],
  judgingPauses: ['exchange/judging'],
  lots: ['exchange/contracts'],
  openings: ['exchange/audit'],
  operatorActions: ['exchange/audit'],
  orders: ['exchange/chat', 'exchange/takeover'],
  reconciliation: ['exchange/maintenance'],
  reconciliationRuns: ['exchange/maintenance'],
  refusalCounts: ['exchange/audit'],
  sellerProbes: ['exchange/probing'],
  sellers: ['exchange/probing', 'exchange/sellers'],
  tickers: ['followers/candles'],
  tickets: ['exchange/tickets'],
  webhookDeliveries: ['exchange/webhooks'],
  webhookEndpoints: ['exchange/webhooks'],
  webhookEvents: ['exchange/webhooks'],
};

/** What writes through `Records` itself, and the services that call it. */
const WRITERS: Readonly<Record<string, readonly string[]>> = {
  dropPayload: ['exchange/idempotency/request-memory.ts'],
  idempotencyMemory: [
    'exchange/idempotency/request-memory.ts',
    'exchange/idempotency/create-once.ts',
  ],
  keepPayload: ['exchange/idempotency/request-memory.ts'],
  loadBook: ['exchange/books/reopening.ts'],
};

/** Parameters that stand for a collection. */
const NAMES: Readonly<Record<string, string>> = {
  pauses: 'judgingPauses',
  probes: 'sellerProbes',
};

const sources = typescriptFiles();

describe('modules', () => {
  test('import only from the modules that they may know', () => {
    expect(sources.flatMap(forbiddenImports)).toEqual([]);
  });

  test('import no package that production does not install', () => {
    const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
    const installed = [...Object.keys(manifest.dependencies), ...builtinModules];
    const packageOf = (from: string) => from.split('/', from.startsWith('@') ? 2 : 1).join('/');
    const found = [...Object.keys(MODULES), 'processes']
      .filter((module) => !NOT_SHIPPED.includes(module))
      .flatMap(ofModule)
      .flatMap((source) =>
        importsOf(source)
          .filter(({ from, typeOnly }) => !typeOnly && !/^(?:\.|node:)/.test(from))
          .filter(({ from }) => !installed.includes(packageOf(from)))
          .map(({ from }) => `${source.path} imports ${from}`),
      );
    expect(found).toEqual([]);
  });

  test('of the records, the surfaces call reads alone', () => {
    const imported = ofModule('api').flatMap((source) =>
      importsOf(source).flatMap(({ from, typeOnly }) => {
        const target = resolveImport(source, from) ?? '';
        const mayCall =
          typeOnly ||
          !target.startsWith('records/') ||
          RECORD_READS.some((read) => target.startsWith(read));
        return mayCall ? [] : [`${source.path} imports ${target}`];
      }),
    );
    const called = ofModule('api').flatMap(({ path, text }) =>
      [...text.matchAll(/\bledger\.((?:capacity\.)?\w+)/g)].flatMap(([, method = '']) =>
        LEDGER_READS.includes(method) ? [] : [`${path} calls ledger.${method}`],
      ),
    );
    expect([...imported, ...called]).toEqual([]);
  });

  test('activities call services: they reach neither the records nor the books themselves', () => {
    const imported = ofModule('activities').flatMap((source) =>
      importsOf(source).flatMap(({ from }) => {
        const target = resolveImport(source, from) ?? '';
        const mayImport = !target.startsWith('records/') || target === CALLER;
        return mayImport ? [] : [`${source.path} imports ${target}`];
      }),
    );
    const reached = ofModule('activities').flatMap(({ path, text }) =>
      [...text.matchAll(/\b(?:ledger|books|channel|records)\.\w+/g)]
        .filter(([name]) => !CALLED_BY_ACTIVITIES.includes(name))
        .map(([name]) => `${path} uses ${name}`),
    );
    expect([...imported, ...reached]).toEqual([]);
  });

  test('services know nothing of Temporal and HTTP', () => {
    const found = ofModule('exchange').flatMap(({ path, text }) =>
      [...text.matchAll(/from '((?:@temporalio\/|express)[^']*)'/g)].map(
        ([, name]) => `${path} imports ${name}`,
      ),
    );
    expect(found).toEqual([]);
  });

  test('a collection is written by its owner alone', () => {
    const found = sources.flatMap((source) => {
      const { path, module, text } = source;
      if (['records', 'test', 'bench'].includes(module)) return [];
      if (/\bWritableRecords\b/.test(text)) return [`${path} names WritableRecords`];
      const folder = path.slice(0, path.lastIndexOf('/'));
      if (module !== 'exchange' && /\bwritableLedger\b/.test(text)) {
        return [`${path} writes the ledger`];
      }
      return [...text.matchAll(/\bwritable\((?:\w+\.)*(\w+)\)/g)].flatMap(([, name = '']) =>
        OWNERS[NAMES[name] ?? name]?.includes(folder) ? [] : [`${path} writes ${name}`],
      );
    });
    expect(found).toEqual([]);
  });

  test('keys, stored requests and epochs are written by their services alone', () => {
    const written = new RegExp(`\\b(?:${Object.keys(WRITERS).join('|')})\\b`, 'g');
    const found = sources.flatMap(({ path, module, text }) =>
      ['records', 'test', 'bench'].includes(module)
        ? []
        : [...text.matchAll(written)].flatMap(([name]) =>
            WRITERS[name]?.includes(path) ? [] : [`${path} uses ${name}`],
          ),
    );
    expect(found).toEqual([]);
  });

  test('ids are made in one place', () => {
    const product = sources.filter(({ module }) => module in MODULES);
    const found = product.filter((source) => importsOf(source).some(({ from }) => from === 'uuid'));
    expect(found.map(({ path }) => path)).toEqual(['domain/new-id.ts']);
  });

  test('whoever only reads the records cannot write them', () => {
    const write = async ({ asks, orders, accounts, ledger }: Records) => {
      // @ts-expect-error: asks are written by records/ledger
      await asks.updateOne({ _id: '' }, { $set: { status: 'cancelled' } });
      // @ts-expect-error: orders are written by records/ledger and exchange/chat
      await orders.deleteMany({});
      // @ts-expect-error: accounts are written by exchange/accounts
      await accounts.insertOne({});
      // @ts-expect-error: the ledger is written by services
      await ledger.deposit({ accountId: '', amountScale8: 1n, reference: '' });
      // @ts-expect-error: an order for capacity is closed by exchange/orders
      await ledger.capacity.close({ orderId: '', status: 'cancelled', reason: '' });
      return asks.findOne({ _id: '' });
    };
    expect(write).toBeInstanceOf(Function);
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

function ofModule(module: string): Source[] {
  return sources.filter((source) => source.module === module);
}

function forbiddenImports(source: Source): string[] {
  const allowed = MODULES[source.module];
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
