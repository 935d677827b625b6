/**
 * Our own processes stand still for longer than a seller may take, while sellers work for them: no
 * seller is blamed for it, whichever of our processes it was.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { takeReputationSnapshots } from '../../records/reputations/take-snapshots';
import { newModel } from '../e2e/market';
import { lotsOf, ticketOn } from '../lots/ticket-market';
import { Exchange, type TestSeller } from '../support/exchange';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { until } from '../support/wait';

/** Three times what the sellers take: the machine may be busy. */
const SELLER_TIME_MS = 3_000;
const PAUSE_MS = 6_000;
const WINDOW_MS = 1_000;
const REQUESTS = 3;

const exchange = Exchange.forFile({
  settings: {
    FIRST_BYTE_TIMEOUT_MS: SELLER_TIME_MS,
    FIRST_BYTE_PER_TOKEN_MS: 1,
    STREAM_SILENCE_MS: SELLER_TIME_MS,
    JUDGING_WINDOW_MS: WINDOW_MS,
    PROBE_INTERVAL_MS: 300,
  },
});

test.each([
  ['the gateway', () => exchange.gateways],
  ['every process', () => [...exchange.gateways, ...exchange.workers]],
])(
  '%s stands still: nobody is blamed',
  async (_what, processes) => {
    const { sellers, drawnOn, key, ask } = await market();
    const answered = await ask();
    await until(() => sellers.every(({ requests }) => requests.length === REQUESTS), {
      what: 'every seller to have its requests',
    });
    const pids = processes().map(({ pid }) => pid);
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    await delay(PAUSE_MS);
    for (const pid of pids) process.kill(pid, 'SIGCONT');
    await Promise.allSettled(answered);
    await exchange.expectExact();
    await delay(WINDOW_MS + 500); // what counted would be judged by now

    expect(await Promise.all(sellers.map(blameOf))).toEqual(sellers.map(() => NO_BLAME));
    const [lot] = await lotsOf(exchange, drawnOn.contractId);
    expect(lot).toMatchObject({ status: 'open' });
    const path = `/market/v1/contracts/${drawnOn.contractId}`;
    const contract = await exchange.send('GET', path, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(contract.body).toMatchObject({ status: 'active' });
    expect((await exchange.admin('GET', '/judging')).body.status).toBe('active');
  },
  90_000,
);

/** Sellers that answer in time: whole, as a stream that begins late, as a slow stream, and what was bought ahead. */
async function market() {
  const drawnOn = await ticketOn(exchange, 10_000);
  const inTime = BEHAVIOURS.slowFirstByte({ delayMs: 1_000 });
  const stream = BEHAVIOURS.unhurried({ gapMs: 300, chunks: 12 });
  const kinds = [
    { behaviour: inTime, streamed: false },
    { behaviour: inTime, streamed: true },
    { behaviour: stream, streamed: true },
  ];
  const { key } = await exchange.buyer('10');
  const others = await Promise.all(
    kinds.map(async ({ behaviour, streamed }) => {
      const model = newModel();
      const seller = await exchange.seller(behaviour, { models: [model] });
      await exchange.ask(seller, { model, price: '0.001' });
      return { seller, model, streamed, by: key };
    }),
  );
  drawnOn.maker.setBehaviour(inTime);
  const draws = {
    seller: drawnOn.maker,
    model: drawnOn.model,
    streamed: false,
    by: drawnOn.credential,
  };
  const all = [...others, draws];
  const sellers = all.map(({ seller }) => seller);
  const ask = async () =>
    all.flatMap(({ model, streamed, by }) =>
      Array.from({ length: REQUESTS }, () =>
        streamed ? exchange.stream(by, { model }) : exchange.chat(by, { model }),
      ),
    );
  return { sellers, drawnOn, key: drawnOn.key, ask };
}

const NO_BLAME = { standings: ['Active'], counted: [], probes: 0 };

/** What the market says of a seller, to its operator and to everybody. */
async function blameOf({ sellerId, probes }: TestSeller) {
  await takeReputationSnapshots(exchange.records);
  const { standing_history: history } = (await exchange.admin('GET', `/sellers/${sellerId}`)).body;
  const { body } = await exchange.send('GET', `/market/v1/sellers/${sellerId}/reputation`);
  const {
    fill_rate: fills,
    latency_adherence: latency,
    quality_rate: quality,
  } = body.current ?? {};
  return {
    standings: history.map(({ standing }: any) => standing),
    counted: [fills, latency, quality].filter((rate) => rate !== undefined && rate !== 1),
    probes: probes.length,
  };
}
