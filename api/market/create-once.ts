/**
 * Creation of asks, offers, orders and tickets under an `Idempotency-Key` (API-5). The
 * key's record names the thing before it is made, so a repetition after a crash, or at the same
 * time, makes the same one and no second one.
 */
import type { Request } from 'express';
import { canonicalHash } from '../../records/canonical-json';
import type { Records } from '../../records/connect';
import { type Caller, onBehalfOf } from '../../records/ledger/caller';
import { idempotencyKeyOf } from '../middleware/idempotency-key';
import { AskBook } from './ask-book';

interface Creation<Body> {
  readonly req: Request;
  /** The kind and whose it is: `asks:<sellerId>`. */
  readonly scope: string;
  readonly retentionMs: number;
  /** Makes the thing of this id, or finds it made. */
  readonly create: (id: string) => Promise<Body>;
  /** Whether an error leaves open what became of it: then the key goes on to mean the same thing. */
  readonly mayHaveHappened?: (err: unknown) => boolean;
}

/** @throws Failure `idempotency_conflict` for a key that came with another body */
export async function createOnce<Body>(records: Records, creation: Creation<Body>): Promise<Body> {
  const { req, scope, retentionMs } = creation;
  const create = (id: string) => onBehalfOf(clientOf(req), () => creation.create(id));
  const newAskId = AskBook.newAskId();
  const key = idempotencyKeyOf(req);
  if (key === null) return create(newAskId);

  const memory = records.idempotencyMemory;
  const bodyHash = canonicalHash(req.body);
  const use = await memory.begin({ scope, key, bodyHash, orderId: newAskId, retentionMs });
  if (use.status === 'known' && use.response) return use.response.body as Body;
  const askId = (use.status === 'known' ? use.orderId : null) ?? newAskId;
  try {
    const body = await create(askId);
    await memory.remember(use.id, { status: 200, body });
    return body;
  } catch (err) {
    if (!creation.mayHaveHappened?.(err)) await memory.forget(use.id, askId);
    throw err;
  }
}

/** Whoever hangs up before its request was written wants no ask and no order of it. */
function clientOf(req: Request): Caller {
  const gone = new AbortController();
  req.res?.once('close', () => gone.abort());
  return { signal: gone.signal, deadlineAtMs: Infinity };
}
