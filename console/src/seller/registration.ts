import type { Ask, RegisterSeller, SellerAccount } from './bodies';
import type { SignedInSeller } from './seller-page';

/** The registration as it is; models in the seller's spelling, which requests use. */
export function registrationOf({ profile }: SignedInSeller, { models }: SellerAccount) {
  return {
    name: profile.name,
    endpoint_url: profile.endpoint_url,
    supported_models: models.map(({ name }) => name),
    regions: profile.regions as Ask['region'][],
  } satisfies Partial<RegisterSeller>;
}
