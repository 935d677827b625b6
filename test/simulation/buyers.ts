/**
 * Buyers of a simulation: each request has a key, is repeated with it when a gateway dies or answers
 * nothing, and remembers whatever it was told. What a gateway does with a request follows
 * api/buyer/chat/handler.ts, without HTTP.
 */
import { v7 as uuidV7 } from 'uuid';
import { watchRecords, settledAnswer } from '../../api/buyer/chat/durable-end';
import { type AnswerMessage, messagesOf } from '../../channel/messages';
import type { ChatOrder } from '../../domain/chat';
import { Failure } from '../../domain/errors';
import { Actor } from './actors';
import type { SimulatedProcess } from './processes';
import type { Random } from '../support/random';
import { wait } from './temporal-server';

const REPEATED_AFTER_MS = 20_000;
const TRIES_MAX = 12;

/** What a buyer was told at the end of a request. */
export type Told =
  | {
      readonly kind: 'settled';
      readonly orderId: string;
      readonly fillId: string;
      readonly body: string;
    }
  | { readonly kind: 'refused'; readonly orderId: string; readonly code: string }
  | { readonly kind: 'failed'; readonly code: string };

export interface Request {
  readonly key: string;
  readonly order: Omit<ChatOrder, 'orderId' | 'idempotencyId' | 'request'>;
  readonly told: Told[];
  /** Ids under which gateways took it. */
  readonly orderIds: Set<string>;
  isOver: boolean;
}

export class Buyer {
  private readonly actor: Actor;

  constructor(
    readonly name: string,
    private readonly random: Random,
    private readonly gateways: () => readonly SimulatedProcess[],
  ) {
    this.actor = new Actor(name);
  }

  send(request: Request): void {
    this.actor.run(() => {
      void this.untilAnswered(request);
    });
  }

  private async untilAnswered(request: Request): Promise<void> {
    await wait(this.random.between(1, 3_000));
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const gateways = this.gateways();
      if (gateways.length > 0) {
        const process = this.random.of(gateways);
        const answer = process.actor.run(() => received(process, request));
        const told = await Promise.race([answer, wait(REPEATED_AFTER_MS)]);
        if (told) request.told.push(told);
        if (told && told.kind !== 'failed') break;
      }
      await wait(this.random.between(100, 5_000));
    }
    request.isOver = true;
    // Whoever repeats a key after its answer gets the same answer.
    const last = request.told.at(-1);
    const [process] = this.gateways();
    if (last?.kind !== 'settled' || !process || !this.random.isLikely(0.3)) return;
    request.isOver = false;
    const again = process.actor.run(() => received(process, request));
    const told = await Promise.race([again, wait(REPEATED_AFTER_MS)]);
    if (told) request.told.push(told);
    request.isOver = true;
  }
}

async function received(
  { stores, gateway }: SimulatedProcess,
  { key, order, orderIds }: Request,
): Promise<Told> {
  const { records, sealer } = stores;
  const { runner, memory, listener } = gateway!;
  const use = { accountId: order.accountId, key, bodyHash: 'hash' };
  try {
    const recalled = await memory.recall(use);
    const newId = uuidV7();
    const known = recalled ?? (await memory.begin(use, newId));
    const isFirst = known.status === 'first';
    const orderId = isFirst ? newId : (known.orderId ?? newId);
    orderIds.add(orderId);
    const subscription = listener.subscribe(orderId, !isFirst);
    const found = isFirst ? null : await records.orders.findOne({ _id: orderId });
    if (found?.status === 'filled') {
      const answer = await settledAnswer(records, sealer, orderId);
      if (answer) subscription.conclude(messagesOf(answer));
    } else if (found && found.status !== 'open') {
      await memory.freeKey(known.id, orderId);
    } else if (!found) {
      const bytes = Buffer.from('{"model":"m","messages":[]}');
      const request = await memory.keep(orderId, sealer.seal(bytes, orderId), {} as never);
      runner.start({ ...order, orderId, idempotencyId: known.id, request });
    }
    const run = {
      isHere: () => runner.runs(orderId),
      isAtSeller: () => runner.isAtSeller(orderId),
    };
    const { signal } = new AbortController();
    watchRecords(records, sealer, orderId, subscription, run, signal).catch(() => undefined);
    for (;;) {
      const last = (await subscription.next()).at(-1);
      const told = last && toldOf(orderId, last);
      if (told) return told;
    }
  } catch (err) {
    return { kind: 'failed', code: err instanceof Failure ? err.code : String(err) };
  }
}

function toldOf(orderId: string, message: AnswerMessage): Told | null {
  if (message.kind === 'refused') {
    const { code, message: text } = message.refusal;
    // Nobody knows the outcome: the buyer asks again.
    if (text.includes('not confirmed')) return { kind: 'failed', code: 'unconfirmed' };
    return { kind: 'refused', orderId, code };
  }
  if (message.kind !== 'settled') return null;
  const { fillId, body } = message;
  return { kind: 'settled', orderId, fillId, body: JSON.stringify(body) };
}
