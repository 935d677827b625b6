/**
 * Buyers of a simulation: each request has a key, is repeated with it when a gateway dies or answers
 * nothing, and remembers whatever it was told. The gateway's handler answers it, without HTTP.
 */
import { randomUUID } from 'node:crypto';
import type { Request as HttpRequest, Response } from 'express';
import { FREE_TERMS } from '../../domain/buyer-keys';
import { Failure } from '../../domain/errors';
import { CHAT_LIMITS } from '../../domain/json-body';
import { JsonScan } from '../../domain/json-scan';
import { Actor } from './actors';
import type { SimulatedProcess } from './processes';
import type { Random } from '../support/random';
import { Reply } from './reply';
import { wait } from './temporal-values';

const REPEATED_AFTER_MS = 20_000;
const TRIES_MAX = 40;

/** What a buyer was told at the end of a request. */
export type Told =
  | {
      readonly kind: 'settled';
      readonly orderId: string;
      readonly fillId: string;
      /** Charged, as the answer says. */
      readonly tokens: number;
      /** The whole answer; of a stream all chunks. */
      readonly body: string;
      /** The error with which a stream was cut, and the text until then; null for a whole answer. */
      readonly cut: { readonly message: string; readonly text: string } | null;
    }
  | { readonly kind: 'refused'; readonly orderId: string; readonly code: string }
  /** Nobody knows the outcome: the buyer asks again. */
  | { readonly kind: 'failed'; readonly code: string };

export interface Request {
  readonly key: string;
  readonly accountId: string;
  readonly modelId: string;
  /** With a cap; null for the key of the account that has none. */
  readonly cappedKeyId: string | null;
  /** Whose ticket it redeems; null for one that is matched. */
  readonly contractId: string | null;
  readonly body: object;
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
        const told = await ask(this.random.of(gateways), request);
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
    await ask(process, request);
    request.isOver = true;
  }
}

/** A buyer that hears no end within its patience hangs up. */
async function ask(process: SimulatedProcess, request: Request): Promise<Told | undefined> {
  const { accountId, cappedKeyId, orderIds, contractId, modelId } = request;
  let orderId = 'none';
  const bytes = Buffer.from(JSON.stringify(request.body));
  const scan = new JsonScan(CHAT_LIMITS);
  scan.feed(bytes);
  const received: Pick<Express.Locals, 'received'> = {
    received: {
      body: { bytes, members: scan.members },
      take: () => undefined,
      release: () => undefined,
    },
  };
  const reply = new Reply({
    requestId: randomUUID(),
    buyer: {
      accountId,
      keyId: cappedKeyId ?? accountId,
      owner: null,
      quotas: {},
      terms: { ...FREE_TERMS, isCapped: cappedKeyId !== null },
    },
    ...(contractId ? { ticket: { ticketId: contractId, contractId, modelId } } : {}),
    ...received,
    span: {
      traceparent: undefined,
      set(attributes: Readonly<Record<string, string>>) {
        orderId = attributes['tokenbook.order.id']!;
        orderIds.add(orderId);
      },
    },
  });
  const answer = process.actor.run(() => answered(process, request, reply, () => orderId));
  const told = await Promise.race([answer, wait(REPEATED_AFTER_MS)]);
  if (told) request.told.push(told);
  else process.actor.run(() => setTimeout(() => reply.close(), 1));
  return told ?? undefined;
}

async function answered(
  { gateway }: SimulatedProcess,
  { key }: Request,
  reply: Reply,
  orderId: () => string,
): Promise<Told> {
  const req = { get: (name: string) => (name === 'idempotency-key' ? key : undefined) };
  try {
    await gateway!.chat(req as HttpRequest, reply as unknown as Response, undefined as never);
    return toldOf(reply, orderId());
  } catch (err) {
    reply.close();
    if (!(err instanceof Failure)) return { kind: 'failed', code: String(err) };
    return ended(err.code, orderId());
  }
}

function toldOf(reply: Reply, orderId: string): Told {
  const { body, lastChunk, isDone, text } = reply;
  if (body && reply.statusCode !== 200) return { kind: 'refused', orderId, code: 'passed on' };
  const last = body ?? lastChunk;
  if (!last) return { kind: 'failed', code: 'hung up' };
  const { fill, error } = last;
  const isCut = error !== undefined && !isDone;
  if (error && !fill) return ended(error.code, orderId);
  if (!body && !isDone && !isCut) return { kind: 'failed', code: 'hung up' };
  return {
    kind: 'settled',
    orderId,
    fillId: fill?.fill_id ?? 'none',
    tokens: fill?.tokens ?? 0,
    body: JSON.stringify(body ?? reply.chunks),
    cut: isCut
      ? {
          message: error.message,
          text,
        }
      : null,
  };
}

/** Without a charge, unless the exchange itself could not tell. */
function ended(code: string, orderId: string): Told {
  const isOpen = code === 'service_unavailable' || code === 'internal_error';
  return isOpen ? { kind: 'failed', code } : { kind: 'refused', orderId, code };
}
