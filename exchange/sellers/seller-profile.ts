/** What a registration says of a seller: its record, and whether it changes anything. */
import { v7 as uuidV7 } from 'uuid';
import { type ModelSpelling, spellingOf } from '../../domain/instruments';
import type { RegisteredSeller, Registration } from '../../domain/registration';
import type { SellerDocument } from '../../records/seller';

const SPELLINGS_KEPT = 1_000;

export function newSeller(registration: Registration): SellerDocument {
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
export function spellingsAfter(known: SellerDocument, registration: Registration): ModelSpelling[] {
  const current = spellingsOf(registration);
  const named = new Set(registration.supportedModels);
  const former = (known.modelSpellings ?? []).filter(({ modelId }) => !named.has(modelId));
  return [...current, ...former].slice(0, SPELLINGS_KEPT);
}

/** Whether nothing must be written or reported: a repetition leaves no record. */
export function isUnchanged(known: SellerDocument, registration: Registration) {
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

export function registeredSeller(document: SellerDocument): RegisteredSeller {
  return {
    sellerId: document._id,
    name: document.name,
    endpointUrl: document.endpointUrl,
    supportedModels: document.supportedModels,
    regions: document.regions,
    registeredAtMs: document.registeredAt.getTime(),
  };
}
