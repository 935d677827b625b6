/** The activities of a seller's standing (STANDING-1). */
import type { SellerStanding, StandingOverride } from '../domain/standing';
import type { StandingService } from '../exchange/judging/standing-service';

export interface StandingActivities {
  /** Null when the endpoint has no seller. */
  judgeStanding(endpointUrl: string): Promise<SellerStanding | null>;
  overrideStanding(endpointUrl: string, override: StandingOverride): Promise<SellerStanding | null>;
}

export function createStandingActivities(standings: StandingService): StandingActivities {
  return {
    judgeStanding: (endpointUrl) => standings.judge(endpointUrl),
    overrideStanding: (endpointUrl, override) => standings.override(endpointUrl, override),
  };
}
