/**
 * A seller: one entity workflow per endpoint. Registrations and key rotations of one endpoint pass
 * through it one after the other, and its history is the audit of who the endpoint belonged to.
 * Keys never come here, only their keyed hashes.
 */
import {
  allHandlersFinished,
  condition,
  continueAsNew,
  defineUpdate,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { SellerActivities } from '../activities/seller';
import type { Registration, RegistrationOutcome } from '../domain/registration';
import { SELLER_ID } from './search-attributes';

export const register = defineUpdate<RegistrationOutcome, [Registration]>('register');

const { registerSeller } = proxyActivities<SellerActivities>({
  startToCloseTimeout: '10s',
  scheduleToCloseTimeout: '30s',
  retry: { initialInterval: 100, maximumInterval: 2_000 },
  summary: 'Register, update or rotate the key',
});

/**
 * @param isRegistered whether the endpoint has a seller; a story that began with a refused
 *   registration has none, and ends
 */
export async function seller(endpointUrl: string, isRegistered = false): Promise<void> {
  /** One registration at a time: the promise that the next one waits for. */
  let queue: Promise<unknown> = Promise.resolve();
  let refusals = 0;
  setCurrentDetails(`Endpoint ${endpointUrl}`);

  setHandler(register, (registration) => {
    const turn = queue.then(async () => {
      const outcome = await registerSeller(registration);
      if (outcome.kind === 'registered' || outcome.kind === 'taken') isRegistered = true;
      else refusals += 1;
      if (outcome.kind === 'registered') {
        upsertSearchAttributes([{ key: SELLER_ID, value: outcome.seller.sellerId }]);
        setCurrentDetails(
          `Endpoint ${endpointUrl}\n\nSeller ${outcome.seller.sellerId}, last registration: ${outcome.change}`,
        );
      }
      return outcome;
    });
    queue = turn.catch(() => undefined);
    return turn;
  });

  const isOver = () => refusals > 0 && !isRegistered;
  await condition(() => isOver() || workflowInfo().continueAsNewSuggested);
  await condition(allHandlersFinished);
  if (!isOver()) await continueAsNew<typeof seller>(endpointUrl, isRegistered);
}
