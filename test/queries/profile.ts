/** What MongoDB did for every query of the product in one database, as its profiler tells it. */
import mongoose, { type mongo } from 'mongoose';
import type { Settings } from '../../config/settings';

const APP = 'tokenbook-test';
const PROFILE_BYTES = 64_000_000;

export interface ProfiledQuery {
  readonly isRead: boolean;
  readonly planSummary: string;
  /** As written in an explained list: collection, kind, fields of the filter. */
  readonly shape: string;
  readonly docsExamined: number;
  readonly returned: number;
  /** Sorted what an index did not give in order, and no limit kept the sort small. */
  readonly sortsAll: boolean;
  readonly hasTimeLimit: boolean;
}

interface Entry {
  readonly ns: string;
  readonly op: string;
  readonly appName?: string;
  readonly command: Record<string, any>;
  readonly originatingCommand?: Record<string, any>;
  readonly planSummary?: string;
  readonly docsExamined?: number;
  readonly nreturned?: number;
  readonly nMatched?: number;
  readonly ndeleted?: number;
  readonly hasSortStage?: boolean;
}

export class Profile {
  private constructor(private readonly connection: mongoose.Connection) {}

  /** From here on every operation is written down. */
  static async start(settings: Settings): Promise<Profile> {
    const dbName = settings.MONGODB_DATABASE;
    const options = { dbName, appName: APP, autoIndex: false };
    const connection = await mongoose.createConnection(settings.mongoUri, options).asPromise();
    const database = connection.getClient().db(dbName);
    await database.command({ profile: 0 });
    await database.createCollection('system.profile', { capped: true, size: PROFILE_BYTES });
    await database.command({ profile: 2 });
    return new Profile(connection);
  }

  async queries(): Promise<ProfiledQuery[]> {
    const entries = await this.database
      .collection('system.profile')
      .find({ appName: { $ne: APP }, planSummary: { $exists: true } })
      .toArray();
    return (entries as unknown as Entry[]).flatMap((entry) => readEntry(entry) ?? []);
  }

  async stop(): Promise<void> {
    await this.database.command({ profile: 0 });
    await this.connection.close();
  }

  private get database(): mongo.Db {
    return this.connection.getClient().db(this.connection.name);
  }
}

/** @returns null for a change stream, which follows the log of writes and goes through no collection */
function readEntry(entry: Entry): ProfiledQuery | null {
  const { ns, op, command } = entry;
  const origin = entry.originatingCommand ?? command;
  const stages: object[] = origin.pipeline ?? [];
  const filter = origin.filter ?? origin.query ?? origin.q ?? (stages[0] as any)?.$match ?? {};
  const collection = ns.slice(ns.indexOf('.') + 1).replace(/_\d{4}_\d{2}$/, '_month');
  const kind = origin.aggregate ? 'aggregate' : origin.findAndModify ? 'findAndModify' : op;
  if (JSON.stringify(origin).includes('$changeStream')) return null;
  const comment = typeof origin.comment === 'string' ? origin.comment.split(' ')[0] : null;
  return {
    planSummary: entry.planSummary ?? '',
    shape: `${collection} ${comment ?? kind} ${Object.keys(filter).sort().join(',')}`.trim(),
    docsExamined: entry.docsExamined ?? 0,
    returned: entry.nreturned ?? entry.nMatched ?? entry.ndeleted ?? 0,
    sortsAll: entry.hasSortStage === true && origin.limit === undefined && !sortsPage(stages),
    isRead: !entry.command.findAndModify && ['query', 'command', 'getmore'].includes(op),
    hasTimeLimit: origin.maxTimeMS !== undefined || origin.autocommit === false,
  };
}

/** Every sort of a pipeline keeps no more than its limit. */
function sortsPage(stages: readonly object[]): boolean {
  const sorts = stages.map((stage, at) => '$sort' in stage && { next: stages[at + 1] });
  const all = sorts.filter((sort) => sort !== false);
  return all.length > 0 && all.every(({ next }) => next !== undefined && '$limit' in next);
}
