/** The steps of a chat order, as the workflow sees them. */
import type { ActivityDeps } from './deps';
import { type DispatchActivities, createDispatchActivities } from './dispatch-fill';
import { type DrawActivities, createDrawActivities } from './draw';
import { endingWhenGivenUp } from './given-up';
import { type MatchActivities, createMatchActivities } from './match';
import { type RefuseActivities, createRefuseActivities } from './refuse';
import { type SettleActivities, createSettleActivities } from './settle';

export interface ChatActivities
  extends MatchActivities, DrawActivities, DispatchActivities, SettleActivities, RefuseActivities {}

export function createChatActivities(deps: ActivityDeps): ChatActivities {
  return {
    ...endingWhenGivenUp({
      ...createMatchActivities(deps),
      ...createDrawActivities(deps),
      ...createSettleActivities(deps),
      ...createRefuseActivities(deps),
    }),
    ...createDispatchActivities(deps),
  };
}
