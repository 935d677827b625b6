/**
 * Creation of asks and offers under an `Idempotency-Key` (decisions section 2). The key's record
 * names the ask before it is made, so a repetition after a crash, or at the same time, makes the
 * same ask and no second one.
 */
import type { Request } from 'express';
import { canonicalHash } from '../../records/canonical-json';
import type { Records } from '../../records/connect';
import { idempotencyKeyOf } from '../middleware/idempotency-key';
import { AskBook } from './ask-book';

interface Creation<Body> {
  readonly req: Request;
  /** `asks:<sellerId>` or `offers:<sellerId>`. */
  readonly scope: string;
  readonly retentionMs: number;
  /** Makes the ask of this id, or finds it made. */
  readonly create: (askId: string) => Promise<Body>;
}

/** @throws Failure `idempotency_conflict` for a key that came with another body */
export async function createOnce<Body>(records: Records, creation: Creation<Body>): Promise<Body> {
  const { req, scope, retentionMs, create } = creation;
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
    await memory.forget(use.id, askId);
    throw err;
  }
}
