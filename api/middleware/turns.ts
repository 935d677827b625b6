/**
 * Queues a request in its sender's turn, right before its handler, so that a slow upload holds no
 * turn. The turn ends with the answer, or when the handler has transferred its work. Operators have no
 * turns.
 */
import type { Request, RequestHandler, Response } from 'express';
import { fail } from '../../domain/errors';
import { participantName } from '../../exchange/chat/participant';
import { NoPlace, type Release } from '../../fairness/fair-door';
import type { WorkTurns } from '../../fairness/work-turns';
import { closingOf, whenClosed } from '../closing';
import { addressGroup } from './authentication-throttling';
import { LARGE_BODY_BYTES } from './body-memory';

/**
 * A request that waits for another one, such as a registration for its endpoint, holds its turn no
 * longer than this.
 */
const HELD_MS = 1_000;

export const inTurn: RequestHandler = async (req, res, next) => {
  const { turns } = res.locals;
  const release = turns ? await acquireTurn(turns, req, res) : null;
  // The client has disconnected meanwhile: it may have sent the same, or the opposite, elsewhere.
  if (closingOf(res).aborted) return release?.();
  if (!release) return next();
  res.locals.releaseTurn = release;
  const timer = setTimeout(release, HELD_MS);
  whenClosed(res, () => {
    clearTimeout(timer);
    release();
  });
  next();
};

async function acquireTurn(turns: WorkTurns, req: Request, res: Response): Promise<Release> {
  const participant = senderOf(req, res);
  try {
    if (req.method === 'GET') return await turns.acquire(`${participant} reads`);
    const { received } = res.locals;
    if (!received) return await turns.acquireShared(participant, 'writes');
    const isLarge = (received.body?.bytes.length ?? 0) > LARGE_BODY_BYTES;
    return await (isLarge ? turns.acquireShared(participant, 'large') : turns.acquire(participant));
  } catch (err) {
    return refuseTooMany(err);
  }
}

/** @throws Failure `rate_limited` instead of NoPlace; other errors unchanged */
export function refuseTooMany(err: unknown): never {
  if (!(err instanceof NoPlace)) throw err;
  throw fail('rate_limited', { message: `${err.message}.` });
}

/** A sender without a credential is identified by its address. */
export function senderOf(req: Request, res: Response): string {
  const { buyer, seller } = res.locals;
  const id = buyer?.accountId ?? seller?._id ?? addressGroup(req.ip);
  return participantName(id, buyer?.owner ?? seller?.owner);
}
