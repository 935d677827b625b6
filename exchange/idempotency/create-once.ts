/**
 * Creation of asks, offers, orders and tickets under an `Idempotency-Key` (API-5). The key's record
 * stores the new id before the creation, so a repetition, concurrent or after a crash, creates no
 * second one.
 */
import { newId } from '../../domain/new-id';
import { canonicalHash } from '../../domain/canonical-json';
import type { Records } from '../../records/connect';
import { type Caller, onBehalfOf } from '../../records/ledger/caller';

/** The requester of a creation, and its key. */
interface CreationRequest {
  /** Null when no key was sent: every request creates a new object. */
  readonly key: string | null;
  /** The request body; a key is bound to one body. */
  readonly body: unknown;
  readonly caller: Caller;
}

export interface Creation<Body> {
  readonly request: CreationRequest;
  /** The kind and its holder: `asks:<sellerId>`. */
  readonly scope: string;
  readonly retentionMs: number;
  /**
   * Creates the object with this id, or finds it.
   * @param isRepeated whether an earlier request had this id
   */
  readonly create: (id: string, isRepeated: boolean) => Promise<Body>;
  /** Decides whether the key is freed. */
  readonly afterFailure: (err: unknown, use: Use) => Remains | Promise<Remains>;
}

/**
 * What a failed creation leaves: nothing; perhaps the object, now or later, to which the key then continues
 * to refer; or an object that has ended, so that nothing else can come of the id.
 */
export type Remains = 'nothing' | 'perhaps' | 'ended';

interface Use {
  readonly id: string;
  /** Whether an earlier request had this id. */
  readonly isRepeated: boolean;
}

/** @throws Failure `idempotency_conflict` for a key that was used with another body */
export async function createOnce<Body>(records: Records, creation: Creation<Body>): Promise<Body> {
  const { request, scope, retentionMs } = creation;
  const { key, caller } = request;
  const create = (id: string, isRepeated: boolean) =>
    onBehalfOf(caller, () => creation.create(id, isRepeated));
  const freshId = newId();
  if (key === null) return create(freshId, false);

  const memory = records.idempotencyMemory;
  const bodyHash = canonicalHash(request.body);
  const use = await memory.beginOrJoin({ scope, key, bodyHash, orderId: freshId, retentionMs });
  if (use.response) return use.response.body as Body;
  const id = use.orderId ?? freshId;
  const isRepeated = id !== freshId;
  try {
    const body = await create(id, isRepeated);
    await memory.remember(use.id, { status: 200, body });
    return body;
  } catch (err) {
    const remains = await creation.afterFailure(err, { id, isRepeated });
    if (remains === 'nothing') await memory.leave(use.id, id);
    if (remains === 'ended') await memory.forget(use.id, id);
    throw err;
  }
}
