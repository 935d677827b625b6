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

/** @param queue one registration at a time: the promise that the next one waits for */
export async function seller(endpointUrl: string): Promise<never> {
  let queue: Promise<unknown> = Promise.resolve();
  setCurrentDetails(`Endpoint ${endpointUrl}`);

  setHandler(register, (registration) => {
    const turn = queue.then(async () => {
      const outcome = await registerSeller(registration);
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

  await condition(() => workflowInfo().continueAsNewSuggested);
  await condition(allHandlersFinished);
  return continueAsNew<typeof seller>(endpointUrl);
}
