/**
 * Notices that unrelated sellers fail together: then the cause is ours or everybody's, and no seller
 * is judged (records/judging-pause.ts). All processes share what they see of the last seconds in
 * Redis; the pause itself stands in the records, by which failures of its time never count.
 */
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { notePause } from './note-pause';
import type { Records } from '../../records/connect';
import { currentPause } from '../../records/standings/judging-pauses';
import { hostOf } from '../host-budget';
import { NOTE } from './note-end';

/** Unrelated sellers that fail together at least. */
const SELLERS_MIN = 3;
/** Ends that tell nothing new are told once in this time. */
const ANSWERED_TOLD_MS = 500;
/** A pause that goes on is lengthened as often as this by one process. */
const LENGTHENED_MS = 500;
const REMEMBERED_MAX = 10_000;
const RELATIONS_KEPT_MS = 60_000;

/**
 * What an attempt tells of its seller: it is there; it failed, and the request may have provoked
 * that; it failed whatever the request was.
 */
export type SeenEnd = 'answered' | 'provokable' | 'failed';

export interface NotedEnd {
  readonly seller: { readonly sellerId: string; readonly endpointUrl: string };
  readonly end: SeenEnd;
  /** Whose request it was; empty for a probe of ours. */
  readonly participant: string;
}

type NoteReply = [noticedAtMs: number, nowMs: number, failing: number, asked: number] | null;
type WithNote = Redis & {
  judgingNote(...args: (string | number)[]): Promise<NoteReply>;
};

export interface CorrelatedFailuresDeps {
  readonly redis: Redis;
  readonly records: Pick<Records, 'sellers' | 'judgingPauses'>;
  readonly logger: Pick<Logger, 'error' | 'warn'>;
  readonly windowMs: number;
}

export class CorrelatedFailures {
  private readonly redis: WithNote;
  /** Sellers whose answers were told a moment ago. */
  private readonly answering = new LRUCache<string, true>({
    ...{ max: REMEMBERED_MAX, ttl: ANSWERED_TOLD_MS },
  });
  private readonly relations = new LRUCache<string, string>({
    ...{ max: REMEMBERED_MAX, ttl: RELATIONS_KEPT_MS },
  });

  private lengthened = { noticedAtMs: 0, atMs: -Infinity };

  constructor(private readonly deps: CorrelatedFailuresDeps) {
    deps.redis.defineCommand('judgingNote', { numberOfKeys: 4, lua: NOTE });
    this.redis = deps.redis as WithNote;
  }

  /** An attempt, or a probe, has ended. Returns at once. */
  note(noted: NotedEnd): void {
    if (noted.end === 'answered' && this.isKnownToAnswer(noted.seller.sellerId)) return;
    if (noted.end !== 'answered') this.answering.delete(noted.seller.sellerId);
    this.tell(noted).catch((err: unknown) => {
      this.deps.logger.warn(
        { err },
        'the end of an attempt was not noted for the judging of sellers',
      );
    });
  }

  /** Whether nobody is judged now. */
  async isPaused(): Promise<boolean> {
    return (await currentPause(this.deps.records.judgingPauses)) !== null;
  }

  private isKnownToAnswer(sellerId: string): boolean {
    if (this.answering.has(sellerId)) return true;
    this.answering.set(sellerId, true);
    return false;
  }

  private async tell({ seller, end, participant }: NotedEnd): Promise<void> {
    const { windowMs, records, logger } = this.deps;
    const relation = await this.relationOf(seller);
    const reply = await this.redis.judgingNote(
      ...keysOf(relation),
      ...[relation, end, participant, windowMs, SELLERS_MIN],
    );
    if (!reply || !this.isToBeTold(reply)) return;
    const [noticedAtMs, nowMs, failing, asked] = reply;
    const seen = { noticedAtMs, failing, asked, sellerId: seller.sellerId };
    const times = { startedAtMs: noticedAtMs - windowMs, endsAtMs: nowMs + windowMs };
    if (!(await notePause(records.judgingPauses, { ...seen, ...times }))) return;
    logger.error(
      { failing, asked, sellerId: seller.sellerId },
      'unrelated sellers fail together: no seller is judged, look at our own network first',
    );
  }

  private isToBeTold([noticedAtMs]: NonNullable<NoteReply>): boolean {
    const { lengthened } = this;
    const now = performance.now();
    const isKnown = lengthened.noticedAtMs === noticedAtMs;
    if (isKnown && now - lengthened.atMs < LENGTHENED_MS) return false;
    this.lengthened = { noticedAtMs, atMs: now };
    return true;
  }

  /** Sellers of one owner, or at one host, are one: they fail for one reason. */
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

/** One hash tag: a script on a cluster may use keys of one primary only. */
function keysOf(relation: string): string[] {
  return ['asked', 'failing', `of:${relation}`, 'noticed'].map((name) => `{judging}:${name}`);
}
