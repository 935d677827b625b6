/** The activities of a delivery lot. */
import type { LotEnding } from '../domain/contract-orders';
import { endLot } from '../exchange/contracts/lot-end';
import type { ExchangeDeps } from '../exchange/deps';

export interface LotActivities {
  endLot(lotId: string): Promise<LotEnding>;
}

export function createLotActivities({ records }: Pick<ExchangeDeps, 'records'>): LotActivities {
  return { endLot: (lotId) => endLot(records, lotId) };
}
