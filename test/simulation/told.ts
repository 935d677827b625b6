/** Requests to a gateway's handlers without HTTP, each sent until an end is told. */
import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { createAskSchema } from '../../api/schemas/asks';
import { createContractSchema } from '../../api/schemas/contracts';
import { updateAccountSchema, updateBookSchema } from '../../api/schemas/operator';
import { registerSchema } from '../../api/schemas/sellers';
import { Failure } from '../../domain/errors';
import type { Random } from '../support/random';
import type { SimulatedProcess } from './processes';
import { Reply } from './reply';
import { wait } from './temporal-values';
import type { TradeRoutes } from './trade-routes';

const SCHEMAS = {
  placeOrder: createContractSchema,
  cancelOrder: z.object({}),
  createAsk: createAskSchema,
  updateBook: updateBookSchema,
  updateAccount: updateAccountSchema,
  register: registerSchema,
  revokeKey: z.object({}),
} as const;
const PATIENCE_MS = 30_000;
const TRIES_MAX = 40;

/** What was told at the end of a request. */
export type Told<Body = unknown> =
  | { readonly kind: 'done'; readonly body: Body }
  | { readonly kind: 'refused'; readonly code: string }
  /** Nobody knows the outcome: it is asked again. */
  | { readonly kind: 'failed'; readonly code: string };

export interface Sent {
  readonly route: keyof TradeRoutes;
  readonly key: string;
  readonly locals: object;
  readonly body: object;
  readonly params?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request and its reply, as far as the handlers use them. */
export function requestOf({
  headers = {},
  params = {},
  body,
  locals,
}: Pick<Sent, 'headers' | 'params' | 'body' | 'locals'>) {
  const reply = new Reply(locals);
  const req = {
    get: (name: string) => headers[name],
    log: { warn: () => undefined },
    ip: '127.0.0.1',
    socket: new EventEmitter(),
    body,
    params,
    res: reply,
  };
  return { reply, req: req as never as Request, res: reply as never as Response };
}

export async function untilTold<Body>(
  random: Random,
  gateways: () => readonly SimulatedProcess[],
  sent: Sent,
  told: Told<Body>[],
): Promise<void> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const living = gateways();
    if (living.length > 0) {
      const answer = await send<Body>(random.of(living), sent);
      told.push(answer);
      if (answer.kind !== 'failed') return;
    }
    await wait(random.between(100, 5_000));
  }
}

async function send<Body>({ actor, gateway }: SimulatedProcess, sent: Sent): Promise<Told<Body>> {
  const { route, key, body, locals, params = {}, headers = {} } = sent;
  const { reply, req, res } = requestOf({
    params,
    body,
    headers: {
      'idempotency-key': key,
      ...headers,
    },
    locals: {
      requestId: key,
      ...locals,
    },
  });
  const answer = actor.run(async (): Promise<Told<Body>> => {
    try {
      const parsed = { body: SCHEMAS[route].parse(body), params };
      await gateway!.trade[route](req, res, parsed as never);
      return { kind: 'done', body: reply.body as Body };
    } catch (err) {
      const code = err instanceof Failure ? err.code : String(err);
      const isRefused = err instanceof Failure && err.rule.status < 500;
      return { kind: isRefused ? 'refused' : 'failed', code };
    }
  });
  const told = await Promise.race([answer, wait(PATIENCE_MS)]);
  if (!told) actor.run(() => setTimeout(() => reply.close(), 1));
  return told ?? { kind: 'failed', code: 'hung up' };
}
