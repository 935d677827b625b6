/**
 * Registration of sellers (SELLER-3). The entity workflow of the endpoint performs it; this service
 * validates the request before.
 */
import type { DeclaredModel } from '../../domain/declared-models';
import { parseEndpointUrl } from '../../domain/endpoint-url';
import { type Failure, fail } from '../../domain/errors';
import { PRINTED_KEYS, STRONG_KEY_LENGTH, isWeakKey } from '../../domain/seller-key';
import type { RegisteredSeller, Registration } from '../../domain/registration';
import type { Sealer } from '../../domain/sealing';
import type { Records } from '../../records/connect';
import { hashKey } from '../../domain/key-hash';
import type { SellerDocument } from '../../records/documents/seller';
import type { RegistrationWorkflows } from '../deps';
import { knownSeller } from './known-seller';
import { stampDecision } from './stamp-decision';
import { authorizationOf, sealAuthorization } from './upstream-authorization';

export interface RegistrationDeps {
  readonly records: Pick<Records, 'sellers' | 'ledger'>;
  readonly registrations: RegistrationWorkflows;
  readonly sealer: Sealer;
  readonly keyPepper: string;
  /** Local development: loopback endpoints and weak keys are accepted. */
  readonly local: boolean;
}

interface SupportedModel {
  readonly modelId: string;
  /** As the seller spells it. */
  readonly name: string;
}

export interface RegistrationRequest {
  readonly name: string;
  readonly endpointUrl: string;
  readonly supportedModels: readonly SupportedModel[];
  readonly regions: readonly string[] | null;
  /** What it declares of these models; null removes all of it, undefined leaves it unchanged. */
  readonly declaredModels?: readonly DeclaredModel[] | null | undefined;
  /** The `Authorization` header for the endpoint; null removes it, undefined leaves it unchanged. */
  readonly upstreamAuthorization?: string | null | undefined;
  readonly apiKey: string;
  /** The seller's current key, when it was sent. */
  readonly currentKey: string | null;
}

export interface OpenEndpoint {
  readonly authorization: string | undefined;
}

export class RegistrationService {
  constructor(private readonly deps: RegistrationDeps) {}

  /**
   * Weak keys are accepted in local development only, printed ones nowhere (SELLER-5).
   * @throws Failure `invalid_request`
   */
  checkKey(apiKey: string): void {
    if (PRINTED_KEYS.has(apiKey) || (!this.deps.local && isWeakKey(apiKey))) throw unfitKey();
  }

  /**
   * Registers an endpoint, updates it, or rotates its key.
   * @returns null when the endpoint belongs to another seller: it is known, and none of its keys
   *   was sent
   * @throws Failure `invalid_request`, `invalid_endpoint_url`, `service_unavailable`
   */
  async register(request: RegistrationRequest): Promise<RegisteredSeller | null> {
    const registration = this.registrationOf(request);
    const known = await knownSeller(this.deps.records, registration);
    if (isTaken(known, registration)) return null;
    const firstUrl = known ? { firstUrl: known.endpointUrl } : {};
    const stamp = await stampDecision(this.deps.records);
    const outcome = await this.deps.registrations.register({
      ...registration,
      ...firstUrl,
      ...stamp,
    });
    switch (outcome.kind) {
      case 'registered':
        return outcome.seller;
      case 'taken':
        return null;
      case 'key_in_use':
        throw unfitKey();
      case 'not_public':
        throw fail('invalid_endpoint_url', { param: 'endpoint_url' });
    }
  }

  /**
   * Null unless the endpoint is free, or this is its current key; then also the `Authorization`
   * header that its seller gave.
   * @throws UnknownPayloadKey, or Error for a damaged value
   */
  async openTo(endpointUrl: string, key: string | null): Promise<OpenEndpoint | null> {
    const { keyPepper, records, sealer } = this.deps;
    const apiKeyHash = key === null ? '' : hashKey(keyPepper, key);
    const keys = { apiKeyHash, currentKeyHash: null };
    const known = await knownSeller(records, { endpointUrl, ...keys });
    if (isTaken(known, keys)) return null;
    return { authorization: known ? authorizationOf(sealer, known) : undefined };
  }

  private registrationOf(request: RegistrationRequest): Registration {
    const { keyPepper, local } = this.deps;
    const { supportedModels, currentKey } = request;
    const endpointUrl = parseEndpointUrl(request.endpointUrl, { local });
    return {
      name: request.name,
      endpointUrl,
      supportedModels: supportedModels.map(({ modelId }) => modelId),
      modelNames: supportedModels.map(({ name }) => name),
      regions: request.regions,
      ...declaredPart(request),
      ...this.upstreamPart(endpointUrl, request.upstreamAuthorization),
      apiKeyHash: hashKey(keyPepper, request.apiKey),
      currentKeyHash: currentKey === null ? null : hashKey(keyPepper, currentKey),
      local,
    };
  }

  /** Sealed before the workflow of the seller receives it: no history has it in clear. */
  private upstreamPart(endpointUrl: string, value: string | null | undefined) {
    if (value === undefined) return {};
    const { sealer } = this.deps;
    const sealed = value === null ? null : sealAuthorization(sealer, endpointUrl, value);
    return { upstreamAuthorization: sealed };
  }
}

/** Of several declarations of one instrument the first one counts. @throws Failure `invalid_request` */
function declaredPart({ supportedModels, declaredModels: declared }: RegistrationRequest) {
  if (!declared) return declared === null ? { declaredModels: null } : {};
  const supported = new Set(supportedModels.map(({ modelId }) => modelId));
  const first = new Map<string, DeclaredModel>();
  for (const one of declared) {
    if (!supported.has(one.modelId)) {
      throw fail('invalid_request', {
        param: 'models',
        message: `models describes ${one.modelId}, which is not among supported_models.`,
      });
    }
    if (!first.has(one.modelId)) first.set(one.modelId, one);
  }
  return { declaredModels: [...first.values()] };
}

/**
 * Answered from the records: requests without a key of the endpoint cannot use its workflow. The key
 * may change before the registration; the workflow checks again.
 */
function isTaken(
  known: SellerDocument | null,
  { apiKeyHash, currentKeyHash }: Pick<Registration, 'apiKeyHash' | 'currentKeyHash'>,
): boolean {
  return known !== null && ![apiKeyHash, currentKeyHash].includes(known.apiKeyHash);
}

/**
 * The same answer for a weak key and for another seller's key, which must not be discoverable by
 * trying.
 */
function unfitKey(): Failure {
  return fail('invalid_request', {
    param: 'api_key',
    message: `api_key must be a random key of ${STRONG_KEY_LENGTH} to 512 characters that no example shows.`,
  });
}
