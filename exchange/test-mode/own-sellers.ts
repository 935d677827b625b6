/** Which sellers are those of test mode: their keys are derived from their endpoints. */
import type { Settings } from '../../config/settings';
import { chatUrl } from '../../domain/endpoint-url';
import type { Records } from '../../records/connect';
import { KEY_PREFIXES, deriveKey, hashKey, sameHash } from '../../domain/key-hash';
import { TEST_SELLERS_PATH, type TestSellerPlan } from './plans';

type Pepper = Settings['secrets']['keyPepper'];

/** The endpoint of a seller of test mode, below the public address of its gateway. */
export function testSellerUrl(publicUrl: string, { id }: TestSellerPlan): string {
  return chatUrl(`${publicUrl}${TEST_SELLERS_PATH}/${id}/v1`).href;
}

/** Nobody holds this key: it only makes a repeated registration that of the same seller. */
export function testSellerKey(keyPepper: Pepper, endpointUrl: string): string {
  return deriveKey(KEY_PREFIXES.test.buyer, keyPepper, `test-seller:${endpointUrl}`);
}

/** Whether a seller is the one of this plan, wherever its gateway is. */
export async function isTestSeller(
  deps: {
    readonly records: Pick<Records, 'sellers'>;
    readonly settings: { readonly secrets: Pick<Settings['secrets'], 'keyPepper'> };
  },
  plan: TestSellerPlan,
  sellerId: string,
): Promise<boolean> {
  const { keyPepper } = deps.settings.secrets;
  const seller = await deps.records.sellers.findOne({ _id: sellerId });
  if (!seller?.endpointUrl.includes(`${TEST_SELLERS_PATH}/${plan.id}/`)) return false;
  return sameHash(
    seller.apiKeyHash,
    hashKey(keyPepper, testSellerKey(keyPepper, seller.endpointUrl)),
  );
}
