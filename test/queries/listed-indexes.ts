/** The indexes as the schemas declare them, as their page lists them, and as MongoDB counts their use. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WritableRecords } from '../../records/connect';

const PAGE = join(__dirname, '..', '..', 'docs', 'internals', 'indexes.md');
const ROW = /^\| `(\w+)` \| `([^`]+)` \|(?: `([^`]+)`)? \| (.+) \|$/gm;
/** With few documents MongoDB may take another index that serves the query too. */
const CHOSEN_AMONG_MANY: readonly string[] = [
  'candles: interval, time',
  'contractorders: ticketId; only ticketId',
  'journals: accountId, kind, createdAt, _id; only kind',
  'journals: sellerId, kind, createdAt, _id; only kind',
];
/** What an index does without a query. */
const SERVES_WITHOUT_QUERY = /^expiry$|; unique$/;

export interface ListedIndex {
  /** `<collection>: <fields>`, with the fields of its condition. */
  readonly index: string;
  readonly serves: string;
}

export function listedIndexes(): ListedIndex[] {
  return [...readFileSync(PAGE, 'utf8').matchAll(ROW)].map(
    ([, collection = '', fields = '', only = '', serves = '']) => ({
      index: nameOf(collection, fields.split(', '), only === '' ? [] : only.split(', ')),
      serves,
    }),
  );
}

export function declaredIndexes({ models }: WritableRecords): string[] {
  return Object.values(models).flatMap(({ collection, schema }) =>
    schema
      .indexes()
      .map(([key, { partialFilterExpression = {} }]) =>
        nameOf(collection.collectionName, Object.keys(key), Object.keys(partialFilterExpression)),
      ),
  );
}

/** Indexes that must be used and were not, since they were made. */
export async function unusedIndexes({ models, connection }: WritableRecords): Promise<string[]> {
  const needed = new Set(
    listedIndexes()
      .filter(({ serves }) => !SERVES_WITHOUT_QUERY.test(serves))
      .map(({ index }) => index)
      .filter((index) => !CHOSEN_AMONG_MANY.includes(index)),
  );
  const unused: string[] = [];
  for (const { collectionName } of Object.values(models).map(({ collection }) => collection)) {
    const stats = await connection
      .collection(collectionName)
      .aggregate<IndexStatistics>([{ $indexStats: {} }])
      .toArray();
    for (const { key, spec, accesses } of stats) {
      const only = Object.keys(spec.partialFilterExpression ?? {});
      const index = nameOf(collectionName, Object.keys(key), only);
      if (needed.has(index) && Number(accesses.ops) === 0) unused.push(index);
    }
  }
  return unused;
}

interface IndexStatistics {
  readonly key: object;
  readonly spec: { readonly partialFilterExpression?: object };
  readonly accesses: { readonly ops: bigint };
}

function nameOf(collection: string, fields: readonly string[], only: readonly string[]): string {
  return `${collection}: ${fields.join(', ')}${only.length > 0 ? `; only ${only.join(', ')}` : ''}`;
}
