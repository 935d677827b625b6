/** Draws on a lot: a repeated step finds what it drew, and a buyer is told why nothing is drawn. */
import { randomUUID } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import type { ChatOrder } from '../../domain/chat';
import { uuidV7At } from '../../domain/ids';
import { createDrawSteps } from '../../exchange/chat/draw';
import { createMatchSteps } from '../../exchange/chat/match';
import { notePause } from '../../exchange/judging/note-pause';
import { asDouble } from '../../records/collections';
import type { LotDocument } from '../../records/documents/lot';
import { boughtTicket } from '../contracts/records-scenario';
import { MODEL, expectSound, fundedAccount, placedAsk } from '../records/scenario';
import { ChatSteps, DEPOSIT, TOKENS, atNextCall, fillOf, loseNextAnswer, refusalOf } from './steps';

const DAY_MS = 86_400_000;

const steps = ChatSteps.forFile();
let drawing: ReturnType<typeof createDrawSteps>;
beforeAll(async () => {
  drawing = createDrawSteps(steps.deps);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await expectSound(steps.records);
});

/** A contract with one lot of a seller that does not answer, and an order with its ticket. */
async function ticket(quantityTokens: number): Promise<{ lotId: string; order: ChatOrder }> {
  const { records } = steps;
  const accountId = await fundedAccount(records, 10n * DEPOSIT);
  const askId = await placedAsk(records, {
    capacityTokens: quantityTokens,
    sellerId: await steps.seller(),
  });
  const { contractId, lotId } = await boughtTicket(records, { accountId, askId, quantityTokens });
  return { lotId, order: await steps.order({ accountId, contractId, modelId: MODEL }) };
}

test('a repeated step has the last tokens of the lot, which its first run drew', async () => {
  const { lotId, order } = await ticket(TOKENS);
  const seed = uuidV7();
  loseNextAnswer(steps.records.ledger.capacity, 'reserveDraw');
  await expect(drawing.draw(order, seed, false)).rejects.toThrow('lost');
  const fill = fillOf(await drawing.draw(order, seed, false));
  expect(fill).toMatchObject({ quantityTokens: TOKENS, drawnOn: { lotId } });
  const lot = await steps.records.lots.findOne({ _id: lotId });
  expect(lot).toMatchObject({ remainingTokens: 0, reservedTokens: TOKENS });
});

test('a request that its seller failed is told so, though the window has ended meanwhile', async () => {
  const { lotId, order } = await ticket(1_000);
  const fill = fillOf(await drawing.draw(order, uuidV7(), false));
  await steps.records.lots.updateOne({ _id: lotId }, { $set: { endsAt: new Date() } });
  await drawing.defaultLot(fill);
  expect(refusalOf(await drawing.draw(order, uuidV7(), true))).toBe('seller_default');
  const next = await steps.order({ accountId: order.accountId, contractId: order.contractId! });
  expect(refusalOf(await drawing.draw(next, uuidV7(), false))).toBe('contract_expired');
});

test('no lot defaults while all sellers fail, though our network is repaired meanwhile', async () => {
  const { order } = await ticket(1_000);
  const fill = fillOf(await drawing.draw(order, uuidV7(), false));
  expect(await drawing.confirmDefault(fill)).toBe(true);
  const { judgingPauses } = steps.records;
  const seen = { failing: 3, answering: 3, sellerIds: [fill.sellerId] };
  await notePause(judgingPauses, { id: 'pause', windowMs: 1_000, lastsMs: 60_000, ...seen });
  // The pause is over before the last probe has failed.
  atNextCall(steps.deps.probes, 'confirmBroken', async (real) => {
    await judgingPauses.deleteMany({});
    return real();
  });
  expect(await drawing.confirmDefault(fill)).toBe(false);
  await judgingPauses.deleteMany({});
  await createMatchSteps(steps.deps).unmatch(order.orderId, 'test');
});

test('a buyer is told the same before and after a lot of its contract is archived', async () => {
  const { lots, archivedLots } = steps.records;
  const longAgo = new Date(Date.now() - 100 * DAY_MS);
  const idThen = () => uuidV7At(longAgo.getTime(), randomUUID());
  const contractId = idThen();
  const lot = (status: LotDocument['status']) =>
    ({
      _id: idThen(),
      contractId,
      status,
      region: 'us-east',
      remainingTokens: asDouble(0),
      opensAt: longAgo,
      endsAt: longAgo,
    }) as LotDocument;
  // One lot was used until its window ended; a lot that defaulted stays among the live records.
  const [expired, defaulted] = [lot('expired'), lot('defaulted')];
  await lots.insertMany([expired, defaulted]);
  const order = await steps.order({ contractId });
  expect(refusalOf(await drawing.draw(order, uuidV7(), false))).toBe('contract_expired');
  await archivedLots.insertOne(expired);
  await lots.deleteOne({ _id: expired._id });
  expect(refusalOf(await drawing.draw(order, uuidV7(), false))).toBe('contract_expired');
  await archivedLots.deleteOne({ _id: expired._id });
  await lots.deleteOne({ _id: defaulted._id });
});
