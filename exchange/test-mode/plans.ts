/** The sellers that the exchange itself runs in test mode: their places and their prices. */
import type { Region } from '../../domain/regions';
import type { Tenor } from '../../domain/tenors';

export interface TestSellerPlan {
  /** Part of the address of its endpoint. */
  readonly id: string;
  readonly name: string;
  readonly region: Region;
  /** Of the instrument's list price. */
  readonly pricePercent: bigint;
  readonly tenors: readonly Tenor[];
}

/** By price: the first one has the best asks. */
export const TEST_SELLERS: readonly TestSellerPlan[] = [
  {
    id: 'one',
    name: 'Test seller one',
    region: 'us-east',
    pricePercent: 80n,
    tenors: ['spot', '1h', '1d', '7d', '30d'],
  },
  {
    id: 'two',
    name: 'Test seller two',
    region: 'eu-west',
    pricePercent: 90n,
    tenors: ['spot', '1h', '1d', '7d', '30d'],
  },
  { id: 'three', name: 'Test seller three', region: 'apac', pricePercent: 100n, tenors: ['spot'] },
];

/** Below the public address of the gateway. */
export const TEST_SELLERS_PATH = '/test-sellers';

export function testSellerPlan(id: string): TestSellerPlan | undefined {
  return TEST_SELLERS.find((plan) => plan.id === id);
}
