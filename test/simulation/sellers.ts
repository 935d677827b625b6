/**
 * The sellers of a simulation: they take the place of the connections to sellers. Everything behind
 * these is the product's: requests, signatures, limits, the reading of answers and streams. A seller
 * answers a repeated key with the same answer, as sellers must (DISPATCH-3), unless it changes.
 */
import type { Dispatcher } from 'undici';
import type { SellerAgent } from '../../exchange/dispatch/seller-client';
import type { Random } from '../support/random';
import type { Scheduler } from './scheduler';
import { answerOf, type Manner, pauseMs, type SellerAnswer } from './seller-answers';
import { wait } from './temporal-values';

type Handler = Dispatcher.DispatchHandler;

/** What one seller was asked under one key. */
interface Asked {
  calls: number;
  answer: SellerAnswer;
}

export class SimulatedSellers {
  /** By key. */
  private readonly asked = new Map<string, Asked>();

  constructor(
    private readonly scheduler: Scheduler,
    private readonly random: Random,
    private readonly mannerOf: (sellerId: string) => Manner,
  ) {}

  agent(): SellerAgent {
    return {
      dispatch: (options, handler) => {
        void this.answer(options, handler);
        return true;
      },
      destroy: () => Promise.resolve(),
    };
  }

  private async answer(options: Dispatcher.DispatchOptions, handler: Handler): Promise<void> {
    const sellerId = options.path.split('/')[1]!;
    const manner = this.mannerOf(sellerId);
    const connection = new Connection();
    const ask = () => {
      handler.onRequestStart?.(connection, {});
      return Promise.resolve(connection.aborted ? null : this.answerTo(manner, options));
    };
    const answer = await this.scheduler.effect(`seller ${manner} asked`, ask);
    if (!answer) return;
    const { parts, end } = answer;
    for (const [at, part] of parts.entries()) {
      await this.arrival(manner, at === 0);
      if (connection.aborted) return;
      if (at === 0) handler.onResponseStart?.(connection, answer.status, answer.headers);
      handler.onResponseData?.(connection, Buffer.from(part));
    }
    if (end === 'ended') handler.onResponseEnd?.(connection, {});
    if (end !== 'connection lost') return;
    await this.arrival(manner, parts.length === 0);
    handler.onResponseError?.(
      connection,
      Object.assign(new Error('reset'), { code: 'ECONNRESET' }),
    );
  }

  /** A part of the answer, or the loss of its connection, reaches the process that asked. */
  private async arrival(manner: Manner, isFirst: boolean): Promise<void> {
    const beforeMs = pauseMs(manner, isFirst, this.random);
    if (beforeMs > 0) await wait(beforeMs);
    const name = `seller ${manner} ${isFirst ? 'answers' : 'goes on'}`;
    await this.scheduler.effect(name, () => Promise.resolve());
  }

  private answerTo(manner: Manner, { headers, body }: Dispatcher.DispatchOptions): SellerAnswer {
    const key = (headers as Record<string, string>)['idempotency-key']!;
    const known = this.asked.get(key);
    if (known && manner !== 'changing') return known.answer;
    const repetitions = known?.calls ?? 0;
    const asked = { ...requestOf(body as Buffer), repetitions };
    const answer = answerOf(manner, asked, this.random);
    this.asked.set(key, { answer, calls: repetitions + 1 });
    return answer;
  }
}

function requestOf(body: Buffer) {
  const parsed = JSON.parse(body.toString()) as {
    readonly model: string;
    readonly stream?: boolean;
    readonly max_tokens: number;
  };
  const { model, stream: isStreamed = false, max_tokens: tokensMax } = parsed;
  return { model, isStreamed, tokensMax };
}

/** A connection to a seller, as undici gives it to those who read an answer. */
class Connection implements Dispatcher.DispatchController {
  readonly paused = false;
  reason: Error | null = null;

  get aborted(): boolean {
    return this.reason !== null;
  }

  abort(reason: Error): void {
    this.reason ??= reason;
  }

  pause(): void {}
  resume(): void {}
}
