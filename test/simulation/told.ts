/** Requests to a gateway's handlers without HTTP, each sent until an end is told. */
import { z } from 'zod';
import { createAskSchema } from '../../api/schemas/asks';
import { createContractSchema } from '../../api/schemas/contracts';
import { updateAccountSchema, updateBookSchema } from '../../api/schemas/operator';
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
} as const;
const PATIENCE_MS = 30_000;
const TRIES_MAX = 12;

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
  const { route, key, body, locals, params = {} } = sent;
  const reply = new Reply({ requestId: key, ...locals });
  const req = {
    get: (name: string) => (name === 'idempotency-key' ? key : undefined),
    ...{ body, params, res: reply },
  };
  const answer = actor.run(async (): Promise<Told<Body>> => {
    try {
      const parsed = { body: SCHEMAS[route].parse(body), params };
      await gateway!.trade[route](req as never, reply as never, parsed as never);
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
