/** A set of three: what no majority has is not answered, and what was answered is not lost. */
import { askRow } from '../../records/ledger/row-locks';
import { WAIT_MAX_MS } from '../../exchange/row-locks/redis-row-locks';
import { held, waitingAt } from '../records/locks';
import { fundedAccount, openProcesses, placedAsk, reservation } from '../records/scenario';
import { until } from '../support/wait';
import { type ExchangeOnSet, startOnSet } from './exchange-on-set';
import { Traffic, expectNothingLost } from './traffic';

type Processes = Awaited<ReturnType<typeof openProcesses>>;
type Opened = Processes['all'][number];

let market: ExchangeOnSet;
let processes: Processes | undefined;
let heldBack: (() => Promise<void>)[] = [];

beforeAll(async () => {
  market = await startOnSet();
});
afterAll(async () => {
  await Promise.all(heldBack.map((catchUp) => catchUp()));
  await processes?.close();
  await market?.stop();
});

test('processes on one ask do not wait for each other to be confirmed, and are not answered before', async () => {
  const { set } = market;
  processes = await openProcesses(3, { mongoUri: set.mongoUri });
  const [one, other, gate] = processes.all as [Opened, Opened, Opened];
  const accountId = await fundedAccount(one.records, 10n ** 12n);
  const askId = await placedAsk(one.records, { capacityTokens: 10_000 });
  const row = askRow(askId);
  const heard = processes.all.map(() => false);
  processes.all.forEach(({ locks }, index) =>
    locks.onAnnounced((rows) => (heard[index] ||= rows.includes(row))),
  );
  gate.locks.announce([row]);
  await until(() => heard.every(Boolean));
  const first = await reservation(one.records, { accountId, askId, quantityTokens: 1_000 });
  const second = await reservation(one.records, { accountId, askId, quantityTokens: 1_000 });
  heldBack = await Promise.all((await set.secondaries()).map((index) => set.holdBack(index)));
  const lock = held(await gate.locks.acquire([row]));
  const answers: unknown[] = [];
  const reserve = async ({ records }: Opened, request: typeof first) =>
    answers.push(await records.ledger.reserveFill(request));
  const asked = [reserve(one, first)];
  await waitingAt(gate, row, 2);
  lock.release();
  // Without company: the second batch comes when the first is applied.
  const applied = ({ fill }: typeof first) =>
    one.records.fills.findOne({ _id: fill.fillId }, { readConcern: { level: 'local' } });
  await until(() => applied(first));
  asked.push(reserve(other, second));
  // Sooner than it would stop waiting for the lock.
  await until(() => applied(second), { timeoutMs: WAIT_MAX_MS });
  expect(answers).toEqual([]);
  await Promise.all(heldBack.map((catchUp) => catchUp()));
  await Promise.all(asked);
  expect(answers).toEqual([{ status: 'reserved' }, { status: 'reserved' }]);
});

test('the primary is killed: every answered chat is settled once in the next one', async () => {
  const { set, exchange } = market;
  const traffic = new Traffic(exchange);
  await traffic.open(6);
  await until(() => traffic.acknowledged().length >= 15, { what: 'chats before the kill' });
  const killed = await set.primary();
  const killedAtMs = Date.now();
  await set.kill(killed);
  const again = () => traffic.acknowledged(killedAtMs).length >= 40;
  await until(again, { what: 'chats after the kill' });
  await traffic.end();
  process.stdout.write(traffic.summary('primary killed', killedAtMs));
  expect(await set.primary()).not.toBe(killed);
  await expectNothingLost(exchange, traffic);
});
