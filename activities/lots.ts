/** The activities of a delivery lot. */
import type { LotEnding } from '../domain/contract-orders';
import { endLot } from '../exchange/contracts/lot-end';
import { type LotMoment, noteLot } from '../exchange/webhooks/note-lot';
import type { ExchangeDeps } from '../exchange/deps';

export interface LotActivities {
  endLot(lotId: string): Promise<LotEnding>;
  /** Buyer and seller are notified that the window has opened, or ends soon. Repetition: once. */
  noteLot(lotId: string, moment: LotMoment): Promise<void>;
}

export function createLotActivities({ records }: Pick<ExchangeDeps, 'records'>): LotActivities {
  return {
    endLot: (lotId) => endLot(records, lotId),
    noteLot: (lotId, moment) => noteLot(records, lotId, moment),
  };
}
