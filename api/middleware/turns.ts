/**
 * Puts a request into the turn of whoever sends it: right before its handler, so that a slow upload
 * keeps no turn. It has its turn until it is answered, or its handler has handed its work on.
 */
import type { Request, RequestHandler, Response } from 'express';
import { fail } from '../../domain/errors';
import { participantName } from '../../exchange/participant';
import { type GiveBack, TooManyWait, type WorkTurns } from '../../exchange/work-turns';
import { addressGroup } from './authentication-throttling';

/** A request that waits for somebody else, as a registration does for its endpoint, keeps no turn longer. */
const HELD_MS = 1_000;
/** A chat whose body is read, sealed, kept and sent in so many pieces that others would wait for it. */
const LARGE_BYTES = 128 * 1024;

export const inTurn: RequestHandler = async (req, res, next) => {
  const { turns } = res.locals;
  if (!turns) return next();
  const giveBack = await take(turns, req, res);
  if (res.closed) return giveBack(); // it has left meanwhile
  res.locals.giveTurnBack = giveBack;
  const timer = setTimeout(giveBack, HELD_MS);
  res.once('close', () => {
    clearTimeout(timer);
    giveBack();
  });
  next();
};

async function take(turns: WorkTurns, req: Request, res: Response): Promise<GiveBack> {
  const participant = senderOf(req, res);
  try {
    if (req.method === 'GET') return await turns.take(`${participant} reads`);
    const { received } = res.locals;
    if (!received) return await turns.takeShared(participant, 'writes');
    const isLarge = (received.body?.bytes.length ?? 0) > LARGE_BYTES;
    return await (isLarge ? turns.takeShared(participant, 'large') : turns.take(participant));
  } catch (err) {
    return refuseTooMany(err);
  }
}

/** @throws Failure `rate_limited` instead of TooManyWait; anything else as it is */
export function refuseTooMany(err: unknown): never {
  if (!(err instanceof TooManyWait)) throw err;
  throw fail('rate_limited', { message: `${err.message}.` });
}

/** Whoever sends without a credential is its address. */
function senderOf(req: Request, res: Response): string {
  const { buyer, seller } = res.locals;
  const id = buyer?.accountId ?? seller?._id ?? addressGroup(req.ip);
  return participantName(id, buyer?.owner ?? seller?.owner);
}
