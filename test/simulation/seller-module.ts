/** `exchange/dispatch/seller-client.ts`, for a simulation: by `jest.mock`. */
import type { SimulatedSellers } from './sellers';

let sellers: SimulatedSellers | null = null;

export function useSellers(used: SimulatedSellers): void {
  sellers = used;
}

export const sellerModule = () => ({ createSellerClient: () => sellers!.client() });
