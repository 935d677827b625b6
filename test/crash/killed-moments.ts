/**
 * Tests of a gateway that is killed at a chosen moment of a commit: whoever asks again with the same key gets one
 * answer and pays once, whatever had been committed by then, whether the order had its workflow or not.
 * Nothing is open beyond the lease of a reservation and a minute from the kill.
 */
import { randomUUID } from 'node:crypto';
import { newModel } from '../e2e/market';
import { Exchange, MODEL, type TestSeller } from '../support/exchange';
import { FailPoints, type Moment } from '../support/fail-points';
import { startProcess } from '../support/processes';
import { type TestServers, startTestServers } from '../support/servers';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';
import { expectClosedInTime } from './closed-in-time';

const MOMENTS: readonly Moment[] = ['before the commit', 'behind the commit'];

/** @param ordersPerWorkflow 1: each order has its workflow from the start */
export function testKilledMoments(ordersPerWorkflow: number): void {
  let servers: TestServers;
  let failPoints: FailPoints;
  let exchange: Exchange;
  let seller: TestSeller;
  let key: string;
  let killedAtMs: number;

  beforeAll(async () => {
    servers = await startTestServers(sharedServers().binaries, { hasFailPoints: true });
    failPoints = await FailPoints.open(servers.addresses.mongoUri);
    exchange = await Exchange.start({
      addresses: servers.addresses,
      relay: true,
      settings: { GATEWAY_WORKER: 'off', RESERVATION_LEASE_MS: 5_000 },
    });
    ({ key } = await exchange.buyer());
    seller = await exchange.seller();
    await exchange.ask(seller, { price: '0.001' });
  });

  afterAll(async () => {
    await exchange.stop();
    await failPoints.close();
    await servers.stop();
  });

  afterEach(async () => {
    await expectClosedInTime(exchange, 'a gateway was killed', killedAtMs);
    await exchange.expectExact();
    await exchange.expectBookAgrees(MODEL);
    await exchange.expectSagasEnded();
  });

  /** The number of the gateway that the test kills. */
  let gateway: number;

  beforeEach(async () => {
    const settings = { ...exchange.settings, ORDERS_PER_WORKFLOW: ordersPerWorkflow };
    gateway = exchange.gateways.push(await startProcess('gateway', settings)) - 1;
  });

  /** Asks at that gateway, kills it at the moment, and asks again at the first. */
  async function killedAt(reach: () => Promise<() => Promise<void>>, terms: object = {}) {
    const idempotencyKey = randomUUID();
    const lost = exchange.chat(key, terms, { idempotencyKey, gateway }).catch(() => null);
    const goOn = await reach();
    await exchange.gateways[gateway]!.kill('SIGKILL');
    killedAtMs = Date.now();
    await goOn();
    expect(await lost).toBeNull();
    const answer = await until(
      async () => {
        const found = await exchange.chat(key, terms, { idempotencyKey, gateway: 0 });
        if (found.status === 503) throw new Error('asked to come again'); // as a client would
        return found;
      },
      { what: 'the answer', timeoutMs: 60_000 },
    );
    expect(answer.status).toBe(200);
    return answer.body.fill.fill_id as string;
  }

  async function expectOnce(fillId: string) {
    const { records } = exchange;
    const order = await records.orders.findOne({ fillId });
    expect(order).toMatchObject({ status: 'filled' });
    const ofOrder = { orderId: order!._id };
    expect(await records.fills.countDocuments({ ...ofOrder, status: 'settled' })).toBe(1);
    expect(await records.journals.countDocuments({ ...ofOrder, kind: 'capture' })).toBe(1);
    expect(await records.trades.countDocuments(ofOrder)).toBe(1);
  }

  test.each(MOMENTS)('whose gateway dies %s of its reservation', async (moment) => {
    const point = await failPoints.next(moment);
    const fillId = await killedAt(async () => {
      await point.reached();
      return () => point.goOn();
    });
    await expectOnce(fillId);
  });

  test.each(MOMENTS)(
    'for several models, whose gateway dies %s of its reservation for the second, the first that crosses',
    async (moment) => {
      const terms = { model: newModel(), models: [MODEL, newModel()] };
      const asked = seller.keys.size;
      const point = await failPoints.next(moment);
      const fillId = await killedAt(async () => {
        await point.reached();
        return () => point.goOn();
      }, terms);
      await expectOnce(fillId);
      expect((await exchange.records.fills.findOne({ _id: fillId }))!.modelId).toBe(MODEL);
      expect(seller.keys.size).toBe(asked + 1);
    },
  );

  test.each(MOMENTS)('whose gateway dies %s of its settlement', async (moment) => {
    seller.hold();
    const keysBefore = seller.keys.size;
    const fillId = await killedAt(async () => {
      await until(() => seller.held === 1, { what: 'the seller to be asked' });
      const point = await failPoints.next(moment);
      seller.release();
      await point.reached();
      return () => point.goOn();
    });
    await expectOnce(fillId);
    expect(seller.keys.size).toBe(keysBefore + 1); // asked again with the same key, if at all
  });
}
