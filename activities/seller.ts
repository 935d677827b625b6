/**
 * The step `registerSeller`: the four rows of the registration table (specification, Registration
 * rules 3), each one conditional write. Twice: the second call finds its own work and updates it.
 * A rotation is one conditional change of the key's hash, so of two at once one wins, and the old
 * key is dead with the write.
 */
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { v7 as uuidV7 } from 'uuid';
import { isPublicAddress } from '../domain/endpoint-url';
import type { RegisteredSeller, Registration, RegistrationOutcome } from '../domain/registration';
import type { SellerDocument } from '../records/seller';
import type { ActivityDeps } from './deps';

const DUPLICATE_KEY = 11_000;
/** A name server that does not answer must not keep the endpoint's next registration waiting. */
const LOOKUP_MS = 3_000;

/** All addresses of a name; rejects when it has none. */
type NameLookup = (host: string) => Promise<readonly { readonly address: string }[]>;

const lookupAll: NameLookup = (host) => systemLookup(host, { all: true });

export interface SellerActivities {
  registerSeller(registration: Registration): Promise<RegistrationOutcome>;
}

export function createSellerActivities(
  { records }: Pick<ActivityDeps, 'records'>,
  lookup: NameLookup = lookupAll,
): SellerActivities {
  return {
    async registerSeller(registration) {
      if (!(await resolvesPublicly(registration, lookup))) return { kind: 'not_public' };
      try {
        const known = await records.sellers.findOne({ endpointUrl: registration.endpointUrl });
        return known ? await registerAgain(known, registration) : await create(registration);
      } catch (err) {
        if (isDuplicateOf(err, 'apiKeyHash')) return { kind: 'key_in_use' };
        throw err;
      }
    },
  };

  async function create(registration: Registration): Promise<RegistrationOutcome> {
    const now = new Date();
    const document: SellerDocument = {
      _id: uuidV7(),
      name: registration.name,
      endpointUrl: registration.endpointUrl,
      apiKeyHash: registration.apiKeyHash,
      supportedModels: [...registration.supportedModels],
      regions: [...(registration.regions ?? [])],
      standing: 'Active',
      owner: null,
      quotas: {},
      standingHistory: [{ standing: 'Active', reason: 'registered', actor: 'seller', at: now }],
      registeredAt: now,
      updatedAt: now,
    };
    await records.sellers.insertOne(document);
    return { kind: 'registered', change: 'created', seller: registered(document) };
  }

  async function registerAgain(
    known: SellerDocument,
    registration: Registration,
  ): Promise<RegistrationOutcome> {
    const { apiKeyHash, currentKeyHash } = registration;
    const same = known.apiKeyHash === apiKeyHash;
    if (!same && currentKeyHash !== known.apiKeyHash) return { kind: 'taken' };
    const changed = await records.sellers.findOneAndUpdate(
      { _id: known._id, apiKeyHash: known.apiKeyHash },
      {
        $set: {
          name: registration.name,
          supportedModels: [...registration.supportedModels],
          ...(registration.regions ? { regions: [...registration.regions] } : {}),
          apiKeyHash,
          updatedAt: new Date(),
        },
      },
      { returnDocument: 'after' },
    );
    if (!changed) return { kind: 'taken' };
    return {
      kind: 'registered',
      change: same ? 'updated' : 'key rotated',
      seller: registered(changed),
    };
  }
}

/** A name that does not resolve is accepted and judged at dispatch; every address that it has must be public. */
async function resolvesPublicly(
  { endpointUrl, local }: Registration,
  lookup: NameLookup,
): Promise<boolean> {
  const host = new URL(endpointUrl).hostname.replace(/^\[|\]$/g, '');
  if (isIP(host)) return true; // literals were judged when the URL was parsed
  const answers = await Promise.race([
    lookup(host).catch(() => []),
    delay(LOOKUP_MS, [], { ref: false }),
  ]);
  return answers.every(({ address }) => isPublicAddress(address) || (local && isLoopback(address)));
}

function isLoopback(address: string): boolean {
  return address.startsWith('127.') || address === '::1';
}

function registered(document: SellerDocument): RegisteredSeller {
  return {
    sellerId: document._id,
    name: document.name,
    endpointUrl: document.endpointUrl,
    supportedModels: document.supportedModels,
    regions: document.regions,
    registeredAtMs: document.registeredAt.getTime(),
  };
}

function isDuplicateOf(err: unknown, field: string): boolean {
  const { code, keyPattern } = err as { code?: number; keyPattern?: Record<string, unknown> };
  return code === DUPLICATE_KEY && keyPattern !== undefined && field in keyPattern;
}
