/** What MongoDB did for a reading, as its profiler tells it. */
import type { Records } from '../../records/connect';

export interface Work {
  readonly documents: number;
  readonly keys: number;
}

interface Row {
  readonly docsExamined?: number;
  readonly keysExamined?: number;
}

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
  return {
    documents: sumOf('docsExamined'),
    keys: sumOf('keysExamined'),
  };
}
