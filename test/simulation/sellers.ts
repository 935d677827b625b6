/**
 * The sellers of a simulation: they take the place of the HTTP client, with the outcomes that it
 * gives. A seller answers a repeated key with the same answer, as sellers must (DISPATCH-3), unless
 * it lies.
 */
import {
  failedOutcome,
  AttemptFailure,
  type DispatchOutcome,
} from '../../exchange/dispatch/outcome';
import type { DispatchRequest, SellerClient } from '../../exchange/dispatch/seller-client';
import type { Random } from '../support/random';
import type { Scheduler } from './scheduler';
import { wait } from './temporal-server';

export const MANNERS = [
  'honest',
  'slow',
  'failing',
  'dying',
  'throttling',
  'boasting',
  'refusing',
] as const;
export type Manner = (typeof MANNERS)[number];

/** What one seller was asked under one key. */
interface Asked {
  readonly endpointUrl: string;
  calls: number;
  answer: DispatchOutcome | null;
}

export class SimulatedSellers {
  /** By fill. */
  readonly asked = new Map<string, Asked>();

  constructor(
    private readonly scheduler: Scheduler,
    private readonly random: Random,
    private readonly mannerOf: (endpointUrl: string) => Manner,
  ) {}

  client(): SellerClient {
    return {
      dispatch: (request) => this.dispatch(request),
      close: () => Promise.resolve(),
    };
  }

  private async dispatch(request: DispatchRequest): Promise<DispatchOutcome> {
    const { endpointUrl, fillId, isProbe } = request;
    const manner = this.mannerOf(endpointUrl);
    const answer = await this.scheduler.effect(`seller ${manner} asked`, () => {
      const asked = this.asked.get(fillId) ?? { endpointUrl, calls: 0, answer: null };
      this.asked.set(fillId, asked);
      asked.calls += isProbe ? 0 : 1;
      asked.answer ??= this.outcome(manner, request);
      return Promise.resolve(asked.answer);
    });
    if (manner === 'slow') await wait(this.random.between(100, 20_000));
    if (request.signal.aborted) return failed('aborted');
    if (Date.now() > request.deadlineAtMs) return failed('deadline');
    return this.scheduler.effect(`seller ${manner} answers`, () => Promise.resolve(answer));
  }

  private outcome(manner: Manner, { reservedTokens, model }: DispatchRequest): DispatchOutcome {
    switch (manner) {
      case 'failing':
        return failed('status');
      case 'dying':
        return failed('connection_lost');
      case 'throttling':
        return { kind: 'throttled', retryAfterMs: this.random.of([null, 500, 30_000]) };
      case 'refusing':
        return {
          kind: 'refused_request',
          status: 422,
          body: { error: { message: 'no', type: 'invalid_request_error' } },
        };
      case 'honest':
      case 'slow':
      case 'boasting':
        return answered(manner, this.random.between(0, reservedTokens), model);
    }
  }
}

/** A seller that boasts reports a thousand times what it generated. */
function answered(manner: Manner, completionTokens: number, model: string): DispatchOutcome {
  const reported = manner === 'boasting' ? completionTokens * 1_000 + 1_000 : completionTokens;
  const usage = {
    ...{ promptTokens: 10, completionTokens: reported },
    ...{ totalTokens: 10 + reported, reasoningTokens: 0 },
  };
  const message = { role: 'assistant', content: 'word '.repeat(3) };
  return {
    ...{ kind: 'answered', streamed: false, usage, completionTokens, firstByteMs: 1 },
    body: { model, choices: [{ index: 0, message, finish_reason: 'stop' }] },
  };
}

function failed(reason: 'status' | 'connection_lost' | 'aborted' | 'deadline'): DispatchOutcome {
  return failedOutcome(new AttemptFailure(reason, `the seller: ${reason}`), reason !== 'aborted');
}
