/** A contract order as its workflow is given it, for tests that start the workflow themselves. */
import { v7 as uuidV7 } from 'uuid';
import { SPOT_CONTRACT_MS, type ContractOrder } from '../../domain/contract-orders';

/** 10,000 tokens at once, at 0.001 USD per 1,000 or below. */
export function orderInput(
  terms: Partial<ContractOrder> & Pick<ContractOrder, 'accountId' | 'modelId'>,
): ContractOrder {
  return {
    orderId: uuidV7(),
    contractId: uuidV7(),
    requestId: uuidV7(),
    clientOrderId: null,
    ticket: null,
    tenor: 'spot',
    region: null,
    excludedOwner: null,
    limitPriceScale8: '100000',
    quantityTokens: 10_000,
    timeInForce: 'FOK',
    expiresAtMs: null,
    spotLifetimeMs: SPOT_CONTRACT_MS,
    ...terms,
  };
}
