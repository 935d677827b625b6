/**
 * The activity `registerSeller`: the four cases of a registration (SELLER-3), each one conditional
 * write. Repetition: the second call finds its own result and updates it. A rotation is one
 * conditional change of the key's hash: of two concurrent rotations one wins, and the same write
 * revokes the old key and commits atomically with the record of the change.
 */
import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { v7 as uuidV7 } from 'uuid';
import { isPublicAddress } from '../domain/endpoint-url';
import { type ModelSpelling, spellingOf } from '../domain/instruments';
import type { RegisteredSeller, Registration, RegistrationOutcome } from '../domain/registration';
import type { SellerDocument } from '../records/seller';
import { type SellerChange, changeSeller, createSeller } from '../records/standings/change-seller';
import { wake } from '../records/standings/sleep';
import type { ExchangeDeps } from '../exchange/deps';

const DUPLICATE_KEY = 11_000;
const SPELLINGS_KEPT = 1_000;
/**
 * Bounds the wait for an unresponsive name server, which would delay the endpoint's next
 * registration.
 */
const LOOKUP_MS = 3_000;

/** Resolves all addresses of a name; rejects when it has none. */
type NameLookup = (host: string) => Promise<readonly { readonly address: string }[]>;

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

export interface SellerActivities {
  registerSeller(registration: Registration): Promise<RegistrationOutcome>;
}

export function createSellerActivities(
  { records }: Pick<ExchangeDeps, 'records'>,
  lookup: NameLookup,
): SellerActivities {
  return {
    async registerSeller(registration) {
      if (!(await resolvesPublicly(registration, lookup))) return { kind: 'not_public' };
      try {
        const known = await records.sellers.findOne({ endpointUrl: registration.endpointUrl });
        if (!known) return await create(registration);
        await wake(records, known._id);
        return await registerAgain(known, registration);
      } catch (err) {
        if (isDuplicateOf(err, 'apiKeyHash')) return { kind: 'key_in_use' };
        throw err;
      }
    },
  };

  async function create(registration: Registration): Promise<RegistrationOutcome> {
    const document = newSeller(registration);
    await createSeller(records, document, {
      kind: 'registered',
      standing: 'Active',
      reason: 'registered',
      ...BY_SELLER,
    });
    return { kind: 'registered', change: 'created', seller: registered(document) };
  }

  async function registerAgain(
    known: SellerDocument,
    registration: Registration,
  ): Promise<RegistrationOutcome> {
    const { apiKeyHash, currentKeyHash } = registration;
    const same = known.apiKeyHash === apiKeyHash;
    if (!same && currentKeyHash !== known.apiKeyHash) return { kind: 'taken' };
    if (same && isUnchanged(known, registration)) {
      return { kind: 'registered', change: 'updated', seller: registered(known) };
    }
    const changed = await changeSeller(
      records,
      { _id: known._id, apiKeyHash: known.apiKeyHash },
      {
        $set: {
          name: registration.name,
          supportedModels: [...registration.supportedModels],
          modelSpellings: spellingsAfter(known, registration),
          ...(registration.regions ? { regions: [...registration.regions] } : {}),
          apiKeyHash,
          updatedAt: new Date(),
        },
      },
      same ? PROFILE_UPDATED : KEY_ROTATED,
    );
    if (!changed) return { kind: 'taken' };
    return {
      kind: 'registered',
      change: same ? 'updated' : 'key rotated',
      seller: registered(changed),
    };
  }
}

function newSeller(registration: Registration): SellerDocument {
  const now = new Date();
  return {
    _id: uuidV7(),
    name: registration.name,
    endpointUrl: registration.endpointUrl,
    apiKeyHash: registration.apiKeyHash,
    supportedModels: [...registration.supportedModels],
    modelSpellings: spellingsOf(registration),
    regions: [...(registration.regions ?? [])],
    standing: 'Active',
    countedSince: null,
    suspendedUntil: null,
    health: null,
    nextProbeAt: null,
    asleepSince: null,
    owner: null,
    quotas: {},
    registeredAt: now,
    updatedAt: now,
  };
}

function spellingsOf({ supportedModels, modelNames }: Registration): ModelSpelling[] {
  return supportedModels.map((modelId, at) => ({ modelId, name: modelNames?.[at] ?? modelId }));
}

/** Keeps the spellings of models that are no longer offered: their lots may still be drawn on. */
function spellingsAfter(known: SellerDocument, registration: Registration): ModelSpelling[] {
  const current = spellingsOf(registration);
  const named = new Set(registration.supportedModels);
  const former = (known.modelSpellings ?? []).filter(({ modelId }) => !named.has(modelId));
  return [...current, ...former].slice(0, SPELLINGS_KEPT);
}

/** Whether nothing must be written or reported: a repetition leaves no record. */
function isUnchanged(known: SellerDocument, registration: Registration) {
  const { name, supportedModels, regions } = registration;
  const spellings = known.modelSpellings ?? [];
  const same = (a: readonly string[], b: readonly string[]) => a.join('\n') === b.join('\n');
  return (
    known.name === name &&
    same(known.supportedModels, supportedModels) &&
    spellingsOf(registration).every((own) => spellingOf(spellings, own.modelId) === own.name) &&
    (regions === null || same(known.regions, regions))
  );
}

/**
 * Accepts a name that does not resolve; dispatch checks it. Every resolved address must be public.
 */
async function resolvesPublicly(
  { endpointUrl, local }: Registration,
  lookup: NameLookup,
): Promise<boolean> {
  const host = new URL(endpointUrl).hostname.replace(/^\[|\]$/g, '');
  if (isIP(host)) return true; // URL parsing already checked literal addresses
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
