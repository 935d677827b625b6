/**
 * The four cases of a registration (SELLER-3), each one conditional write; the workflow of the
 * endpoint runs them one after the other. Two spellings of a new endpoint are two workflows: of their
 * two sellers the unique index of the held endpoint refuses one, and the repetition finds the other.
 * A rotation is one conditional change of the key's hash: of two concurrent rotations one wins, and
 * the same write revokes the old key and commits atomically with the record of the change.
 *
 * Repetition: the second call finds its own result and updates it. A registration older than the
 * record changes nothing: a reset of a workflow repeats its earlier ones.
 */
import type { Registration, RegistrationOutcome } from '../../domain/registration';
import { isDone } from '../../domain/decision-stamp';
import type { Sealer } from '../../domain/sealing';
import type { SellerDocument } from '../../records/documents/seller';
import {
  type SellerChange,
  type SellerRecords,
  changeSeller,
  createSeller,
} from '../../records/standings/change-seller';
import { isDuplicate } from '../../records/mongodb/duplicate-key';
import { knownSeller } from './known-seller';
import { type NameLookup, resolvesPublicly } from './public-names';
import { isUnchanged, newSeller, profileAfter, registeredSeller } from './seller-profile';
import { wake } from './sleep';

const BY_SELLER = { actor: 'seller', causes: [] as string[] } as const;
const PROFILE_UPDATED: SellerChange = {
  kind: 'updated',
  standing: null,
  reason: 'registered again',
  ...BY_SELLER,
};
const KEY_ROTATED: SellerChange = {
  kind: 'key_rotated',
  standing: null,
  reason: 'registered with another key, the current one in the header',
  ...BY_SELLER,
};

export class EndpointRegister {
  constructor(
    private readonly records: SellerRecords,
    private readonly lookup: NameLookup,
    private readonly sealer: Sealer,
  ) {}

  async register(registration: Registration): Promise<RegistrationOutcome> {
    const { records } = this;
    if (!(await resolvesPublicly(registration, this.lookup))) return { kind: 'not_public' };
    try {
      const known = await knownSeller(records, registration);
      if (!known) return await this.create(registration);
      if (isDone(registration, known.registrationDecision)) return asItIs(known, registration);
      await wake(records, known._id);
      return await this.registerAgain(known, registration);
    } catch (err) {
      if (isDuplicate(err, 'apiKeyHash')) return { kind: 'key_in_use' };
      throw err;
    }
  }

  private async create(registration: Registration): Promise<RegistrationOutcome> {
    const document = newSeller(registration);
    await createSeller(this.records, document, {
      kind: 'registered',
      standing: 'Active',
      reason: 'registered',
      ...BY_SELLER,
    });
    return { kind: 'registered', change: 'created', seller: registeredSeller(document) };
  }

  private async registerAgain(
    known: SellerDocument,
    registration: Registration,
  ): Promise<RegistrationOutcome> {
    const { apiKeyHash, currentKeyHash } = registration;
    const same = known.apiKeyHash === apiKeyHash;
    if (!same && currentKeyHash !== known.apiKeyHash) return { kind: 'taken' };
    if (same && isUnchanged(known, registration, this.sealer)) {
      return { kind: 'registered', change: 'updated', seller: registeredSeller(known) };
    }
    const changed = await changeSeller(
      this.records,
      { _id: known._id, apiKeyHash: known.apiKeyHash },
      {
        $set: {
          ...profileAfter(known, registration),
          apiKeyHash,
          ...(same ? {} : { verifiedAt: null }),
          updatedAt: new Date(),
        },
      },
      same ? PROFILE_UPDATED : KEY_ROTATED,
    );
    if (!changed) return { kind: 'taken' };
    return {
      kind: 'registered',
      change: same ? 'updated' : 'key rotated',
      seller: registeredSeller(changed),
    };
  }
}

/** The answer to a registration that the record has already, or that is older than the record. */
function asItIs(
  known: SellerDocument,
  { apiKeyHash, currentKeyHash }: Registration,
): RegistrationOutcome {
  if (![apiKeyHash, currentKeyHash].includes(known.apiKeyHash)) return { kind: 'taken' };
  return { kind: 'registered', change: 'updated', seller: registeredSeller(known) };
}
