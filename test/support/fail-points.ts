/**
 * Points of a commit at which MongoDB blocks until released, so that a test can kill the waiting
 * process.
 */
import { mongo } from 'mongoose';

/** Longer than a test needs to kill its process. */
const STANDS_STILL_MS = 20_000;

export type Moment = 'before the commit' | 'behind the commit';

export class FailPoints {
  private constructor(private readonly client: mongo.MongoClient) {}

  static async open(mongoUri: string): Promise<FailPoints> {
    return new FailPoints(await new mongo.MongoClient(mongoUri).connect());
  }

  /**
   * Blocks the next commit.
   * @param skipped commits that pass first
   * @returns functions that wait for it, and that release it
   */
  async next(
    moment: Moment,
    skipped = 0,
  ): Promise<{ reached(): Promise<void>; goOn(): Promise<void> }> {
    const point = POINTS[moment];
    const { configureFailPoint: name } = point;
    const { count } = await this.run(skipped === 0 ? point : { ...point, mode: { skip: skipped } });
    return {
      reached: async () => {
        const wait = { timesEntered: count + 1, maxTimeMS: STANDS_STILL_MS };
        await this.run({ waitForFailPoint: name, ...wait });
      },
      goOn: async () => {
        await this.run({ configureFailPoint: name, mode: 'off' });
      },
    };
  }

  /**
   * Delays every commit by this long.
   * @returns a function that ends the delay
   */
  async slowCommits(blockTimeMS: number): Promise<() => Promise<void>> {
    const { configureFailPoint, data } = POINTS['before the commit'];
    await this.run({ configureFailPoint, mode: 'alwaysOn', data: { ...data, blockTimeMS } });
    return async () => {
      await this.run({ configureFailPoint, mode: 'off' });
    };
  }

  /**
   * Delays the next beginning of a change stream by this long, as a long history does that MongoDB has
   * to read first. Any other aggregation counts as one.
   * @returns a function that waits for it
   */
  async slowStream(blockTimeMS: number): Promise<() => Promise<void>> {
    const { configureFailPoint: name } = POINTS['before the commit'];
    const data = { failCommands: ['aggregate'], blockConnection: true, blockTimeMS };
    const { count } = await this.run({ configureFailPoint: name, mode: { times: 1 }, data });
    return async () => {
      const wait = { timesEntered: count + 1, maxTimeMS: STANDS_STILL_MS };
      await this.run({ waitForFailPoint: name, ...wait });
    };
  }

  close(): Promise<void> {
    return this.client.close();
  }

  private run(command: object): Promise<mongo.BSON.Document> {
    return this.client.db('admin').command(command);
  }
}

const POINTS = {
  'before the commit': {
    configureFailPoint: 'failCommand',
    mode: { times: 1 },
    data: {
      failCommands: ['commitTransaction'],
      blockConnection: true,
      blockTimeMS: 2_000,
    },
  },
  'behind the commit': {
    configureFailPoint: 'waitAfterCommandFinishesExecution',
    mode: 'alwaysOn',
    data: { commands: ['commitTransaction'] },
  },
} as const;
