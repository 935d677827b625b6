/** The generated parts of `docs/operate/sharding.md`, from the table of shard keys. */
import { SHARD_KEYS } from '../records/shard-keys';

const ENTRIES = Object.entries(SHARD_KEYS).map(([name, entry]) => ({
  collection: name.toLowerCase(),
  ...entry,
}));

export function shardingBlocks(): Record<string, string> {
  return {
    'shard keys': table(['Collection', 'Key', 'Reason'], keyRows()),
    'whole collections': table(['Collection', 'Reason'], wholeRows()),
    'queries of every shard': table(['Collection', 'Fields', 'What asks'], scatteredRows()),
    'shard commands': ['```text', ...commands(), '```'].join('\n'),
  };
}

function keyRows(): string[][] {
  return ENTRIES.flatMap(({ collection, key, reason }) =>
    key === null ? [] : [[`\`${collection}\``, `\`${written(key)}\``, reason]],
  );
}

function wholeRows(): string[][] {
  return ENTRIES.flatMap(({ collection, key, reason }) =>
    key === null ? [[`\`${collection}\``, reason]] : [],
  );
}

function scatteredRows(): string[][] {
  return ENTRIES.flatMap((entry) =>
    entry.key === null
      ? []
      : Object.entries(entry.everyShard ?? {}).map(([fields, asks]) => [
          `\`${entry.collection}\``,
          fields === '' ? 'none' : `\`${fields.replaceAll(',', '`, `')}\``,
          asks,
        ]),
  );
}

/** Without the index first, only an empty collection can be sharded. */
function commands(): string[] {
  const sharded = ENTRIES.flatMap(({ collection, key }) => {
    if (key === null) return [];
    return [
      `market.${collection}.createIndex(${written(key)});`,
      `sh.shardCollection('tokenbook.${collection}', ${written(key)});`,
    ];
  });
  return [
    "const market = db.getSiblingDB('tokenbook');",
    "sh.enableSharding('tokenbook');",
    ...sharded,
  ];
}

function written(key: object): string {
  const parts = Object.entries(key).map(([field, kind]) => {
    return `${field}: ${typeof kind === 'number' ? kind : `'${kind}'`}`;
  });
  return `{ ${parts.join(', ')} }`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return lines.toSpliced(1, 0, `|${'---|'.repeat(head.length)}`).join('\n');
}
