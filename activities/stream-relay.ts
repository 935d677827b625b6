/**
 * Passes a seller's stream on to the order's answer channel, chunk by chunk, each one once.
 *
 * After a crash of ours the same seller is asked again with the same key and answers the same. The
 * chunks that an earlier attempt passed on are compared with the new ones and not repeated; a
 * seller that answers differently the second time has broken off its answer.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { AnswerPublisher, AppendResult } from '../channel/answer-publisher';
import type { AnswerMessage } from '../channel/messages';
import type { MatchedFill } from '../domain/chat';
import type { JsonObject } from '../domain/completion';
import type { ActivityDeps } from './deps';

const RETRY_MS = 100;

export type RelayEnd = 'seller_differs' | 'buyer_gone' | 'channel_lost';

export class StreamRelay {
  /** Every payload of the answer so far, in order. */
  readonly chunks: string[] = [];
  /** Set when the relay itself ended the stream. */
  end: RelayEnd | null = null;

  private constructor(
    private readonly channel: AnswerPublisher,
    private readonly channelWaitMs: number,
    private readonly fill: MatchedFill,
    private readonly earlier: string[],
    private readonly stop: () => void,
  ) {}

  /** @param stop ends the request to the seller */
  static async open(
    { channel, settings }: Pick<ActivityDeps, 'channel' | 'settings'>,
    fill: MatchedFill,
    attempt: number,
    stop: () => void,
  ): Promise<StreamRelay> {
    const written = attempt === 1 ? [] : await channel.written(fill.orderId);
    return new StreamRelay(channel, settings.CHANNEL_WAIT_MS, fill, chunksOf(written), stop);
  }

  /** Whether the buyer has had a first byte, from this attempt or an earlier one. */
  get begun(): boolean {
    return this.earlier.length > 0 || this.chunks.length > 0;
  }

  /** The chunks that the buyer has: those of this attempt, or of an earlier one that came further. */
  get delivered(): readonly string[] {
    return this.chunks.length >= this.earlier.length ? this.chunks : this.earlier;
  }

  /** One well-formed chunk of the seller's. Resolves when it is on the channel, which slows the seller to the channel's speed. */
  async pass(data: string): Promise<void> {
    const index = this.chunks.length + 1;
    const before = this.earlier[index - 1];
    if (before !== undefined) {
      if (!sameChoices(before, data)) return this.endWith('seller_differs');
      this.chunks.push(before);
      return;
    }
    const result = await this.append(index, data);
    if (result === 'taken') {
      this.earlier.splice(
        0,
        this.earlier.length,
        ...chunksOf(await this.channel.written(this.fill.orderId)),
      );
      return this.pass(data);
    }
    if (result === 'lost') return this.endWith('channel_lost');
    this.chunks.push(data);
    if (result === 'stop') this.endWith('buyer_gone');
  }

  endWith(end: RelayEnd): void {
    this.end ??= end;
    this.stop();
  }

  private async append(index: number, data: string): Promise<AppendResult | 'lost'> {
    const until = Date.now() + this.channelWaitMs;
    for (;;) {
      try {
        const { orderId, fillId } = this.fill;
        return await this.channel.append(orderId, index, { kind: 'chunk', fillId, data });
      } catch {
        if (Date.now() > until) return 'lost';
        await delay(RETRY_MS);
      }
    }
  }
}

function chunksOf(messages: readonly AnswerMessage[]): string[] {
  return messages.flatMap((message) => (message.kind === 'chunk' ? [message.data] : []));
}

/** Ids and times may differ between two answers to the same key; what the buyer reads may not. */
function sameChoices(before: string, now: string): boolean {
  const choicesOf = (data: string) => JSON.stringify((JSON.parse(data) as JsonObject)['choices']);
  return choicesOf(before) === choicesOf(now);
}
