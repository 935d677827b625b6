/** What a registration says of a seller: its record, and whether it changes anything. */
import { isDeepStrictEqual } from 'node:util';
import { stampOf } from '../../domain/decision-stamp';
import type { DeclaredModel } from '../../domain/declared-models';
import { endpointIdentity } from '../../domain/endpoint-identity';
import { type ModelSpelling, spellingOf } from '../../domain/instruments';
import { newId } from '../../domain/new-id';
import type { RegisteredSeller, Registration } from '../../domain/registration';
import type { Sealer } from '../../domain/sealing';
import { nameKey } from '../../domain/seller-names';
import { askedUrl } from '../../domain/endpoint-url';
import type { SellerDocument } from '../../records/documents/seller';
import { isSameAuthorization } from './upstream-authorization';

const SPELLINGS_KEPT = 1_000;

export function newSeller(registration: Registration): SellerDocument {
  const now = new Date();
  const identity = endpointIdentity(registration.endpointUrl);
  return {
    _id: newId(),
    name: registration.name,
    nameKey: nameKey(registration.name),
    namedAt: now,
    endpointUrl: registration.endpointUrl,
    respelledUrl: null,
    endpointIdentity: identity,
    heldEndpoint: identity,
    verifiedAt: null,
    apiKeyHash: registration.apiKeyHash,
    upstreamAuthorization: registration.upstreamAuthorization ?? null,
    supportedModels: [...registration.supportedModels],
    modelSpellings: spellingsOf(registration),
    declaredModels: registration.declaredModels ? [...registration.declaredModels] : null,
    regions: [...(registration.regions ?? [])],
    registrationDecision: stampOf(registration),
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

/** What a further registration of a seller writes, its key apart. */
export function profileAfter(known: SellerDocument, registration: Registration) {
  const { name, endpointUrl, supportedModels, regions, upstreamAuthorization } = registration;
  return {
    name,
    nameKey: nameKey(name),
    ...(nameKey(name) === nameKey(known.name) ? {} : { namedAt: new Date() }),
    respelledUrl: endpointUrl === known.endpointUrl ? null : endpointUrl,
    supportedModels: [...supportedModels],
    modelSpellings: spellingsAfter(known, registration),
    ...(regions ? { regions: [...regions] } : {}),
    ...(upstreamAuthorization === undefined ? {} : { upstreamAuthorization }),
    declaredModels: declaredAfter(known, registration),
    // It knows better what it can do now.
    ...(registration.declaredModels === undefined ? {} : { refusedNeeds: null }),
    registrationDecision: stampOf(registration),
  };
}

/** Keeps the spellings of models that are no longer offered: their lots may still be drawn on. */
export function spellingsAfter(known: SellerDocument, registration: Registration): ModelSpelling[] {
  const current = spellingsOf(registration);
  const named = new Set(registration.supportedModels);
  const former = (known.modelSpellings ?? []).filter(({ modelId }) => !named.has(modelId));
  return [...current, ...former].slice(0, SPELLINGS_KEPT);
}

/** Keeps the declarations of models that are no longer offered: their lots may still be drawn on. */
function declaredAfter(known: SellerDocument, registration: Registration): DeclaredModel[] | null {
  const { declaredModels: declared, supportedModels } = registration;
  const before = known.declaredModels ?? [];
  if (declared === undefined) return known.declaredModels ?? null;
  const offered = new Set(supportedModels);
  const former = before.filter(({ modelId }) => !offered.has(modelId));
  const all = [...(declared ?? []), ...former].slice(0, SPELLINGS_KEPT);
  return all.length > 0 ? all : null;
}

/** Whether nothing must be written or reported: a repetition leaves no record. */
export function isUnchanged(known: SellerDocument, registration: Registration, sealer: Sealer) {
  const { name, supportedModels, regions, upstreamAuthorization } = registration;
  const spellings = known.modelSpellings ?? [];
  const same = (a: readonly string[], b: readonly string[]) => a.join('\n') === b.join('\n');
  return (
    known.name === name &&
    askedUrl(known) === registration.endpointUrl &&
    same(known.supportedModels, supportedModels) &&
    spellingsOf(registration).every((own) => spellingOf(spellings, own.modelId) === own.name) &&
    isDeepStrictEqual(known.declaredModels ?? null, declaredAfter(known, registration)) &&
    (regions === null || same(known.regions, regions)) &&
    (upstreamAuthorization === undefined ||
      isSameAuthorization(sealer, known, { ...known, upstreamAuthorization }))
  );
}

export function registeredSeller(document: SellerDocument): RegisteredSeller {
  return {
    sellerId: document._id,
    name: document.name,
    endpointUrl: askedUrl(document),
    supportedModels: document.supportedModels,
    regions: document.regions,
    registeredAtMs: document.registeredAt.getTime(),
  };
}
