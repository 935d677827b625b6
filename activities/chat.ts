/** The activities of a chat order, as its workflow sees them. */
import { type DrawSteps, createDrawSteps } from '../exchange/chat/draw';
import { type MatchSteps, createMatchSteps } from '../exchange/chat/match';
import { type RefuseSteps, createRefuseSteps } from '../exchange/chat/refuse';
import { type SettleSteps, createSettleSteps } from '../exchange/chat/settle';
import type { ExchangeDeps } from '../exchange/deps';
import { type DispatchActivities, type StateOf, createDispatchActivities } from './dispatch';
import { endingWhenGivenUp } from './given-up';
import { beating } from './heartbeat';
import { failingForTemporal } from './step-failures';

export interface ChatActivities
  extends MatchSteps, DrawSteps, DispatchActivities, SettleSteps, RefuseSteps {}

export function createChatActivities(deps: ExchangeDeps, stateOf?: StateOf): ChatActivities {
  const { confirmDefault, ...draws } = createDrawSteps(deps);
  return failingForTemporal({
    ...endingWhenGivenUp({
      ...createMatchSteps(deps),
      ...draws,
      ...beating({ confirmDefault }),
      ...createSettleSteps(deps),
      ...createRefuseSteps(deps),
    }),
    ...createDispatchActivities(deps, stateOf),
  });
}
