/**
 * Detects that unrelated sellers begin to fail together: the cause is then the exchange or a shared
 * dependency, and no seller is judged (records/documents/judging-pause.ts). All processes share their
 * observations in Redis; the pause itself is recorded, so that failures during it never count.
 */
import type { RedisClient } from '../../engine/connect-redis';
import { redisKey } from '../../engine/redis-keys';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { notePause } from './note-pause';
import type { Records } from '../../records/connect';
import { currentPause } from '../../records/queries/judging-pauses';
import { hostOf } from '../../fairness/host-budget';
import { type JudgingTimes, NOTE, judgingTimes, timeArguments } from './note-end';

/** Minimum number of unrelated sellers that fail together. */
const SELLERS_MIN = 3;
/** Redundant observations are reported once in this time. */
const ANSWERED_TOLD_MS = 500;
const REMEMBERED_MAX = 10_000;
const RELATIONS_KEPT_MS = 60_000;

/**
 * What an attempt says about its seller: it answers; it failed, possibly provoked by the request;
 * it failed whatever the request.
 */
export type SeenEnd = 'answered' | 'provokable' | 'failed';

export interface NotedEnd {
  readonly seller: { readonly sellerId: string; readonly endpointUrl: string };
  readonly end: SeenEnd;
  /** The participant of the request; empty for a probe of the exchange. */
  readonly participant: string;
}

type NoteReply =
  [id: number, lastsMs: number, failing: number, answering: number, sellerIds: string[]] | null;
type WithNote = RedisClient & {
  judgingNote(...args: (string | number)[]): Promise<NoteReply>;
};

export interface CorrelatedFailuresDeps {
  readonly redis: RedisClient;
  readonly records: Pick<Records, 'sellers' | 'judgingPauses'>;
  readonly logger: Pick<Logger, 'error' | 'warn'>;
  readonly windowMs: number;
}

export class CorrelatedFailures {
  private readonly redis: WithNote;
  /** Sellers whose answers were reported recently. */
  private readonly answering = new LRUCache<string, true>({
    max: REMEMBERED_MAX,
    ttl: ANSWERED_TOLD_MS,
  });
  private readonly relations = new LRUCache<string, string>({
    max: REMEMBERED_MAX,
    ttl: RELATIONS_KEPT_MS,
  });

  private readonly times: JudgingTimes;

  constructor(private readonly deps: CorrelatedFailuresDeps) {
    this.times = judgingTimes(deps.windowMs);
    deps.redis.defineCommand('judgingNote', { numberOfKeys: 4, lua: NOTE });
    this.redis = deps.redis as WithNote;
  }

  /** Reports the end of an attempt or a probe. Returns immediately. */
  note(noted: NotedEnd): void {
    if (noted.end === 'answered' && this.isKnownToAnswer(noted.seller.sellerId)) return;
    if (noted.end !== 'answered') this.answering.delete(noted.seller.sellerId);
    this.tell(noted).catch((err: unknown) => {
      this.deps.logger.warn(
        { err },
        'the end of an attempt was not recorded for the judging of sellers',
      );
    });
  }

  /** Whether judging is paused now. */
  async isPaused(): Promise<boolean> {
    return (await currentPause(this.deps.records.judgingPauses)) !== null;
  }

  private isKnownToAnswer(sellerId: string): boolean {
    if (this.answering.has(sellerId)) return true;
    this.answering.set(sellerId, true);
    return false;
  }

  private async tell({ seller, end, participant }: NotedEnd): Promise<void> {
    const { records, logger } = this.deps;
    const { sellerId } = seller;
    const relation = await this.relationOf(seller);
    const times = timeArguments(this.times);
    const reply = await this.redis.judgingNote(
      ...keysOf(sellerId),
      sellerId,
      relation,
      end,
      participant,
      ...times,
      SELLERS_MIN,
    );
    if (!reply) return;
    const [id, lastsMs, failing, answering, sellerIds] = reply;
    const { windowMs, pauseMaxMs } = this.times;
    const seen = { id: String(id), windowMs, lastsMs: Math.min(lastsMs, pauseMaxMs) };
    const counts = { failing, answering, sellerIds };
    if (!(await notePause(records.judgingPauses, { ...seen, ...counts }))) return;
    logger.error(
      counts,
      'unrelated sellers fail together: judging is paused, check the network of the exchange first',
    );
  }

  /** Sellers of one owner or at one host count as one: they share causes. */
  private async relationOf({ sellerId, endpointUrl }: NotedEnd['seller']): Promise<string> {
    const known = this.relations.get(sellerId);
    if (known !== undefined) return known;
    const filter = { _id: sellerId };
    const seller = await this.deps.records.sellers.findOne(filter, { projection: { owner: 1 } });
    const relation = seller?.owner ? `owner ${seller.owner}` : hostOf(endpointUrl);
    this.relations.set(sellerId, relation);
    return relation;
  }
}

/** Keys with one hash tag: on a cluster a script may use keys of one primary only. */
function keysOf(sellerId: string): string[] {
  const [answering, begun] = [redisKey('judgingAnswering'), redisKey('judgingBegun')];
  return [answering, begun, redisKey('judgingSeller', sellerId), redisKey('judgingPause')];
}
