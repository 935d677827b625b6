/** The attack of dead endpoints: whoever registers some has nobody's judging paused, and no lot kept from defaulting. */
import { v7 as uuidV7 } from 'uuid';
import { createDrawSteps } from '../../exchange/chat/draw';
import { boughtTicket } from '../contracts/records-scenario';
import { ChatSteps, DEPOSIT, fillOf } from '../chats/steps';
import { MODEL, expectSound, fundedAccount, placedAsk } from '../records/scenario';
import { type Seller, startSeller } from '../support/sellers/seller';
import { until } from '../support/wait';

/** More than make a pause, and more than half of all sellers. */
const DEAD = 4;

let steps: ChatSteps;
let drawing: ReturnType<typeof createDrawSteps>;
beforeAll(async () => {
  steps = await ChatSteps.open({ PROBE_INTERVAL_MS: 20 });
  drawing = createDrawSteps(steps.deps);
});
afterEach(async () => {
  await steps.records.judgingPauses.deleteMany({});
  await steps.loseBooks();
});
afterAll(() => steps.close());

const failedProbes = async (sellerId: string) =>
  (await steps.records.sellerProbes.findOne({ _id: sellerId }))?.failed.length ?? 0;

/** Each at a machine of its own where nothing listens: a loopback port counts as one. */
function deadSellers(): Promise<string[]> {
  const urls = Array.from({ length: DEAD }, (_, at) => `http://127.0.0.1:${at + 1}/${uuidV7()}`);
  return Promise.all(urls.map((url) => steps.seller(url)));
}

/** A seller that answered a moment ago, and its lot with a draw. */
async function boundSeller(): Promise<{
  server: Seller;
  fill: ReturnType<typeof fillOf>;
  lotId: string;
}> {
  const { records } = steps;
  const server = await startSeller('normal');
  const sellerId = await steps.seller(server.url);
  expect(await steps.deps.probes.confirmBroken(sellerId, MODEL)).toBe(false);
  const accountId = await fundedAccount(records, 10n * DEPOSIT);
  const askId = await placedAsk(records, { capacityTokens: 1_000, sellerId });
  const bought = await boughtTicket(records, { accountId, askId, quantityTokens: 1_000 });
  const { contractId, lotId } = bought;
  const order = await steps.order({ accountId, contractId, modelId: MODEL });
  return { server, lotId, fill: fillOf(await drawing.draw(order, uuidV7(), false)) };
}

test('a bound seller whose port is closed defaults while dead endpoints are probed', async () => {
  const { server, fill, lotId } = await boundSeller();
  await server.close();
  const dead = await deadSellers();
  for (const sellerId of dead) steps.deps.probes.suspect(sellerId, MODEL);
  await until(async () => Math.min(...(await Promise.all(dead.map(failedProbes)))) >= 2, {
    what: 'probes of the dead endpoints',
  });
  expect(await steps.deps.judging.isPaused()).toBe(false);
  expect(await drawing.confirmDefault(fill)).toBe(true);
  await drawing.defaultLot(fill);
  const lot = await steps.records.lots.findOne({ _id: lotId });
  expect(lot).toMatchObject({ status: 'defaulted', refundedTokens: 1_000 });
  await expectSound(steps.records);
});

test('the two probes before a default do not wait for the interval between probes', async () => {
  const { server, fill } = await boundSeller();
  await server.close();
  // Claimed for an hour by another process.
  const claimedAt = new Date(Date.now() + 3_600_000);
  const { sellerId } = fill;
  await steps.records.sellerProbes.updateOne({ _id: sellerId }, { $set: { claimedAt } });
  expect(await drawing.confirmDefault(fill)).toBe(true);
  expect(await failedProbes(sellerId)).toBe(2);
  await drawing.defaultLot(fill);
});

test('three sellers that answered before and fail together keep a lot from defaulting', async () => {
  const { server, fill } = await boundSeller();
  const servers = await Promise.all([1, 2].map(() => startSeller('normal')));
  const sellers = await Promise.all(servers.map(({ url }) => steps.seller(url)));
  for (const sellerId of sellers) {
    expect(await steps.deps.probes.confirmBroken(sellerId, MODEL)).toBe(false);
  }
  await Promise.all([server, ...servers].map((one) => one.close()));
  for (const sellerId of sellers) steps.deps.probes.suspect(sellerId, MODEL);
  expect(await drawing.confirmDefault(fill)).toBe(false);
  expect(await steps.deps.judging.isPaused()).toBe(true);
});
