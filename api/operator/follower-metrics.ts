/** How far the followers of the trades are behind, as a metric of a worker. */
import { Gauge, type Registry } from 'prom-client';
import type { Records } from '../../records/connect';

/** By MongoDB's clock, which writes the time of each position. */
const SILENCE = [
  { $match: { reachedAt: { $ne: null } } },
  { $project: { seconds: { $divide: [{ $subtract: ['$$NOW', '$reachedAt'] }, 1_000] } } },
];

export function measureFollowers(
  registry: Registry,
  { followers }: Pick<Records, 'followers'>,
): void {
  new Gauge({
    name: 'tokenbook_follower_silence_seconds',
    help: 'Time since a follower of the trades stored its position, which it does every few seconds.',
    labelNames: ['follower'],
    registers: [registry],
    async collect() {
      const found = await followers.aggregate<{ _id: string; seconds: number }>(SILENCE).toArray();
      for (const { _id: follower, seconds } of found) this.set({ follower }, seconds);
    },
  });
}
