/** Draws that ask for a region: those that no lot serves are refused, and told which field it was. */
import { v7 as uuidV7 } from 'uuid';
import { createDrawSteps } from '../../exchange/chat/draw';
import { createMatchSteps } from '../../exchange/chat/match';
import { boughtTicket } from '../contracts/records-scenario';
import { MODEL, expectSound, fundedAccount, placedAsk } from '../records/scenario';
import { ChatSteps, DEPOSIT, TOKENS, fillOf } from './steps';

const OWN = 'us-east';

const steps = ChatSteps.forFile();
afterEach(() => expectSound(steps.records));

test('a region that no lot serves is refused as one, with its field, and its own region draws', async () => {
  const { records, deps } = steps;
  const accountId = await fundedAccount(records, 10n * DEPOSIT);
  const sellerId = await steps.seller();
  const askId = await placedAsk(records, { capacityTokens: 10 * TOKENS, sellerId });
  const quantityTokens = 10 * TOKENS;
  const { contractId, lotId } = await boughtTicket(records, { accountId, askId, quantityTokens });
  const drawing = createDrawSteps(deps);
  const drawn = async (parts: object) => {
    const order = await steps.order({ accountId, contractId, modelId: MODEL, ...parts });
    return { order, outcome: await drawing.draw(order, uuidV7(), false) };
  };
  const elsewhere = await drawn({ region: 'eu-west' });
  expect(elsewhere.outcome).toMatchObject({
    kind: 'refused',
    refusal: { code: 'invalid_region', param: 'region' },
  });
  const { order, outcome } = await drawn({ region: OWN });
  expect(fillOf(outcome)).toMatchObject({ drawnOn: { lotId } });
  await createMatchSteps(deps).unmatch(order.orderId, 'test');
  // Too large for the lot: it is not the region that is wrong.
  const many = { quantityMinTokens: 11 * TOKENS, quantityMaxTokens: 11 * TOKENS };
  const large = (await drawn({ region: OWN, ...many })).outcome;
  expect(large).toMatchObject({ kind: 'refused', refusal: { code: expect.any(String) } });
  expect(large).not.toHaveProperty('refusal.param');
});
