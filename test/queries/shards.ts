/** What MongoDB was asked, and what is unique, compared with the shard keys. */
import type { WritableRecords } from '../../records/connect';
import { SHARD_KEYS, isTargeted, shardFields } from '../../records/shard-keys';
import type { ProfiledQuery } from './profile';

const NAMES = Object.keys(SHARD_KEYS) as (keyof typeof SHARD_KEYS)[];
const NAME_OF = new Map(NAMES.map((name) => [name.toLowerCase(), name]));

/** Queries that every shard would have to answer, and that the table does not list or MongoDB refuses. */
export function unlistedScatters(queries: readonly ProfiledQuery[]): string[] {
  const scattered = queries.flatMap(({ ns, fixed, needsShardKey, shape }) => {
    const name = NAME_OF.get(ns.slice(ns.indexOf('.') + 1));
    if (!name || isTargeted(name, fixed)) return [];
    const { everyShard = {} } = SHARD_KEYS[name] as { everyShard?: Record<string, string> };
    const isListed = everyShard[fixed.join()] !== undefined;
    return isListed && !needsShardKey ? [] : [`${name}: ${fixed.join() || 'no field'} | ${shape}`];
  });
  return [...new Set(scattered)];
}

/** Unique indexes that do not begin with the shard key: they would be unique in each shard only. */
export function uniqueInOneShard({ models }: WritableRecords): string[] {
  return NAMES.flatMap((name) => {
    const fields = shardFields(name);
    const { schema, collection } = models[name];
    if (collection.collectionName !== name.toLowerCase()) return [`${name} has another name`];
    return schema
      .indexes()
      .filter(([, { unique }]) => unique === true)
      .filter(([key]) => !fields.every((field, at) => Object.keys(key)[at] === field))
      .map(([key]) => `${name} ${JSON.stringify(key)}`);
  });
}
