/** What MongoDB did for a reading, as its profiler tells it. */
import type { Records } from '../../records/connect';

export interface Work {
  readonly documents: number;
  readonly keys: number;
  /** Collections of the archive that it was asked for, each once. */
  readonly months: number;
}

interface Row {
  readonly ns: string;
  readonly docsExamined?: number;
  readonly keysExamined?: number;
  readonly command?: { readonly pipeline?: readonly Stage[] };
  readonly originatingCommand?: { readonly pipeline?: readonly Stage[] };
}

interface Stage {
  readonly $unionWith?: { readonly coll: string };
}

const MONTH = /_\d{4}_\d{2}$/;

export async function workIn(
  { connection }: Pick<Records, 'connection'>,
  read: () => Promise<unknown>,
): Promise<Work> {
  const db = connection.getClient().db(connection.name);
  await db.command({ profile: 2 });
  await read();
  await db.command({ profile: 0 });
  const profile = db.collection('system.profile');
  const rows = (await profile.find({}).toArray()) as unknown as Row[];
  await profile.drop();
  const sumOf = (field: 'docsExamined' | 'keysExamined') =>
    rows.reduce((sum, row) => sum + Number(row[field] ?? 0), 0);
  const names = rows.flatMap(({ ns, command, originatingCommand }) => [
    ns.slice(db.databaseName.length + 1),
    ...(command?.pipeline ?? originatingCommand?.pipeline ?? []).map(
      ({ $unionWith }) => $unionWith?.coll ?? '',
    ),
  ]);
  return {
    documents: sumOf('docsExamined'),
    keys: sumOf('keysExamined'),
    months: new Set(names.filter((name) => MONTH.test(name))).size,
  };
}
