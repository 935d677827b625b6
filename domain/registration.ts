/** Types of the registration of a seller's endpoint (SELLER-3), shared by the modules. */

import { type DecisionStamp, STAMP_CHECKS } from './decision-stamp';
import { type DeclaredModel, isDeclaredModel } from './declared-models';
import { type Check, isFlag, isListOf, isNullOr, isOptional, isShape, isText } from './shapes';

/** A text that is sealed with a payload key. */
export interface SealedText {
  /** Base64. */
  readonly sealed: string;
  /** Id of the key. */
  readonly sealedWith: string;
}

export interface Registration extends Partial<DecisionStamp> {
  readonly name: string;
  /** Normalised. Its identity is the idempotency key of a registration. */
  readonly endpointUrl: string;
  /**
   * As the seller of this endpoint first registered it: the same seller has one workflow, by
   * whatever spelling it registers again. Absent for a new seller.
   */
  readonly firstUrl?: string;
  /** Instruments. */
  readonly supportedModels: readonly string[];
  /** The seller's spelling of each of them, in the same order; absent in older registrations. */
  readonly modelNames?: readonly string[];
  /** The regions named in the request; null leaves those of an earlier registration unchanged. */
  readonly regions: readonly string[] | null;
  /** The `Authorization` header for the endpoint; null removes it, and absent leaves it unchanged. */
  readonly upstreamAuthorization?: SealedText | null;
  /** What it declares of its models; null removes all of it, and absent leaves it unchanged. */
  readonly declaredModels?: readonly DeclaredModel[] | null;
  /** Keyed hash of the `api_key` in the body. */
  readonly apiKeyHash: string;
  /** Keyed hash of the `X-Seller-API-Key` header, when one was sent. */
  readonly currentKeyHash: string | null;
  /** Local development: loopback endpoints are accepted. */
  readonly local: boolean;
}

const isSealedText: Check = isShape({ sealed: isText, sealedWith: isText });

export const isRegistration: Check = isShape({
  name: isText,
  endpointUrl: isText,
  firstUrl: isOptional(isText),
  supportedModels: isListOf(isText),
  modelNames: isOptional(isListOf(isText)),
  regions: isNullOr(isListOf(isText)),
  upstreamAuthorization: isOptional(isNullOr(isSealedText)),
  declaredModels: isOptional(isNullOr(isListOf(isDeclaredModel))),
  apiKeyHash: isText,
  currentKeyHash: isNullOr(isText),
  local: isFlag,
  ...STAMP_CHECKS,
});

export interface RegisteredSeller {
  readonly sellerId: string;
  readonly name: string;
  readonly endpointUrl: string;
  readonly supportedModels: readonly string[];
  readonly regions: readonly string[];
  readonly registeredAtMs: number;
}

export type RegistrationOutcome =
  | {
      readonly kind: 'registered';
      readonly change: 'created' | 'updated' | 'key rotated';
      readonly seller: RegisteredSeller;
    }
  /** Known endpoint, other key, no valid current key: nothing was modified. */
  | { readonly kind: 'taken' }
  /** The key belongs to another seller. */
  | { readonly kind: 'key_in_use' }
  /** The host's name resolves to an address that is not public. */
  | { readonly kind: 'not_public' };
