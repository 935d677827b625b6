/** The activities of a seller's standing (STANDING-1). */
import { type SellerStanding, type StandingOverride, isStandingOverride } from '../domain/standing';
import type { StandingService } from '../exchange/judging/standing-service';
import { readable } from './readable';

export interface StandingActivities {
  /** Null when the endpoint has no seller. */
  judgeStanding(endpointUrl: string): Promise<SellerStanding | null>;
  overrideStanding(endpointUrl: string, override: StandingOverride): Promise<SellerStanding | null>;
}

export function createStandingActivities(standings: StandingService): StandingActivities {
  return {
    judgeStanding: (endpointUrl) => standings.judge(endpointUrl),
    overrideStanding: async (endpointUrl, override) =>
      standings.override(endpointUrl, readable(override, isStandingOverride, 'decision')),
  };
}
